// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/thread.h"

#include <assert.h>
#include <signal.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"

// The calls below fail only when they are misused (a lock that is not held, say), never for want of
// memory on the systems that Ravelin runs on.
static void must_work(int result)
{
    assert(result == 0);
    (void)result;
}

static void *thread_main(void *argument)
{
    const Thread *thread = argument;
    thread->run(thread->context);
    return NULL;
}

Status thread_start(Thread *thread, void (*run)(void *context), void *context, ErrorText *error)
{
    thread->run = run;
    thread->context = context;
    pthread_attr_t attributes;
    int result = pthread_attr_init(&attributes);
    if (result != 0)
        return status_fail(error, STATUS_SYSTEM, "cannot start a thread: %s", strerror(result));
    must_work(pthread_attr_setstacksize(&attributes, THREAD_STACK_BYTES));

    // A new thread inherits the mask of its maker.
    sigset_t all, before;
    sigfillset(&all);
    must_work(pthread_sigmask(SIG_SETMASK, &all, &before));
    result = pthread_create(&thread->handle, &attributes, thread_main, thread);
    must_work(pthread_sigmask(SIG_SETMASK, &before, NULL));
    must_work(pthread_attr_destroy(&attributes));
    if (result != 0)
        return status_fail(error, STATUS_SYSTEM, "cannot start a thread: %s", strerror(result));
    return STATUS_OK;
}

void thread_join(Thread *thread)
{
    must_work(pthread_join(thread->handle, NULL));
}

void mutex_init(Mutex *mutex)
{
    must_work(pthread_mutex_init(&mutex->handle, NULL));
}

void mutex_destroy(Mutex *mutex)
{
    must_work(pthread_mutex_destroy(&mutex->handle));
}

void mutex_lock(Mutex *mutex)
{
    must_work(pthread_mutex_lock(&mutex->handle));
}

void mutex_unlock(Mutex *mutex)
{
    must_work(pthread_mutex_unlock(&mutex->handle));
}

static struct timespec to_timespec(int64_t ns)
{
    const int64_t ns_per_second = 1000000000;
    const int64_t from = ns < 0 ? 0 : ns;
    return (struct timespec){
        .tv_sec = (time_t)(from / ns_per_second),
        .tv_nsec = (long)(from % ns_per_second),
    };
}

// Deadlines are on the clock of base/clock.h, so that a change of the wall clock moves none. macOS
// cannot give a condition that clock, but waits for a span of time.
#ifdef __APPLE__
void condition_init(Condition *condition)
{
    must_work(pthread_cond_init(&condition->handle, NULL));
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    const struct timespec left = to_timespec(deadline_ns - clock_now_ns());
    return pthread_cond_timedwait_relative_np(&condition->handle, &mutex->handle, &left) == 0;
}
#else
void condition_init(Condition *condition)
{
    pthread_condattr_t attributes;
    must_work(pthread_condattr_init(&attributes));
    must_work(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC));
    must_work(pthread_cond_init(&condition->handle, &attributes));
    must_work(pthread_condattr_destroy(&attributes));
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    const struct timespec deadline = to_timespec(deadline_ns);
    // 0 or ETIMEDOUT
    return pthread_cond_timedwait(&condition->handle, &mutex->handle, &deadline) == 0;
}
#endif

void condition_destroy(Condition *condition)
{
    must_work(pthread_cond_destroy(&condition->handle));
}

void condition_wait(Condition *condition, Mutex *mutex)
{
    must_work(pthread_cond_wait(&condition->handle, &mutex->handle));
}

void condition_wake_all(Condition *condition)
{
    must_work(pthread_cond_broadcast(&condition->handle));
}
