// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: is a file the Syzygy table that its name says, whole? libfathom maps a
// file into memory and believes what stands there, so a broken one would crash it. Any thread.
#ifndef RAVELIN_SYZYGY_TABLE_FILE_H
#define RAVELIN_SYZYGY_TABLE_FILE_H

#include <stddef.h>

#include "base/status.h"
#include "syzygy/material.h"

typedef enum TableKind {
    TABLE_WDL, // win, draw or loss: *.rtbw
    TABLE_DTZ, // distance to the next capture or pawn move: *.rtbz
    TABLE_KIND_COUNT,
} TableKind;

// ".rtbw" or ".rtbz".
const char *table_kind_ending(TableKind kind);

// Checks the `length` bytes of a file: magic number, the men it is about, every size and offset in
// its header against each other, the decoder's symbols, the index (table_index.h), and the length,
// which follows from the header to the byte. What is not looked at is the compressed data: to check
// it is to read all of a file that may have gigabytes.
// STATUS_BAD_INPUT with the reason. `*has_wide_map` (may be NULL) tells whether a DTZ table keeps
// its distances in 16 bits.
Status table_file_check_bytes(const uint8_t *bytes, size_t length, const Material *material,
                              TableKind kind, bool *has_wide_map, ErrorText *error);

// Checks an open file the same way; STATUS_IO where it is no plain file or cannot be read or mapped
// into memory. The descriptor stays the caller's.
Status table_file_check(int fd, const Material *material, TableKind kind, bool *has_wide_map,
                        ErrorText *error);

#endif
