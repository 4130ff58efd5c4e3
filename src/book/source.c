// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/source.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFER_BYTES = 1 << 16 };

struct Source {
    FILE *file; // NULL: memory
    Text rest;  // of memory, not yet in the buffer
    char *name;
    char *line_text; // of source_next_line
    size_t line_capacity;
    size_t begin; // characters not yet taken are buffer[begin..end)
    size_t end;
    uint64_t line;
    int error_number; // of a failed read or of memory that ran out, else 0
    bool is_line_start;
    bool after_cr;
    bool is_at_end; // of the file or the memory
    char buffer[BUFFER_BYTES];
};

static Status open_source(const char *name, Source **out, ErrorText *error)
{
    Source *const source = calloc(1, sizeof *source);
    const size_t bytes = strlen(name) + 1;
    char *const copy = malloc(bytes);
    if (source == NULL || copy == NULL) {
        free(source);
        free(copy);
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", name);
    }
    memcpy(copy, name, bytes);
    source->name = copy;
    source->line = 1;
    source->is_line_start = true;
    *out = source;
    return STATUS_OK;
}

static void skip_byte_order_mark(Source *source)
{
    if (source_peek(source, 0) == 0xef && source_peek(source, 1) == 0xbb &&
        source_peek(source, 2) == 0xbf)
        source->begin += 3;
}

Status source_open(const char *path, Source **out, ErrorText *error)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    const Status status = open_source(path, out, error);
    if (status != STATUS_OK) {
        (void)fclose(file);
        return status;
    }
    (*out)->file = file;
    skip_byte_order_mark(*out);
    return STATUS_OK;
}

Status source_open_memory(Text text, const char *name, Source **out, ErrorText *error)
{
    const Status status = open_source(name, out, error);
    if (status != STATUS_OK)
        return status;
    (*out)->rest = text;
    skip_byte_order_mark(*out);
    return STATUS_OK;
}

void source_close(Source *source)
{
    if (source == NULL)
        return;
    if (source->file != NULL)
        (void)fclose(source->file);
    free(source->name);
    free(source->line_text);
    free(source);
}

// Reads up to `room` bytes to `out`; 0 at the end.
static size_t read_bytes(Source *source, char *out, size_t room)
{
    if (source->file == NULL) {
        const size_t bytes = source->rest.length < room ? source->rest.length : room;
        if (bytes > 0)
            memcpy(out, source->rest.data, bytes);
        source->rest.data += bytes;
        source->rest.length -= bytes;
        return bytes;
    }
    const size_t bytes = fread(out, 1, room, source->file);
    if (bytes < room && ferror(source->file))
        source->error_number = errno != 0 ? errno : EIO;
    return bytes;
}

// Moves what is left to the front of the buffer and fills it up, line ends made LF.
static void refill(Source *source)
{
    memmove(source->buffer, source->buffer + source->begin, source->end - source->begin);
    source->end -= source->begin;
    source->begin = 0;
    char *const fresh = source->buffer + source->end;
    const size_t bytes = read_bytes(source, fresh, BUFFER_BYTES - source->end);
    source->is_at_end = bytes == 0;
    size_t kept = 0;
    for (size_t i = 0; i < bytes; i++) {
        const bool ends_cr = source->after_cr && fresh[i] == '\n';
        source->after_cr = fresh[i] == '\r';
        if (!ends_cr)
            fresh[kept++] = source->after_cr ? '\n' : fresh[i];
    }
    source->end += kept;
}

int source_peek(Source *source, size_t ahead)
{
    while (source->end - source->begin <= ahead && !source->is_at_end)
        refill(source);
    if (source->end - source->begin <= ahead)
        return SOURCE_END;
    return (unsigned char)source->buffer[source->begin + ahead];
}

int source_next(Source *source)
{
    const int c = source_peek(source, 0);
    if (c == SOURCE_END)
        return c;
    source->begin++;
    source->is_line_start = c == '\n';
    source->line += c == '\n';
    return c;
}

void source_skip_line(Source *source)
{
    int c;
    do
        c = source_next(source);
    while (c != '\n' && c != SOURCE_END);
}

// Makes room for one character more; false when memory is short.
static bool grow_line(Source *source, size_t length)
{
    if (length < source->line_capacity)
        return true;
    const size_t capacity = source->line_capacity == 0 ? 256 : 2 * source->line_capacity;
    char *const text = realloc(source->line_text, capacity);
    if (text == NULL)
        return false;
    source->line_text = text;
    source->line_capacity = capacity;
    return true;
}

bool source_next_line(Source *source, size_t bytes_max, Text *line, bool *is_cut)
{
    *is_cut = false;
    if (source_peek(source, 0) == SOURCE_END)
        return false;
    size_t length = 0;
    for (int c = source_next(source); c != '\n' && c != SOURCE_END; c = source_next(source)) {
        if (length == bytes_max) {
            *is_cut = true;
        } else if (grow_line(source, length)) {
            source->line_text[length++] = (char)c;
        } else {
            source->error_number = ENOMEM;
            return false;
        }
    }
    *line = (Text){source->line_text, length};
    return true;
}

uint64_t source_line(const Source *source)
{
    return source->line;
}

bool source_is_at_line_start(const Source *source)
{
    return source->is_line_start;
}

Status source_check(const Source *source, ErrorText *error)
{
    if (source->error_number == 0)
        return STATUS_OK;
    return status_fail(error, STATUS_IO, "%s: %s", source->name, strerror(source->error_number));
}

const char *source_name(const Source *source)
{
    return source->name;
}
