// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the book that Ravelin ships: a file in the data directory, and a copy of
// it in the binary. One thread.
#ifndef RAVELIN_BOOK_EMBED_H
#define RAVELIN_BOOK_EMBED_H

#include "base/status.h"
#include "base/text.h"
#include "book/load.h"

// The built-in copy as it is in the file; lives as long as the program.
Text book_embedded_text(void);

// Adds the built-in copy, named "embedded".
Status book_load_embedded(Book *book, const BookNotes *notes, ErrorText *error);

// Where the shipped book is installed.
const char *book_default_path(void);

// Adds the file at `path`, or the built-in copy where there is no such file. A file that is there
// and cannot be used fails as book_load_file does, with nothing added.
Status book_load_default(Book *book, const char *path, const BookNotes *notes, ErrorText *error);

#endif
