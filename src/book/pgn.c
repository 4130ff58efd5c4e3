// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/pgn.h"

#include <stdlib.h>
#include <string.h>

#include "book/pgn_tags.h"
#include "position/fen.h"
#include "position/position.h"
#include "position/san.h"

enum {
    TOKEN_BYTES = 32,
    PLIES_MAX = 100000, // no game is longer; a file that says so is not one of games
};

struct PgnReader {
    Source *source;
    uint64_t games;
    Move *moves;
    size_t move_capacity;

    // Of the game being read:
    PgnGame *game;
    PgnTags tags;
    Board boards[2];
    int current;
    uint64_t variation_depth;
    bool has_begun;  // a tag, a move or a result was seen
    bool has_moves;  // the movetext has begun, so a tag pair belongs to the next game
    bool is_set_up;  // the start position was made of the tags
    bool is_silent;  // after a fault or a null move: words are no longer read as moves
    bool has_result; // the movetext has come to its end
};

Status pgn_open(Source *source, PgnReader **out, ErrorText *error)
{
    PgnReader *const reader = calloc(1, sizeof *reader);
    if (reader == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", source_name(source));
    reader->source = source;
    *out = reader;
    return STATUS_OK;
}

void pgn_close(PgnReader *reader)
{
    if (reader == NULL)
        return;
    free(reader->moves);
    free(reader);
}

static void set_fault(PgnReader *reader, const char *reason)
{
    if (reader->game->fault.text[0] == '\0') {
        (void)status_fail(&reader->game->fault, STATUS_BAD_INPUT, "%s", reason);
        reader->game->fault_line = source_line(reader->source);
    }
    reader->is_silent = true;
}

static void mark_begun(PgnReader *reader)
{
    if (!reader->has_begun)
        reader->game->line = source_line(reader->source);
    reader->has_begun = true;
}

// Makes the start position of the tags, once, before the first move.
static void set_up(PgnReader *reader)
{
    if (reader->is_set_up)
        return;
    reader->is_set_up = true;
    Board *const start = &reader->game->start;
    ErrorText message = {""};
    if (!pgn_variant_is_chess(reader->tags.variant)) {
        set_fault(reader, "a variant that is not played here");
    } else if (reader->tags.fen[0] != '\0') {
        // The Chess960 reading takes standard positions as they are.
        Board board;
        if (fen_parse(reader->tags.fen, true, &board, &message) == STATUS_OK)
            *start = board;
        else
            set_fault(reader, message.text);
    }
    reader->boards[reader->current] = *start;
}

static Status add_move(PgnReader *reader, Move move, ErrorText *error)
{
    PgnGame *const game = reader->game;
    const size_t count = (size_t)game->ply_count;
    if (count == PLIES_MAX) {
        set_fault(reader, "the game is too long");
        return STATUS_OK;
    }
    if (count == reader->move_capacity) {
        const size_t capacity = count == 0 ? 256 : 2 * count;
        Move *const moves = realloc(reader->moves, capacity * sizeof *moves);
        if (moves == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory",
                               source_name(reader->source));
        reader->moves = moves;
        reader->move_capacity = capacity;
    }
    reader->moves[count] = move;
    game->ply_count++;
    position_apply_move(&reader->boards[reader->current], move,
                        &reader->boards[reader->current ^ 1]);
    reader->current ^= 1;
    return STATUS_OK;
}

// Takes the rest of a comment behind its opening brace. Braces do not nest.
static void skip_brace(PgnReader *reader)
{
    const uint64_t line = source_line(reader->source);
    int c;
    do
        c = source_next(reader->source);
    while (c != '}' && c != SOURCE_END);
    if (c == SOURCE_END) {
        ErrorText reason;
        (void)status_fail(&reason, STATUS_BAD_INPUT, "the comment of line %llu is never closed",
                          (unsigned long long)line);
        set_fault(reader, reason.text);
    }
}

// Reads a result; PGN_OPEN with false where the word is none.
static bool read_result(Text word, PgnResult *result)
{
    static const char *const WORDS[] = {"*", "1-0", "0-1", "1/2-1/2", "1/2"};
    static const PgnResult RESULTS[] = {PGN_OPEN, PGN_WHITE_WON, PGN_BLACK_WON, PGN_DRAWN,
                                        PGN_DRAWN};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (text_equals(word, WORDS[i])) {
            *result = RESULTS[i];
            return true;
        }
    }
    return false;
}

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool has_alphanumeric(Text word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (is_alphanumeric(word.data[i]))
            return true;
    }
    return false;
}

static bool is_null_move(Text word)
{
    static const char *const WORDS[] = {"--", "Z0", "0000", "@@@@", "null", "pass"};
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (text_equals(word, WORDS[i]))
            return true;
    }
    return false;
}

// Words that people put between moves: marks without a letter, Nunn's N and D, "e.p.".
static bool is_remark(Text word)
{
    return !has_alphanumeric(word) || text_equals(word, "N") || text_equals(word, "D") ||
           text_equals(word, "e.p.") || text_equals(word, "ep");
}

// One word of the main line that is no result.
static Status read_word(PgnReader *reader, Text word, ErrorText *error)
{
    if (reader->is_silent)
        return STATUS_OK;
    // Before the number is cut off, which would leave nothing of 0000.
    const bool is_null = is_null_move(word) || is_null_move(san_skip_number(word));
    word = san_skip_number(word);
    if (is_null) {
        set_up(reader);
        reader->game->has_null_move = true;
        reader->is_silent = true;
        return STATUS_OK;
    }
    if (word.length == 0 || is_remark(word))
        return STATUS_OK;
    set_up(reader);
    if (reader->is_silent)
        return STATUS_OK;
    Move move;
    ErrorText reason;
    if (san_parse(&reader->boards[reader->current], word, &move, &reason) != STATUS_OK) {
        set_fault(reader, reason.text);
        return STATUS_OK;
    }
    return add_move(reader, move, error);
}

static bool ends_word(int c)
{
    return c == SOURCE_END || c == ' ' || (c >= '\t' && c <= '\r') ||
           (c != 0 && strchr("{}()[];$!?<>\"*", c) != NULL);
}

// True where the next characters are a promotion in brackets, as in a8(Q).
static bool is_bracketed_promotion(Source *source)
{
    const int letter = source_peek(source, 1);
    return source_peek(source, 0) == '(' && source_peek(source, 2) == ')' && letter > 0 &&
           strchr("QRBNqrbn", letter) != NULL;
}

// The letter of a chess figure in UTF-8 (U+2654 to U+265F) at the next character, or 0.
static char figure_letter(Source *source)
{
    if (source_peek(source, 0) != 0xe2 || source_peek(source, 1) != 0x99)
        return 0;
    const int last = source_peek(source, 2);
    return last >= 0x94 && last <= 0x9f ? "KQRBNP"[(last - 0x94) % 6] : 0;
}

// Takes a word, cut to TOKEN_BYTES; what is cut off makes it no move.
static Text take_word(Source *source, char out[TOKEN_BYTES])
{
    size_t length = 0;
    for (;;) {
        const char figure = figure_letter(source);
        const bool is_promotion = length > 0 && is_bracketed_promotion(source);
        if (!is_promotion && ends_word(source_peek(source, 0)))
            return (Text){out, length};
        for (int i = is_promotion ? 3 : 1; i > 0; i--) {
            const int c = source_next(source);
            if (length < TOKEN_BYTES)
                out[length++] = figure != 0 ? figure : (char)c;
        }
        if (figure != 0) {
            (void)source_next(source);
            (void)source_next(source);
        }
    }
}

static Status take_movetext_word(PgnReader *reader, ErrorText *error)
{
    char buffer[TOKEN_BYTES];
    const Text word = take_word(reader->source, buffer);
    if (word.length == 0) { // a stray delimiter
        (void)source_next(reader->source);
        return STATUS_OK;
    }
    if (reader->variation_depth > 0)
        return STATUS_OK;
    mark_begun(reader);
    reader->has_moves = true;
    if (read_result(word, &reader->game->result)) {
        reader->has_result = true;
        return STATUS_OK;
    }
    return read_word(reader, word, error);
}

// True where the next tag pair belongs to another game than the one being read.
static bool begins_next_game(PgnReader *reader)
{
    return reader->has_moves || (reader->tags.has_event && pgn_tag_is_event(reader->source));
}

// Takes the next piece of the file. False at the end of the game.
static bool take_piece(PgnReader *reader, Status *status, ErrorText *error)
{
    Source *const source = reader->source;
    const int c = source_peek(source, 0);
    if (c == SOURCE_END)
        return false;
    if ((c == '%' && source_is_at_line_start(source)) || c == ';') {
        source_skip_line(source);
    } else if (c == '[' && pgn_tag_is_next(source) &&
               (reader->variation_depth == 0 || source_is_at_line_start(source))) {
        if (begins_next_game(reader))
            return false;
        mark_begun(reader);
        pgn_tag_take(source, &reader->tags);
    } else if (c == '{') {
        (void)source_next(source);
        skip_brace(reader);
    } else if (c == '(') {
        (void)source_next(source);
        reader->variation_depth++;
    } else if (c == ')') {
        (void)source_next(source);
        reader->variation_depth -= reader->variation_depth > 0;
    } else if (c == '$') {
        do
            (void)source_next(source);
        while (source_peek(source, 0) >= '0' && source_peek(source, 0) <= '9');
    } else if (c == '*') {
        (void)source_next(source);
        if (reader->variation_depth == 0) {
            mark_begun(reader);
            reader->game->result = PGN_OPEN;
            reader->has_result = true;
        }
    } else {
        *status = take_movetext_word(reader, error);
    }
    return *status == STATUS_OK && !reader->has_result;
}

static void begin_game(PgnReader *reader, PgnGame *game)
{
    *game = (PgnGame){.number = reader->games + 1};
    (void)fen_parse(FEN_START, false, &game->start, NULL);
    reader->game = game;
    reader->tags = pgn_tags_none();
    reader->current = 0;
    reader->variation_depth = 0;
    reader->has_begun = false;
    reader->has_moves = false;
    reader->is_set_up = false;
    reader->is_silent = false;
    reader->has_result = false;
}

Status pgn_next(PgnReader *reader, PgnGame *game, bool *at_end, ErrorText *error)
{
    *at_end = false;
    begin_game(reader, game);
    Status status = STATUS_OK;
    while (take_piece(reader, &status, error))
        continue;
    if (status == STATUS_OK)
        status = source_check(reader->source, error);
    if (status != STATUS_OK)
        return status;
    if (!reader->has_begun) {
        *at_end = true;
        return STATUS_OK;
    }
    set_up(reader);
    if (!reader->has_result)
        (void)read_result(text_trim(text_of(reader->tags.result)), &game->result);
    game->moves = reader->moves;
    game->white_elo = reader->tags.white_elo;
    game->black_elo = reader->tags.black_elo;
    game->seconds = reader->tags.seconds;
    reader->games++;
    return STATUS_OK;
}
