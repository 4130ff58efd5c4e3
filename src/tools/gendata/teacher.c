// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/teacher.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "position/fen.h"
#include "position/notation.h"
#include "record/game.h"
#include "tools/support/uci_process.h"

enum {
    MATE_MOVES_MAX = MAX_PLY / 2 - 1,
    OUTPUT_BYTES = RECORD_GAME_PLIES_MAX * 6 + 512,
};

typedef struct Teacher {
    Player base; // first, so that a Player is found back as what it is
    const TeacherSettings *settings;
    UciProcess *process;
    bool knows_chess960;
    char output[OUTPUT_BYTES];
} Teacher;

// Reads up to the line that is `word`; what follows "id name " is copied to `name` where wanted.
static Status wait_for(Teacher *teacher, const char *word, char *name, ErrorText *error)
{
    for (;;) {
        Text line;
        const Status status = uci_process_read_line(teacher->process, &line, error);
        if (status != STATUS_OK)
            return status;
        if (text_equals(line, word))
            return STATUS_OK;
        const Text chess960 = {line.data, sizeof "option name UCI_Chess960 " - 1};
        if (line.length > chess960.length && text_equals(chess960, "option name UCI_Chess960 "))
            teacher->knows_chess960 = true;
        static const char ID[] = "id name ";
        const size_t skipped = sizeof ID - 1;
        if (name != NULL && line.length > skipped && memcmp(line.data, ID, skipped) == 0) {
            (void)text_copy((Text){line.data + skipped, line.length - skipped}, name,
                            TEACHER_NAME_BYTES);
            text_make_printable(name);
        }
    }
}

static Status begin_game(Player *player, ErrorText *error)
{
    Teacher *teacher = (Teacher *)player;
    const Status status = uci_process_send_line(teacher->process, error, "ucinewgame\nisready\n");
    return status == STATUS_OK ? wait_for(teacher, "readyok", NULL, error) : status;
}

// position fen START moves ...; go nodes N
static Status ask(Teacher *teacher, const GameLine *line, uint64_t nodes, ErrorText *error)
{
    char fen[FEN_BYTES];
    fen_write(line->start, false, fen);
    char *out = teacher->output;
    size_t used = (size_t)snprintf(out, OUTPUT_BYTES, "position fen %s%s", fen,
                                   line->plies > 0 ? " moves" : "");
    for (size_t i = 0; i < line->plies && i < RECORD_GAME_PLIES_MAX; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(line->moves[i], teacher->knows_chess960, move);
        used += (size_t)snprintf(out + used, OUTPUT_BYTES - used, " %s", move);
    }
    used += (size_t)snprintf(out + used, OUTPUT_BYTES - used, "\ngo nodes %llu\n",
                             (unsigned long long)nodes);
    return uci_process_send(teacher->process, out, used, error);
}

// Takes "score cp N" or "score mate N" out of an info line; bounds are taken for the score, the
// last line before the best move mostly is none.
static void take_score(const TeacherSettings *settings, Text line, Score *score)
{
    Text word;
    bool is_second_line = false;
    while (text_next_word(&line, &word)) {
        int64_t number = 0;
        Text kind;
        if (text_equals(word, "multipv") && text_next_word(&line, &word))
            is_second_line = !text_equals(word, "1");
        if (text_equals(word, "pv") || text_equals(word, "string"))
            return;
        if (!text_equals(word, "score") || is_second_line || !text_next_word(&line, &kind) ||
            !text_next_word(&line, &word) || !text_parse_int64(word, &number))
            continue;
        const bool is_mate = text_equals(kind, "mate");
        const int64_t most = is_mate ? MATE_MOVES_MAX : SCORE_EVAL_MAX;
        if (!is_mate)
            number = number / 1000 * settings->score_permille +
                     number % 1000 * settings->score_permille / 1000;
        number = number > most ? most : number < -most ? -most : number;
        *score = !is_mate     ? (Score)number
                 : number > 0 ? score_mate_in((int)(2 * number - 1))
                              : score_mated_in((int)(-2 * number));
    }
}

static Status take_move(const Teacher *teacher, const Board *board, Text word, Judgement *judgement,
                        ErrorText *error)
{
    judgement->move = notation_parse_uci(board, word.data, (int)word.length);
    if (judgement->move != MOVE_NONE && judgement->score != SCORE_NONE)
        return STATUS_OK;
    char fen[FEN_BYTES];
    fen_write(board, true, fen);
    return status_fail(error, STATUS_SYSTEM, "%s: %s: %s %.*s", teacher->settings->command, fen,
                       judgement->score == SCORE_NONE ? "no score with" : "the illegal move",
                       text_quote_length(word), word.data);
}

static Status judge(Player *player, const GameLine *line, uint64_t nodes, Judgement *judgement,
                    ErrorText *error)
{
    Teacher *teacher = (Teacher *)player;
    Status status = ask(teacher, line, nodes, error);
    judgement->score = SCORE_NONE;
    for (;;) {
        Text rest;
        Text word;
        if (status == STATUS_OK)
            status = uci_process_read_line(teacher->process, &rest, error);
        if (status != STATUS_OK)
            return status;
        if (!text_next_word(&rest, &word))
            continue;
        if (text_equals(word, "info"))
            take_score(teacher->settings, rest, &judgement->score);
        if (text_equals(word, "bestmove")) {
            (void)text_next_word(&rest, &word);
            return take_move(teacher, line->board, word, judgement, error);
        }
    }
}

static void destroy(Player *player)
{
    Teacher *teacher = (Teacher *)player;
    uci_process_end(teacher->process);
    free(teacher);
}

// Starts the engine and waits until it has told what it is.
static Status start(const TeacherSettings *settings, char *name, Teacher **out, ErrorText *error)
{
    Teacher *teacher = calloc(1, sizeof *teacher);
    if (teacher == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for a teacher");
    teacher->base = (Player){begin_game, judge, destroy};
    teacher->settings = settings;
    Status status = uci_process_start(settings->command, &teacher->process, error);
    if (status == STATUS_OK)
        status = uci_process_send_line(teacher->process, error, "uci\n");
    if (status == STATUS_OK)
        status = wait_for(teacher, "uciok", name, error);
    if (status != STATUS_OK) {
        destroy(&teacher->base);
        return status;
    }
    *out = teacher;
    return STATUS_OK;
}

Status teacher_ask_name(TeacherSettings *settings, ErrorText *error)
{
    Teacher *teacher = NULL;
    (void)snprintf(settings->name, sizeof settings->name, "unnamed");
    const Status status = start(settings, settings->name, &teacher, error);
    if (status == STATUS_OK)
        destroy(&teacher->base);
    return status;
}

// NAME=VALUE as the protocol spells it.
static Status send_option(Teacher *teacher, const char *option, ErrorText *error)
{
    const char *equals = strchr(option, '=');
    if (equals == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "--option %s: wanted NAME=VALUE", option);
    return uci_process_send_line(teacher->process, error, "setoption name %.*s value %s\n",
                                 (int)(equals - option), option, equals + 1);
}

Status teacher_create(const TeacherSettings *settings, int hash_mib, Player **player,
                      ErrorText *error)
{
    Teacher *teacher = NULL;
    Status status = start(settings, NULL, &teacher, error);
    if (status != STATUS_OK)
        return status;
    status = uci_process_send_line(teacher->process, error,
                                   "setoption name Threads value 1\nsetoption name Hash value %d\n",
                                   hash_mib);
    if (status == STATUS_OK && teacher->knows_chess960)
        status = uci_process_send_line(teacher->process, error,
                                       "setoption name UCI_Chess960 value true\n");
    for (int i = 0; i < settings->option_count && status == STATUS_OK; i++)
        status = send_option(teacher, settings->options[i], error);
    if (status != STATUS_OK) {
        destroy(&teacher->base);
        return status;
    }
    *player = &teacher->base;
    return STATUS_OK;
}
