// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/net/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "base/endian.h"
#include "base/mem.h"
#include "kernels/kernels.h"
#include "nnue/container.h"
#include "nnue/embed.h"
#include "nnue/network.h"
#include "nnue/synth.h"
#include "record/sink.h"
#include "tools/net/positions.h"
#include "tools/net/study.h"
#include "tools/support/output.h"

enum { PATH_BYTES = 4096, FILE_BYTES_MAX = 1 << 28 };

Status command_synth(const SynthOptions *options, ErrorText *error)
{
    NetShape shape = synth_shape(options->king_buckets, options->is_mirrored, options->width,
                                 options->heads, options->seed);
    if (options->has_layers) {
        shape.hidden[0] = NNUE_LAYER1;
        shape.hidden[1] = NNUE_LAYER2;
    }
    uint8_t *data = synth_container(&shape, options->seed);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for the net");
    Output output;
    Status status = output_open(&output, options->path, error);
    if (status == STATUS_OK) {
        (void)fwrite(data, 1, container_bytes(&shape), output.file);
        status = output_close(&output, true, error);
    }
    mem_free_aligned(data);
    return status;
}

static int value16(const void *values, size_t at)
{
    return ((const int16_t *)values)[at];
}

static int value8(const void *values, size_t at)
{
    return ((const int8_t *)values)[at];
}

static int value32(const void *values, size_t at)
{
    return ((const int32_t *)values)[at];
}

// Prints smallest, largest and mean absolute value of an array of weights.
static void print_values(FILE *out, const char *name, const void *values, size_t count,
                         int (*value_at)(const void *values, size_t at))
{
    int lowest = value_at(values, 0);
    int highest = lowest;
    uint64_t magnitudes = 0;
    size_t zeros = 0;
    for (size_t i = 0; i < count; i++) {
        const int value = value_at(values, i);
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
        magnitudes += (uint64_t)llabs(value);
        zeros += value == 0;
    }
    fprintf(out, "%-17s %zu values, %d to %d, mean size %.2f, %.1f %% zero\n", name, count, lowest,
            highest, (double)magnitudes / (double)count, 100.0 * (double)zeros / (double)count);
}

static void print_range(FILE *out, const char *name, const int16_t *values, size_t count)
{
    print_values(out, name, values, count, value16);
}

static void print_layers(FILE *out, const Network *network)
{
    const size_t heads = (size_t)network->shape.heads;
    const size_t width = (size_t)network->shape.width;
    const NnueHead *head = network->heads;
    print_values(out, "first layer", head->weights1, heads * width * NNUE_LAYER1, value8);
    print_values(out, "second layer", head->weights2, heads * NNUE_LAYER1 * NNUE_LAYER2, value16);
    print_values(out, "output weights", head->weights3, heads * NNUE_LAYER2, value16);
    print_values(out, "first biases", head->biases1, heads * NNUE_LAYER1, value32);
    print_values(out, "second biases", head->biases2, heads * NNUE_LAYER2, value32);
}

// Neurons that no input moves, or that no output looks at.
static void print_dead(FILE *out, const Network *network)
{
    const NetShape *shape = &network->shape;
    const size_t width = (size_t)shape->width;
    const size_t rows = (size_t)shape->king_buckets * NNUE_INPUTS;
    const size_t outputs = 2 * (size_t)shape->heads;
    size_t unmoved = 0;
    size_t unseen = 0;
    if (layers_are_in(shape)) // each neuron is one of a pair that 16 neurons of each head look at
        return;
    for (size_t n = 0; n < width; n++) {
        size_t row = 0;
        while (row < rows && network->feature_weights[row * width + n] == 0)
            row++;
        unmoved += row == rows;
        size_t output = 0;
        while (output < outputs && network->output_weights[output * width + n] == 0)
            output++;
        unseen += output == outputs;
    }
    fprintf(out, "%-17s %zu that no input moves, %zu that no output sees\n", "dead neurons",
            unmoved, unseen);
}

static void print_map(FILE *out, const NetShape *shape)
{
    for (int rank = 7; rank >= 0; rank--) {
        fprintf(out, "%-17s", rank == 7 ? "king-bucket map" : "");
        for (int file = 0; file < 8; file++)
            fprintf(out, " %2d", shape->king_bucket_map[rank * 8 + file]);
        fputc('\n', out);
    }
}

Status command_inspect(const char *path, FILE *out, ErrorText *error)
{
    Network *network = NULL;
    const Status status = network_load(path, &network, error);
    if (status != STATUS_OK)
        return status;
    const NetShape *shape = &network->shape;
    const size_t width = (size_t)shape->width;
    fprintf(out, "%-17s %s, %zu bytes\n", "file", network->name, network->file_bytes);
    fprintf(out, "%-17s %016" PRIx64 "\n", "checksum", network->hash);
    fprintf(out, "%-17s %d x %d%s -> %d x 2 -> %s%d\n", "shape", shape->king_buckets, NNUE_INPUTS,
            shape->mirrored != 0 ? " mirrored" : "", shape->width,
            layers_are_in(shape) ? "(pairs -> 16 -> 32) x " : "", shape->heads);
    fprintf(out, "%-17s QA %d, QB %d, %d centipawns\n", "scales", NNUE_QA, NNUE_QB,
            NNUE_EVAL_SCALE);
    print_range(out, "feature weights", network->feature_weights,
                (size_t)shape->king_buckets * NNUE_INPUTS * width);
    print_range(out, "feature biases", network->feature_biases, width);
    if (layers_are_in(shape))
        print_layers(out, network);
    else
        print_range(out, "output weights", network->output_weights,
                    (size_t)shape->heads * 2 * width);
    print_dead(out, network);
    for (int head = 0; head < shape->heads; head++)
        fprintf(out, "output bias %-5d %" PRId32 "\n", head, network->output_biases[head]);
    if (shape->king_buckets > 1)
        print_map(out, shape);
    network_destroy(network);
    return STATUS_OK;
}

// Reads a file that may be a container; the caller frees `*data`.
static Status read_container(const char *path, uint8_t **data, size_t *bytes, ErrorText *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Status status = STATUS_OK;
    *data = malloc(FILE_BYTES_MAX); // untouched pages cost nothing
    if (*data == NULL)
        status = status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    *bytes = *data != NULL ? fread(*data, 1, FILE_BYTES_MAX, file) : 0;
    if (status == STATUS_OK && ferror(file) != 0)
        status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    if (status == STATUS_OK && (*bytes < CONTAINER_HEADER_BYTES || *bytes == FILE_BYTES_MAX))
        status = status_fail(error, STATUS_BAD_INPUT, "%s: %zu bytes are no net", path, *bytes);
    (void)fclose(file);
    if (status != STATUS_OK)
        free(*data);
    return status;
}

Status command_stamp(const char *path, const char *directory, FILE *out, ErrorText *error)
{
    uint8_t *data = NULL;
    size_t bytes = 0;
    Status status = read_container(path, &data, &bytes, error);
    if (status != STATUS_OK)
        return status;
    // The order that nnue/container.h states: map and payload, then the header up to the checksum.
    enum { MAP_OFFSET = 64 };
    uint64_t crc = crc64_update(0, data + MAP_OFFSET, bytes - MAP_OFFSET);
    crc = crc64_update(crc, data, CONTAINER_CRC_OFFSET);
    write_le64(data + CONTAINER_CRC_OFFSET, crc);
    NetShape shape;
    char stamped[PATH_BYTES];
    const int length = snprintf(stamped, sizeof stamped, "%s/ravelin-%08" PRIx32 ".nnue", directory,
                                (uint32_t)(crc >> 32));
    status = container_check(data, bytes, &shape, error);
    if (status == STATUS_OK && (length < 0 || length >= PATH_BYTES))
        status = status_fail(error, STATUS_BAD_INPUT, "%.100s: the path is too long", directory);
    Sink *sink = NULL;
    if (status == STATUS_OK)
        status = sink_open(stamped, false, &sink, error);
    if (status == STATUS_OK) {
        status = sink_write(sink, data, bytes, error);
        const Status closed = sink_close(sink, status == STATUS_OK, error);
        status = status == STATUS_OK ? closed : status;
    }
    if (status == STATUS_OK)
        fprintf(out, "%s\n", stamped);
    free(data);
    return status;
}

// Loads what a study needs; on failure nothing is left to free.
static Status load_trial(const TrialOptions *options, Network **network, NetPositions *positions,
                         ErrorText *error)
{
    Kernels kernels;
    Status status = kernels_init(&kernels, NULL, error);
    if (status == STATUS_OK)
        status = options->net != NULL ? network_load(options->net, network, error)
                                      : network_load_embedded(network, error);
    if (status != STATUS_OK)
        return status;
    status = options->positions != NULL ? positions_read(options->positions, positions, error)
                                        : positions_make(&kernels, (size_t)options->count,
                                                         options->seed, positions, error);
    if (status != STATUS_OK)
        network_destroy(*network);
    else if (positions->bad_lines != 0)
        fprintf(stderr, "ravelin-net: %s: %zu lines that are no positions left out\n",
                options->positions, positions->bad_lines);
    return status;
}

Status command_verify(const TrialOptions *options, FILE *out, ErrorText *error)
{
    Network *network = NULL;
    NetPositions positions;
    Status status = load_trial(options, &network, &positions, error);
    if (status != STATUS_OK)
        return status;
    bool is_good = false;
    status = study_verify(network, &positions, out, &is_good, error);
    if (status == STATUS_OK && !is_good)
        status = status_fail(error, STATUS_BAD_INPUT, "%s: not verified", network->name);
    positions_free(&positions);
    network_destroy(network);
    return status;
}

Status command_quantstudy(const TrialOptions *options, FILE *out, ErrorText *error)
{
    Network *network = NULL;
    NetPositions positions;
    const Status status = load_trial(options, &network, &positions, error);
    if (status != STATUS_OK)
        return status;
    study_quantisation(network, &positions, out);
    positions_free(&positions);
    network_destroy(network);
    return STATUS_OK;
}
