// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/positions.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/movegen.h"
#include "position/fen.h"
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

static const char *const HARD[] = {
    // Men that crowd: the most moves of all (218), sixteen men to one square, pins that cross.
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "kn5Q/pp5Q/8/Q6Q/8/8/QR4QQ/Q2K2RQ w - - 0 1",
    "7k/1Q1Q1Q2/8/Q2p2Q1/8/1Q1Q1Q2/2QQQ3/K2Q4 w - - 0 1",
    "3rk2r/3b4/8/q2PK1Rq/3B1R2/4P3/1q3b2/4r3 b - - 0 1",
    // All eight lines to the king pinned.
    "q2r3b/8/2NPB3/r1RKN2q/2BPN3/8/b2r3k/6q1 w - - 0 1",
    // Double checks: by line and knight, by two lines, with a man that could take one of the two.
    "4k3/8/4r3/8/8/3n4/3B4/2Q1K3 w - - 0 1",
    "4k3/4r3/8/7b/8/8/8/R3K2R w KQ - 0 1",
    "1k2r3/8/8/8/1b6/5n2/4P3/R3K2R w KQ - 0 1",
    // Kings beside kings' squares, castling rooks that shield, take, are taken or are pinned.
    "4k3/8/8/8/8/8/8/rRK5 w B - 0 1",
    "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w GBgb - 0 1",
    "1rkr4/8/8/1B6/6b1/8/8/RK4R1 w GAdb - 0 1",
    "r3k2r/8/8/1N1b1B2/2B1n1b1/8/8/R3K2R w KQkq - 0 1",
    "rn2k2r/8/8/8/8/8/6p1/R3K2R w KQkq - 0 1",
    // En passant: it answers a check, nearly uncovers a king on its rank, or one of the two pawns
    // that could take is pinned on a file or a diagonal.
    "8/2k5/3p4/1KPpP2r/8/4b3/8/8 w - d6 0 1",
    "8/8/3k4/8/2pPp3/8/1B3K2/3R4 b - d3 0 1",
    "8/8/8/4k3/2pPp3/8/8/4K3 b - d3 0 1",
    "3r4/8/8/3PpP2/8/8/8/3K3k w - e6 0 1",
    "5r2/8/8/3PpP2/8/8/8/k4K2 w - e6 0 1",
    "b7/8/8/3PpP2/8/8/6K1/k7 w - e6 0 1",
    "8/8/8/8/1k1PpP1R/8/6K1/8 b - d3 0 1",
    // Promotions on all files, with and without taking.
    "n1n1n1n1/1P1P1P1P/8/k7/7K/8/p1p1p1p1/1N1N1N1N w - - 0 1",
    "rnbqkbnr/PPP1P1PP/8/8/8/8/8/4K3 w kq - 0 1",
};

static void turn_upside_down(const Board *board, Board *turned)
{
    clear_board(turned);
    for (Square sq = 0; sq < SQUARE_COUNT; ++sq) {
        const Piece piece = board->mailbox[sq];
        if (piece != NO_PIECE)
            turned->mailbox[sq ^ 56] = (uint8_t)piece_make(!piece_colour(piece), piece_type(piece));
    }
    for (Colour colour = WHITE; colour < COLOUR_COUNT; ++colour)
        for (int side = 0; side < 2; ++side) {
            const uint8_t rook = board->castling_rook[castling_index(colour, side)];
            if (rook != NO_SQUARE)
                turned->castling_rook[castling_index(!colour, side)] = rook ^ 56;
        }
    if (board->en_passant != NO_SQUARE)
        turned->en_passant = board->en_passant ^ 56;
    turned->side_to_move = !board->side_to_move;
}

int positions_hard(PositionVisit *visit, void *context)
{
    const int count = (int)(sizeof HARD / sizeof HARD[0]);
    for (int i = 0; i < count; ++i) {
        Board board;
        Board turned;
        if (fen_parse(HARD[i], true, &board, NULL) != STATUS_OK)
            abort();
        turn_upside_down(&board, &turned);
        if (position_complete(&turned, NULL) != STATUS_OK)
            abort();
        visit(context, &board);
        visit(context, &turned);
    }
    return 2 * count;
}
