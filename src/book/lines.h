// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: Ravelin's text books. A line is an opening: moves in coordinates from the
// initial position. Whole numbers with or without dots are ignored, `#` begins a comment, a move
// with a trailing `?` is replayed but never played, and an opening that is repeated weighs more.
// A line may begin at another position, written as FEN or EPD: then `moves` and coordinates, or the
// operations `bm` and `am` with moves of that position to play and not to play (`?` marks there
// too). The caller owns the lines; any thread.
#ifndef RAVELIN_BOOK_LINES_H
#define RAVELIN_BOOK_LINES_H

#include <stdbool.h>

#include "base/status.h"
#include "base/text.h"
#include "book/table.h"
#include "chess/board.h"
#include "chess/move.h"

enum {
    BOOK_LINE_BYTES_MAX = 1 << 16,
    BOOK_LINE_PLIES_MAX = 1024,
};

typedef struct BookLineMove {
    Move move;
    bool is_marked;
    Text text; // the word in the line, with its mark
} BookLineMove;

typedef struct BookLine {
    Board start;
    bool has_position;    // the line names its start
    bool is_alternatives; // the moves are all moves of `start`, not one after the other
    int count;
    BookLineMove moves[BOOK_LINE_PLIES_MAX];
} BookLine;

// The line without its comment; a `#` inside quotes begins none.
Text book_line_without_comment(Text line);

// Reads one line; one that is blank or a comment has no moves. STATUS_BAD_INPUT, with what is
// wrong, where a word is no move or not legal, or there are more moves than a BookLine holds.
Status book_line_read(Text text, BookLine *line, ErrorText *error);

// Adds the moves of a line to `table`, each with weight 1.
Status book_line_add(const BookLine *line, BookTable *table, ErrorText *error);

#endif
