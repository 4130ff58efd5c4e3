// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/input.h"

#include <stdlib.h>
#include <string.h>

enum {
    READ_BYTES = 1 << 16,        // room for one read
    BUFFER_KEEP_BYTES = 1 << 20, // a larger buffer is given back after its line
};

Status line_reader_open(LineReader *reader, int fd, ErrorText *error)
{
    *reader = (LineReader){.capacity = READ_BYTES};
    reader->buffer = malloc(reader->capacity);
    if (reader->buffer == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for the input");
    const Status status = input_source_open(&reader->source, fd, error);
    if (status != STATUS_OK)
        free(reader->buffer);
    return status;
}

void line_reader_close(LineReader *reader)
{
    input_source_close(reader->source);
    free(reader->buffer);
    reader->buffer = NULL;
}

void line_reader_wake(LineReader *reader)
{
    input_source_wake(reader->source);
}

// Takes a finished line out of the buffer, the rest of the file counting as one at its end.
static bool take_line(LineReader *reader, Text *line)
{
    char *const start = reader->buffer + reader->begin;
    const size_t unread = reader->end - reader->begin;
    const char *const line_end = memchr(start + reader->searched, '\n', unread - reader->searched);
    reader->searched = unread;
    if (line_end == NULL && !(reader->is_at_end && unread > 0))
        return false;
    const size_t length = line_end != NULL ? (size_t)(line_end - start) : unread;
    *line = (Text){start, length};
    if (length > 0 && start[length - 1] == '\r')
        line->length--;
    reader->begin += length + (line_end != NULL);
    reader->searched = 0;
    return true;
}

// Makes room for one read behind the unread bytes: moves them to the front, grows the buffer, or
// shrinks one that a long line left behind. False without memory.
static bool make_room(LineReader *reader)
{
    const size_t unread = reader->end - reader->begin;
    if (reader->begin > 0) {
        memmove(reader->buffer, reader->buffer + reader->begin, unread);
        reader->begin = 0;
        reader->end = unread;
    }
    size_t wanted = reader->capacity;
    if (wanted > BUFFER_KEEP_BYTES && unread + READ_BYTES <= BUFFER_KEEP_BYTES)
        wanted = BUFFER_KEEP_BYTES;
    while (wanted < unread + READ_BYTES)
        wanted *= 2;
    if (wanted == reader->capacity)
        return true;
    char *const buffer = realloc(reader->buffer, wanted);
    if (buffer == NULL)
        return wanted < reader->capacity;
    reader->buffer = buffer;
    reader->capacity = wanted;
    return true;
}

// Reads once; sets is_at_end at the end of the file or on an error that will not pass.
static void read_once(LineReader *reader)
{
    if (!make_room(reader)) {
        // No memory for a line this long: the same as one that is too long.
        reader->is_dropping = true;
        reader->begin = reader->end = reader->searched = 0;
    }
    size_t got;
    if (input_source_read(reader->source, reader->buffer + reader->end,
                          reader->capacity - reader->end, &got))
        reader->end += got;
    else
        reader->is_at_end = true;
}

InputEvent line_reader_next(LineReader *reader, const atomic_bool *interrupted, Text *line)
{
    for (;;) {
        if (atomic_load(interrupted))
            return INPUT_WOKEN;
        if (take_line(reader, line)) {
            const bool was_dropping = reader->is_dropping;
            reader->is_dropping = false;
            return was_dropping ? INPUT_OVERLONG : INPUT_LINE;
        }
        if (reader->is_at_end)
            return INPUT_END;
        if (reader->is_dropping || reader->end - reader->begin > LINE_BYTES_MAX) {
            reader->is_dropping = true;
            reader->begin = reader->end = reader->searched = 0;
        }
        switch (input_source_wait(reader->source, true, interrupted)) {
        case INPUT_SOURCE_READABLE: read_once(reader); break;
        case INPUT_SOURCE_WOKEN: return INPUT_WOKEN;
        case INPUT_SOURCE_FAILED: reader->is_at_end = true; break;
        }
    }
}

void line_reader_wait_for_wake(LineReader *reader, const atomic_bool *interrupted)
{
    (void)input_source_wait(reader->source, false, interrupted);
}
