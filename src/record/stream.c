// SPDX-License-Identifier: GPL-3.0-or-later
#include "record/stream.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum {
    INPUT_BYTES = 1 << 17,
    OUTPUT_BYTES = 1 << 17,
    WINDOW_LOG_MAX = 27, // 128 MiB
};

struct Stream {
    FILE *file;
    ZSTD_DStream *decoder;
    char *path;
    uint64_t offset; // decompressed bytes handed out
    ZSTD_inBuffer input;
    size_t begin, end;  // what of `output` is not handed out yet
    bool is_frame_open; // the frame begun last is not complete
    uint8_t input_bytes[INPUT_BYTES];
    uint8_t output[OUTPUT_BYTES];
};

Status stream_open(const char *path, Stream **out, ErrorText *error)
{
    Stream *stream = calloc(1, sizeof *stream);
    if (stream == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    stream->path = malloc(strlen(path) + 1);
    stream->decoder = ZSTD_createDStream();
    if (stream->path == NULL || stream->decoder == NULL ||
        ZSTD_isError(
            ZSTD_DCtx_setParameter(stream->decoder, ZSTD_d_windowLogMax, WINDOW_LOG_MAX))) {
        stream_close(stream);
        return status_fail(error, STATUS_NO_MEMORY, "%s: cannot set up zstd", path);
    }
    memcpy(stream->path, path, strlen(path) + 1);
    stream->input.src = stream->input_bytes;
    stream->file = fopen(path, "rb");
    if (stream->file == NULL) {
        const Status status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
        stream_close(stream);
        return status;
    }
    *out = stream;
    return STATUS_OK;
}

static Status fail_at(const Stream *stream, Status status, const char *reason, ErrorText *error)
{
    return status_fail(error, status, "%s: at byte %llu of the data: %s", stream->path,
                       (unsigned long long)stream->offset, reason);
}

// Decompresses more into the emptied output buffer; leaves it empty at the end of the file.
static Status refill(Stream *stream, ErrorText *error)
{
    stream->begin = stream->end = 0;
    while (stream->end == 0) {
        if (stream->input.pos == stream->input.size) {
            stream->input.size = fread(stream->input_bytes, 1, INPUT_BYTES, stream->file);
            stream->input.pos = 0;
            if (ferror(stream->file) != 0)
                return fail_at(stream, STATUS_IO, strerror(errno), error);
            if (stream->input.size == 0)
                return stream->is_frame_open
                           ? fail_at(stream, STATUS_BAD_INPUT, "the file is truncated", error)
                           : STATUS_OK;
        }
        ZSTD_outBuffer output = {stream->output, OUTPUT_BYTES, 0};
        const size_t rc = ZSTD_decompressStream(stream->decoder, &output, &stream->input);
        if (ZSTD_isError(rc))
            return fail_at(stream, STATUS_BAD_INPUT, ZSTD_getErrorName(rc), error);
        stream->is_frame_open = rc != 0;
        stream->end = output.pos;
    }
    return STATUS_OK;
}

Status stream_read(Stream *stream, uint8_t *out, size_t bytes, bool *at_end, ErrorText *error)
{
    *at_end = false;
    size_t done = 0;
    while (done < bytes) {
        if (stream->begin == stream->end) {
            const Status status = refill(stream, error);
            if (status != STATUS_OK)
                return status;
            if (stream->begin == stream->end) {
                *at_end = done == 0;
                return done == 0
                           ? STATUS_OK
                           : fail_at(stream, STATUS_BAD_INPUT, "the data end inside a game", error);
            }
        }
        const size_t ready = stream->end - stream->begin;
        const size_t part = ready < bytes - done ? ready : bytes - done;
        memcpy(out + done, stream->output + stream->begin, part);
        stream->begin += part;
        stream->offset += part;
        done += part;
    }
    return STATUS_OK;
}

uint64_t stream_offset(const Stream *stream)
{
    return stream->offset;
}

const char *stream_path(const Stream *stream)
{
    return stream->path;
}

void stream_close(Stream *stream)
{
    if (stream == NULL)
        return;
    if (stream->file != NULL)
        (void)fclose(stream->file);
    (void)ZSTD_freeDStream(stream->decoder);
    free(stream->path);
    free(stream);
}
