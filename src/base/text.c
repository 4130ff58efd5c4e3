// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"

#include <string.h>

Text text_of(const char *string)
{
    return (Text){string, strlen(string)};
}

bool text_is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

Text text_trim(Text text)
{
    while (text.length > 0 && text_is_blank(text.data[0])) {
        text.data++;
        text.length--;
    }
    while (text.length > 0 && text_is_blank(text.data[text.length - 1]))
        text.length--;
    return text;
}

bool text_next_word(Text *rest, Text *word)
{
    size_t begin = 0;
    while (begin < rest->length && text_is_blank(rest->data[begin]))
        begin++;
    size_t end = begin;
    while (end < rest->length && !text_is_blank(rest->data[end]))
        end++;
    if (rest->length > 0) {
        *word = (Text){rest->data + begin, end - begin};
        rest->data += end;
        rest->length -= end;
    } else {
        *word = (Text){rest->data, 0};
    }
    return word->length > 0;
}

bool text_equals(Text text, const char *string)
{
    const size_t length = strlen(string);
    return text.length == length && (length == 0 || memcmp(text.data, string, length) == 0);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool text_equals_ignoring_case(Text text, const char *string)
{
    if (text.length != strlen(string))
        return false;
    for (size_t i = 0; i < text.length; i++) {
        if (lower(text.data[i]) != lower(string[i]))
            return false;
    }
    return true;
}

bool text_matches_name(Text text, const char *string)
{
    Text name = text_of(string);
    Text word, wanted;
    for (;;) {
        const bool has_word = text_next_word(&text, &word);
        if (has_word != text_next_word(&name, &wanted))
            return false;
        if (!has_word)
            return true;
        if (word.length != wanted.length)
            return false;
        for (size_t i = 0; i < word.length; i++) {
            if (lower(word.data[i]) != lower(wanted.data[i]))
                return false;
        }
    }
}

int text_quote_length(Text text)
{
    return text.length > TEXT_QUOTE_BYTES_MAX ? TEXT_QUOTE_BYTES_MAX : (int)text.length;
}

bool text_copy(Text text, char *out, size_t size)
{
    const bool is_cut = text.length >= size;
    const size_t length = is_cut ? size - 1 : text.length;
    if (length > 0)
        memcpy(out, text.data, length);
    out[length] = '\0';
    return !is_cut && strlen(out) == length;
}

// Splits off the sign and reads the digits; a number beyond 64 bits becomes UINT64_MAX.
static bool parse_magnitude(Text text, bool *is_negative, uint64_t *magnitude)
{
    *is_negative = text.length > 0 && text.data[0] == '-';
    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
        text.data++;
        text.length--;
    }
    if (text.length == 0)
        return false;
    uint64_t value = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        const uint64_t digit = (uint64_t)(text.data[i] - '0');
        if (value > (UINT64_MAX - digit) / 10)
            value = UINT64_MAX;
        else
            value = value * 10 + digit;
    }
    *magnitude = value;
    return true;
}

bool text_parse_int64(Text text, int64_t *out)
{
    bool is_negative;
    uint64_t magnitude;
    if (!parse_magnitude(text, &is_negative, &magnitude))
        return false;
    if (magnitude > (uint64_t)INT64_MAX)
        *out = is_negative ? INT64_MIN : INT64_MAX;
    else
        *out = is_negative ? -(int64_t)magnitude : (int64_t)magnitude;
    return true;
}

bool text_parse_uint64(Text text, uint64_t *out)
{
    bool is_negative;
    uint64_t magnitude;
    if (!parse_magnitude(text, &is_negative, &magnitude))
        return false;
    *out = is_negative ? 0 : magnitude;
    return true;
}

// Length in bytes of the valid, printable UTF-8 character at the front of a NUL-terminated string,
// or 0. Overlong forms, surrogates and what lies beyond U+10FFFF are not valid; the C1 controls
// (U+0080 to U+009F) are not printable.
static size_t printable_length(const unsigned char *c)
{
    if (c[0] < 0x80)
        return c[0] >= 0x20 && c[0] != 0x7f ? 1 : 0;
    size_t length = 0;
    uint32_t code = 0, smallest = 0;
    if (c[0] >= 0xc2 && c[0] <= 0xdf) {
        length = 2, code = c[0] & 0x1fu, smallest = 0xa0;
    } else if (c[0] >= 0xe0 && c[0] <= 0xef) {
        length = 3, code = c[0] & 0x0fu, smallest = 0x800;
    } else if (c[0] >= 0xf0 && c[0] <= 0xf4) {
        length = 4, code = c[0] & 0x07u, smallest = 0x10000;
    } else {
        return 0;
    }
    for (size_t i = 1; i < length; i++) {
        if ((c[i] & 0xc0) != 0x80) // also stops at the NUL
            return 0;
        code = code << 6 | (c[i] & 0x3fu);
    }
    const bool is_surrogate = code >= 0xd800 && code <= 0xdfff;
    return code >= smallest && code <= 0x10ffff && !is_surrogate ? length : 0;
}

void text_make_printable(char *string)
{
    while (*string != '\0') {
        const size_t length = printable_length((const unsigned char *)string);
        if (length == 0)
            *string = '?';
        string += length == 0 ? 1 : length;
    }
}
