// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/correct.h"

#include "position/position.h"
#include "search/params.h"

// A row by where the men of `colour` other than pawns stand. Multiplicative hashing of one bitboard
// after the other (factors: 2^64 / golden ratio, and of splitmix64's finaliser); it needs to be
// cheap and even, not to be the same as any Zobrist key.
static unsigned men_row(const Board *board, Colour colour)
{
    const Bitboard men = board->by_colour[colour];
    uint64_t hash = (men & board->by_type[KNIGHT]) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29 ^ (men & board->by_type[BISHOP])) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 31 ^ (men & board->by_type[ROOK])) * 0x94d049bb133111ebu;
    hash = (hash ^ hash >> 30 ^ (men & board->by_type[QUEEN])) * 0xbf58476d1ce4e5b9u;
    hash = (hash ^ hash >> 32 ^ (men & board->by_type[KING])) * 0x94d049bb133111ebu;
    return (unsigned)(hash >> 32) % CORRECTION_SIZE;
}

// The counter of the last two moves of the line, by man and square each.
static int16_t *move_correction(Worker *worker, int ply)
{
    Piece men[2];
    Square squares[2];
    for (int i = 0; i < 2; i++) {
        const Frame *frame = worker_frame(worker, ply - 1 - i);
        men[i] = frame_moved_man(frame);
        squares[i] = men[i] == NO_PIECE ? 0 : move_to(frame->move);
    }
    return &worker->history.move_correction[men[0]][squares[0]][men[1]][squares[1]];
}

// The counters are found before the table is asked, and their loading overlaps with the table's.
void correct_look_up(Worker *worker, int ply)
{
    Frame *frame = worker_frame(worker, ply);
    const Board *board = &frame->board;
    const Colour side = board->side_to_move;
    int16_t(*tables)[COLOUR_COUNT][CORRECTION_SIZE] = worker->history.correction;
    frame->corrections = (Corrections){
        .keyed = {&tables[CORRECTION_PAWNS][side][board->pawn_key % CORRECTION_SIZE],
                  &tables[CORRECTION_WHITE_MEN][side][men_row(board, WHITE)],
                  &tables[CORRECTION_BLACK_MEN][side][men_row(board, BLACK)]},
        .moves = move_correction(worker, ply),
    };
    for (int i = 0; i < CORRECTION_KEY_COUNT; i++)
        RAVELIN_PREFETCH(frame->corrections.keyed[i]);
    RAVELIN_PREFETCH(frame->corrections.moves);
}

// Correction history: what searches found against the evaluations of like positions, centipawns.
// Pawn, non-pawn and continuation keys as in Stockfish and Berserk.
static Score correction(const Corrections *found)
{
    const int sum = *found->keyed[CORRECTION_PAWNS] * CORRECTION_PAWN_WEIGHT +
                    (*found->keyed[CORRECTION_WHITE_MEN] + *found->keyed[CORRECTION_BLACK_MEN]) *
                        CORRECTION_MEN_WEIGHT +
                    *found->moves * CORRECTION_MOVE_WEIGHT;
    return sum / (256 * CORRECTION_UNITS_PER_CP);
}

void correct_set_evals(Worker *worker, int ply, const TtEntry *known)
{
    Frame *frame = worker_frame(worker, ply);
    if (position_in_check(&frame->board)) {
        frame->raw_eval = frame->static_eval = SCORE_NONE;
        return;
    }
    frame->raw_eval = known->eval != SCORE_NONE ? known->eval : worker_evaluate(worker, ply);
    Score eval = frame->raw_eval;
    // A lead that nothing irreversible follows is worth less and less.
    const int clock = frame->board.halfmove_clock < 100 ? frame->board.halfmove_clock : 100;
    eval = eval * (EVAL_CLOCK_SCALE - clock) / EVAL_CLOCK_SCALE;
    eval += correction(&frame->corrections);
    frame->static_eval = eval > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                         : eval < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                                  : eval;
}

void correct_store_eval(Worker *worker, int ply, Score score, Bound bound)
{
    const TtEntry entry = {
        .move = MOVE_NONE,
        .score = score,
        .eval = worker_frame(worker, ply)->raw_eval,
        .depth = 0,
        .bound = bound,
    };
    worker_store(worker, ply, &entry);
}

void correct_learn(Worker *worker, const Node *node, Bound bound)
{
    const Frame *frame = worker_frame(worker, node->ply);
    const Score error = node->best_score - frame->static_eval;
    if (frame->static_eval == SCORE_NONE || score_is_decided(node->best_score) ||
        (node->best_move != MOVE_NONE && !move_is_quiet(&frame->board, node->best_move)) ||
        (error > 0 ? (bound & BOUND_LOWER) == 0 : (bound & BOUND_UPPER) == 0))
        return;
    int bonus = error * node->depth * CORRECTION_GAIN;
    if (bonus > CORRECTION_BONUS_MAX)
        bonus = CORRECTION_BONUS_MAX;
    if (bonus < -CORRECTION_BONUS_MAX)
        bonus = -CORRECTION_BONUS_MAX;
    const Corrections *const found = &frame->corrections;
    for (int i = 0; i < CORRECTION_KEY_COUNT; i++)
        history_update(found->keyed[i], bonus);
    history_update(found->moves, bonus);
}

Score correct_refine(Score eval, const TtEntry *known)
{
    if (known->bound == BOUND_NONE || score_is_decided(known->score))
        return eval;
    const Bound needed = known->score > eval ? BOUND_LOWER : BOUND_UPPER;
    return (known->bound & needed) != 0 ? known->score : eval;
}

bool correct_is_improving(Worker *worker, int ply)
{
    const Score now = worker_frame(worker, ply)->static_eval;
    Score before = worker_frame(worker, ply - 2)->static_eval;
    if (before == SCORE_NONE)
        before = worker_frame(worker, ply - 4)->static_eval;
    return now != SCORE_NONE && (before == SCORE_NONE || now > before);
}
