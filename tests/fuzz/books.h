// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what holds for every book that was loaded, and what takes the notes of a
// load. One thread.
#ifndef RAVELIN_TESTS_FUZZ_BOOKS_H
#define RAVELIN_TESTS_FUZZ_BOOKS_H

#include "book/book.h"
#include "book/load.h"

enum { BOOKS_POSITIONS = 24 };

// A position that books are asked about: the initial one, those after its first moves, and two
// with castling and en passant. `index` is counted from 0.
const Board *books_position(int index);

// Listens to the notes and checks that each is one line of text.
extern const BookNotes BOOKS_NOTES;

// What the book says of each of these positions is legal and adds up.
void books_check(const Book *book);

#endif
