// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/net/commands.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "base/mem.h"
#include "nnue/container.h"
#include "nnue/network.h"
#include "nnue/synth.h"

Status command_synth(const SynthOptions *options, ErrorText *error)
{
    const NetShape shape = synth_shape(options->king_buckets, options->is_mirrored, options->width,
                                       options->heads, options->seed);
    uint8_t *data = synth_container(&shape, options->seed);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for the net");
    Status status = STATUS_OK;
    FILE *file = fopen(options->path, "wb");
    if (file == NULL) {
        status = status_fail(error, STATUS_IO, "%s: %s", options->path, strerror(errno));
    } else {
        const size_t bytes = container_bytes(&shape);
        const bool is_written = fwrite(data, 1, bytes, file) == bytes;
        const bool is_closed = fclose(file) == 0;
        if (!is_written || !is_closed)
            status = status_fail(error, STATUS_IO, "%s: cannot be written", options->path);
    }
    mem_free_aligned(data);
    return status;
}

// Prints smallest, largest and mean absolute value of an array of weights.
static void print_range(FILE *out, const char *name, const int16_t *values, size_t count)
{
    int lowest = values[0];
    int highest = values[0];
    uint64_t magnitudes = 0;
    for (size_t i = 0; i < count; i++) {
        const int value = values[i];
        lowest = value < lowest ? value : lowest;
        highest = value > highest ? value : highest;
        magnitudes += (uint64_t)(value < 0 ? -value : value);
    }
    fprintf(out, "%-17s %zu values, %d to %d, mean size %.2f\n", name, count, lowest, highest,
            (double)magnitudes / (double)count);
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
    fprintf(out, "%-17s %d x %d%s -> %d x 2 -> %d\n", "shape", shape->king_buckets, NNUE_INPUTS,
            shape->mirrored != 0 ? " mirrored" : "", shape->width, shape->heads);
    fprintf(out, "%-17s QA %d, QB %d, %d centipawns\n", "scales", NNUE_QA, NNUE_QB,
            NNUE_EVAL_SCALE);
    print_range(out, "feature weights", network->feature_weights,
                (size_t)shape->king_buckets * NNUE_INPUTS * width);
    print_range(out, "feature biases", network->feature_biases, width);
    print_range(out, "output weights", network->output_weights, (size_t)shape->heads * 2 * width);
    for (int head = 0; head < shape->heads; head++)
        fprintf(out, "output bias %-5d %" PRId32 "\n", head, network->output_biases[head]);
    if (shape->king_buckets > 1)
        print_map(out, shape);
    network_destroy(network);
    return STATUS_OK;
}
