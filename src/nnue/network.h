// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: one net, checked and ready to be used. A Network is never changed after
// it was loaded, so any thread may read it; who loaded it destroys it after the last reader. A net
// in play is replaced by loading the next one beside it and swapping the pointer on success.
#ifndef RAVELIN_NNUE_NETWORK_H
#define RAVELIN_NNUE_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "kernels/nnue.h"
#include "nnue/arch.h"

enum { NETWORK_NAME_BYTES = 128, NETWORK_ORIGIN_BYTES = 512 };

typedef struct Network {
    NetShape shape;
    // Arrays as in nnue/container.h, aligned to 64 bytes.
    const int16_t *feature_weights;
    const int16_t *feature_biases;
    const int16_t *output_weights;
    int32_t output_biases[NNUE_HEADS_MAX];
    NnueHead heads[NNUE_HEADS_MAX]; // all zero where there are no layers; then no output weights

    char name[NETWORK_NAME_BYTES];     // file name without folders
    char origin[NETWORK_ORIGIN_BYTES]; // the path it was read from, or what network_load_memory got
    uint64_t hash;                     // CRC-64/XZ of the container
    size_t file_bytes;
    bool is_blank; // all zero: stands in where no net was to be had
    void *owned;   // memory behind the arrays, NULL where the caller's is used in place
} Network;

// Reads and checks the net file at `path`. On success `*network` is a new net of the caller. On
// failure it is untouched and the error names what was wrong: STATUS_NOT_FOUND if there is no such
// file, STATUS_IO if it cannot be read, STATUS_BAD_INPUT for the checks of container_check,
// STATUS_NO_MEMORY.
Status network_load(const char *path, Network **network, ErrorText *error);

// The same from the `bytes` bytes of a container at `data`. They are used in place, not copied, and
// so must be aligned to 64 bytes and outlive the net; processes then share the pages of an
// embedded net. `origin` says where they come from, such as "embedded".
Status network_load_memory(const void *data, size_t bytes, const char *name, const char *origin,
                           Network **network, ErrorText *error);

// Makes a net of zeros, so that an engine without any net can live and be given one.
Status network_make_blank(Network **network, ErrorText *error);

// Writes the net as a file, the same bytes as the one that it came from. STATUS_IO, with nothing
// left behind, when that cannot be done; a file that is there already is not touched.
Status network_save(const Network *network, const char *path, ErrorText *error);

// Frees a net; NULL is allowed.
void network_destroy(Network *network);

#endif
