// SPDX-License-Identifier: GPL-3.0-or-later
// Training data. The first byte of the input says what the rest is: games, which are then
// compressed, so that zstd's checksum is right; the compressed file itself; an archive with its
// journal as they lie on a disk; an archive whose frames are made here from games; or a journal
// with a game that is repeated to any length.
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/endian.h"
#include "fuzz.h"
#include "position/legality.h"
#include "record/archive.h"
#include "record/viriformat.h"

enum {
    KIND_GAMES,
    KIND_FILE,
    KIND_ARCHIVE_FILE,
    KIND_ARCHIVE_GAMES,
    KIND_LONG_JOURNAL,
    KIND_COUNT
};
enum { LEVEL = 1, SKIPPABLE_MAGIC = 0x184D2A5A, SKIPPABLE_BYTES = 8, JOURNAL_START_BYTES = 8 };

static const char HEADER[] = "fuzz\n";
static ZSTD_CCtx *compressor;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    compressor = ZSTD_createCCtx();
    FUZZ_CHECK(compressor != NULL);
    FUZZ_CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_compressionLevel, LEVEL)));
    FUZZ_CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(compressor, ZSTD_c_checksumFlag, 1)));
    return 0;
}

// Puts the games behind the first `at` bytes of a new block, which the caller frees.
static uint8_t *compress(const uint8_t *games, size_t size, size_t at, size_t *bytes)
{
    const size_t room = ZSTD_compressBound(size);
    uint8_t *const file = malloc(at + room);
    FUZZ_CHECK(file != NULL);
    const size_t got = ZSTD_compress2(compressor, file + at, room, games, size);
    FUZZ_CHECK(!ZSTD_isError(got));
    *bytes = at + got;
    return file;
}

static void check_reading(const char *path)
{
    RecordReader *reader;
    ErrorText error = {""};
    FUZZ_CHECK(record_open(path, &reader, &error) == STATUS_OK);
    for (;;) {
        RecordPosition position;
        bool at_end = false;
        const Status status = record_next(reader, &position, &at_end, &error);
        FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
        if (status != STATUS_OK || at_end)
            break;
        FUZZ_CHECK(legality_check(position.board, position.move));
        FUZZ_CHECK(position.result >= 0 && position.result <= 2);
    }
    record_close(reader);
}

// Opens an archive, adds a game to one that opens, and opens it again: nothing may be lost.
static void check_archive(const char *path, const uint8_t *game, size_t game_size)
{
    Archive *archive = NULL;
    ErrorText error = {""};
    char header[ARCHIVE_HEADER_BYTES_MAX];
    (void)archive_read_header(path, header, NULL);
    const Status status = archive_open(path, HEADER, &archive, &error);
    FUZZ_CHECK((status == STATUS_OK) == (archive != NULL));
    if (status != STATUS_OK)
        return;
    static RecordGame added;
    added.count = game_size;
    memcpy(added.bytes, game, game_size);
    const uint64_t games = archive_counts(archive).games;
    FUZZ_CHECK(archive_add(archive, &added, &error) == STATUS_OK);
    FUZZ_CHECK(archive_close(archive, &error) == STATUS_OK);
    FUZZ_CHECK(archive_open(path, HEADER, &archive, &error) == STATUS_OK);
    FUZZ_CHECK(archive_counts(archive).games == games + 1);
    FUZZ_CHECK(archive_counts(archive).cut_bytes == 0);
    FUZZ_CHECK(archive_close(archive, &error) == STATUS_OK);
    check_reading(path);
}

// A game without a move between two kings: the shortest.
static const uint8_t SHORT_GAME[VIRIFORMAT_START_BYTES + VIRIFORMAT_PAIR_BYTES] = {
    [0] = 1 << 4, [7] = 1 << 4, [8] = 0xd5, [24] = 64, [26] = 1, [30] = 1};

static void check_archive_parts(const uint8_t *data, size_t size, bool is_games)
{
    if (size == 0)
        return;
    const size_t split = (size - 1) * data[0] / 255;
    const uint8_t *const parts[2] = {data + 1, data + 1 + split};
    const size_t sizes[2] = {split, size - 1 - split};
    enum { START = SKIPPABLE_BYTES + sizeof HEADER - 1 };
    size_t bytes = sizes[0];
    uint8_t *file = NULL;
    if (is_games) {
        file = compress(parts[0], sizes[0], START, &bytes);
        write_le32(file, SKIPPABLE_MAGIC);
        write_le32(file + 4, sizeof HEADER - 1);
        memcpy(file + SKIPPABLE_BYTES, HEADER, sizeof HEADER - 1);
    }
    (void)fuzz_write_file("fuzz.zst.open", parts[1], sizes[1]);
    const char *const path = fuzz_write_file("fuzz.zst", is_games ? file : parts[0], bytes);
    check_archive(path, SHORT_GAME, sizeof SHORT_GAME);
    fuzz_remove_file("fuzz.zst.open");
    free(file);
}

// A journal beside no archive: how often the first pair of the game is repeated, then the journal.
static void check_long_journal(const uint8_t *data, size_t size)
{
    enum { COUNT_BYTES = 4, PAIRS_MAX = 1 << 18, PAIR_BYTES = VIRIFORMAT_PAIR_BYTES };
    enum { FRONT_BYTES = JOURNAL_START_BYTES + VIRIFORMAT_START_BYTES };
    if (size < COUNT_BYTES + FRONT_BYTES + PAIR_BYTES)
        return;
    const size_t pairs = read_le32(data) % PAIRS_MAX;
    const uint8_t *const front = data + COUNT_BYTES, *const pair = front + FRONT_BYTES;
    const size_t back_bytes = size - COUNT_BYTES - FRONT_BYTES;
    const size_t bytes = FRONT_BYTES + pairs * PAIR_BYTES + back_bytes;
    uint8_t *const journal = malloc(bytes);
    FUZZ_CHECK(journal != NULL);
    memcpy(journal, front, FRONT_BYTES);
    for (size_t i = 0; i < pairs; i++)
        memcpy(journal + FRONT_BYTES + i * PAIR_BYTES, pair, PAIR_BYTES);
    memcpy(journal + FRONT_BYTES + pairs * PAIR_BYTES, pair, back_bytes);
    (void)fuzz_write_file("fuzz.zst.open", journal, bytes);
    check_archive(fuzz_write_file("fuzz.zst", NULL, 0), SHORT_GAME, sizeof SHORT_GAME);
    fuzz_remove_file("fuzz.zst.open");
    free(journal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    const int kind = data[0] % KIND_COUNT;
    if (kind == KIND_FILE) {
        check_reading(fuzz_write_file("fuzz.zst", data + 1, size - 1));
    } else if (kind == KIND_GAMES) {
        size_t bytes;
        uint8_t *const file = compress(data + 1, size - 1, 0, &bytes);
        check_reading(fuzz_write_file("fuzz.zst", file, bytes));
        free(file);
    } else if (kind == KIND_LONG_JOURNAL) {
        check_long_journal(data + 1, size - 1);
    } else {
        check_archive_parts(data + 1, size - 1, kind == KIND_ARCHIVE_GAMES);
    }
    return 0;
}
