// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a file of training games that grows game by game and survives a kill. The
// caller owns the archive; one thread an archive.
//
// The file is a zstd skippable frame with a header text, which every reader of zstd passes over,
// then frames of a fixed number of games each, with checksums. The games of the frame to come stand
// in a journal beside it (PATH.open): the number of its first game in 8 bytes, then games as they
// are. A game is whole on the system's side as soon as archive_add returns; a frame is on the disk
// before its games leave the journal, and if both hold a game, the numbers tell.
#ifndef RAVELIN_RECORD_ARCHIVE_H
#define RAVELIN_RECORD_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"
#include "record/game.h"

enum {
    ARCHIVE_FRAME_GAMES = 100,
    ARCHIVE_HEADER_BYTES_MAX = 16384, // with its NUL
};

typedef struct Archive Archive;

// What a file holds.
typedef struct ArchiveCounts {
    uint64_t games;
    uint64_t positions;
    uint64_t bytes;     // of the file, without the journal
    uint64_t cut_bytes; // of a frame cut short by a kill, taken off when the file was opened
} ArchiveCounts;

// Opens `path` to add games, making it with `header` where there is none. A file that is there goes
// on after its last whole game: half a frame at its end is cut off and the journal read.
// STATUS_BAD_INPUT if the file has another header, is no such file or is damaged; it is untouched
// then. STATUS_IO if it cannot be used or another process has it open. `*archive` is written only
// on success.
Status archive_open(const char *path, const char *header, Archive **archive, ErrorText *error);

// Adds one ended game. On failure (a full disk, say) all games added before are kept.
Status archive_add(Archive *archive, const RecordGame *game, ErrorText *error);

// What was written so far, with what an earlier run left.
ArchiveCounts archive_counts(const Archive *archive);

// Writes the games of the journal as a last, shorter frame and frees the archive, whatever happens:
// on failure the games stay in the journal, where the next archive_open finds them.
Status archive_close(Archive *archive, ErrorText *error);

// Reads the header text of a file. STATUS_BAD_INPUT if it has none.
Status archive_read_header(const char *path, char header[ARCHIVE_HEADER_BYTES_MAX],
                           ErrorText *error);

#endif
