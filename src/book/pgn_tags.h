// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the tag pairs before a game of a PGN file, those that books look at. The
// caller owns the tags; any thread.
#ifndef RAVELIN_BOOK_PGN_TAGS_H
#define RAVELIN_BOOK_PGN_TAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "book/source.h"

enum { PGN_TAG_BYTES = 256 };

typedef struct PgnTags {
    int count;               // of all tag pairs of the game
    bool has_event;          // the tag that begins a game was there
    char fen[PGN_TAG_BYTES]; // each empty where not told
    char variant[PGN_TAG_BYTES];
    char result[PGN_TAG_BYTES];
    int white_elo; // 0 where not told
    int black_elo;
    int64_t seconds; // as pgn_read_time_control
} PgnTags;

// No tags at all.
PgnTags pgn_tags_none(void);

// True if a tag pair begins at the next character: '[', a name, a quote.
bool pgn_tag_is_next(Source *source);

// True if the next tag pair is an Event.
bool pgn_tag_is_event(Source *source);

// Takes the tag pair that begins at the next character. Values are cut to PGN_TAG_BYTES - 1.
void pgn_tag_take(Source *source, PgnTags *tags);

// Seconds that a side has for 40 moves by the first period of a TimeControl ("300", "180+2",
// "40/7200"), increments included; -1 where it tells none.
int64_t pgn_read_time_control(Text text);

// False for the name of another game than standard chess and Chess960.
bool pgn_variant_is_chess(const char *variant);

#endif
