// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/search/harness.h"

#include <criterion/criterion.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock.h"
#include "base/text.h"
#include "nnue/embed.h"
#include "position/fen.h"
#include "position/legality.h"
#include "position/notation.h"
#include "position/position.h"

enum { GAME_MAX = 512 };

static void note_fault(Heard *heard, const char *format, ...) RAVELIN_PRINTF(2, 3);

static void note_fault(Heard *heard, const char *format, ...)
{
    if (heard->fault[0] != '\0')
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(heard->fault, sizeof heard->fault, format, arguments);
    va_end(arguments);
}

// Plays the line from the root; a mate that is promised must not come later than promised.
static void check_line(Harness *harness, const SearchInfo *info)
{
    Heard *heard = &harness->heard;
    Board board = harness->root;
    for (int i = 0; i < info->pv_length; i++) {
        if (!legality_check(&board, info->pv[i])) {
            note_fault(heard, "move %d of the line is illegal at depth %d", i + 1, info->depth);
            return;
        }
        Board child;
        position_apply_move(&board, info->pv[i], &child);
        board = child;
    }
    const Score size = info->score < 0 ? -info->score : info->score;
    if (score_is_mate(info->score) && info->bound == BOUND_EXACT &&
        info->pv_length > SCORE_MATE - size)
        note_fault(heard, "a line of %d plies to a mate in %d", info->pv_length, SCORE_MATE - size);
}

static void check_numbers(Heard *heard, const SearchInfo *info, bool has_moves)
{
    if (info->score < -SCORE_MATE || info->score > SCORE_MATE)
        note_fault(heard, "score %d", info->score);
    if (info->bound < BOUND_UPPER || info->bound > BOUND_EXACT)
        note_fault(heard, "bound %d", (int)info->bound);
    if (info->time_ms < 0)
        note_fault(heard, "negative time");
    if (info->hash_permille < 0 || info->hash_permille > 1000)
        note_fault(heard, "hash %d of 1000", info->hash_permille);
    if (info->multi_pv < 1 || info->multi_pv > SEARCH_MULTI_PV_MAX)
        note_fault(heard, "rank %d", info->multi_pv);
    if (has_moves && (info->depth < 0 || info->depth > MAX_PLY || info->pv_length > MAX_PLY))
        note_fault(heard, "depth %d, line of %d", info->depth, info->pv_length);
    if (has_moves != (info->pv_length > 0))
        note_fault(heard, "a line of %d moves", info->pv_length);
}

static void on_info(void *context, const SearchInfo *info)
{
    Harness *harness = context;
    Heard *heard = &harness->heard;
    heard->infos++;
    if (atomic_load(&heard->bests) != 0)
        note_fault(heard, "a line after the best move");
    const bool has_moves = harness->kernels.movegen.count(&harness->root) > 0;
    check_numbers(heard, info, has_moves);
    check_line(harness, info);
    heard->saw_mate = heard->saw_mate || score_is_mate(info->score);
    if (has_moves && info->multi_pv <= SEARCH_MULTI_PV_MAX && info->multi_pv >= 1) {
        heard->ranks = info->multi_pv;
        heard->rank_moves[info->multi_pv - 1] = info->pv[0];
    }
    if (info->multi_pv != 1)
        return;
    if (info->depth < heard->depth)
        note_fault(heard, "depth %d after %d", info->depth, heard->depth);
    heard->depth = info->depth;
    heard->score = info->score;
    heard->bound = info->bound;
    heard->pv_length = info->pv_length < MAX_PLY ? info->pv_length : MAX_PLY;
    if (info->pv_length > 0)
        memcpy(heard->pv, info->pv, (size_t)heard->pv_length * sizeof(Move));
}

static void on_best_move(void *context, Move best, Move ponder)
{
    Heard *heard = &((Harness *)context)->heard;
    heard->best = best;
    heard->ponder = ponder;
    atomic_fetch_add(&heard->bests, 1);
}

void harness_init(Harness *harness, int hash_mib)
{
    memset(harness, 0, sizeof *harness);
    ErrorText error = {""};
    cr_assert_eq(kernels_init(&harness->kernels, NULL, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(network_load_embedded(&harness->network, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(tt_resize(&harness->tt, (uint64_t)hash_mib, &error), STATUS_OK, "%s", error.text);
    harness->search = search_create(&harness->kernels, harness->network, &harness->tt, &error);
    cr_assert_not_null(harness->search, "%s", error.text);
    const SearchEvents events = {
        .context = harness, .on_info = on_info, .on_best_move = on_best_move};
    search_set_events(harness->search, &events);
    harness_position(harness, FEN_START, "");
}

void harness_destroy(Harness *harness)
{
    search_destroy(harness->search);
    tt_free(&harness->tt);
    network_destroy(harness->network);
}

void harness_position(Harness *harness, const char *fen, const char *moves)
{
    Board *board = &harness->root;
    ErrorText error;
    cr_assert_eq(fen_parse(fen, true, board, &error), STATUS_OK, "%s: %s", fen, error.text);
    uint64_t keys[GAME_MAX];
    size_t count = 0;
    Text rest = text_of(moves);
    for (Text word; text_next_word(&rest, &word);) {
        const Move move = notation_parse_uci(board, word.data, (int)word.length);
        cr_assert(move != MOVE_NONE && count < GAME_MAX, "%s", word.data);
        keys[count++] = board->key;
        Board child;
        position_apply_move(board, move, &child);
        *board = child;
    }
    search_set_position(harness->search, board, keys, count);
}

void harness_start(Harness *harness, SearchLimits limits)
{
    memset(&harness->heard, 0, sizeof harness->heard);
    limits.start_ns = clock_now_ns();
    search_start(harness->search, &limits);
}

void harness_wait(Harness *harness)
{
    search_wait(harness->search);
    Heard *heard = &harness->heard;
    char fen[FEN_BYTES];
    fen_write(&harness->root, true, fen);
    cr_assert_not(search_is_running(harness->search));
    cr_assert_str_empty(heard->fault, "%s: %s", fen, heard->fault);
    cr_assert_eq(atomic_load(&heard->bests), 1, "%s: %d best moves", fen,
                 atomic_load(&heard->bests));
    cr_assert_geq(heard->infos, 1, "%s: no line", fen);
    if (harness->kernels.movegen.count(&harness->root) == 0) {
        cr_assert_eq(heard->best, MOVE_NONE, "%s", fen);
        cr_assert_eq(heard->ponder, MOVE_NONE, "%s", fen);
        return;
    }
    cr_assert(legality_check(&harness->root, heard->best), "%s: %04x", fen, heard->best);
    cr_assert_eq(heard->rank_moves[0], heard->best, "%s: the last line shows another move", fen);
    Board child;
    position_apply_move(&harness->root, heard->best, &child);
    cr_assert(heard->ponder == MOVE_NONE || legality_check(&child, heard->ponder), "%s", fen);
}

void harness_search(Harness *harness, SearchLimits limits)
{
    harness_start(harness, limits);
    harness_wait(harness);
}

void harness_forget(Harness *harness)
{
    tt_clear(&harness->tt);
    search_new_game(harness->search);
}

int harness_best_count(Harness *harness)
{
    return atomic_load(&harness->heard.bests);
}

Score mate_in_moves(int moves)
{
    return moves > 0 ? score_mate_in(2 * moves - 1) : score_mated_in(-2 * moves);
}

Move harness_move(const Harness *harness, const char *text)
{
    const Move move = notation_parse_uci(&harness->root, text, (int)strlen(text));
    cr_assert_neq(move, MOVE_NONE, "%s", text);
    return move;
}

SearchLimits limits_depth(int depth)
{
    SearchLimits limits = search_limits_none();
    limits.depth = depth;
    return limits;
}

SearchLimits limits_nodes(uint64_t nodes)
{
    SearchLimits limits = search_limits_none();
    limits.nodes = nodes;
    return limits;
}

void pause_ms(int ms)
{
    const struct timespec pause = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&pause, NULL);
}
