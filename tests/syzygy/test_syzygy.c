// SPDX-License-Identifier: GPL-3.0-or-later
// The tables' answers: known endings, agreement of each position with its successors, ranks, and
// folders in which something is wrong.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/rng.h"
#include "kernels/kernels.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/position.h"
#include "support/files.h"
#include "syzygy/syzygy.h"

enum { PATH_BYTES = 2048, TOLD_BYTES = 8192 };

typedef struct Told {
    int lines;
    char text[TOLD_BYTES];
} Told;

static void on_told(void *context, const char *line)
{
    Told *const told = context;
    const size_t used = strlen(told->text);
    snprintf(told->text + used, sizeof told->text - used, "%s\n", line);
    told->lines++;
}

static Syzygy *syzygy;
static Kernels kernels;
static char reference[PATH_BYTES];

static Told load(const char *path)
{
    Told told = {0, ""};
    ErrorText error = {""};
    cr_assert_eq(syzygy_load(syzygy, path, on_told, &told, &error), STATUS_OK, "%s", error.text);
    return told;
}

static void setup(void)
{
    const char *const shared = getenv("RAVELIN_SHARED");
    snprintf(reference, sizeof reference, "%s/data/syzygy", shared != NULL ? shared : ".");
    cr_assert_eq(kernels_init(&kernels, NULL, NULL), STATUS_OK);
    syzygy = syzygy_create();
    cr_assert_not_null(syzygy);
    cr_assert_eq(syzygy_largest(syzygy), 0);
    if (access(reference, R_OK) != 0)
        cr_skip_test("no tablebases beside the checkout");
}

static void teardown(void)
{
    syzygy_destroy(syzygy);
}

TestSuite(syzygy, .init = setup, .fini = teardown);

static Board board_of(const char *fen)
{
    Board board;
    ErrorText error;
    cr_assert_eq(fen_parse(fen, true, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}

static Wdl wdl_of(const char *fen)
{
    const Board board = board_of(fen);
    Wdl wdl;
    cr_assert(syzygy_probe_wdl(syzygy, &board, &wdl), "%s", fen);
    return wdl;
}

Test(syzygy, the_reference_set_is_whole)
{
    const Told told = load(reference);
    cr_assert_eq(told.lines, 1, "%s", told.text);
    cr_assert_not_null(strstr(told.text, "35 WDL and 35 DTZ tables found, up to 4 men"));
    cr_assert_eq(syzygy_largest(syzygy), 4);
}

Test(syzygy, known_endings)
{
    load(reference);
    static const struct {
        const char *fen;
        Wdl wdl;
    } CASES[] = {
        {"8/8/8/8/8/2k5/8/K2R4 w - - 0 1", WDL_WIN},
        {"8/8/8/8/8/2k5/8/K2R4 b - - 0 1", WDL_LOSS},
        {"8/8/8/8/8/2k5/8/K2B4 w - - 0 1", WDL_DRAW},
        {"8/8/8/8/8/8/2k4Q/K7 b - - 0 1", WDL_LOSS},
        {"8/8/8/8/8/8/2p5/k1K5 b - - 0 1", WDL_DRAW},
        {"4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", WDL_DRAW}, // stalemate
        {"4k3/8/4K3/4P3/8/8/8/8 b - - 0 1", WDL_LOSS}, // king before the pawn
        {"4k3/8/8/4K3/4P3/8/8/8 w - - 0 1", WDL_WIN},
        {"8/8/8/4k3/4P3/4K3/8/8 w - - 0 1", WDL_DRAW},
        {"8/8/8/8/2p5/4K3/3P2k1/8 w - - 0 1", WDL_WIN},
        {"8/8/8/8/2pP4/4K3/6k1/8 b - d3 0 1", WDL_DRAW}, // saved by en passant
        {"8/8/8/8/2pP4/4K3/6k1/8 b - - 0 1", WDL_LOSS},
        {"8/8/6k1/3B4/3K4/4N3/8/8 w - - 0 1", WDL_WIN},
        {"8/8/6k1/3N4/3K4/4N3/8/8 w - - 0 1", WDL_DRAW},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        cr_assert_eq(wdl_of(CASES[i].fen), CASES[i].wdl, "%s: %d", CASES[i].fen,
                     wdl_of(CASES[i].fen));
    }
}

Test(syzygy, what_is_not_known)
{
    Wdl wdl;
    Board board = board_of("8/8/8/8/8/2k5/8/K2R4 w - - 0 1");
    cr_assert_not(syzygy_probe_wdl(syzygy, &board, &wdl), "nothing is loaded");
    load(reference);
    cr_assert(syzygy_probe_wdl(syzygy, &board, &wdl));
    static const char *const FENS[] = {
        FEN_START,
        "8/8/8/3p4/8/2k1p3/8/K2R4 w - - 0 1", // five men
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",     // castling
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",      // two kings
    };
    for (size_t i = 0; i < sizeof FENS / sizeof FENS[0]; i++) {
        board = board_of(FENS[i]);
        cr_assert_not(syzygy_probe_wdl(syzygy, &board, &wdl), "%s", FENS[i]);
    }
    load("");
    board = board_of("8/8/8/8/8/2k5/8/K2R4 w - - 0 1");
    cr_assert_not(syzygy_probe_wdl(syzygy, &board, &wdl), "the tables are gone");
}

// A random position of three or four men; false where it is none.
static bool scatter(Rng *rng, Board *board)
{
    *board = (Board){.en_passant = NO_SQUARE, .fullmove_number = 1};
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    board->side_to_move = (uint8_t)rng_below(rng, 2);
    const int men = 3 + (int)rng_below(rng, 2);
    for (int i = 0; i < men; i++) {
        const Square sq = (Square)rng_below(rng, SQUARE_COUNT);
        const PieceType type = i < 2 ? KING : (PieceType)rng_below(rng, KING);
        const Colour colour = i < 2 ? i : (Colour)rng_below(rng, 2);
        board->mailbox[sq] = (uint8_t)piece_make(colour, type);
    }
    return position_complete(board, NULL) == STATUS_OK && bits_count(board_occupied(board)) == men;
}

// The value of a position from those of its successors, as the rules have it.
static Wdl value_by_successors(const Board *board)
{
    MoveList list;
    generate_moves(&kernels, board, &list);
    if (list.count == 0)
        return position_in_check(board) ? WDL_LOSS : WDL_DRAW;
    Wdl best = WDL_LOSS;
    for (int i = 0; i < list.count; i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        Wdl wdl = WDL_DRAW;
        if (bits_count(board_occupied(&child)) > 2)
            cr_assert(syzygy_probe_wdl(syzygy, &child, &wdl));
        if (-(int)wdl > (int)best)
            best = (Wdl) - (int)wdl;
    }
    return best;
}

// Captures, promotions, en passant, mates and stalemates included. No table of up to four men has
// a win that takes fifty moves, so the clock plays no part.
Test(syzygy, each_position_agrees_with_its_successors)
{
    load(reference);
    Rng rng = rng_seeded(2026);
    int seen[5] = {0};
    for (int count = 0; count < 20000;) {
        Board board;
        if (!scatter(&rng, &board))
            continue;
        Wdl wdl;
        char fen[FEN_BYTES];
        fen_write(&board, true, fen);
        cr_assert(syzygy_probe_wdl(syzygy, &board, &wdl), "%s", fen);
        cr_assert_eq(wdl, value_by_successors(&board), "%s", fen);
        seen[wdl + 2]++;
        count++;
    }
    cr_assert(seen[0] > 500 && seen[2] > 500 && seen[4] > 500);
    cr_assert_eq(seen[1] + seen[3], 0);
}

static TableRanking rank(const char *fen, bool use_fifty_moves, MoveList *moves,
                         int ranks[MOVE_LIST_CAPACITY])
{
    const Board board = board_of(fen);
    generate_moves(&kernels, &board, moves);
    return syzygy_rank_moves(syzygy, &board, false, use_fifty_moves, moves, ranks);
}

static int rank_of(const char *fen, const char *text)
{
    const Board board = board_of(fen);
    MoveList moves;
    int ranks[MOVE_LIST_CAPACITY];
    cr_assert_neq(rank(fen, true, &moves, ranks), RANKED_NOT, "%s", fen);
    const Move move = notation_parse_uci(&board, text, (int)strlen(text));
    for (int i = 0; i < moves.count; i++) {
        if (moves.moves[i] == move)
            return ranks[i];
    }
    cr_assert_fail("%s: no move %s", fen, text);
    return 0;
}

Test(syzygy, ranks_heed_the_clock)
{
    load(reference);
    static const char LATE[] = "1N6/8/2B5/8/8/3K4/8/4k3 w - - 72 120";
    MoveList moves;
    int ranks[MOVE_LIST_CAPACITY];
    cr_assert_eq(rank(LATE, true, &moves, ranks), RANKED_BY_DTZ);
    for (int i = 0; i < moves.count; i++) {
        char text[UCI_MOVE_BYTES];
        notation_write_uci(moves.moves[i], false, text);
        cr_assert_eq(ranks[i] >= TABLE_RANK_WIN, strcmp(text, "c6f3") == 0, "%s: %d", text,
                     ranks[i]);
    }
    // Without the rule many moves win.
    int winning = 0;
    cr_assert_eq(rank(LATE, false, &moves, ranks), RANKED_BY_DTZ);
    for (int i = 0; i < moves.count; i++)
        winning += ranks[i] >= 1;
    cr_assert_gt(winning, 5);
    // 46 plies are needed and 30 left: no move wins, some are nearer to it than a draw.
    cr_assert_eq(rank("8/8/6k1/3B4/3K4/4N3/8/8 w - - 70 120", true, &moves, ranks), RANKED_BY_DTZ);
    int best = 0;
    for (int i = 0; i < moves.count; i++)
        best = ranks[i] > best ? ranks[i] : best;
    cr_assert(best > 0 && best < TABLE_RANK_WIN, "%d", best);
    // A clock beyond a byte is not a small one.
    cr_assert_eq(rank("8/8/6k1/3B4/3K4/4N3/8/8 w - - 260 320", true, &moves, ranks), RANKED_BY_DTZ);
    for (int i = 0; i < moves.count; i++)
        cr_assert_lt(ranks[i], TABLE_RANK_WIN);
}

Test(syzygy, ranks_of_en_passant_and_promotions)
{
    load(reference);
    static const char FEN[] = "8/8/8/8/2p5/4K3/3P2k1/8 w - - 0 1";
    cr_assert_eq(rank_of(FEN, "e3d4"), TABLE_RANK_MAX);
    cr_assert_eq(rank_of(FEN, "d2d4"), 0);
    static const char TAKES[] = "8/8/8/8/2pP4/4K3/6k1/8 b - d3 0 1";
    cr_assert_eq(rank_of(TAKES, "c4d3"), 0);
    cr_assert_leq(rank_of(TAKES, "c4c3"), -TABLE_RANK_WIN);
    static const char PROMOTES[] = "8/5P1k/8/8/8/8/8/K7 w - - 0 1";
    cr_assert_eq(rank_of(PROMOTES, "f7f8q"), TABLE_RANK_MAX);
    cr_assert_eq(rank_of(PROMOTES, "f7f8r"), TABLE_RANK_MAX);
    cr_assert_eq(rank_of(PROMOTES, "f7f8b"), 0);
    cr_assert_eq(rank_of(PROMOTES, "f7f8n"), 0);
}

Test(syzygy, answers)
{
    load(reference);
    static const struct {
        const char *fen;
        Wdl wdl;
        int dtz;
    } CASES[] = {
        {"8/8/6k1/3B4/3K4/4N3/8/8 w - - 0 1", WDL_WIN, 46},
        {"8/8/6k1/3B4/3K4/4N3/8/8 w - - 70 120", WDL_CURSED_WIN, 46},
        {"8/8/8/8/8/2k5/8/K2B4 w - - 0 1", WDL_DRAW, 0},
        {"8/8/8/8/8/2k5/8/K2R4 b - - 0 1", WDL_LOSS, -1}, // any distance
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        const Board board = board_of(CASES[i].fen);
        MoveList moves;
        generate_moves(&kernels, &board, &moves);
        TableAnswer answer;
        cr_assert(syzygy_answer(syzygy, &board, &moves, &answer), "%s", CASES[i].fen);
        cr_assert_eq(answer.wdl, CASES[i].wdl, "%s: %d", CASES[i].fen, answer.wdl);
        cr_assert(answer.has_dtz);
        cr_assert(CASES[i].dtz < 0 ? answer.dtz > 0 : answer.dtz == CASES[i].dtz, "%s: %d",
                  CASES[i].fen, answer.dtz);
        cr_assert_neq(answer.best, MOVE_NONE, "%s", CASES[i].fen);
    }
}

// A folder with links to the reference files, to be spoilt.
static void make_folder(char folder[PATH_BYTES])
{
    strcpy(folder, "/tmp/ravelin-syzygy-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    DIR *const dir = opendir(reference);
    for (struct dirent *item; (item = readdir(dir)) != NULL;) {
        char from[PATH_BYTES * 2], to[PATH_BYTES * 2];
        snprintf(from, sizeof from, "%s/%s", reference, item->d_name);
        snprintf(to, sizeof to, "%s/%s", folder, item->d_name);
        if (item->d_name[0] != '.')
            cr_assert_eq(symlink(from, to), 0);
    }
    closedir(dir);
}

// Replaces a file of the folder by other bytes (none: removes it).
static void spoil(const char *folder, const char *name, const void *bytes, size_t length)
{
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    cr_assert_eq(unlink(path), 0);
    if (bytes == NULL)
        return;
    FILE *const out = fopen(path, "wb");
    cr_assert_eq(fwrite(bytes, 1, length, out), length);
    fclose(out);
}

Test(syzygy, broken_files_are_named_and_never_asked)
{
    char folder[PATH_BYTES];
    make_folder(folder);
    static const char JUNK[80] =
        "not a table, but as long as one could be: 80 bytes, 16 more than 64";
    spoil(folder, "KNvK.rtbw", "", 0);
    spoil(folder, "KQvKQ.rtbz", "abc", 3);
    spoil(folder, "KRvK.rtbw", JUNK, sizeof JUNK);
    spoil(folder, "KRvKB.rtbw", NULL, 0);
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/KRvKB.rtbw", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    const Told told = load(folder);
    static const char *const NAMES[] = {"KNvK.rtbw", "KQvKQ.rtbz", "KRvK.rtbw", "KRvKB.rtbw"};
    for (size_t i = 0; i < 4; i++)
        cr_assert_not_null(strstr(told.text, NAMES[i]), "%s: %s", NAMES[i], told.text);
    cr_assert_not_null(strstr(told.text, "32 WDL and 34 DTZ"), "%s", told.text);
    Wdl wdl;
    // What they are about, and what captures and promotions lead there from.
    static const char *const UNKNOWN[] = {
        "8/8/8/8/8/2k5/8/K2R4 w - - 0 1", "8/8/8/8/8/2k5/8/K2RR3 w - - 0 1",
        "8/8/8/8/8/2k5/8/K2R1B2 w - - 0 1", "8/8/8/8/4P3/2k5/8/K7 w - - 0 1"};
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof UNKNOWN[0]; i++) {
        const Board board = board_of(UNKNOWN[i]);
        cr_assert_not(syzygy_probe_wdl(syzygy, &board, &wdl), "%s", UNKNOWN[i]);
    }
    cr_assert_eq(wdl_of("8/8/8/8/8/2k5/8/K2Q4 w - - 0 1"), WDL_WIN);
    // Where only the DTZ file is broken the WDL tables rank.
    MoveList moves;
    int ranks[MOVE_LIST_CAPACITY];
    cr_assert_eq(rank("8/8/8/8/8/2k5/8/K2Qq3 w - - 0 1", true, &moves, ranks), RANKED_BY_WDL);
    cr_assert(files_remove_folder(folder));
}

Test(syzygy, incomplete_sets)
{
    char folder[PATH_BYTES];
    make_folder(folder);
    spoil(folder, "KPvKP.rtbz", NULL, 0);
    spoil(folder, "KPvK.rtbz", NULL, 0);
    const Told told = load(folder);
    cr_assert_not_null(strstr(told.text, "2 files are missing"), "%s", told.text);
    cr_assert_not_null(strstr(told.text, "KPvKP.rtbz"), "%s", told.text);
    MoveList moves;
    int ranks[MOVE_LIST_CAPACITY];
    static const char FEN[] = "8/8/8/8/2p5/4K3/3P2k1/8 w - - 0 1";
    cr_assert_eq(rank(FEN, true, &moves, ranks), RANKED_BY_WDL);
    cr_assert_eq(rank_of(FEN, "e3d4"), TABLE_RANK_MAX);
    cr_assert_eq(rank_of(FEN, "d2d4"), 0);
    spoil(folder, "KPvK.rtbw", NULL, 0);
    load(folder);
    cr_assert_eq(rank("8/8/8/8/8/4K3/4P3/4k3 w - - 0 1", true, &moves, ranks), RANKED_NOT);
    for (int i = 0; i < moves.count; i++)
        cr_assert_eq(ranks[i], 0);
    cr_assert(files_remove_folder(folder));
}

Test(syzygy, paths_with_empty_parts_and_strangers)
{
    char path[PATH_BYTES * 2];
    static const char *const FORMATS[] = {"%s:", ":%s::/no/such/dir:", "/no/such/dir:%s", "%s:%s"};
    for (size_t i = 0; i < sizeof FORMATS / sizeof FORMATS[0]; i++) {
        if (i == 3)
            snprintf(path, sizeof path, "%.1000s:%.1000s", reference, reference);
        else if (i == 2)
            snprintf(path, sizeof path, "/no/such/dir:%.1000s", reference);
        else if (i == 1)
            snprintf(path, sizeof path, ":%.1000s::/no/such/dir:", reference);
        else
            snprintf(path, sizeof path, "%.1000s:", reference);
        const Told told = load(path);
        cr_assert_not_null(strstr(told.text, "35 WDL and 35 DTZ"), "%s", told.text);
        cr_assert_eq(strstr(told.text, "/no/such/dir") != NULL, i == 1 || i == 2, "%s", told.text);
        cr_assert_eq(wdl_of("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), WDL_WIN);
    }
    for (int i = 0; i < 20; i++) {
        load(reference);
        cr_assert_eq(wdl_of("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), WDL_WIN);
    }
    const Told none = load("/no/such/dir");
    cr_assert_not_null(strstr(none.text, "0 tables found"), "%s", none.text);
    cr_assert_eq(syzygy_largest(syzygy), 0);
    cr_assert_eq(load("").lines, 0);
}

// What would block whoever opens it.
Test(syzygy, a_pipe_with_the_name_of_a_table)
{
    char folder[PATH_BYTES];
    make_folder(folder);
    spoil(folder, "KNvK.rtbw", NULL, 0);
    char path[PATH_BYTES * 2];
    snprintf(path, sizeof path, "%s/KNvK.rtbw", folder);
    cr_assert_eq(mkfifo(path, 0600), 0);
    const Told told = load(folder);
    cr_assert_not_null(strstr(told.text, "pipe or device"), "%s", told.text);
    cr_assert_eq(syzygy_largest(syzygy), 0);
    cr_assert(files_remove_folder(folder));
}
