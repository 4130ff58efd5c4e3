// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/rows/movegen_check.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/entries.h"
#include "kernels/movegen.h"
#include "position/fen.h"
#include "position/position.h"
#include "support/naive.h"
#include "support/positions.h"
#include "tests/rows/guarded.h"

enum {
    ROWS_MAX = 16,
    ENTRY_COUNT = 5,
    NAIVE_EVERY = 8,   // boards from one that the slow generator sees to the next
    MOST_MOVES = 218,  // that a legal position can have
    ENOUGH = 20,       // boards of each rare kind, or the seed is a poor one
    GUARD_BYTE = 0x5a, // fills a list before a row writes it
};

// The entries of the table; lists have `list`, counts have not.
typedef struct Entry {
    const char *name; // as in kernels/entries.c
    size_t offset;    // in MovegenKernels
    bool is_list;
} Entry;

static const Entry ENTRIES[ENTRY_COUNT] = {
    {"movegen.all", offsetof(MovegenKernels, all), true},
    {"movegen.captures", offsetof(MovegenKernels, captures), true},
    {"movegen.quiets", offsetof(MovegenKernels, quiets), true},
    {"movegen.count", offsetof(MovegenKernels, count), false},
    {"movegen.count_two", offsetof(MovegenKernels, count_two), false},
};

// What one entry gave: a count, and of a list its moves.
typedef struct Answer {
    int count;
    Move moves[MOVE_LIST_CAPACITY];
} Answer;

typedef struct Seen {
    int boards, naive, most_moves;
    int checks, double_checks, en_passants, castlings, promotions;
} Seen;

typedef struct Check {
    const char *row_names[ROWS_MAX];
    MovegenKernels rows[ROWS_MAX]; // the first is scalar
    int row_count;
    Guarded board, list; // what a row gets
    Seen seen;
    char fault[FEN_BYTES + 128]; // the first difference, empty if there is none
} Check;

static void report(Check *check, const char *row, const char *what, const Board *board)
{
    char fen[FEN_BYTES];
    if (check->fault[0] != '\0')
        return;
    fen_write(board, true, fen);
    snprintf(check->fault, sizeof check->fault, "row %s, %s: %s", row, what, fen);
}

// Runs one entry of a row on the guarded board.
static void ask(const Check *check, const MovegenKernels *row, const Entry *entry, Answer *answer)
{
    const char *at = (const char *)row + entry->offset;
    if (entry->is_list) {
        MovegenList *list;
        memcpy(&list, at, sizeof list);
        memset(check->list.data, GUARD_BYTE, check->list.bytes);
        answer->count = list(check->board.data, check->list.data);
        memcpy(answer->moves, check->list.data, sizeof answer->moves);
    } else {
        MovegenCount *count;
        memcpy(&count, at, sizeof count);
        answer->count = count(check->board.data);
    }
}

static int compare_moves(const void *a, const void *b)
{
    return *(const Move *)a - *(const Move *)b;
}

static void note(Seen *seen, const Board *board, const Answer *all)
{
    int kinds[4] = {0};
    for (int i = 0; i < all->count; i++)
        kinds[move_kind(all->moves[i])]++;
    seen->boards++;
    seen->checks += board->checkers != 0;
    seen->double_checks += bits_has_several(board->checkers);
    seen->en_passants += kinds[MOVE_EN_PASSANT] != 0;
    seen->castlings += kinds[MOVE_CASTLING] != 0;
    seen->promotions += kinds[MOVE_PROMOTION] != 0;
    if (all->count > seen->most_moves)
        seen->most_moves = all->count;
}

// The scalar row against the slow generator, and its counts against lists of made moves.
static void check_scalar(Check *check, const Board *board, const Answer answers[ENTRY_COUNT])
{
    MoveList expected;
    naive_generate(board, &expected);
    Answer all = answers[0];
    if (all.count != expected.count || all.count > MOST_MOVES) {
        report(check, "scalar", "another number of moves than the slow generator", board);
        return;
    }
    qsort(all.moves, (size_t)all.count, sizeof(Move), compare_moves);
    if (memcmp(all.moves, expected.moves, (size_t)all.count * sizeof(Move)) != 0)
        report(check, "scalar", "other moves than the slow generator", board);
    if (answers[1].count + answers[2].count != all.count || answers[3].count != all.count)
        report(check, "scalar", "lists and count disagree", board);
    for (int i = 0; i < answers[1].count; i++)
        if (!naive_is_noisy(board, answers[1].moves[i]))
            report(check, "scalar", "a quiet move among the captures", board);
    int pairs = 0;
    for (int i = 0; i < all.count; i++) {
        Board child;
        Move replies[MOVE_LIST_CAPACITY];
        position_apply_move(board, all.moves[i], &child);
        pairs += check->rows[0].all(&child, replies);
    }
    if (pairs != answers[4].count)
        report(check, "scalar", "count_two is not the sum over the children", board);
    check->seen.naive++;
}

static void visit(void *context, const Board *board)
{
    Check *const check = context;
    if (check->fault[0] != '\0')
        return;
    static Answer wanted[ENTRY_COUNT];
    static Answer got;
    memcpy(check->board.data, board, sizeof *board);
    for (int i = 0; i < ENTRY_COUNT; i++)
        ask(check, &check->rows[0], &ENTRIES[i], &wanted[i]);
    if (check->seen.boards % NAIVE_EVERY == 0)
        check_scalar(check, board, wanted);
    note(&check->seen, board, &wanted[0]);
    for (int row = 1; row < check->row_count; row++) {
        for (int i = 0; i < ENTRY_COUNT; i++) {
            const char *const name = check->row_names[row];
            ask(check, &check->rows[row], &ENTRIES[i], &got);
            const size_t bytes = ENTRIES[i].is_list ? (size_t)wanted[i].count * sizeof(Move) : 0;
            if (got.count != wanted[i].count || memcmp(got.moves, wanted[i].moves, bytes) != 0)
                report(check, name, ENTRIES[i].name, board);
        }
        if (memcmp(check->board.data, board, sizeof *board) != 0)
            report(check, check->row_names[row], "the board was written to", board);
    }
}

// Every movegen entry that the engine knows must be one of ENTRIES.
static bool is_every_entry_known(void)
{
    int count;
    int known = 0;
    const KernelEntry *const entries = kernel_entries(&count);
    for (int i = 0; i < count; i++) {
        if (strncmp(entries[i].name, "movegen.", 8) != 0)
            continue;
        if (known == ENTRY_COUNT || strcmp(entries[i].name, ENTRIES[known].name) != 0)
            return false;
        known++;
    }
    return known == ENTRY_COUNT;
}

static void take_rows(Check *check, uint32_t usable_flags)
{
    int count;
    const MovegenRow *rows = movegen_rows(&count);
    for (int i = 0; i < count; i++) {
        if ((rows[i].needed & ~usable_flags) != 0) {
            fprintf(stderr, "SKIPPED: movegen row %s, this CPU lacks it\n", rows[i].name);
            continue;
        }
        if (check->row_count == ROWS_MAX)
            abort();
        movegen_fill_scalar(&check->rows[check->row_count]);
        rows[i].fill(&check->rows[check->row_count]);
        check->row_names[check->row_count++] = rows[i].name;
    }
}

int movegen_rows_usable(uint32_t usable_flags)
{
    int count;
    int usable = 0;
    const MovegenRow *rows = movegen_rows(&count);
    for (int i = 0; i < count; i++)
        usable += (rows[i].needed & ~usable_flags) == 0;
    return usable;
}

static bool is_rich(const Seen *seen)
{
    return seen->most_moves == MOST_MOVES && seen->checks >= ENOUGH &&
           seen->double_checks >= ENOUGH && seen->en_passants >= ENOUGH &&
           seen->castlings >= ENOUGH && seen->promotions >= ENOUGH;
}

int movegen_rows_check(uint32_t usable_flags, int positions, uint64_t seed)
{
    static Check check;
    memset(&check, 0, sizeof check);
    take_rows(&check, usable_flags);
    check.board = guarded_alloc(sizeof(Board));
    check.list = guarded_alloc(MOVE_LIST_CAPACITY * sizeof(Move));
    positions_hard(visit, &check);
    positions_walk(seed, positions, visit, &check);
    positions_scatter(seed + 1, positions, visit, &check);
    if (check.fault[0] == '\0' &&
        !(guarded_is_intact(&check.board) && guarded_is_intact(&check.list)))
        snprintf(check.fault, sizeof check.fault, "a write before the board or a list");
    guarded_free(&check.board);
    guarded_free(&check.list);
    const Seen *const seen = &check.seen;
    fprintf(stderr,
            "%d boards: %d in check, %d in double check, "
            "%d with en passant, %d with castling, %d with promotions, up to %d moves\n",
            seen->boards, seen->checks, seen->double_checks, seen->en_passants, seen->castlings,
            seen->promotions, seen->most_moves);
    if (!is_every_entry_known())
        snprintf(check.fault, sizeof check.fault, "kernels/entries.c has another list of entries");
    if (check.fault[0] == '\0' && !is_rich(seen))
        snprintf(check.fault, sizeof check.fault, "too few boards of some kind");
    if (check.fault[0] != '\0') {
        fprintf(stderr, "FAILED: %s (seed %#" PRIx64 ")\n", check.fault, seed);
        return -1;
    }
    fprintf(stderr, "movegen row scalar equals the slow generator on %d boards\n", seen->naive);
    for (int row = 1; row < check.row_count; row++)
        fprintf(stderr, "movegen row %s equals scalar in %d entries\n", check.row_names[row],
                ENTRY_COUNT);
    fprintf(stderr, "movegen rows: %d ran, %d SKIPPED, seed %#" PRIx64 "\n", check.row_count,
            movegen_rows_usable(UINT32_MAX) - check.row_count, seed);
    return check.row_count;
}
