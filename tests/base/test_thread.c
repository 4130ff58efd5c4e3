// SPDX-License-Identifier: GPL-3.0-or-later
// Threads start, wake each other and leave signals to main().
#include <criterion/criterion.h>
#include <signal.h>

#include "base/clock.h"
#include "base/thread.h"

enum { ROUNDS = 10000 };

typedef struct Shared {
    Mutex mutex;
    Condition changed;
    int turn;
    int counter;
} Shared;

// Two threads take turns, so each waits for the other in every round.
static void take_turns(Shared *shared, int mine)
{
    for (int i = 0; i < ROUNDS; i++) {
        mutex_lock(&shared->mutex);
        while (shared->turn != mine)
            condition_wait(&shared->changed, &shared->mutex);
        shared->counter++;
        shared->turn = !mine;
        condition_wake_all(&shared->changed);
        mutex_unlock(&shared->mutex);
    }
}

static void run_second(void *context)
{
    take_turns(context, 1);
}

Test(thread, two_threads_take_turns)
{
    Shared shared = {.turn = 0};
    mutex_init(&shared.mutex);
    condition_init(&shared.changed);
    Thread thread;
    ErrorText error;
    cr_assert_eq(thread_start(&thread, run_second, &shared, &error), STATUS_OK);
    take_turns(&shared, 0);
    thread_join(&thread);
    cr_assert_eq(shared.counter, 2 * ROUNDS);
    condition_destroy(&shared.changed);
    mutex_destroy(&shared.mutex);
}

Test(thread, a_wait_ends_at_its_deadline)
{
    Shared shared = {.turn = 0};
    mutex_init(&shared.mutex);
    condition_init(&shared.changed);
    mutex_lock(&shared.mutex);
    const int64_t start_ns = clock_now_ns();
    const int64_t deadline_ns = start_ns + 50000000;
    while (condition_wait_until(&shared.changed, &shared.mutex, deadline_ns))
        continue;
    const int64_t waited_ns = clock_now_ns() - start_ns;
    cr_assert_not(condition_wait_until(&shared.changed, &shared.mutex, -5), "long past");
    mutex_unlock(&shared.mutex);
    cr_assert_geq(waited_ns, 50000000);
    cr_assert_lt(waited_ns, 10000000000, "the clock of the deadline is another one");
    condition_destroy(&shared.changed);
    mutex_destroy(&shared.mutex);
}

static void read_signal_mask(void *context)
{
    pthread_sigmask(SIG_SETMASK, NULL, context);
}

Test(thread, signals_are_left_to_the_main_thread)
{
    sigset_t before, inside, after;
    pthread_sigmask(SIG_SETMASK, NULL, &before);
    Thread thread;
    cr_assert_eq(thread_start(&thread, read_signal_mask, &inside, NULL), STATUS_OK);
    thread_join(&thread);
    pthread_sigmask(SIG_SETMASK, NULL, &after);
    cr_assert(sigismember(&inside, SIGINT) && sigismember(&inside, SIGTERM));
    cr_assert_eq(sigismember(&after, SIGINT), sigismember(&before, SIGINT));
    cr_assert_eq(sigismember(&after, SIGTERM), sigismember(&before, SIGTERM));
}

// Most of the stack that was promised can be used.
static void use_stack(void *context)
{
    volatile char block[THREAD_STACK_BYTES - (1 << 18)];
    block[0] = 1;
    block[sizeof block - 1] = 2;
    *(int *)context = block[0] + block[sizeof block - 1];
}

Test(thread, the_stack_is_as_large_as_promised)
{
#ifdef __SANITIZE_THREAD__
    cr_skip_test("the thread sanitizer keeps its own state on the stack");
#endif
    int sum = 0;
    Thread thread;
    cr_assert_eq(thread_start(&thread, use_stack, &sum, NULL), STATUS_OK);
    thread_join(&thread);
    cr_assert_eq(sum, 3);
}
