// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: threads, locks and wake-ups, over POSIX threads (thread_posix.c) or those
// of Windows (thread_windows.c). The caller owns each struct and keeps it in place (no copies) from
// its init or start until its destroy or join.
#ifndef RAVELIN_BASE_THREAD_H
#define RAVELIN_BASE_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

#ifdef _WIN32
// Each of the system's own types is one pointer (thread_windows.c holds it to that), so that its
// header, which takes many names, stays out of ours.
typedef void *ThreadHandle;
typedef void *MutexHandle;
typedef void *ConditionHandle;
#else
#include <pthread.h>
typedef pthread_t ThreadHandle;
typedef pthread_mutex_t MutexHandle;
typedef pthread_cond_t ConditionHandle;
#endif

typedef struct Thread {
    ThreadHandle handle;
    void (*run)(void *context);
    void *context;
} Thread;

typedef struct Mutex {
    MutexHandle handle;
} Mutex;

typedef struct Condition {
    ConditionHandle handle;
} Condition;

// Starts run(context) on a new thread. The stack holds THREAD_STACK_BYTES whatever the C library's
// default is, and the thread takes no signals: they go to the thread that main() runs on. On
// failure (STATUS_SYSTEM) no thread exists and thread_join must not be called.
enum { THREAD_STACK_BYTES = 8 << 20 };
Status thread_start(Thread *thread, void (*run)(void *context), void *context, ErrorText *error);

// Waits until run() of a started thread has returned; once a thread.
void thread_join(Thread *thread);

// An initialised mutex is not held; only the thread that locked one gives it back, and none is
// destroyed while it is held. The system refuses none of this to a correct program.
void mutex_init(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

// None is destroyed while a thread waits for it.
void condition_init(Condition *condition);
void condition_destroy(Condition *condition);

// Gives the held mutex back, sleeps until woken and takes the mutex again. May wake for no reason:
// wait in a loop that tests what is waited for.
void condition_wait(Condition *condition, Mutex *mutex);

// Like condition_wait, but no longer than to `deadline_ns` on the clock of clock_now_ns(). False
// when the deadline has passed.
bool condition_wait_until(Condition *condition, Mutex *mutex, int64_t deadline_ns);

// Wakes all that wait. The mutex should be held, or a waiter may miss the change.
void condition_wake_all(Condition *condition);

#endif
