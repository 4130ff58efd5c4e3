// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: a book of one or more files, and the choice of a move from it. The files
// are asked in the order in which they were named; the first that has a move to play answers. A
// move that any of them marks with `?` is never played. The caller owns the book, which is only
// read once it is made; any thread.
#ifndef RAVELIN_BOOK_BOOK_H
#define RAVELIN_BOOK_BOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rng.h"
#include "base/status.h"
#include "book/table.h"
#include "chess/board.h"
#include "chess/move.h"

typedef struct Book Book;

// What a book says of one move of a position.
typedef struct BookMove {
    Move move; // legal
    uint32_t weight;
    bool is_playable; // it weighs something and no file marks it
} BookMove;

enum { BOOK_MOVES_MAX = MOVE_LIST_CAPACITY };

typedef struct BookMoves {
    int count;
    int playable_count;
    uint64_t weight;                // of the playable ones together
    BookMove moves[BOOK_MOVES_MAX]; // playable first, heaviest first, then by code
} BookMoves;

// How a move is chosen.
typedef struct BookPolicy {
    int depth_plies;   // no answer from this ply of the game on, counted from 0
    bool is_best_only; // always the heaviest move; otherwise by chance, in proportion to weights
} BookPolicy;

// Makes a book without files. NULL when memory is short.
Book *book_create(void);

// NULL is allowed.
void book_destroy(Book *book);

// Adds a finished table as the last file; the book takes it over, also on failure.
Status book_add_file(Book *book, const char *name, BookTable *table, ErrorText *error);

// The files of the book in the order in which they were named, and the name of each, 0..count - 1.
int book_file_count(const Book *book);
const char *book_file_name(const Book *book, int file);
// Different moves of different positions.
size_t book_file_entries(const Book *book, int file);

// Lists what a file knows of a position.
void book_find(const Book *book, int file, const Board *board, BookMoves *out);

// The first file that has a move to play, with what it knows in `*out`; -1 if none has.
int book_find_answer(const Book *book, const Board *board, BookMoves *out);

// Plies from the initial position to this one, by its move number.
int book_ply(const Board *board);

// Chooses a move; MOVE_NONE if the book has none to play, or the game is too long for the policy.
Move book_choose(const Book *book, const Board *board, const BookPolicy *policy, Rng *rng);

#endif
