// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the result of everything that can fail because of input or the system,
// with a one-line reason fit to be shown to a user. The caller owns the ErrorText; any thread.
#ifndef RAVELIN_BASE_STATUS_H
#define RAVELIN_BASE_STATUS_H

#include <stddef.h>

#include "base/compiler.h"

typedef enum Status {
    STATUS_OK = 0,
    STATUS_BAD_INPUT, // what the caller was given cannot be used
    STATUS_NO_MEMORY, // an allocation failed
    STATUS_NOT_FOUND, // a file is not there
    STATUS_IO,        // a file could not be opened, read or written
    STATUS_SYSTEM,    // another refusal of the operating system (threads, clocks)
} Status;

enum { ERROR_TEXT_BYTES = 256 };

// A single line without line end or control bytes, NUL-terminated, cut to its size.
typedef struct ErrorText {
    char text[ERROR_TEXT_BYTES];
} ErrorText;

// Writes a formatted reason into `error` (which may be NULL) and returns `status`, so that a
// failing function ends in `return status_fail(...)`. Control bytes in the result become '?', so
// input may be quoted in the text; what does not fit is cut.
Status status_fail(ErrorText *error, Status status, const char *format, ...) RAVELIN_PRINTF(3, 4);

#endif
