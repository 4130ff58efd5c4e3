// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the characters of a text file or of memory one by one, with a look ahead,
// for the readers of books and games. A UTF-8 byte-order mark at the front is skipped; CR LF and a
// lone CR come as LF. The caller owns the source; one thread a source.
#ifndef RAVELIN_BOOK_SOURCE_H
#define RAVELIN_BOOK_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "base/text.h"

enum {
    SOURCE_END = -1,       // no character is left
    SOURCE_AHEAD_MAX = 256 // how far source_peek may look
};

typedef struct Source Source;

// Opens a file. STATUS_IO with the system's reason, STATUS_NO_MEMORY; `*source` is then untouched.
Status source_open(const char *path, Source **source, ErrorText *error);

// The same over memory, which must outlive the source; `name` stands for a path in messages.
Status source_open_memory(Text text, const char *name, Source **source, ErrorText *error);

// NULL is allowed.
void source_close(Source *source);

// The character `ahead` places on, 0 being the next, or SOURCE_END; ahead < SOURCE_AHEAD_MAX.
int source_peek(Source *source, size_t ahead);

// Takes the next character, or SOURCE_END.
int source_next(Source *source);

// Takes the rest of the line, its LF included, and drops it.
void source_skip_line(Source *source);

// Takes the next line into a buffer of the source, without its end; valid until the next call.
// False at the end, or without memory for the line, which source_check tells. A line beyond
// `bytes_max` comes cut, with *is_cut set.
bool source_next_line(Source *source, size_t bytes_max, Text *line, bool *is_cut);

// Number of the line that the next character stands on, from 1.
uint64_t source_line(const Source *source);

// True if the next character is the first of its line.
bool source_is_at_line_start(const Source *source);

// STATUS_IO if the file could not be read to its end.
Status source_check(const Source *source, ErrorText *error);

// The path or the name that the source was opened with; valid as long as the source is.
const char *source_name(const Source *source);

#endif
