// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the bytes of a zstd-compressed file, decompressed as they are asked for.
// The caller owns the stream; one thread a stream.
#ifndef RAVELIN_RECORD_STREAM_H
#define RAVELIN_RECORD_STREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

typedef struct Stream Stream;

// Opens a file of one or more zstd frames with windows up to 128 MiB.
Status stream_open(const char *path, Stream **stream, ErrorText *error);

// Reads exactly `bytes` bytes into `out`; `*at_end` is set, and nothing read, if the data end here.
// Data that end inside the item, or inside a frame, are an error.
Status stream_read(Stream *stream, uint8_t *out, size_t bytes, bool *at_end, ErrorText *error);

// Decompressed bytes read so far.
uint64_t stream_offset(const Stream *stream);

// The path, for messages; lives as long as the stream.
const char *stream_path(const Stream *stream);

// NULL is allowed.
void stream_close(Stream *stream);

#endif
