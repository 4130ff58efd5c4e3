// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the words of Criterion that our tests use, for targets that have no such
// library (tests/plain/meson.build). The same test files then run there, each test in a process of
// its own (plain.c). A condition is evaluated once; a message is a literal that printf understands.
// Not for threads other than the one that runs the test, as in Criterion.
#ifndef RAVELIN_TESTS_PLAIN_CRITERION_H
#define RAVELIN_TESTS_PLAIN_CRITERION_H

#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// One Test(), or one TestSuite() if there is no body. Its fields are what our tests set.
typedef struct PlainTest {
    const char *room;
    const char *name;
    void (*body)(void);
    void (*init)(void); // before and after the body, in its process
    void (*fini)(void);
    int signal;     // that the test must die of; 0: it must return
    double timeout; // seconds; 0: PLAIN_TIMEOUT_S
    struct PlainTest *next;
} PlainTest;

// Adds a test to those that main() runs, in the order of the calls.
void plain_add(PlainTest *test);

// Tells what was expected where and ends the test as failed.
_Noreturn void plain_fail(const char *file, int line, const char *expected, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

// Ends the test as skipped, for the given reason.
_Noreturn void plain_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define PLAIN_REGISTER(id, ...)                                                                    \
    __attribute__((constructor)) static void id##_register(void)                                   \
    {                                                                                              \
        static PlainTest test = {__VA_ARGS__};                                                     \
        plain_add(&test);                                                                          \
    }

#define Test(suite, test, ...)                                                                     \
    static void suite##_##test##_body(void);                                                       \
    PLAIN_REGISTER(suite##_##test, .room = #suite, .name = #test, .body = suite##_##test##_body,   \
                   __VA_ARGS__)                                                                    \
    static void suite##_##test##_body(void)

#define TestSuite(suite, ...) PLAIN_REGISTER(suite##_suite, .room = #suite, __VA_ARGS__)

// The blank keeps the format from being empty where no message is given.
#define PLAIN_EXPECT(holds, text, ...)                                                             \
    ((holds) ? (void)0 : plain_fail(__FILE__, __LINE__, text, " " __VA_ARGS__))

#define cr_assert(condition, ...) PLAIN_EXPECT(condition, #condition, __VA_ARGS__)
#define cr_assert_not(condition, ...) PLAIN_EXPECT(!(condition), "not " #condition, __VA_ARGS__)
#define cr_assert_fail(...) plain_fail(__FILE__, __LINE__, "not to come here", " " __VA_ARGS__)
#define cr_skip(...) plain_skip(" " __VA_ARGS__)
#define cr_skip_test(...) plain_skip(" " __VA_ARGS__)

#define PLAIN_COMPARE(a, op, b, ...) PLAIN_EXPECT((a)op(b), #a " " #op " " #b, __VA_ARGS__)
#define cr_assert_eq(a, b, ...) PLAIN_COMPARE(a, ==, b, __VA_ARGS__)
#define cr_assert_neq(a, b, ...) PLAIN_COMPARE(a, !=, b, __VA_ARGS__)
#define cr_assert_lt(a, b, ...) PLAIN_COMPARE(a, <, b, __VA_ARGS__)
#define cr_assert_leq(a, b, ...) PLAIN_COMPARE(a, <=, b, __VA_ARGS__)
#define cr_assert_gt(a, b, ...) PLAIN_COMPARE(a, >, b, __VA_ARGS__)
#define cr_assert_geq(a, b, ...) PLAIN_COMPARE(a, >=, b, __VA_ARGS__)
#define cr_assert_null(a, ...) PLAIN_COMPARE(a, ==, NULL, __VA_ARGS__)
#define cr_assert_not_null(a, ...) PLAIN_COMPARE(a, !=, NULL, __VA_ARGS__)

#define cr_assert_str_eq(a, b, ...) PLAIN_EXPECT(strcmp(a, b) == 0, #a " equal to " #b, __VA_ARGS__)
#define cr_assert_str_neq(a, b, ...)                                                               \
    PLAIN_EXPECT(strcmp(a, b) != 0, #a " other than " #b, __VA_ARGS__)
#define cr_assert_str_empty(a, ...) PLAIN_EXPECT((a)[0] == '\0', #a " empty", __VA_ARGS__)
#define cr_assert_str_not_empty(a, ...) PLAIN_EXPECT((a)[0] != '\0', #a " not empty", __VA_ARGS__)
#define cr_assert_arr_eq(a, b, bytes, ...)                                                         \
    PLAIN_EXPECT(memcmp(a, b, bytes) == 0, #a " equal to " #b, __VA_ARGS__)
#define cr_assert_float_eq(a, b, distance, ...)                                                    \
    PLAIN_EXPECT((a) - (b) <= (distance) && (b) - (a) <= (distance), #a " near " #b, __VA_ARGS__)

#endif
