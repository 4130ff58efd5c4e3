// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: books from files: Polyglot, PGN and our text, told apart by name (.bin,
// .pgn in any case) and by the first character of the file ('[' begins a PGN). One thread.
#ifndef RAVELIN_BOOK_LOAD_H
#define RAVELIN_BOOK_LOAD_H

#include "base/status.h"
#include "base/text.h"
#include "book/book.h"

enum {
    // Games of a PGN count in full length up to here: who plays from a collection of games wants
    // its openings.
    BOOK_PGN_PLIES = 60,
    // Faults of a file that are named one by one; the rest is counted.
    BOOK_NOTES_MAX = 3,
};

// Told of each line that was left out and each game that broke off.
typedef struct BookNotes {
    void *context;
    void (*say)(void *context, const char *text); // NULL: nobody listens
} BookNotes;

// Adds a file to the book. Lines that cannot be read are left out, games count up to what cannot be
// read, and both are told with file and line. On failure the book is as it was: STATUS_IO where the
// file cannot be read, STATUS_BAD_INPUT where it is no book or nothing of it can be used,
// STATUS_NO_MEMORY.
Status book_load_file(Book *book, const char *path, const BookNotes *notes, ErrorText *error);

// The same for a text book in memory.
Status book_load_text(Book *book, Text text, const char *name, const BookNotes *notes,
                      ErrorText *error);

// Adds each file of a list; paths are parted by FILE_LIST_SEPARATOR unless the whole list is the
// path of one file. Empty parts are skipped. Fails with the first file that fails, those before it
// added, or if none is named.
Status book_load_list(Book *book, Text list, const BookNotes *notes, ErrorText *error);

#endif
