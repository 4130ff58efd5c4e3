// SPDX-License-Identifier: GPL-3.0-or-later
// Views, words, whole numbers and what is fit to be shown.
#include <criterion/criterion.h>
#include <string.h>

#include "base/text.h"

Test(text, words_are_split_at_any_blanks)
{
    Text rest = text_of(" \t position   startpos\v\fmoves\r\n");
    Text word;
    static const char *const WORDS[] = {"position", "startpos", "moves"};
    for (int i = 0; i < 3; i++) {
        cr_assert(text_next_word(&rest, &word));
        cr_assert(text_equals(word, WORDS[i]), "word %d", i);
    }
    cr_assert_not(text_next_word(&rest, &word));
    cr_assert_eq(word.length, 0);
    cr_assert_eq(rest.length, 0);
    cr_assert_not(text_next_word(&rest, &word), "asking again at the end");
}

Test(text, empty_views_need_no_memory)
{
    Text rest = {NULL, 0};
    Text word;
    cr_assert_not(text_next_word(&rest, &word));
    cr_assert(text_equals(text_trim(rest), ""));
    char copy[4] = "xyz";
    cr_assert(text_copy(rest, copy, sizeof copy));
    cr_assert_str_eq(copy, "");
}

Test(text, quotes_are_cut)
{
    char many[2 * TEXT_QUOTE_BYTES_MAX];
    memset(many, 'x', sizeof many);
    cr_assert_eq(text_quote_length((Text){many, sizeof many}), TEXT_QUOTE_BYTES_MAX);
    cr_assert_eq(text_quote_length((Text){many, TEXT_QUOTE_BYTES_MAX}), TEXT_QUOTE_BYTES_MAX);
    cr_assert_eq(text_quote_length((Text){many, 3}), 3);
    cr_assert_eq(text_quote_length((Text){NULL, 0}), 0);
}

Test(text, nul_is_a_byte_like_others)
{
    Text rest = {"is\0ready quit", 13};
    Text word;
    cr_assert(text_next_word(&rest, &word));
    cr_assert_eq(word.length, 8);
    cr_assert_not(text_equals(word, "is"));
    char copy[16];
    cr_assert_not(text_copy(word, copy, sizeof copy), "the copy would seem to end early");
    cr_assert(text_next_word(&rest, &word));
    cr_assert(text_equals(word, "quit"));
}

Test(text, copies_are_cut_and_say_so)
{
    char copy[5];
    cr_assert(text_copy(text_of("four"), copy, sizeof copy));
    cr_assert_str_eq(copy, "four");
    cr_assert_not(text_copy(text_of("fives"), copy, sizeof copy));
    cr_assert_str_eq(copy, "five");
}

Test(text, names_ignore_case_and_runs_of_blanks)
{
    cr_assert(text_matches_name(text_of("  move \t OVERHEAD "), "Move Overhead"));
    cr_assert_not(text_matches_name(text_of("moveoverhead"), "Move Overhead"));
    cr_assert_not(text_matches_name(text_of("move"), "Move Overhead"));
    cr_assert_not(text_matches_name(text_of("move overhead x"), "Move Overhead"));
    cr_assert_not(text_matches_name(text_of("move overhea"), "Move Overhead"));
    cr_assert(text_equals_ignoring_case(text_of("tRUe"), "true"));
    cr_assert_not(text_equals_ignoring_case(text_of("tru"), "true"));
    cr_assert_not(text_equals_ignoring_case(text_of("@"), "`"), "only letters have case");
}

typedef struct Number {
    const char *text;
    bool is_number;
    int64_t as_signed;
    uint64_t as_unsigned;
} Number;

static const Number NUMBERS[] = {
    {"0", true, 0, 0},
    {"-0", true, 0, 0},
    {"+7", true, 7, 7},
    {"-7", true, -7, 0},
    {"007", true, 7, 7},
    {"9223372036854775806", true, INT64_MAX - 1, 9223372036854775806u},
    {"9223372036854775807", true, INT64_MAX, 9223372036854775807u},
    {"9223372036854775808", true, INT64_MAX, 9223372036854775808u},
    {"-9223372036854775807", true, INT64_MIN + 1, 0},
    {"-9223372036854775808", true, INT64_MIN, 0},
    {"-9223372036854775809", true, INT64_MIN, 0},
    {"18446744073709551614", true, INT64_MAX, UINT64_MAX - 1},
    {"18446744073709551615", true, INT64_MAX, UINT64_MAX},
    {"18446744073709551616", true, INT64_MAX, UINT64_MAX},
    {"99999999999999999999999999999999999999", true, INT64_MAX, UINT64_MAX},
    {"", false, 0, 0},
    {"-", false, 0, 0},
    {"+", false, 0, 0},
    {"--1", false, 0, 0},
    {"1e3", false, 0, 0},
    {"0x10", false, 0, 0},
    {"1.0", false, 0, 0},
    {" 1", false, 0, 0},
    {"1 ", false, 0, 0},
    {"abc", false, 0, 0},
};

Test(text, whole_numbers_are_read_whole_and_saturate)
{
    for (size_t i = 0; i < sizeof NUMBERS / sizeof NUMBERS[0]; i++) {
        const Number *const n = &NUMBERS[i];
        int64_t as_signed = 42;
        uint64_t as_unsigned = 42;
        cr_assert_eq(text_parse_int64(text_of(n->text), &as_signed), n->is_number, "'%s'", n->text);
        cr_assert_eq(text_parse_uint64(text_of(n->text), &as_unsigned), n->is_number, "'%s'",
                     n->text);
        cr_assert_eq(as_signed, n->is_number ? n->as_signed : 42, "'%s'", n->text);
        cr_assert_eq(as_unsigned, n->is_number ? n->as_unsigned : 42, "'%s'", n->text);
    }
}

typedef struct Shown {
    const char *raw;
    const char *shown;
} Shown;

static const Shown SHOWN[] = {
    {"plain ~ text", "plain ~ text"},
    {"tab\tbell\ax\x7f", "tab?bell?x?"},
    {"\xd1\x81\xd0\xb5\xd1\x82\xd1\x8c/\xc3\x89.nnue",
     "\xd1\x81\xd0\xb5\xd1\x82\xd1\x8c/\xc3\x89.nnue"},
    {"\xe2\x82\xac \xf0\x9f\x99\x82", "\xe2\x82\xac \xf0\x9f\x99\x82"},
    {"\xc2\x9b[2J", "??[2J"},     // a C1 control
    {"\xc0\xaf", "??"},           // overlong
    {"\xe0\x80\xaf", "???"},      // overlong
    {"\xed\xa0\x80", "???"},      // surrogate
    {"\xf4\x90\x80\x80", "????"}, // beyond U+10FFFF
    {"\xff\xfe", "??"},           //
    {"cut \xe2\x82", "cut ??"},   // in the middle of a character
    {"\xe2z\x82\xac", "?z??"},    //
};

Test(text, only_printable_text_is_shown)
{
    for (size_t i = 0; i < sizeof SHOWN / sizeof SHOWN[0]; i++) {
        char text[64];
        strcpy(text, SHOWN[i].raw);
        text_make_printable(text);
        cr_assert_str_eq(text, SHOWN[i].shown, "case %zu", i);
    }
}
