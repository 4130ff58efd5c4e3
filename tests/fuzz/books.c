// SPDX-License-Identifier: GPL-3.0-or-later
#include "books.h"

#include <string.h>

#include "fuzz.h"
#include "kernels/kernels.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/position.h"

static Board boards[BOOKS_POSITIONS];
static bool are_made;

static void make_boards(void)
{
    static const char *const FENS[] = {
        FEN_START,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "8/P7/8/2k5/8/8/5K1p/8 w - - 0 1",
    };
    enum { FEN_COUNT = sizeof FENS / sizeof FENS[0] };
    Kernels kernels;
    MoveList list;
    FUZZ_CHECK(kernels_init(&kernels, NULL, NULL) == STATUS_OK);
    for (int i = 0; i < FEN_COUNT; i++)
        FUZZ_CHECK(fen_parse(FENS[i], false, &boards[i], NULL) == STATUS_OK);
    generate_moves(&kernels, &boards[0], &list);
    for (int i = FEN_COUNT; i < BOOKS_POSITIONS; i++)
        position_apply_move(&boards[0], list.moves[(i - FEN_COUNT) % list.count], &boards[i]);
    are_made = true;
}

const Board *books_position(int index)
{
    if (!are_made)
        make_boards();
    return &boards[index];
}

static void say(void *context, const char *text)
{
    (void)context;
    FUZZ_CHECK(text[0] != '\0' && strlen(text) < ERROR_TEXT_BYTES && strchr(text, '\n') == NULL);
}

const BookNotes BOOKS_NOTES = {.say = say};

static void check_moves(const BookMoves *moves, const Board *board)
{
    uint64_t weight = 0;
    int playable = 0;
    FUZZ_CHECK(moves->count >= 0 && moves->count <= BOOK_MOVES_MAX);
    for (int i = 0; i < moves->count; i++) {
        FUZZ_CHECK(legality_check(board, moves->moves[i].move));
        playable += moves->moves[i].is_playable;
        weight += moves->moves[i].is_playable ? moves->moves[i].weight : 0;
    }
    FUZZ_CHECK(playable == moves->playable_count && weight == moves->weight);
}

void books_check(const Book *book)
{
    Rng rng = rng_seeded(1);
    const BookPolicy policy = {.depth_plies = 1 << 20};
    for (int i = 0; i < BOOKS_POSITIONS; i++) {
        const Board *const board = books_position(i);
        BookMoves moves;
        for (int file = 0; file < book_file_count(book); file++) {
            book_find(book, file, board, &moves);
            check_moves(&moves, board);
        }
        const Move move = book_choose(book, board, &policy, &rng);
        FUZZ_CHECK(move == MOVE_NONE || legality_check(board, move));
    }
}
