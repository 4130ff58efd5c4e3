// SPDX-License-Identifier: GPL-3.0-or-later
// Training files written by hand, cut, twisted and foreign; and the real ones where they lie beside
// the checkout.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zstd.h>

#include "base/endian.h"
#include "base/rng.h"
#include "position/fen.h"
#include "position/position.h"
#include "record/viriformat.h"

enum { DATA_BYTES = 4096, SEED = 11, TWISTED_FILES = 4000, REAL_GAMES = 300 };

// A training file in the making, uncompressed.
typedef struct Data {
    uint8_t bytes[DATA_BYTES];
    size_t count;
} Data;

static void add_start(Data *data, const char *fen, int result)
{
    Board board;
    ErrorText message;
    cr_assert_eq(fen_parse(fen, true, &board, &message), STATUS_OK, "%s", message.text);
    uint8_t *out = data->bytes + data->count;
    memset(out, 0, VIRIFORMAT_START_BYTES);
    write_le64(out, board_occupied(&board));
    unsigned index = 0;
    for (Bitboard rest = board_occupied(&board); rest != 0; index++) {
        const Square sq = bits_pop_lowest(&rest);
        unsigned code = board.mailbox[sq];
        for (int right = 0; right < CASTLING_RIGHT_COUNT; right++)
            if (board.castling_rook[right] == sq)
                code = code / 8 * 8 + 6;
        out[8 + index / 2] = (uint8_t)(out[8 + index / 2] | code << 4 * (index % 2));
    }
    out[24] = (uint8_t)(board.en_passant | board.side_to_move << 7);
    out[25] = (uint8_t)board.halfmove_clock;
    write_le16(out + 26, board.fullmove_number);
    out[30] = (uint8_t)result;
    data->count += VIRIFORMAT_START_BYTES;
}

static void add_pair(Data *data, Move move, int white_score)
{
    write_le16(data->bytes + data->count, move);
    write_le16(data->bytes + data->count + 2, (uint16_t)white_score);
    data->count += VIRIFORMAT_PAIR_BYTES;
}

static void add_end(Data *data)
{
    add_pair(data, MOVE_NONE, 0);
}

// Writes bytes into a new temporary file; the caller removes it.
static void write_file(char path[32], const void *bytes, size_t count)
{
    strcpy(path, "/tmp/ravelin-record-XXXXXX");
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    cr_assert_eq(write(handle, bytes, count), (ssize_t)count);
    cr_assert_eq(close(handle), 0);
}

static size_t compress(const Data *data, uint8_t *out, size_t room)
{
    const size_t bytes = ZSTD_compress(out, room, data->bytes, data->count, 1);
    cr_assert(!ZSTD_isError(bytes));
    return bytes;
}

// Writes the data compressed.
static void write_data(char path[32], const Data *data)
{
    uint8_t packed[2 * DATA_BYTES];
    write_file(path, packed, compress(data, packed, sizeof packed));
}

// Reads a file to its end or its first fault, checking each board; counts the positions.
static Status read_all(const char *path, int *positions, ErrorText *error)
{
    RecordReader *reader = NULL;
    *positions = 0;
    Status status = record_open(path, &reader, error);
    while (status == STATUS_OK) {
        RecordPosition position;
        bool at_end = false;
        status = record_next(reader, &position, &at_end, error);
        if (status != STATUS_OK || at_end)
            break;
        ++*positions;
        Board again = *position.board;
        ErrorText reason;
        cr_assert_eq(position_complete(&again, &reason), STATUS_OK, "%s", reason.text);
        cr_assert_eq(again.key, position.board->key);
        cr_assert_eq(again.checkers, position.board->checkers);
    }
    record_close(reader);
    return status;
}

static void add_sample_games(Data *data)
{
    add_start(data, FEN_START, 2);
    add_pair(data, move_make(12, 28), 30);   // e2e4
    add_pair(data, move_make(51, 35), -20);  // d7d5
    add_pair(data, move_make(28, 35), 3000); // e4xd5
    add_pair(data, move_make(59, 35), 3000); // Qd8xd5
    add_pair(data, move_make(6, 21), 2500);  // Ng1f3
    add_end(data);
    add_start(data, "1r2k2r/P6p/8/2pP4/8/8/7P/R3K2R w KQk c6 0 9", 0);
    add_pair(data, move_make_kind(35, 42, MOVE_EN_PASSANT), 10);
    add_pair(data, move_make_kind(60, 63, MOVE_CASTLING), 10);
    add_pair(data, move_make_promotion(48, 56, QUEEN), 10);
    add_pair(data, move_make(57, 56), 10); // Rb8xa8
    add_pair(data, move_make_kind(4, 0, MOVE_CASTLING), 10);
    add_pair(data, move_make(56, 0), 10); // Ra8-a1+: the square is free only after castling
    add_pair(data, move_make(2, 9), 20);  // Kc1-b2, out of check
    add_end(data);
}

Test(viriformat, replays_games_and_tells_what_is_quiet)
{
    static const struct {
        const char *fen;
        int score;
        int result;
        bool is_quiet;
    } wanted[] = {
        {FEN_START, 30, 2, true},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1", 20, 0, true},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w HAha - 0 2", 3000, 2, false},
        {"rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b HAha - 0 2", -3000, 0, false},
        {"rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w HAha - 0 3", 2500, 2, false},
        {"1r2k2r/P6p/8/2pP4/8/8/7P/R3K2R w HAh c6 0 9", 10, 0, false},
        {"1r2k2r/P6p/2P5/8/8/8/7P/R3K2R b HAh - 0 9", -10, 2, true},
        {"1r3rk1/P6p/2P5/8/8/8/7P/R3K2R w HA - 1 10", 10, 0, false},
        {"Qr3rk1/7p/2P5/8/8/8/7P/R3K2R b HA - 0 10", -10, 2, false},
        {"r4rk1/7p/2P5/8/8/8/7P/R3K2R w HA - 0 11", 10, 0, true},
        {"r4rk1/7p/2P5/8/8/8/7P/2KR3R b - - 1 11", -10, 2, true},
        {"5rk1/7p/2P5/8/8/8/7P/r1KR3R w - - 2 12", 20, 0, false}, // in check
    };
    Data data = {.count = 0};
    add_sample_games(&data);
    char path[32];
    write_data(path, &data);
    RecordReader *reader = NULL;
    ErrorText error;
    cr_assert_eq(record_open(path, &reader, &error), STATUS_OK, "%s", error.text);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        RecordPosition position;
        bool at_end = true;
        cr_assert_eq(record_next(reader, &position, &at_end, &error), STATUS_OK, "%s", error.text);
        cr_assert(!at_end);
        Board board;
        cr_assert_eq(fen_parse(wanted[i].fen, true, &board, &error), STATUS_OK);
        cr_assert_eq(position.board->key, board.key, "position %zu", i);
        cr_assert_eq(position.board->halfmove_clock, board.halfmove_clock, "position %zu", i);
        cr_assert_eq(position.score_cp, wanted[i].score, "position %zu", i);
        cr_assert_eq(position.result, wanted[i].result, "position %zu", i);
        cr_assert_eq(position.is_quiet, wanted[i].is_quiet, "position %zu", i);
        cr_assert_eq(position.game, i < 5 ? 0U : 1U);
    }
    record_close(reader);
    remove(path);
}

Test(viriformat, finds_the_end_of_a_file)
{
    Data data = {.count = 0};
    char path[32];
    ErrorText error;
    int positions = -1;
    write_data(path, &data);
    cr_assert_eq(read_all(path, &positions, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(positions, 0);
    remove(path);
    add_sample_games(&data);
    write_data(path, &data);
    cr_assert_eq(read_all(path, &positions, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(positions, 12);
    remove(path);
}

// The text must be one line that names the file, and its first byte of trouble where there is one.
static void assert_reason(const ErrorText *error, const char *path)
{
    cr_assert_eq(strncmp(error->text, path, strlen(path)), 0, "%s", error->text);
    cr_assert_null(strchr(error->text, '\n'));
}

Test(viriformat, refuses_data_cut_anywhere)
{
    Data whole = {.count = 0};
    add_sample_games(&whole);
    const size_t first_game = VIRIFORMAT_START_BYTES + 6 * VIRIFORMAT_PAIR_BYTES;
    int tested = 0;
    for (size_t bytes = 1; bytes < whole.count; bytes++, tested++) {
        if (bytes == first_game)
            continue;
        Data cut = whole;
        cut.count = bytes;
        char path[32];
        write_data(path, &cut);
        ErrorText error;
        int positions;
        cr_assert_eq(read_all(path, &positions, &error), STATUS_BAD_INPUT, "%zu bytes", bytes);
        assert_reason(&error, path);
        cr_assert_not_null(strstr(error.text, "at byte"));
        remove(path);
    }
    cr_assert_gt(tested, 100);
}

Test(viriformat, refuses_a_file_cut_anywhere)
{
    Data data = {.count = 0};
    add_sample_games(&data);
    uint8_t packed[2 * DATA_BYTES];
    const size_t count = compress(&data, packed, sizeof packed);
    for (size_t bytes = 1; bytes < count; bytes++) {
        char path[32];
        write_file(path, packed, bytes);
        ErrorText error;
        int positions;
        cr_assert_eq(read_all(path, &positions, &error), STATUS_BAD_INPUT, "%zu bytes", bytes);
        assert_reason(&error, path);
        remove(path);
    }
}

Test(viriformat, refuses_foreign_and_missing_files)
{
    static const char TEXT[] = "[Event \"a game in another format\"]\n\n1. e4 e5 *\n";
    char path[32];
    write_file(path, TEXT, sizeof TEXT - 1);
    ErrorText error;
    int positions;
    cr_assert_eq(read_all(path, &positions, &error), STATUS_BAD_INPUT);
    assert_reason(&error, path);
    remove(path);
    cr_assert_eq(read_all(path, &positions, &error), STATUS_IO);
    assert_reason(&error, path);
}

Test(viriformat, refuses_games_that_break_the_rules)
{
    static const struct {
        const char *fen;
        Move move;
    } illegal[] = {
        {FEN_START, 12 | 36 << 6},                         // a pawn three ranks on
        {FEN_START, 28 | 36 << 6},                         // from an empty square
        {FEN_START, 52 | 36 << 6},                         // the enemy's pawn
        {FEN_START, 4 | 7 << 6 | 2 << 14},                 // castling through men
        {FEN_START, 12 | 28 << 6 | 1 << 14},               // en passant where there is none
        {"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", 4 | 13 << 6},  // into the reach of the rook
        {"4k3/4P3/8/8/8/8/8/4K3 w - - 0 1", 52 | 60 << 6}, // into the king's square
    };
    for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
        Data data = {.count = 0};
        add_start(&data, illegal[i].fen, 1);
        add_pair(&data, illegal[i].move, 5);
        add_end(&data);
        char path[32];
        write_data(path, &data);
        ErrorText error;
        int positions;
        cr_assert_eq(read_all(path, &positions, &error), STATUS_BAD_INPUT, "case %zu", i);
        cr_assert_not_null(strstr(error.text, "byte 32 of the data: game 0: an illegal move"), "%s",
                           error.text);
        remove(path);
    }
}

// Random bytes put into good files: whatever comes out is a fault or a legal game, never worse
// (the sanitizer build runs this too).
Test(viriformat, survives_twisted_files)
{
    Rng rng = rng_seeded(SEED);
    int refused = 0;
    int accepted = 0;
    for (int i = 0; i < TWISTED_FILES; i++) {
        Data data = {.count = 0};
        add_sample_games(&data);
        const uint32_t changes = 1 + rng_below(&rng, 3);
        for (uint32_t change = 0; change < changes; change++)
            data.bytes[rng_below(&rng, (uint32_t)data.count)] = (uint8_t)rng_next(&rng);
        char path[32];
        write_data(path, &data);
        ErrorText error;
        int positions;
        const Status status = read_all(path, &positions, &error);
        cr_assert(status == STATUS_OK || status == STATUS_BAD_INPUT);
        if (status == STATUS_OK)
            accepted++;
        else
            refused++;
        remove(path);
    }
    cr_assert_gt(refused, TWISTED_FILES / 4, "seed %d", SEED);
    cr_assert_gt(accepted, TWISTED_FILES / 20, "seed %d", SEED);
}

Test(viriformat, reads_the_real_files)
{
    const char *shared = getenv("RAVELIN_SHARED");
    char path[4096];
    (void)snprintf(path, sizeof path, "%s/training/gen0-1.vbin.zst", shared != NULL ? shared : "");
    if (access(path, R_OK) != 0)
        cr_skip_test("no training data beside the checkout");
    RecordReader *reader = NULL;
    ErrorText error;
    cr_assert_eq(record_open(path, &reader, &error), STATUS_OK, "%s", error.text);
    int positions = 0;
    int quiet = 0;
    for (;;) {
        RecordPosition position;
        bool at_end = false;
        cr_assert_eq(record_next(reader, &position, &at_end, &error), STATUS_OK, "%s", error.text);
        cr_assert(!at_end);
        if (position.game == REAL_GAMES)
            break;
        positions++;
        quiet += position.is_quiet;
    }
    record_close(reader);
    // 84 positions a game and 74 % of them quiet, as counted over all games.
    cr_assert(positions > 70 * REAL_GAMES && positions < 100 * REAL_GAMES, "%d", positions);
    cr_assert(quiet > positions * 68 / 100 && quiet < positions * 80 / 100, "%d", quiet);
}
