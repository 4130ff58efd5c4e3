// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: bytes from a file descriptor, with a wait that a signal or another thread
// can end; what lies under the lines of base/input.h. input_source_posix.c and
// input_source_windows.c do it. Used from one thread; only input_source_wake may come from others.
#ifndef RAVELIN_BASE_INPUT_SOURCE_H
#define RAVELIN_BASE_INPUT_SOURCE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct InputSource InputSource;

typedef enum InputSourceEvent {
    INPUT_SOURCE_READABLE, // input_source_read will not block
    INPUT_SOURCE_WOKEN,    // input_source_wake was called, or *interrupted is true
    INPUT_SOURCE_FAILED,   // there will be no more
} InputSourceEvent;

// Prepares to read `fd`, which stays the caller's. STATUS_SYSTEM or STATUS_NO_MEMORY: there is no
// source then.
Status input_source_open(InputSource **source, int fd, ErrorText *error);

// Frees the source; what it read from stays open.
void input_source_close(InputSource *source);

// Sleeps until there is input (only if `wants_input`), a wake-up, or *interrupted, without a race
// against what base/interrupt.h catches.
InputSourceEvent input_source_wait(InputSource *source, bool wants_input,
                                   const atomic_bool *interrupted);

// After INPUT_SOURCE_READABLE: puts at most `room` (> 0) bytes into `out` and their number, which
// may be 0, into `*got`. False at the end of the input or on an error that will not pass.
bool input_source_read(InputSource *source, char *out, size_t room, size_t *got);

// Ends the current or the next wait (once for any number of calls in between). Any thread.
void input_source_wake(InputSource *source);

#endif
