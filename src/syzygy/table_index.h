// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the way from a position's number to the compressed block that holds its
// value, and whether a file has it right. Any thread.
#ifndef RAVELIN_SYZYGY_TABLE_INDEX_H
#define RAVELIN_SYZYGY_TABLE_INDEX_H

#include <stdbool.h>
#include <stdint.h>

// One compressed stream. The positions fall into runs of 2^index_bits; the index has an entry for
// each, which tells where the value of the one in its middle stands: block (32 bits) and place in
// it (16 bits). Each block has a size, the number of its values less one. The middle of the last
// run may lie beyond the last position; then its block may be padding, which has a size only.
typedef struct Stream {
    uint64_t positions;
    uint64_t entries; // of the index
    int index_bits;
    uint64_t blocks;  // 0: one value for all positions
    uint64_t padding; // sizes beyond those of the blocks
    int block_bits;   // a block has 2^block_bits bytes
} Stream;

// True if every entry of `index` points to where the sizes say, and the blocks hold values for all
// positions, so that no search for a value leaves the file. Streams of very many blocks (some
// tables of six and more men) are held to be right: to look would be to read all of their sizes.
bool table_index_is_sound(const Stream *stream, const uint8_t *index, const uint8_t *sizes);

#endif
