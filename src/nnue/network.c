// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/network.h"

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/endian.h"
#include "base/file.h"
#include "base/mem.h"
#include "nnue/container.h"

// Copies what fits and replaces control bytes, since names are shown on protocol lines.
static void copy_text(char *out, size_t capacity, const char *text)
{
    size_t length = 0;
    for (; length + 1 < capacity && text[length] != '\0'; length++) {
        const unsigned char c = (unsigned char)text[length];
        out[length] = c < 0x20 || c == 0x7f ? '?' : text[length];
    }
    out[length] = '\0';
}

static bool host_is_little_endian(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first == 1;
}

// Sets the array pointers to `weights`, an image of the payload in the byte order of this machine.
static void point_into(Network *net, const int16_t *weights)
{
    const size_t width = (size_t)net->shape.width;
    net->feature_weights = weights;
    net->feature_biases = weights + (size_t)net->shape.king_buckets * NNUE_INPUTS * width;
    net->output_weights = net->feature_biases + width;
}

// The layers and output biases of the block that point_into has got. They are only read.
static void point_into_layers(Network *net)
{
    if (!layers_are_in(&net->shape))
        return;
    const NetLayers layers = layers_in(&net->shape, (void *)net->output_weights);
    for (int head = 0; head < net->shape.heads; head++)
        net->heads[head] = layers_head(&net->shape, &layers, head, net->output_biases[head]);
}

// On a machine with the other byte order the file cannot be used in place.
static Status convert_weights(Network *net, const uint8_t *data, ErrorText *error)
{
    int16_t *block = mem_alloc_aligned((size_t)container_payload_bytes(&net->shape));
    if (block == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "net: no memory for the weights");
    point_into(net, block);
    const size_t width = (size_t)net->shape.width;
    int16_t *biases = block + (size_t)net->shape.king_buckets * NNUE_INPUTS * width;
    const NetWeights weights = {
        .feature_weights = block,
        .feature_biases = biases,
        .output_weights = biases + width,
        .output_biases = net->output_biases,
        .layers = layers_in(&net->shape, biases + width),
    };
    container_read_weights(data, &net->shape, &weights);
    mem_free_aligned(net->owned);
    net->owned = block;
    return STATUS_OK;
}

// Fills a new net from a container. `owned` is the block that holds it if it is to be the net's,
// and is freed on failure.
static Status build(const uint8_t *data, size_t bytes, void *owned, Network **out, ErrorText *error)
{
    Network *net = calloc(1, sizeof *net);
    if (net == NULL) {
        mem_free_aligned(owned);
        return status_fail(error, STATUS_NO_MEMORY, "net: no memory");
    }
    net->owned = owned;
    Status status = container_check(data, bytes, &net->shape, error);
    if (status == STATUS_OK) {
        net->hash = read_le64(data + CONTAINER_CRC_OFFSET);
        net->file_bytes = bytes;
    }
    if (status == STATUS_OK && host_is_little_endian()) {
        const void *payload = data + CONTAINER_HEADER_BYTES;
        point_into(net, payload);
        const uint8_t *biases = data + bytes - 4 * (size_t)net->shape.heads;
        for (int head = 0; head < net->shape.heads; head++)
            net->output_biases[head] = (int32_t)read_le32(biases + 4 * head);
    } else if (status == STATUS_OK) {
        // Gives `data` back if it is owned.
        status = convert_weights(net, data, error);
    }
    if (status != STATUS_OK) {
        network_destroy(net);
        return status;
    }
    point_into_layers(net);
    *out = net;
    return STATUS_OK;
}

// The largest file that can be a net.
static size_t largest_file(void)
{
    const NetShape shape = {
        .king_buckets = NNUE_KING_BUCKETS_MAX,
        .width = NNUE_WIDTH_MAX,
        .heads = NNUE_HEADS_MAX,
        .hidden = {NNUE_LAYER1, NNUE_LAYER2}, // more than the output weights that they replace
    };
    return container_bytes(&shape);
}

// Reads the whole of an open file into a new block.
static Status read_file(FILE *file, uint8_t **block, size_t *bytes, ErrorText *error)
{
    if (fseek(file, 0, SEEK_END) != 0)
        return status_fail(error, STATUS_IO, "net: cannot seek: %s", strerror(errno));
    const long length = ftell(file);
    if (length < 0 || fseek(file, 0, SEEK_SET) != 0)
        return status_fail(error, STATUS_IO, "net: cannot seek: %s", strerror(errno));
    // A folder reports a length of LONG_MAX on some systems.
    if ((unsigned long)length > largest_file())
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: file length is %ld bytes, wanted at most %zu", length,
                           largest_file());
    if (length < CONTAINER_HEADER_BYTES)
        return status_fail(error, STATUS_BAD_INPUT,
                           "net: file length is %ld bytes, wanted at least %d", length,
                           CONTAINER_HEADER_BYTES);
    uint8_t *data = mem_alloc_aligned((size_t)length);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "net: no memory for %ld bytes", length);
    errno = 0;
    const size_t got = fread(data, 1, (size_t)length, file);
    if (got != (size_t)length) {
        mem_free_aligned(data);
        return status_fail(error, STATUS_IO, "net: read %zu of %ld bytes: %s", got, length,
                           errno != 0 ? strerror(errno) : "file ended");
    }
    *block = data;
    *bytes = (size_t)length;
    return STATUS_OK;
}

static const char *file_name_of(const char *path)
{
    const char *name = path;
    for (const char *c = path; *c != '\0'; c++) {
        if ((*c == '/' || *c == '\\') && c[1] != '\0')
            name = c + 1;
    }
    return name;
}

Status network_load(const char *path, Network **network, ErrorText *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error,
                           errno == ENOENT || errno == ENOTDIR ? STATUS_NOT_FOUND : STATUS_IO,
                           "net: cannot open %s: %s", path, strerror(errno));
    uint8_t *data = NULL;
    size_t bytes = 0;
    Status status = read_file(file, &data, &bytes, error);
    fclose(file);
    if (status != STATUS_OK)
        return status;
    Network *net = NULL;
    status = build(data, bytes, data, &net, error);
    if (status != STATUS_OK)
        return status;
    copy_text(net->name, sizeof net->name, file_name_of(path));
    copy_text(net->origin, sizeof net->origin, path);
    *network = net;
    return STATUS_OK;
}

Status network_load_memory(const void *data, size_t bytes, const char *name, const char *origin,
                           Network **network, ErrorText *error)
{
    assert((uintptr_t)data % RAVELIN_CACHE_LINE == 0);
    Network *net = NULL;
    const Status status = build(data, bytes, NULL, &net, error);
    if (status != STATUS_OK)
        return status;
    copy_text(net->name, sizeof net->name, name);
    copy_text(net->origin, sizeof net->origin, origin);
    *network = net;
    return STATUS_OK;
}

Status network_make_blank(Network **network, ErrorText *error)
{
    const NetShape shape = {.king_buckets = 1, .width = NNUE_WIDTH_STEP, .heads = 1};
    const size_t bytes = container_bytes(&shape);
    uint8_t *data = mem_alloc_aligned(bytes);
    int16_t *zeros = calloc(bytes, 1);
    if (data == NULL || zeros == NULL) {
        mem_free_aligned(data);
        free(zeros);
        return status_fail(error, STATUS_NO_MEMORY, "net: no memory");
    }
    int32_t no_bias = 0;
    const NetWeights weights = {.feature_weights = zeros,
                                .feature_biases = zeros,
                                .output_weights = zeros,
                                .output_biases = &no_bias};
    container_write(data, &shape, &weights);
    free(zeros);
    Network *net = NULL;
    const Status status = build(data, bytes, data, &net, error);
    if (status != STATUS_OK)
        return status;
    net->is_blank = true;
    copy_text(net->name, sizeof net->name, "none");
    copy_text(net->origin, sizeof net->origin, "nowhere");
    *network = net;
    return STATUS_OK;
}

Status network_save(const Network *network, const char *path, ErrorText *error)
{
    const size_t bytes = container_bytes(&network->shape);
    uint8_t *data = mem_alloc_aligned(bytes);
    if (data == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "net: no memory for %zu bytes", bytes);
    int32_t output_biases[NNUE_HEADS_MAX];
    memcpy(output_biases, network->output_biases, sizeof output_biases);
    // The container's arrays are only read.
    const NetWeights weights = {
        .feature_weights = (int16_t *)network->feature_weights,
        .feature_biases = (int16_t *)network->feature_biases,
        .output_weights = (int16_t *)network->output_weights,
        .output_biases = output_biases,
        .layers = layers_in(&network->shape, (void *)network->output_weights),
    };
    container_write(data, &network->shape, &weights);
    FILE *file = file_create_new(path);
    Status status = STATUS_OK;
    if (file == NULL) {
        status = status_fail(error, STATUS_IO, "net: cannot create %s: %s", path, strerror(errno));
    } else {
        const bool is_written = fwrite(data, 1, bytes, file) == bytes;
        if (fclose(file) != 0 || !is_written) {
            status =
                status_fail(error, STATUS_IO, "net: cannot write %s: %s", path, strerror(errno));
            remove(path);
        }
    }
    mem_free_aligned(data);
    return status;
}

void network_destroy(Network *network)
{
    if (network == NULL)
        return;
    mem_free_aligned(network->owned);
    free(network);
}
