// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/positions.h"

#include <string.h>

#include "kernels/movegen.h"
#include "position/position.h"

enum { GAME_PLIES_MAX = 160 };

static void clear_board(Board *board)
{
    memset(board, 0, sizeof *board);
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    board->en_passant = NO_SQUARE;
    board->fullmove_number = 1;
}

// A back rank of Chess960 (bishops on both colours, the king between the rooks), as types by file.
static void draw_back_rank(Rng *rng, PieceType rank[8])
{
    static const PieceType REST[8] = {QUEEN, KNIGHT, KNIGHT, ROOK, KING, ROOK, 0, 0};
    for (int file = 0; file < 8; ++file)
        rank[file] = NO_PIECE_TYPE;
    rank[2 * rng_below(rng, 4)] = BISHOP;
    rank[2 * rng_below(rng, 4) + 1] = BISHOP;
    for (int i = 0; i < 3; ++i) {
        int skip = (int)rng_below(rng, (uint32_t)(6 - i));
        int file = 0;
        while (rank[file] != NO_PIECE_TYPE || skip-- > 0)
            ++file;
        rank[file] = REST[i];
    }
    for (int file = 0, next = 3; file < 8; ++file)
        if (rank[file] == NO_PIECE_TYPE)
            rank[file] = REST[next++];
}

static void set_up_side(Board *board, Colour colour, const PieceType rank[8])
{
    const Square back = colour == WHITE ? SQ_A1 : SQ_A8;
    const Square front = colour == WHITE ? SQ_A1 + 8 : SQ_A8 - 8;
    bool is_past_king = false;
    for (int file = 0; file < 8; ++file) {
        board->mailbox[back + file] = (uint8_t)piece_make(colour, rank[file]);
        board->mailbox[front + file] = (uint8_t)piece_make(colour, PAWN);
        if (rank[file] == KING)
            is_past_king = true;
        if (rank[file] == ROOK)
            board->castling_rook[castling_index(colour, is_past_king ? CASTLE_KING_SIDE
                                                                     : CASTLE_QUEEN_SIDE)] =
                (uint8_t)(back + file);
    }
}

static void set_up_game(Rng *rng, Board *board)
{
    PieceType white[8] = {ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK};
    PieceType black[8];
    const uint32_t kind = rng_below(rng, 3);
    if (kind != 0)
        draw_back_rank(rng, white);
    memcpy(black, white, sizeof black);
    if (kind == 2)
        draw_back_rank(rng, black);
    clear_board(board);
    set_up_side(board, WHITE, white);
    set_up_side(board, BLACK, black);
    (void)position_complete(board, NULL);
}

void positions_walk(uint64_t seed, int count, PositionVisit *visit, void *context)
{
    MovegenKernels movegen;
    movegen_fill_scalar(&movegen);
    Rng rng = rng_seeded(seed);
    while (count > 0) {
        Board board;
        set_up_game(&rng, &board);
        for (int ply = 0; ply < GAME_PLIES_MAX && count > 0; ++ply) {
            visit(context, &board);
            --count;
            Move moves[MOVE_LIST_CAPACITY];
            const int move_count = movegen.all(&board, moves);
            if (move_count == 0)
                break;
            Board child;
            position_apply_move(&board, moves[rng_below(&rng, (uint32_t)move_count)], &child);
            board = child;
        }
    }
}

static Square draw_empty_square(Rng *rng, const Board *board, PieceType type)
{
    for (;;) {
        const Square sq = (Square)rng_below(rng, SQUARE_COUNT);
        const int rank = square_rank(sq);
        if (board->mailbox[sq] == NO_PIECE && (type != PAWN || (rank > 0 && rank < 7)))
            return sq;
    }
}

// Gives rights to some rooks on the king's back rank, the outermost or not.
static void draw_castling(Rng *rng, Board *board, Colour colour, Square king)
{
    if (square_rank(king) != (colour == WHITE ? 0 : 7))
        return;
    const Square back = king & 56;
    for (Square sq = back; sq < back + 8; ++sq)
        if (board->mailbox[sq] == piece_make(colour, ROOK) && rng_below(rng, 4) != 0)
            board->castling_rook[castling_index(
                colour, sq > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE)] = (uint8_t)sq;
}

// Sets an en-passant square behind some enemy pawn that may have come by a double step.
static void draw_en_passant(Rng *rng, Board *board)
{
    const Colour them = !board->side_to_move;
    const int back = them == WHITE ? -8 : 8;
    const Square first = them == WHITE ? 24 : 32;
    for (Square sq = first; sq < first + 8; ++sq)
        if (board->mailbox[sq] == piece_make(them, PAWN) && board->mailbox[sq + back] == NO_PIECE &&
            board->mailbox[sq + 2 * back] == NO_PIECE && rng_below(rng, 2) == 0)
            board->en_passant = (uint8_t)(sq + back);
}

void positions_scatter_one(Rng *rng, Board *board)
{
    do {
        clear_board(board);
        board->side_to_move = (uint8_t)rng_below(rng, 2);
        const bool is_castling_wanted = rng_below(rng, 2) == 0;
        for (Colour colour = WHITE; colour < COLOUR_COUNT; ++colour) {
            const Square back = colour == WHITE ? SQ_A1 : SQ_A8;
            Square king = draw_empty_square(rng, board, KING);
            if (is_castling_wanted)
                king = back + (Square)rng_below(rng, 8);
            if (board->mailbox[king] != NO_PIECE)
                king = draw_empty_square(rng, board, KING);
            board->mailbox[king] = (uint8_t)piece_make(colour, KING);
            const int men = (int)rng_below(rng, 16);
            for (int i = 0, pawns = 0; i < men; ++i) {
                PieceType type = (PieceType)rng_below(rng, KING + 2);
                if (type > QUEEN)
                    type = PAWN;
                if (type == PAWN && pawns++ >= 8)
                    continue;
                Square sq = draw_empty_square(rng, board, type);
                if (type == ROOK && is_castling_wanted &&
                    board->mailbox[back + square_file(sq)] == NO_PIECE)
                    sq = back + square_file(sq);
                board->mailbox[sq] = (uint8_t)piece_make(colour, type);
            }
            draw_castling(rng, board, colour, king);
        }
        draw_en_passant(rng, board);
    } while (position_complete(board, NULL) != STATUS_OK);
}

void positions_scatter(uint64_t seed, int count, PositionVisit *visit, void *context)
{
    Rng rng = rng_seeded(seed);
    while (count-- > 0) {
        Board board;
        positions_scatter_one(&rng, &board);
        visit(context, &board);
    }
}
