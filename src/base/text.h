// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: views into text that somebody else owns, words in it and whole numbers.
// A view may hold any bytes, NUL included, and is not NUL-terminated. No state, any thread.
#ifndef RAVELIN_BASE_TEXT_H
#define RAVELIN_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Text {
    const char *data; // may be NULL when length is 0
    size_t length;    // bytes
} Text;

// The whole of a NUL-terminated string, without its NUL.
Text text_of(const char *string);

// True for space, tab, carriage return, line feed, vertical tab and form feed, in any locale.
bool text_is_blank(char c);

// The view without the blanks at both ends.
Text text_trim(Text text);

// Takes the next run of bytes that are not blank off the front of `*rest` into `*word`, and the
// blanks before it. False, with an empty word, when only blanks were left.
bool text_next_word(Text *rest, Text *word);

// Equal byte for byte.
bool text_equals(Text text, const char *string);

// Equal when A-Z and a-z are held to be the same; other bytes must be equal.
bool text_equals_ignoring_case(Text text, const char *string);

// Like text_equals_ignoring_case, and runs of blanks in `text` count as one space, blanks at its
// ends as none. `string` has single spaces only.
bool text_matches_name(Text text, const char *string);

// Bytes of a text to be quoted in a message: its length, cut to what leaves room for the reason.
// For the precision of "%.*s".
enum { TEXT_QUOTE_BYTES_MAX = 40 };
int text_quote_length(Text text);

// Copies the view into `out` (size > 0) and ends it with NUL, cut to size - 1 bytes. False when it
// was cut or when the view holds a NUL byte, so that the copy is not the whole text.
bool text_copy(Text text, char *out, size_t size);

// Reads a whole number in decimal: an optional sign, then digits and nothing else. A number beyond
// the range of the type becomes the nearest one in it (negative ones 0 for unsigned). False, with
// *out untouched, for anything else, the empty text included.
bool text_parse_int64(Text text, int64_t *out);
bool text_parse_uint64(Text text, uint64_t *out);

// Makes a NUL-terminated string fit to be shown on one line of UTF-8: control characters and bytes
// that are not valid UTF-8 become '?', in place.
void text_make_printable(char *string);

#endif
