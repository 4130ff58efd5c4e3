// SPDX-License-Identifier: GPL-3.0-or-later
// One test for each way in which a test can end; test_plain.py knows which should pass.
#include <criterion/criterion.h>

#include <unistd.h>

static int prepared;

static void prepare(void)
{
    prepared++;
}

// Its own failure would be the test's.
static void clear_away(void)
{
    cr_assert_eq(prepared, 1, "%d", prepared);
}

TestSuite(prepared, .init = prepare, .fini = clear_away);

Test(prepared, passes)
{
    cr_assert_eq(prepared, 1);
}

Test(prepared, fails_afterwards)
{
    prepared = 2;
}

Test(conditions, hold)
{
    const char *nothing = NULL;
    cr_assert(true, "%s", "a message");
    cr_assert_not(false);
    cr_assert_eq(1, 1);
    cr_assert_neq(1, 2);
    cr_assert_lt(1, 2);
    cr_assert_leq(2, 2);
    cr_assert_gt(2, 1);
    cr_assert_geq(2, 2);
    cr_assert_null(nothing);
    cr_assert_not_null("");
    cr_assert_str_eq("a", "a");
    cr_assert_str_neq("a", "b");
    cr_assert_str_empty("");
    cr_assert_str_not_empty("a");
    cr_assert_arr_eq("abc", "abd", 2);
    cr_assert_float_eq(1.0, 1.25, 0.5);
}

// Each of these must fail.
Test(fails, plainly)
{
    cr_assert(false, "with %d", 1);
}
Test(fails, not )
{
    cr_assert_not(true);
}
Test(fails, eq)
{
    cr_assert_eq(1, 2);
}
Test(fails, neq)
{
    cr_assert_neq(1, 1);
}
Test(fails, lt)
{
    cr_assert_lt(2, 2);
}
Test(fails, leq)
{
    cr_assert_leq(3, 2);
}
Test(fails, gt)
{
    cr_assert_gt(2, 2);
}
Test(fails, geq)
{
    cr_assert_geq(1, 2);
}
Test(fails, null)
{
    const char *something = "";
    cr_assert_null(something);
}
Test(fails, not_null)
{
    const char *nothing = NULL;
    cr_assert_not_null(nothing);
}
Test(fails, str_eq)
{
    cr_assert_str_eq("a", "b");
}
Test(fails, str_neq)
{
    cr_assert_str_neq("a", "a");
}
Test(fails, str_empty)
{
    cr_assert_str_empty("a");
}
Test(fails, str_not_empty)
{
    cr_assert_str_not_empty("");
}
Test(fails, arr_eq)
{
    cr_assert_arr_eq("abc", "abd", 3);
}
Test(fails, float_eq)
{
    cr_assert_float_eq(1.0, 2.0, 0.5);
}
Test(fails, always)
{
    cr_assert_fail("whatever comes");
}
Test(fails, in_time, .timeout = 1)
{
    for (;;)
        (void)pause();
}
Test(fails, by_a_signal)
{
    abort();
}
Test(fails, by_its_status)
{
    exit(3);
}
Test(fails, for_want_of_a_signal, .signal = SIGABRT)
{
    cr_assert(true);
}

Test(signals, are_wanted, .signal = SIGABRT)
{
    abort();
}

Test(skips, with_a_reason)
{
    cr_skip_test("no %s here", "reason");
}
