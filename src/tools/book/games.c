// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/book/games.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/endian.h"
#include "book/lines.h"
#include "book/pgn.h"
#ifdef RAVELIN_HAS_RECORD
#include "record/viriformat.h"
#endif

enum {
    ZSTD_MAGIC_BYTES = 4,
    READ_BYTES = 1 << 16,
};
static const uint32_t ZSTD_FRAME = 0xfd2fb528u;     // RFC 8878, 3.1.1
static const uint32_t ZSTD_SKIPPABLE = 0x184d2a50u; // 3.1.2: the last digit is free

Status games_digest(const char *path, char out[SHA256_TEXT_BYTES], ErrorText *error)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Sha256 sha;
    sha256_begin(&sha);
    static char buffer[READ_BYTES];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
        sha256_update(&sha, buffer, got);
    const bool has_failed = ferror(file) != 0;
    (void)fclose(file);
    sha256_end(&sha, out);
    return has_failed ? status_fail(error, STATUS_IO, "%s: cannot be read", path) : STATUS_OK;
}

// True if the file begins as zstd does.
static Status is_zstd(const char *path, bool *answer, ErrorText *error)
{
    FILE *const file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    uint8_t bytes[ZSTD_MAGIC_BYTES] = {0};
    const size_t got = fread(bytes, 1, sizeof bytes, file);
    const bool has_failed = ferror(file) != 0;
    const char *const reason = strerror(errno);
    if (has_failed)
        (void)status_fail(error, STATUS_IO, "%s: %s", path, reason);
    (void)fclose(file);
    const uint32_t magic = read_le32(bytes);
    *answer = got == sizeof bytes && (magic == ZSTD_FRAME || (magic & ~15u) == ZSTD_SKIPPABLE);
    return has_failed ? STATUS_IO : STATUS_OK;
}

static Status visit_pgn(const char *path, const PgnGame *game, GamesVisit *visit, void *context,
                        bool *wants_more, ErrorText *error)
{
    ErrorText fault;
    (void)status_fail(&fault, STATUS_BAD_INPUT, "%.120s:%" PRIu64 ": game %" PRIu64 ": %.80s", path,
                      game->fault_line, game->number, game->fault.text);
    const Game found = {
        .start = &game->start,
        .moves = game->moves,
        .ply_count = game->ply_count,
        .white_elo = game->white_elo,
        .black_elo = game->black_elo,
        .seconds = game->seconds,
        .fault = game->fault.text[0] != '\0' ? fault.text : NULL,
    };
    return visit(context, &found, wants_more, error);
}

static Status read_pgn(const char *path, GamesVisit *visit, void *context, ErrorText *error)
{
    Source *source;
    PgnReader *reader;
    Status status = source_open(path, &source, error);
    if (status != STATUS_OK)
        return status;
    status = pgn_open(source, &reader, error);
    if (status != STATUS_OK) {
        source_close(source);
        return status;
    }
    bool wants_more = true;
    while (wants_more) {
        PgnGame game;
        bool at_end;
        status = pgn_next(reader, &game, &at_end, error);
        if (status != STATUS_OK || at_end)
            break;
        status = visit_pgn(path, &game, visit, context, &wants_more, error);
        if (status != STATUS_OK)
            break;
    }
    pgn_close(reader);
    source_close(source);
    return status;
}

#ifdef RAVELIN_HAS_RECORD
// A game of viriformat as it comes, position by position.
typedef struct Collected {
    Board start;
    uint64_t number;
    int count; // of moves, which are kept as far as a line of a book goes
    Move moves[BOOK_LINE_PLIES_MAX];
} Collected;

static Status flush(const Collected *collected, GamesVisit *visit, void *context, bool *wants_more,
                    ErrorText *error)
{
    if (collected->count == 0)
        return STATUS_OK;
    const Game game = {
        .start = &collected->start,
        .moves = collected->moves,
        .ply_count = collected->count,
        .seconds = -1,
    };
    return visit(context, &game, wants_more, error);
}

static Status read_viriformat(const char *path, GamesVisit *visit, void *context, ErrorText *error)
{
    RecordReader *reader;
    Status status = record_open(path, &reader, error);
    if (status != STATUS_OK)
        return status;
    Collected collected = {.count = 0};
    bool wants_more = true, at_end = false;
    while (status == STATUS_OK && wants_more && !at_end) {
        RecordPosition position;
        status = record_next(reader, &position, &at_end, error);
        if (status != STATUS_OK)
            break;
        if (at_end || collected.count == 0 || position.game != collected.number) {
            status = flush(&collected, visit, context, &wants_more, error);
            collected.count = 0;
            if (at_end)
                break;
            collected.start = *position.board;
            collected.number = position.game;
        }
        if (collected.count < BOOK_LINE_PLIES_MAX)
            collected.moves[collected.count++] = position.move;
    }
    record_close(reader);
    return status;
}
#endif

Status games_read(const char *path, bool needs_tags, GamesVisit *visit, void *context,
                  ErrorText *error)
{
    bool is_packed = false;
    const Status status = is_zstd(path, &is_packed, error);
    if (status != STATUS_OK)
        return status;
    if (!is_packed)
        return read_pgn(path, visit, context, error);
    if (needs_tags)
        return status_fail(error, STATUS_BAD_INPUT,
                           "%s: viriformat tells no ratings and times to filter by", path);
#ifdef RAVELIN_HAS_RECORD
    return read_viriformat(path, visit, context, error);
#else
    return status_fail(error, STATUS_BAD_INPUT, "%s: this build reads no zstd", path);
#endif
}
