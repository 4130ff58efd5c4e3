// SPDX-License-Identifier: GPL-3.0-or-later
// Lines to command structs: setoption, position and go.
#include <criterion/criterion.h>
#include <string.h>

#include "chess/score.h"
#include "position/fen.h"
#include "uci/parser.h"

typedef struct OptionLine {
    const char *rest;
    bool is_good;
    const char *name;
    const char *value;
} OptionLine;

static const OptionLine OPTION_LINES[] = {
    {" name Hash value 32", true, "Hash", "32"},
    {"  NAME   Move \t Overhead   VALUE   50  ", true, "Move \t Overhead", "50"},
    {" name Clear Hash", true, "Clear Hash", ""},
    {" name clear hash value", true, "clear hash", ""},
    {" name EvalFile value /a b/name  value/x value y.nnue \r", true, "EvalFile",
     "/a b/name  value/x value y.nnue"},
    {" name name value value", true, "name", "value"},
    {" name value 3", false, NULL, NULL},
    {" name", false, NULL, NULL},
    {" name  ", false, NULL, NULL},
    {"", false, NULL, NULL},
    {" Hash value 32", false, NULL, NULL},
};

Test(parser, setoption)
{
    for (size_t i = 0; i < sizeof OPTION_LINES / sizeof OPTION_LINES[0]; i++) {
        const OptionLine *const line = &OPTION_LINES[i];
        SetOptionCommand command;
        ErrorText error = {""};
        const Status status = parser_read_setoption(text_of(line->rest), &command, &error);
        cr_assert_eq(status == STATUS_OK, line->is_good, "'%s'", line->rest);
        cr_assert_eq(error.text[0] == '\0', line->is_good, "'%s'", line->rest);
        if (!line->is_good)
            continue;
        cr_assert(text_equals(command.name, line->name), "'%s'", line->rest);
        cr_assert(text_equals(command.value, line->value), "'%s'", line->rest);
    }
}

typedef struct PositionLine {
    const char *rest;
    bool is_good;
    bool is_start;
    const char *fen;
    const char *moves;
} PositionLine;

static const PositionLine POSITION_LINES[] = {
    {" startpos", true, true, "", ""},
    {" startpos moves", true, true, "", ""},
    {"  startpos \t moves   e2e4   e7e5  ", true, true, "", "e2e4   e7e5"},
    {" fen 8/8 w - -  ", true, false, "8/8 w - -", ""},
    {" fen 8/8 w - - moves e2e4", true, false, "8/8 w - -", "e2e4"},
    {" fen moves e2e4", true, false, "", "e2e4"},
    {" fen", true, false, "", ""},
    {" fen 8/8 moves moves", true, false, "8/8", "moves"},
    {" startpos e2e4", false, false, NULL, NULL},
    {" 8/8 w - -", false, false, NULL, NULL},
    {" moves e2e4", false, false, NULL, NULL},
    {"", false, false, NULL, NULL},
};

Test(parser, position)
{
    for (size_t i = 0; i < sizeof POSITION_LINES / sizeof POSITION_LINES[0]; i++) {
        const PositionLine *const line = &POSITION_LINES[i];
        PositionCommand command;
        ErrorText error = {""};
        const Status status = parser_read_position(text_of(line->rest), &command, &error);
        cr_assert_eq(status == STATUS_OK, line->is_good, "'%s'", line->rest);
        cr_assert_eq(error.text[0] == '\0', line->is_good, "'%s'", line->rest);
        if (!line->is_good)
            continue;
        cr_assert_eq(command.is_start, line->is_start, "'%s'", line->rest);
        cr_assert(text_equals(command.fen, line->fen), "'%s'", line->rest);
        cr_assert(text_equals(text_trim(command.moves), line->moves), "'%s'", line->rest);
    }
}

static GoCommand read_go(const char *rest)
{
    Board board;
    cr_assert_eq(fen_parse(FEN_START, false, &board, NULL), STATUS_OK);
    GoCommand go;
    parser_read_go(text_of(rest), &board, &go);
    return go;
}

Test(parser, go_reads_every_keyword)
{
    const GoCommand go = read_go(" wtime 1 btime 2 winc 3 binc 4 movestogo 5 movetime 6 depth 7"
                                 " nodes 8 mate 9 infinite ponder searchmoves e2e4 d2d4");
    const SearchLimits *const limits = &go.limits;
    cr_assert_str_eq(go.ignored.text, "");
    cr_assert(limits->has_clock && limits->infinite && limits->ponder);
    cr_assert_eq(limits->time_ms[WHITE], 1);
    cr_assert_eq(limits->time_ms[BLACK], 2);
    cr_assert_eq(limits->increment_ms[WHITE], 3);
    cr_assert_eq(limits->increment_ms[BLACK], 4);
    cr_assert_eq(limits->moves_to_go, 5);
    cr_assert_eq(limits->move_time_ms, 6);
    cr_assert_eq(limits->depth, 7);
    cr_assert_eq(limits->nodes, 8);
    cr_assert_eq(limits->mate, 9);
    cr_assert_eq(limits->search_moves.count, 2);
    cr_assert_eq(go.perft_depth, PARSER_NO_PERFT);
}

Test(parser, go_without_a_limit_is_infinite_and_with_one_is_not)
{
    static const char *const ENDLESS[] = {
        "", " infinite", " searchmoves e2e4", " wtime x", " movestogo 5", " winc 100", " ponder"};
    static const char *const LIMITED[] = {" wtime 1", " btime 1",    " depth 1",
                                          " nodes 1", " movetime 0", " mate 1"};
    for (size_t i = 0; i < sizeof ENDLESS / sizeof ENDLESS[0]; i++)
        cr_assert(read_go(ENDLESS[i]).limits.infinite, "'%s'", ENDLESS[i]);
    for (size_t i = 0; i < sizeof LIMITED / sizeof LIMITED[0]; i++)
        cr_assert_not(read_go(LIMITED[i]).limits.infinite, "'%s'", LIMITED[i]);
    cr_assert_eq(read_go(" depth 3").limits.move_time_ms, -1);
    cr_assert_not(read_go(" depth 3").limits.has_clock);
}

Test(parser, go_clamps_numbers)
{
    cr_assert_eq(read_go(" wtime -50").limits.time_ms[WHITE], 0);
    cr_assert_eq(read_go(" winc -1 wtime 5").limits.increment_ms[WHITE], 0);
    cr_assert_eq(read_go(" movetime -5").limits.move_time_ms, 0);
    cr_assert_eq(read_go(" depth -3").limits.depth, 1);
    cr_assert_eq(read_go(" depth 0").limits.depth, 1);
    cr_assert_eq(read_go(" depth 99999999999999999999").limits.depth, MAX_PLY);
    cr_assert_eq(read_go(" nodes -1").limits.nodes, 1);
    cr_assert_eq(read_go(" nodes 18446744073709551615").limits.nodes, UINT64_MAX);
    cr_assert_eq(read_go(" nodes 99999999999999999999").limits.nodes, UINT64_MAX);
    cr_assert_eq(read_go(" movestogo -3 wtime 1").limits.moves_to_go, 0);
    const int64_t huge = read_go(" wtime 9223372036854775807").limits.time_ms[WHITE];
    cr_assert_geq(huge, 1000000000000, "a clock of many years stays one");
    cr_assert_leq(huge, INT64_MAX / 1000000 / 4, "and sums of it fit into 64 bits of ns");
}

Test(parser, go_takes_the_other_clock_where_ours_is_garbled)
{
    const GoCommand go = read_go(" wtime abc btime 700");
    cr_assert(go.limits.has_clock);
    cr_assert_eq(go.limits.time_ms[WHITE], 700);
    cr_assert_str_eq(go.ignored.text, "no usable number in 'wtime abc'");
}

Test(parser, go_names_what_it_ignores)
{
    cr_assert_str_eq(read_go(" depth").ignored.text, "no number behind 'depth'");
    cr_assert_str_eq(read_go(" depth nodes 5").ignored.text, "no number behind 'depth'");
    cr_assert_eq(read_go(" depth nodes 5").limits.nodes, 5);
    cr_assert_str_eq(read_go(" foo depth 4").ignored.text, "unknown 'foo'");
    cr_assert_str_eq(read_go(" mate 0").ignored.text, "no usable number in 'mate 0'");
    cr_assert_str_eq(read_go(" perft -1").ignored.text, "no usable number in 'perft -1'");
    cr_assert_str_eq(read_go(" searchmoves e2e5 a2a3 a2a3").ignored.text,
                     "not a legal move 'e2e5', repeated 'a2a3'");
    cr_assert_str_eq(read_go(" depth 3 searchmoves").ignored.text, "");
}

Test(parser, go_keywords_end_the_moves_and_moves_may_come_twice)
{
    const GoCommand go = read_go(" searchmoves e2e4 depth 3 searchmoves d2d4 e2e4 nodes 5 c2c4");
    cr_assert_eq(go.limits.search_moves.count, 2);
    cr_assert_eq(go.limits.depth, 3);
    cr_assert_eq(go.limits.nodes, 5);
    cr_assert_str_eq(go.ignored.text, "repeated 'e2e4', unknown 'c2c4'");
}

Test(parser, go_perft)
{
    cr_assert_eq(read_go(" perft 5").perft_depth, 5);
    cr_assert_eq(read_go(" perft 0").perft_depth, 0);
    cr_assert_eq(read_go(" perft x").perft_depth, PARSER_NO_PERFT);
    cr_assert_eq(read_go(" perft -1").perft_depth, PARSER_NO_PERFT);
}

Test(parser, much_junk_is_named_within_bounds)
{
    char rest[20000];
    memset(rest, 'x', sizeof rest);
    for (size_t i = 0; i < sizeof rest; i += 60)
        rest[i] = ' ';
    rest[sizeof rest - 1] = '\0';
    const GoCommand go = read_go(rest);
    cr_assert_lt(strlen(go.ignored.text), sizeof go.ignored.text);
    cr_assert_gt(strlen(go.ignored.text), 100);
}
