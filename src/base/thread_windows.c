// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/thread.h"

#include <assert.h>
#include <process.h>
#include <string.h>
#include <windows.h>

#include "base/clock.h"

static_assert(sizeof(HANDLE) == sizeof(ThreadHandle), "a thread is one pointer");
static_assert(sizeof(SRWLOCK) == sizeof(MutexHandle), "a lock is one pointer");
static_assert(sizeof(CONDITION_VARIABLE) == sizeof(ConditionHandle), "a condition is one pointer");

static SRWLOCK *lock_of(Mutex *mutex)
{
    return (SRWLOCK *)&mutex->handle;
}

static CONDITION_VARIABLE *condition_of(Condition *condition)
{
    return (CONDITION_VARIABLE *)&condition->handle;
}

static unsigned __stdcall thread_main(void *argument)
{
    const Thread *thread = argument;
    thread->run(thread->context);
    return 0;
}

Status thread_start(Thread *thread, void (*run)(void *context), void *context, ErrorText *error)
{
    thread->run = run;
    thread->context = context;
    // Without the flag the size would be committed at once.
    const uintptr_t handle = _beginthreadex(NULL, THREAD_STACK_BYTES, thread_main, thread,
                                            STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    if (handle == 0)
        return status_fail(error, STATUS_SYSTEM, "cannot start a thread: %s", strerror(errno));
    thread->handle = (HANDLE)handle;
    return STATUS_OK;
}

void thread_join(Thread *thread)
{
    WaitForSingleObject(thread->handle, INFINITE);
    CloseHandle(thread->handle);
}

void mutex_init(Mutex *mutex)
{
    InitializeSRWLock(lock_of(mutex));
}

void mutex_destroy(Mutex *mutex)
{
    (void)mutex; // holds nothing of the system
}

void mutex_lock(Mutex *mutex)
{
    AcquireSRWLockExclusive(lock_of(mutex));
}

void mutex_unlock(Mutex *mutex)
{
    ReleaseSRWLockExclusive(lock_of(mutex));
}

void condition_init(Condition *condition)
{
    InitializeConditionVariable(condition_of(condition));
}

void condition_destroy(Condition *condition)
{
    (void)condition; // holds nothing of the system
}

void condition_wait(Condition *condition, Mutex *mutex)
{
    SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), INFINITE, 0);
}

bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns)
{
    const int64_t ns_per_ms = 1000000;
    const int64_t left_ns = deadline_ns - clock_now_ns();
    // Rounded up, or a wait could end before its deadline; a deadline in days is one in 24 days.
    const int64_t left_ms = left_ns <= 0 ? 0 : (left_ns + ns_per_ms - 1) / ns_per_ms;
    const DWORD wait_ms = (DWORD)(left_ms < INT32_MAX ? left_ms : INT32_MAX);
    return SleepConditionVariableSRW(condition_of(condition), lock_of(mutex), wait_ms, 0) != 0;
}

void condition_wake_all(Condition *condition)
{
    WakeAllConditionVariable(condition_of(condition));
}
