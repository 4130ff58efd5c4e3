// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: lines from a file descriptor without stdio, in a way that a signal or
// another thread can interrupt. The caller owns the reader and uses it from one thread; only
// line_reader_wake may come from others.
#ifndef RAVELIN_BASE_INPUT_H
#define RAVELIN_BASE_INPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/input_source.h"
#include "base/status.h"
#include "base/text.h"

typedef enum InputEvent {
    INPUT_LINE,     // a line is there
    INPUT_OVERLONG, // a line beyond LINE_BYTES_MAX was dropped whole
    INPUT_WOKEN,    // line_reader_wake was called, or *interrupted is true
    INPUT_END,      // end of file or a read error; it stays so
} InputEvent;

// Lines beyond this are dropped, so that endless input cannot eat the memory. A move list of a
// million plies is 5 MB.
enum { LINE_BYTES_MAX = 64 << 20 };

typedef struct LineReader {
    InputSource *source;
    char *buffer;
    size_t capacity;
    size_t begin; // unread bytes are buffer[begin..end)
    size_t end;
    size_t searched; // bytes after `begin` known to hold no line end
    bool is_at_end;
    bool is_dropping; // inside a line that is too long
} LineReader;

// Prepares to read `fd`, which stays the caller's. Fails with STATUS_SYSTEM or STATUS_NO_MEMORY;
// then nothing is to be closed.
Status line_reader_open(LineReader *reader, int fd, ErrorText *error);

// Frees what an open reader holds; its stream stays open.
void line_reader_close(LineReader *reader);

// Waits for the next event. A line comes without its line end (LF or CR LF), may hold any other
// bytes and is valid until the next call; the last line may lack its LF. Signals that are blocked
// nowhere else are taken during the wait; a handler that sets *interrupted ends it without a race.
InputEvent line_reader_next(LineReader *reader, const atomic_bool *interrupted, Text *line);

// Waits, without reading, until line_reader_wake is called or *interrupted is true.
void line_reader_wait_for_wake(LineReader *reader, const atomic_bool *interrupted);

// Makes the current or the next line_reader_next return INPUT_WOKEN (once for any number of calls
// in between). Any thread.
void line_reader_wake(LineReader *reader);

#endif
