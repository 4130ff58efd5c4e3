// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/checkpoint.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"

enum { PATH_BYTES = 4096 };

static const char MAGIC[8] = {'R', 'A', 'V', 'T', 'R', 'A', 'I', '2'};

// The fixed part of the file; then weights, moment1, moment2, curve rows and the CRC of all before.
typedef struct Header {
    char magic[8];
    NetShape shape;
    RunState state;
    uint64_t steps;
    uint64_t curve_rows;
} Header;

Status checkpoint_replace_file(const char *path, const void *data, size_t bytes, ErrorText *error)
{
    char temporary[PATH_BYTES];
    const int length = snprintf(temporary, sizeof temporary, "%s.tmp", path);
    if (length < 0 || length >= PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the path is too long", path);
    FILE *file = fopen(temporary, "wb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", temporary, strerror(errno));
    const bool is_written = fwrite(data, 1, bytes, file) == bytes;
    const bool is_closed = fclose(file) == 0;
    if (!is_written || !is_closed || rename(temporary, path) != 0) {
        const Status status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
        (void)remove(temporary);
        return status;
    }
    return STATUS_OK;
}

Status checkpoint_save(const char *path, const RunState *state, const Model *model,
                       const Curve *curve, ErrorText *error)
{
    Header header;
    memset(&header, 0, sizeof header); // padding too goes into the file
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    header.shape = model->shape;
    header.state = *state;
    header.steps = model->steps;
    header.curve_rows = curve->count;
    const size_t array = model->floats * sizeof(float);
    const size_t rows = curve->count * sizeof *curve->rows;
    const size_t bytes = sizeof header + 3 * array + rows + sizeof(uint64_t);
    uint8_t *data = malloc(bytes);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    uint8_t *out = data;
    memcpy(out, &header, sizeof header);
    out += sizeof header;
    memcpy(out, model->weights, array);
    memcpy(out + array, model->moment1, array);
    memcpy(out + 2 * array, model->moment2, array);
    out += 3 * array;
    if (rows != 0)
        memcpy(out, curve->rows, rows);
    const uint64_t crc = crc64_update(0, data, bytes - sizeof crc);
    memcpy(out + rows, &crc, sizeof crc);
    const Status status = checkpoint_replace_file(path, data, bytes, error);
    free(data);
    return status;
}

// Reads a whole file; the caller frees `*data`.
static Status read_file(const char *path, uint8_t **data, size_t *bytes, ErrorText *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Status status = STATUS_OK;
    long size = -1;
    if (fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 || fseek(file, 0, SEEK_SET) != 0)
        status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    *data = status == STATUS_OK ? malloc((size_t)size + 1) : NULL;
    *bytes = size < 0 ? 0 : (size_t)size;
    if (status == STATUS_OK && *data == NULL)
        status = status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    if (status == STATUS_OK && fread(*data, 1, *bytes, file) != *bytes)
        status = status_fail(error, STATUS_IO, "%s: cannot be read", path);
    (void)fclose(file);
    if (status != STATUS_OK) {
        free(*data);
        *data = NULL;
    }
    return status;
}

// NULL, or why the checkpoint does not belong to this run.
static const char *find_mismatch(const Header *header, const RunState *state, const Model *model)
{
    const NetShape *found = &header->shape;
    const NetShape *wanted = &model->shape;
    if (found->width != wanted->width || found->heads != wanted->heads ||
        found->hidden[0] != wanted->hidden[0] || found->hidden[1] != wanted->hidden[1] ||
        found->king_buckets != wanted->king_buckets || found->mirrored != wanted->mirrored ||
        memcmp(found->king_bucket_map, wanted->king_bucket_map, sizeof found->king_bucket_map) != 0)
        return "it holds a net of another shape";
    if (header->state.seed != state->seed || header->state.batch != state->batch)
        return "it was made with another seed or batch size";
    if (header->state.training_samples != state->training_samples)
        return "it was made with other data";
    return NULL;
}

static Status restore(const char *path, const uint8_t *data, size_t bytes, RunState *state,
                      Model *model, Curve *curve, ErrorText *error)
{
    Header header;
    uint64_t crc = 0;
    if (bytes < sizeof header + sizeof crc || memcmp(data, MAGIC, sizeof MAGIC) != 0)
        return status_fail(error, STATUS_BAD_INPUT, "%s: not a checkpoint of this trainer", path);
    memcpy(&header, data, sizeof header);
    memcpy(&crc, data + bytes - sizeof crc, sizeof crc);
    if (crc64_update(0, data, bytes - sizeof crc) != crc)
        return status_fail(error, STATUS_BAD_INPUT, "%s: the checksum does not match", path);
    const char *mismatch = find_mismatch(&header, state, model);
    if (mismatch != NULL)
        return status_fail(error, STATUS_BAD_INPUT, "%s: %s", path, mismatch);
    const size_t array = model->floats * sizeof(float);
    const size_t fixed = sizeof header + 3 * array + sizeof crc;
    if (bytes < fixed || header.curve_rows != (bytes - fixed) / sizeof *curve->rows)
        return status_fail(error, STATUS_BAD_INPUT, "%s: wrong length", path);
    const uint8_t *in = data + sizeof header;
    for (uint64_t i = 0; i < header.curve_rows; i++) {
        CurveRow row;
        memcpy(&row, in + 3 * array + i * sizeof row, sizeof row);
        const Status status = curve_add(curve, &row, error);
        if (status != STATUS_OK)
            return status;
    }
    memcpy(model->weights, in, array);
    memcpy(model->moment1, in + array, array);
    memcpy(model->moment2, in + 2 * array, array);
    model->steps = header.steps;
    *state = header.state;
    return STATUS_OK;
}

Status checkpoint_load(const char *path, RunState *state, Model *model, Curve *curve,
                       ErrorText *error)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    Status status = read_file(path, &data, &bytes, error);
    if (status == STATUS_OK)
        status = restore(path, data, bytes, state, model, curve, error);
    free(data);
    return status;
}
