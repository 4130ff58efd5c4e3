// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/pgn_tags.h"

#include <stddef.h>
#include <string.h>

enum { NAME_BYTES = 32, MOVES_COUNTED = 40, ELO_MAX = 10000, SECONDS_MAX = 1000000 };

PgnTags pgn_tags_none(void)
{
    return (PgnTags){.seconds = -1};
}

static bool is_name_character(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static bool is_gap(int c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

bool pgn_tag_is_next(Source *source)
{
    size_t at = 0;
    if (source_peek(source, at++) != '[')
        return false;
    while (at < NAME_BYTES && is_gap(source_peek(source, at)))
        at++;
    const size_t name = at;
    while (at < SOURCE_AHEAD_MAX / 2 && is_name_character(source_peek(source, at)))
        at++;
    if (at == name)
        return false;
    while (at < SOURCE_AHEAD_MAX - 1 && is_gap(source_peek(source, at)))
        at++;
    return source_peek(source, at) == '"';
}

bool pgn_tag_is_event(Source *source)
{
    static const char EVENT[] = "[Event";
    for (size_t i = 0; i < sizeof EVENT - 1; i++) {
        if (source_peek(source, i) != EVENT[i])
            return false;
    }
    return !is_name_character(source_peek(source, sizeof EVENT - 1));
}

// Takes characters up to the closing quote into `out`, cut to its size; a backslash keeps what
// follows it. A NUL, which would end the value before its time, becomes '?'.
static void take_value(Source *source, char *out, size_t size)
{
    size_t length = 0;
    for (int c = source_next(source); c != '"' && c != '\n' && c != SOURCE_END;
         c = source_next(source)) {
        if (c == '\\' && (source_peek(source, 0) == '"' || source_peek(source, 0) == '\\'))
            c = source_next(source);
        if (length < size - 1)
            out[length++] = c != '\0' ? (char)c : '?';
    }
    out[length] = '\0';
}

// A whole number from 1 to ELO_MAX, else 0: "?", "-" and "0" tell no rating.
static int read_elo(const char *value)
{
    int64_t number;
    if (!text_parse_int64(text_trim(text_of(value)), &number) || number < 1 || number > ELO_MAX)
        return 0;
    return (int)number;
}

// Seconds, whose fraction does not matter to a filter.
static bool read_seconds(Text text, int64_t *out)
{
    const char *const point = text.length > 0 ? memchr(text.data, '.', text.length) : NULL;
    if (point != NULL)
        text.length = (size_t)(point - text.data);
    return text_parse_int64(text, out) && *out >= 0 && *out <= SECONDS_MAX;
}

int64_t pgn_read_time_control(Text text)
{
    text = text_trim(text);
    const char *const period_end = text.length > 0 ? memchr(text.data, ':', text.length) : NULL;
    if (period_end != NULL)
        text.length = (size_t)(period_end - text.data);
    int64_t moves = 0, base = 0, increment = 0;
    const char *const slash = text.length > 0 ? memchr(text.data, '/', text.length) : NULL;
    if (slash != NULL) {
        const size_t length = (size_t)(slash - text.data);
        if (!text_parse_int64((Text){text.data, length}, &moves) || moves < 1)
            return -1;
        text = (Text){slash + 1, text.length - length - 1};
    }
    const char *const plus = text.length > 0 ? memchr(text.data, '+', text.length) : NULL;
    if (plus != NULL) {
        const size_t length = (size_t)(plus - text.data);
        if (!read_seconds((Text){plus + 1, text.length - length - 1}, &increment))
            return -1;
        text.length = length;
    }
    if (!read_seconds(text, &base))
        return -1;
    return (moves > 0 ? base * MOVES_COUNTED / moves : base) + MOVES_COUNTED * increment;
}

bool pgn_variant_is_chess(const char *variant)
{
    static const char *const NAMES[] = {
        "",          "standard",     "normal",         "chess",
        "chess960",  "fischerandom", "fischer random", "fischerandom chess",
        "freestyle", "from position"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (text_equals_ignoring_case(text_trim(text_of(variant)), NAMES[i]))
            return true;
    }
    return false;
}

void pgn_tag_take(Source *source, PgnTags *tags)
{
    tags->count++;
    tags->has_event |= pgn_tag_is_event(source);
    (void)source_next(source);
    char name[NAME_BYTES], value[PGN_TAG_BYTES];
    size_t length = 0;
    for (int c = source_next(source); c != '"' && c != SOURCE_END; c = source_next(source)) {
        if (is_name_character(c) && length < sizeof name - 1)
            name[length++] = (char)c;
    }
    name[length] = '\0';
    take_value(source, value, sizeof value);
    if (strcmp(name, "FEN") == 0)
        memcpy(tags->fen, value, sizeof value);
    else if (strcmp(name, "Variant") == 0)
        memcpy(tags->variant, value, sizeof value);
    else if (strcmp(name, "Result") == 0)
        memcpy(tags->result, value, sizeof value);
    else if (strcmp(name, "WhiteElo") == 0)
        tags->white_elo = read_elo(value);
    else if (strcmp(name, "BlackElo") == 0)
        tags->black_elo = read_elo(value);
    else if (strcmp(name, "TimeControl") == 0)
        tags->seconds = pgn_read_time_control(text_of(value));
}
