// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/sink.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { LEVEL = 9, OUTPUT_BYTES = 1 << 17 };

struct Sink {
    FILE *file;
    ZSTD_CCtx *compressor; // NULL: as they are
    char *path;
    char *temporary;
    uint8_t output[OUTPUT_BYTES];
};

static void destroy(Sink *sink)
{
    if (sink->file != NULL)
        (void)fclose(sink->file);
    (void)ZSTD_freeCCtx(sink->compressor);
    free(sink->path);
    free(sink->temporary);
    free(sink);
}

Status sink_open(const char *path, bool is_compressed, Sink **out, ErrorText *error)
{
    Sink *sink = calloc(1, sizeof *sink);
    if (sink == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    const size_t room = strlen(path) + sizeof ".tmp";
    sink->path = malloc(room);
    sink->temporary = malloc(room);
    sink->compressor = is_compressed ? ZSTD_createCCtx() : NULL;
    if (sink->path == NULL || sink->temporary == NULL ||
        (is_compressed && sink->compressor == NULL)) {
        destroy(sink);
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    }
    (void)snprintf(sink->path, room, "%s", path);
    (void)snprintf(sink->temporary, room, "%s.tmp", path);
    if (is_compressed) {
        (void)ZSTD_CCtx_setParameter(sink->compressor, ZSTD_c_compressionLevel, LEVEL);
        (void)ZSTD_CCtx_setParameter(sink->compressor, ZSTD_c_checksumFlag, 1);
    }
    sink->file = fopen(sink->temporary, "wb");
    if (sink->file == NULL) {
        const Status status =
            status_fail(error, STATUS_IO, "%s: %s", sink->temporary, strerror(errno));
        destroy(sink);
        return status;
    }
    *out = sink;
    return STATUS_OK;
}

static Status write_bytes(Sink *sink, const void *data, size_t bytes, ErrorText *error)
{
    if (fwrite(data, 1, bytes, sink->file) != bytes)
        return status_fail(error, STATUS_IO, "%s: %s", sink->path, strerror(errno));
    return STATUS_OK;
}

// Compresses and writes until all input is taken and, at the end of the frame, all output is out.
static Status compress(Sink *sink, const void *data, size_t bytes, ZSTD_EndDirective directive,
                       ErrorText *error)
{
    ZSTD_inBuffer input = {data, bytes, 0};
    for (;;) {
        ZSTD_outBuffer output = {sink->output, OUTPUT_BYTES, 0};
        const size_t left = ZSTD_compressStream2(sink->compressor, &output, &input, directive);
        if (ZSTD_isError(left))
            return status_fail(error, STATUS_NO_MEMORY, "%s: %s", sink->path,
                               ZSTD_getErrorName(left));
        const Status status = write_bytes(sink, sink->output, output.pos, error);
        if (status != STATUS_OK)
            return status;
        if (directive == ZSTD_e_end ? left == 0 : input.pos == input.size)
            return STATUS_OK;
    }
}

Status sink_write(Sink *sink, const void *data, size_t bytes, ErrorText *error)
{
    return sink->compressor != NULL ? compress(sink, data, bytes, ZSTD_e_continue, error)
                                    : write_bytes(sink, data, bytes, error);
}

Status sink_close(Sink *sink, bool is_good, ErrorText *error)
{
    Status status = STATUS_OK;
    if (is_good && sink->compressor != NULL)
        status = compress(sink, NULL, 0, ZSTD_e_end, error);
    const bool is_closed = fclose(sink->file) == 0;
    sink->file = NULL;
    if (is_good && status == STATUS_OK && (!is_closed || rename(sink->temporary, sink->path) != 0))
        status = status_fail(error, STATUS_IO, "%s: %s", sink->path, strerror(errno));
    if (!is_good || status != STATUS_OK)
        (void)remove(sink->temporary);
    destroy(sink);
    return status;
}
