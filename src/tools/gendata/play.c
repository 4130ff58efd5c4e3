// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/play.h"

#include <stdlib.h>

#include "position/draws.h"
#include "position/generate.h"
#include "position/position.h"

enum { RESULT_BLACK_WON, RESULT_DRAWN, RESULT_WHITE_WON, RESULT_NONE };

enum { REJECTED_STARTS_MAX = 10000 };

// A game in progress.
typedef struct Play {
    const PlayContext *context;
    Board start;
    Board boards[2];
    int plies; // recorded so far; boards[plies % 2] is the present position
    Move moves[RECORD_GAME_PLIES_MAX];
    uint64_t keys[RECORD_GAME_PLIES_MAX + 1]; // of all positions since the start, with the present
    int winning_plies;                        // White winning counts up from 0, Black down
    int drawish_plies;
} Play;

static int result_by_rule(const Play *play)
{
    const Board *board = &play->boards[play->plies % 2];
    if (generate_count(play->context->kernels, board) == 0)
        return !position_in_check(board)      ? RESULT_DRAWN
               : board->side_to_move == WHITE ? RESULT_BLACK_WON
                                              : RESULT_WHITE_WON;
    if (draws_insufficient_material(board) || draws_fifty_moves(board) ||
        draws_repetition(play->keys, play->plies + 1, board->halfmove_clock, 0) ||
        play->plies >= play->context->rules->max_plies)
        return RESULT_DRAWN;
    return RESULT_NONE;
}

// What the tables say, right after a capture or pawn move, when they are exact.
static int result_by_tables(const Play *play)
{
    const Syzygy *tables = play->context->tables;
    const Board *board = &play->boards[play->plies % 2];
    Wdl wdl;
    if (tables == NULL || play->plies == 0 || board->halfmove_clock != 0 ||
        board->castling_rights != 0 || bits_count(board_occupied(board)) > syzygy_largest(tables) ||
        !syzygy_probe_wdl(tables, board, &wdl))
        return RESULT_NONE;
    if (wdl != WDL_WIN && wdl != WDL_LOSS)
        return RESULT_DRAWN;
    return (wdl == WDL_WIN) == (board->side_to_move == WHITE) ? RESULT_WHITE_WON : RESULT_BLACK_WON;
}

// Ply of the game by the position's own count.
static int game_ply(const Board *board)
{
    return 2 * (board->fullmove_number - 1) + board->side_to_move;
}

// Takes the score of the present position into account.
static int result_by_score(Play *play, int white_score)
{
    const PlayRules *rules = play->context->rules;
    const Board *board = &play->boards[play->plies % 2];
    int *winning = &play->winning_plies;
    if (white_score >= rules->win_cp)
        *winning = *winning > 0 ? *winning + 1 : 1;
    else if (white_score <= -rules->win_cp)
        *winning = *winning < 0 ? *winning - 1 : -1;
    else
        *winning = 0;
    const bool is_drawish =
        abs(white_score) <= rules->draw_cp && game_ply(board) >= rules->draw_from_ply;
    play->drawish_plies = is_drawish ? play->drawish_plies + 1 : 0;
    if (abs(*winning) >= rules->win_plies)
        return *winning > 0 ? RESULT_WHITE_WON : RESULT_BLACK_WON;
    return play->drawish_plies >= rules->draw_plies ? RESULT_DRAWN : RESULT_NONE;
}

Status play_draw_start(const PlayContext *context, Player *player, Rng *rng, Board *board,
                       Score *score, bool *is_kept, ErrorText *error)
{
    *is_kept = false;
    if (!starts_draw(context->starts, context->kernels, rng, board))
        return STATUS_OK;
    const GameLine line = {.start = board, .board = board};
    Judgement judgement;
    const Status status =
        player->judge(player, &line, context->rules->check_nodes, &judgement, error);
    if (status != STATUS_OK)
        return status;
    *score = judgement.score;
    *is_kept = abs(judgement.score) <= context->rules->band_cp;
    return STATUS_OK;
}

// Judges the present position, records it and makes the move.
static Status play_ply(Play *play, Player *player, RecordGame *game, int *result, ErrorText *error)
{
    const Board *board = &play->boards[play->plies % 2];
    const GameLine line = {&play->start, board, play->moves, play->keys, (size_t)play->plies};
    Judgement judgement;
    const Status status =
        player->judge(player, &line, play->context->rules->nodes, &judgement, error);
    if (status != STATUS_OK)
        return status;
    const int white_score = board->side_to_move == WHITE ? judgement.score : -judgement.score;
    (void)record_game_add(game, judgement.move, white_score);
    *result = result_by_score(play, white_score);
    play->moves[play->plies] = judgement.move;
    Board *child = &play->boards[(play->plies + 1) % 2];
    position_apply_move(board, judgement.move, child);
    play->plies++;
    play->keys[play->plies] = child->key;
    return STATUS_OK;
}

Status play_game(const PlayContext *context, Player *player, Rng *rng, RecordGame *game,
                 PlayOutcome *outcome, ErrorText *error)
{
    *outcome = (PlayOutcome){.is_finished = false};
    Play play = {.context = context};
    Status status = player->begin_game(player, error);
    for (bool is_kept = false; status == STATUS_OK && !is_kept;) {
        if (atomic_load(context->is_stopped))
            return STATUS_OK;
        Score score;
        status = play_draw_start(context, player, rng, &play.start, &score, &is_kept, error);
        outcome->rejected_starts += status == STATUS_OK && !is_kept;
        if (outcome->rejected_starts == REJECTED_STARTS_MAX)
            return status_fail(error, STATUS_BAD_INPUT,
                               "%d starts in a row lie beyond %d cp: widen the band",
                               REJECTED_STARTS_MAX, context->rules->band_cp);
    }
    if (status != STATUS_OK)
        return status;
    record_game_begin(game, &play.start);
    play.boards[0] = play.start;
    play.keys[0] = play.start.key;
    int result = result_by_rule(&play);
    while (result == RESULT_NONE) {
        if (atomic_load(context->is_stopped))
            return STATUS_OK;
        status = play_ply(&play, player, game, &result, error);
        if (status != STATUS_OK)
            return status;
        if (result == RESULT_NONE)
            result = result_by_rule(&play);
        if (result == RESULT_NONE)
            result = result_by_tables(&play);
    }
    record_game_end(game, result);
    outcome->is_finished = true;
    return STATUS_OK;
}
