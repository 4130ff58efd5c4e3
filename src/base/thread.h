// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: threads, locks and wake-ups over POSIX threads. The caller owns each
// struct and keeps it in place (no copies) from its init or start until its destroy or join.
#ifndef RAVELIN_BASE_THREAD_H
#define RAVELIN_BASE_THREAD_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Thread {
    pthread_t handle;
    void (*run)(void *context);
    void *context;
} Thread;

typedef struct Mutex {
    pthread_mutex_t handle;
} Mutex;

typedef struct Condition {
    pthread_cond_t handle;
} Condition;

// Starts run(context) on a new thread. The stack holds THREAD_STACK_BYTES whatever the C library's
// default is, and the thread takes no signals: they go to the thread that main() runs on. On
// failure (STATUS_SYSTEM) no thread exists and thread_join must not be called.
enum { THREAD_STACK_BYTES = 8 << 20 };
Status thread_start(Thread *thread, void (*run)(void *context), void *context, ErrorText *error);

// Waits until run() of a started thread has returned; once a thread.
void thread_join(Thread *thread);

void mutex_init(Mutex *mutex);
void mutex_destroy(Mutex *mutex);
void mutex_lock(Mutex *mutex);
void mutex_unlock(Mutex *mutex);

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
