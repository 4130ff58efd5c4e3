// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/parser.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "chess/score.h"
#include "position/notation.h"
#include "position/perft.h"

Status parser_read_setoption(Text rest, SetOptionCommand *out, ErrorText *error)
{
    Text word;
    if (!text_next_word(&rest, &word) || !text_equals_ignoring_case(word, "name"))
        return status_fail(error, STATUS_BAD_INPUT, "setoption: the word 'name' is missing");
    const char *const name_begin = rest.data;
    const char *name_end = rest.data;
    out->value = (Text){rest.data, 0};
    while (text_next_word(&rest, &word)) {
        if (text_equals_ignoring_case(word, "value")) {
            out->value = text_trim(rest);
            break;
        }
        name_end = word.data + word.length;
    }
    out->name = text_trim((Text){name_begin, (size_t)(name_end - name_begin)});
    if (out->name.length == 0)
        return status_fail(error, STATUS_BAD_INPUT, "setoption: the name of the option is missing");
    return STATUS_OK;
}

Status parser_read_position(Text rest, PositionCommand *out, ErrorText *error)
{
    Text word;
    text_next_word(&rest, &word);
    out->is_start = text_equals(word, "startpos");
    if (!out->is_start && !text_equals(word, "fen"))
        return status_fail(error, STATUS_BAD_INPUT, "'startpos' or 'fen' expected, got '%.*s'",
                           text_quote_length(word), word.data);
    out->fen = (Text){rest.data, 0};
    out->moves = (Text){rest.data, 0};
    const char *const fen_begin = rest.data;
    while (text_next_word(&rest, &word)) {
        if (text_equals(word, "moves")) {
            out->moves = rest;
            break;
        }
        if (out->is_start)
            return status_fail(error, STATUS_BAD_INPUT, "'moves' expected, got '%.*s'",
                               text_quote_length(word), word.data);
        out->fen = (Text){fen_begin, (size_t)(word.data + word.length - fen_begin)};
    }
    out->fen = text_trim(out->fen);
    return STATUS_OK;
}

// What a keyword of `go` takes.
typedef enum GoValue { GO_FLAG, GO_NUMBER, GO_MOVES } GoValue;

typedef enum GoKey {
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MOVETIME,
    GO_DEPTH,
    GO_NODES,
    GO_MATE,
    GO_PERFT,
    GO_INFINITE,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_KEY_COUNT
} GoKey;

static const struct {
    const char *word;
    GoValue value;
} GO_KEYS[GO_KEY_COUNT] = {
    [GO_WTIME] = {"wtime", GO_NUMBER},
    [GO_BTIME] = {"btime", GO_NUMBER},
    [GO_WINC] = {"winc", GO_NUMBER},
    [GO_BINC] = {"binc", GO_NUMBER},
    [GO_MOVESTOGO] = {"movestogo", GO_NUMBER},
    [GO_MOVETIME] = {"movetime", GO_NUMBER},
    [GO_DEPTH] = {"depth", GO_NUMBER},
    [GO_NODES] = {"nodes", GO_NUMBER},
    [GO_MATE] = {"mate", GO_NUMBER},
    [GO_PERFT] = {"perft", GO_NUMBER},
    [GO_INFINITE] = {"infinite", GO_FLAG},
    [GO_PONDER] = {"ponder", GO_FLAG},
    [GO_SEARCHMOVES] = {"searchmoves", GO_MOVES},
};

static int find_key(Text word)
{
    int key = 0;
    while (key < GO_KEY_COUNT && !text_equals(word, GO_KEYS[key].word))
        key++;
    return key;
}

// Adds to the list of what was ignored; what does not fit is left out.
static void ignore(GoCommand *go, const char *why, Text first, Text second)
{
    const size_t used = strlen(go->ignored.text);
    snprintf(go->ignored.text + used, sizeof go->ignored.text - used, "%s%s '%.*s%s%.*s'",
             used > 0 ? ", " : "", why, text_quote_length(first), first.data,
             second.length > 0 ? " " : "", text_quote_length(second), second.data);
}

static int64_t clamp(int64_t value, int64_t smallest, int64_t largest)
{
    return value < smallest ? smallest : value > largest ? largest : value;
}

// Clocks beyond 30 years are cut to that, so that sums in nanoseconds stay within 64 bits.
static const int64_t TIME_MS_MAX = 1000000000000;

// Takes in a number that stands behind its keyword; false if it makes no sense there.
static bool set_number(GoCommand *go, GoKey key, Text word, bool has_time[COLOUR_COUNT])
{
    SearchLimits *const limits = &go->limits;
    int64_t value;
    uint64_t nodes;
    if (!text_parse_int64(word, &value) || !text_parse_uint64(word, &nodes))
        return false;
    switch (key) {
    case GO_WTIME:
    case GO_BTIME:
        limits->time_ms[key - GO_WTIME] = clamp(value, 0, TIME_MS_MAX);
        has_time[key - GO_WTIME] = true;
        return true;
    case GO_WINC:
    case GO_BINC: limits->increment_ms[key - GO_WINC] = clamp(value, 0, TIME_MS_MAX); return true;
    case GO_MOVESTOGO: limits->moves_to_go = (int)clamp(value, 0, 1000); return true;
    case GO_MOVETIME: limits->move_time_ms = clamp(value, 0, TIME_MS_MAX); return true;
    case GO_DEPTH: limits->depth = (int)clamp(value, 1, MAX_PLY); return true;
    case GO_NODES: limits->nodes = nodes > 0 ? nodes : 1; return true;
    case GO_MATE: limits->mate = (int)clamp(value, 0, MAX_PLY); return value > 0;
    case GO_PERFT:
        if (value >= 0)
            go->perft_depth = (int)clamp(value, 0, PERFT_DEPTH_MAX);
        return value >= 0;
    default: return false;
    }
}

static void add_search_move(GoCommand *go, const Board *board, Text word)
{
    MoveList *const list = &go->limits.search_moves;
    const Move move =
        word.length < 8 ? notation_parse_uci(board, word.data, (int)word.length) : MOVE_NONE;
    bool is_repeated = false;
    for (int i = 0; i < list->count; i++)
        is_repeated = is_repeated || list->moves[i] == move;
    if (move == MOVE_NONE)
        ignore(go, "not a legal move", word, (Text){"", 0});
    else if (is_repeated)
        ignore(go, "repeated", word, (Text){"", 0});
    else
        list->moves[list->count++] = move;
}

// The clock of the side to move decides; see the header for a game that sends only the other one.
static void settle_limits(SearchLimits *limits, Colour us, const bool has_time[COLOUR_COUNT])
{
    const Colour them = us ^ 1;
    if (!has_time[us] && has_time[them])
        limits->time_ms[us] = limits->time_ms[them];
    limits->has_clock = has_time[WHITE] || has_time[BLACK];
    if (!limits->has_clock && limits->depth == 0 && limits->nodes == 0 &&
        limits->move_time_ms < 0 && limits->mate == 0)
        limits->infinite = true;
}

void parser_read_go(Text rest, const Board *board, GoCommand *out)
{
    memset(out, 0, sizeof *out);
    out->limits.move_time_ms = -1;
    out->perft_depth = PARSER_NO_PERFT;
    bool has_time[COLOUR_COUNT] = {false, false};
    bool in_moves = false;
    const Text none = {"", 0};
    Text word;
    while (text_next_word(&rest, &word)) {
        const int key = find_key(word);
        if (key == GO_KEY_COUNT) {
            if (in_moves)
                add_search_move(out, board, word);
            else
                ignore(out, "unknown", word, none);
            continue;
        }
        in_moves = GO_KEYS[key].value == GO_MOVES;
        if (key == GO_INFINITE)
            out->limits.infinite = true;
        if (key == GO_PONDER)
            out->limits.ponder = true;
        if (GO_KEYS[key].value != GO_NUMBER)
            continue;
        Text after = rest, value;
        if (!text_next_word(&after, &value) || find_key(value) != GO_KEY_COUNT) {
            ignore(out, "no number behind", word, none);
            continue;
        }
        rest = after;
        if (!set_number(out, (GoKey)key, value, has_time))
            ignore(out, "no usable number in", word, value);
    }
    settle_limits(&out->limits, board->side_to_move, has_time);
}
