// SPDX-License-Identifier: GPL-3.0-or-later
#include "position/position.h"

#include <assert.h>

#include "chess/attacks.h"
#include "chess/zobrist.h"

Attacks position_attacks_of(const Board *board, Colour colour)
{
    const Bitboard occupied = board_occupied(board);
    Attacks attacks;
    attacks.by_pawns = pawn_set_attacks(colour, board_pieces(board, colour, PAWN));
    attacks.by_minors = attacks.by_pawns;
    Bitboard men = board_pieces(board, colour, KNIGHT);
    while (men != 0)
        attacks.by_minors |= knight_attacks(bits_pop_lowest(&men));
    men = board_pieces(board, colour, BISHOP);
    while (men != 0)
        attacks.by_minors |= bishop_attacks(bits_pop_lowest(&men), occupied);
    attacks.by_rooks = attacks.by_minors;
    men = board_pieces(board, colour, ROOK);
    while (men != 0)
        attacks.by_rooks |= rook_attacks(bits_pop_lowest(&men), occupied);
    attacks.by_all = attacks.by_rooks | king_attacks(board->king_square[colour]);
    men = board_pieces(board, colour, QUEEN);
    while (men != 0)
        attacks.by_all |= queen_attacks(bits_pop_lowest(&men), occupied);
    return attacks;
}

Bitboard position_attackers_to(const Board *board, Square sq, Bitboard occupied)
{
    const Bitboard queens = board->by_type[QUEEN];
    return (pawn_attacks(WHITE, sq) & board_pieces(board, BLACK, PAWN)) |
           (pawn_attacks(BLACK, sq) & board_pieces(board, WHITE, PAWN)) |
           (knight_attacks(sq) & board->by_type[KNIGHT]) |
           (king_attacks(sq) & board->by_type[KING]) |
           (bishop_attacks(sq, occupied) & (board->by_type[BISHOP] | queens)) |
           (rook_attacks(sq, occupied) & (board->by_type[ROOK] | queens));
}

// Men of `them` that attack the king of the other side.
static Bitboard find_checkers(const Board *board, Colour them)
{
    const Square king = board->king_square[them ^ 1];
    return position_attackers_to(board, king, board_occupied(board)) & board->by_colour[them];
}

// True if the side to move may legally take en passant on `target`. Only sliders can be discovered
// by the capture: the enemy's last move was the double step, so any other check comes from the pawn
// that is taken.
static bool en_passant_is_legal(const Board *board, Square target)
{
    const Colour us = board->side_to_move;
    const Colour them = us ^ 1;
    const Square victim = target ^ 8;
    const Square king = board->king_square[us];
    const Bitboard enemies = board->by_colour[them];
    const Bitboard diagonal = (board->by_type[BISHOP] | board->by_type[QUEEN]) & enemies;
    const Bitboard straight = (board->by_type[ROOK] | board->by_type[QUEEN]) & enemies;
    const Bitboard steppers = ((pawn_attacks(us, king) & board_pieces(board, them, PAWN)) |
                               (knight_attacks(king) & board_pieces(board, them, KNIGHT))) &
                              ~square_bb(victim);
    if (steppers != 0)
        return false;
    Bitboard takers = pawn_attacks(them, target) & board_pieces(board, us, PAWN);
    while (takers != 0) {
        const Square from = bits_pop_lowest(&takers);
        const Bitboard occupied =
            (board_occupied(board) ^ square_bb(from) ^ square_bb(victim)) | square_bb(target);
        if ((bishop_attacks(king, occupied) & diagonal) == 0 &&
            (rook_attacks(king, occupied) & straight) == 0)
            return true;
    }
    return false;
}

// Counts men and places them into the bitboards; refuses what no game can show.
static Status place_men(Board *board, ErrorText *error)
{
    for (PieceType type = PAWN; type <= KING; type++)
        board->by_type[type] = 0;
    board->by_colour[WHITE] = board->by_colour[BLACK] = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        if (pc == NO_PIECE)
            continue;
        board->by_type[piece_type(pc)] |= square_bb(sq);
        board->by_colour[piece_colour(pc)] |= square_bb(sq);
    }
    static const char *const NAME[COLOUR_COUNT] = {"White", "Black"};
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        const Bitboard kings = board_pieces(board, colour, KING);
        if (bits_count(kings) != 1)
            return status_fail(error, STATUS_BAD_INPUT, "%s has %d kings instead of one",
                               NAME[colour], bits_count(kings));
        board->king_square[colour] = (uint8_t)bits_lowest(kings);
        const int men = bits_count(board->by_colour[colour]);
        if (men > 16)
            return status_fail(error, STATUS_BAD_INPUT, "%s has %d men, more than 16", NAME[colour],
                               men);
        const int pawns = bits_count(board_pieces(board, colour, PAWN));
        if (pawns > 8)
            return status_fail(error, STATUS_BAD_INPUT, "%s has %d pawns, more than 8",
                               NAME[colour], pawns);
    }
    if ((board->by_type[PAWN] & (RANK_1_BB | RANK_8_BB)) != 0)
        return status_fail(error, STATUS_BAD_INPUT, "a pawn stands on the first or last rank");
    return STATUS_OK;
}

Status position_complete(Board *board, ErrorText *error)
{
    const Status placed = place_men(board, error);
    if (placed != STATUS_OK)
        return placed;
    const Colour us = board->side_to_move;
    if (find_checkers(board, us) != 0)
        return status_fail(error, STATUS_BAD_INPUT, "the side that is not to move stands in check");
    board->checkers = find_checkers(board, us ^ 1);
    if (board->en_passant != NO_SQUARE && !en_passant_is_legal(board, board->en_passant))
        board->en_passant = NO_SQUARE;

    board->key = us == BLACK ? zobrist_side() : 0;
    board->pawn_key = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Piece pc = board->mailbox[sq];
        if (pc == NO_PIECE)
            continue;
        board->key ^= zobrist_piece(pc, sq);
        if (piece_type(pc) == PAWN)
            board->pawn_key ^= zobrist_piece(pc, sq);
    }
    board->castling_rights = 0;
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        if (board->castling_rook[right] == NO_SQUARE)
            continue;
        board->castling_rights |= (uint8_t)(1 << right);
        board->key ^= zobrist_castling(board->castling_rook[right]);
    }
    if (board->en_passant != NO_SQUARE)
        board->key ^= zobrist_en_passant(board->en_passant);
    return STATUS_OK;
}

static void put_man(Board *board, Piece pc, Square sq)
{
    board->by_type[piece_type(pc)] ^= square_bb(sq);
    board->by_colour[piece_colour(pc)] ^= square_bb(sq);
    board->mailbox[sq] = (uint8_t)pc;
    board->key ^= zobrist_piece(pc, sq);
}

static void take_man(Board *board, Piece pc, Square sq)
{
    board->by_type[piece_type(pc)] ^= square_bb(sq);
    board->by_colour[piece_colour(pc)] ^= square_bb(sq);
    board->mailbox[sq] = NO_PIECE;
    board->key ^= zobrist_piece(pc, sq);
}

static void drop_castling_right(Board *board, int right)
{
    board->key ^= zobrist_castling(board->castling_rook[right]);
    board->castling_rook[right] = NO_SQUARE;
    board->castling_rights &= (uint8_t) ~(1 << right);
}

// A right ends when its king moves, or when its rook moves or is taken.
static void update_castling_rights(Board *board, Colour us, Piece moved, Square from, Square to)
{
    for (int right = 0; right < CASTLING_RIGHT_COUNT; right++) {
        if ((board->castling_rights & 1 << right) == 0)
            continue;
        const Square rook = board->castling_rook[right];
        const bool king_moved = piece_type(moved) == KING && right / 2 == us;
        if (king_moved || rook == from || rook == to)
            drop_castling_right(board, right);
    }
}

// Moves the man of a move that is not castling, and takes what it captures.
static void move_man(Board *child, Move move, Piece moved)
{
    const Colour us = piece_colour(moved);
    const Square from = move_from(move);
    const Square to = move_to(move);
    const MoveKind kind = move_kind(move);
    const Square victim_square = kind == MOVE_EN_PASSANT ? to ^ 8 : to;
    const Piece victim = child->mailbox[victim_square];
    if (victim != NO_PIECE) {
        take_man(child, victim, victim_square);
        if (piece_type(victim) == PAWN)
            child->pawn_key ^= zobrist_piece(victim, victim_square);
        child->halfmove_clock = 0;
    }
    take_man(child, moved, from);
    const Piece placed = kind == MOVE_PROMOTION ? piece_make(us, move_promotion(move)) : moved;
    put_man(child, placed, to);
    if (piece_type(moved) == PAWN) {
        child->pawn_key ^= zobrist_piece(moved, from);
        if (kind != MOVE_PROMOTION)
            child->pawn_key ^= zobrist_piece(moved, to);
        child->halfmove_clock = 0;
    } else if (piece_type(moved) == KING) {
        child->king_square[us] = (uint8_t)to;
    }
}

static void castle(Board *child, Move move, Colour us)
{
    const Square king_from = move_from(move);
    const Square rook_from = move_to(move);
    const Square king_to = castling_king_to(king_from, rook_from);
    // Both leave before either arrives: in Chess960 the squares may overlap.
    take_man(child, piece_make(us, KING), king_from);
    take_man(child, piece_make(us, ROOK), rook_from);
    put_man(child, piece_make(us, KING), king_to);
    put_man(child, piece_make(us, ROOK), castling_rook_to(king_from, rook_from));
    child->king_square[us] = (uint8_t)king_to;
}

// What every move does, a pass included: the turn passes and en passant lapses.
static void pass_turn(Board *child)
{
    child->key ^= zobrist_side();
    if (child->en_passant != NO_SQUARE) {
        child->key ^= zobrist_en_passant(child->en_passant);
        child->en_passant = NO_SQUARE;
    }
    if (child->halfmove_clock < HALFMOVE_CLOCK_MAX)
        child->halfmove_clock++;
    if (child->side_to_move == BLACK && child->fullmove_number < FULLMOVE_NUMBER_MAX)
        child->fullmove_number++;
    child->side_to_move ^= 1;
}

void position_apply_move(const Board *parent, Move move, Board *child)
{
    assert(parent != child);
    *child = *parent;
    const Colour us = parent->side_to_move;
    const Square from = move_from(move);
    const Square to = move_to(move);
    const Piece moved = parent->mailbox[from];

    pass_turn(child);
    if (child->castling_rights != 0)
        update_castling_rights(child, us, moved, from, to);
    if (move_kind(move) == MOVE_CASTLING)
        castle(child, move, us);
    else
        move_man(child, move, moved);
    child->checkers = find_checkers(child, us);

    if (piece_type(moved) == PAWN && (from ^ to) == 16) {
        const Square target = (from + to) / 2;
        if ((pawn_attacks(us, target) & board_pieces(child, us ^ 1, PAWN)) != 0 &&
            en_passant_is_legal(child, target)) {
            child->en_passant = (uint8_t)target;
            child->key ^= zobrist_en_passant(target);
        }
    }
}

void position_apply_null(const Board *parent, Board *child)
{
    assert(parent != child && parent->checkers == 0);
    *child = *parent;
    pass_turn(child);
}
