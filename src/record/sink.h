// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: files that appear whole or not at all, compressed with zstd or as they
// are. The caller owns the sink; one thread a sink.
#ifndef RAVELIN_RECORD_SINK_H
#define RAVELIN_RECORD_SINK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

typedef struct Sink Sink;

// Begins to write a file beside `path`, compressed if asked for. `*sink` is written only on
// success.
Status sink_open(const char *path, bool is_compressed, Sink **sink, ErrorText *error);

// Writes `bytes` bytes. STATUS_IO, the path named in the text.
Status sink_write(Sink *sink, const void *data, size_t bytes, ErrorText *error);

// Finishes the file and gives it its name if `is_good`, else removes it; frees the sink. On failure
// a file that had the name before is as it was.
Status sink_close(Sink *sink, bool is_good, ErrorText *error);

#endif
