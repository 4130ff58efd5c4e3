// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/book/judge.h"

#include <stdlib.h>
#include <string.h>

#include "position/fen.h"
#include "position/notation.h"
#include "position/position.h"
#include "tools/support/uci_process.h"

enum { NAME_BYTES = 128, MATE_CP = 30000, SCORE_MISSING = 1 << 20 };

struct Judge {
    UciProcess *process;
    bool knows_chess960;
    bool has_book; // of its own
    char name[NAME_BYTES];
};

static bool starts_with(Text line, const char *start)
{
    const size_t length = strlen(start);
    return line.length >= length && memcmp(line.data, start, length) == 0;
}

static Status wait_for(Judge *judge, const char *word, ErrorText *error)
{
    static const char ID[] = "id name ";
    for (;;) {
        Text line;
        const Status status = uci_process_read_line(judge->process, &line, error);
        if (status != STATUS_OK || text_equals(line, word))
            return status;
        judge->knows_chess960 |= starts_with(line, "option name UCI_Chess960 ");
        judge->has_book |= starts_with(line, "option name OwnBook ");
        if (starts_with(line, ID)) {
            const size_t skipped = sizeof ID - 1;
            (void)text_copy((Text){line.data + skipped, line.length - skipped}, judge->name,
                            sizeof judge->name);
            text_make_printable(judge->name);
        }
    }
}

static Status send_options(Judge *judge, const ArgumentList *options, ErrorText *error)
{
    Status status = STATUS_OK;
    if (judge->knows_chess960)
        status = uci_process_send_line(judge->process, error,
                                       "setoption name UCI_Chess960 value true\n");
    if (status == STATUS_OK && judge->has_book)
        status =
            uci_process_send_line(judge->process, error, "setoption name OwnBook value false\n");
    for (int i = 0; i < options->count && status == STATUS_OK; i++) {
        const char *const option = options->items[i];
        const char *const equals = strchr(option, '=');
        if (equals == NULL)
            return status_fail(error, STATUS_BAD_INPUT, "--option %s: wanted NAME=VALUE", option);
        status = uci_process_send_line(judge->process, error, "setoption name %.*s value %s\n",
                                       (int)(equals - option), option, equals + 1);
    }
    return status;
}

Status judge_create(const char *command, const ArgumentList *options, Judge **out, ErrorText *error)
{
    Judge *const judge = calloc(1, sizeof *judge);
    if (judge == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", command);
    Status status = uci_process_start(command, &judge->process, error);
    if (status == STATUS_OK)
        status = uci_process_send_line(judge->process, error, "uci\n");
    if (status == STATUS_OK)
        status = wait_for(judge, "uciok", error);
    if (status == STATUS_OK)
        status = send_options(judge, options, error);
    if (status == STATUS_OK)
        status = uci_process_send_line(judge->process, error, "isready\n");
    if (status == STATUS_OK)
        status = wait_for(judge, "readyok", error);
    if (status != STATUS_OK) {
        judge_destroy(judge);
        return status;
    }
    *out = judge;
    return STATUS_OK;
}

void judge_destroy(Judge *judge)
{
    if (judge == NULL)
        return;
    uci_process_end(judge->process);
    free(judge);
}

const char *judge_name(const Judge *judge)
{
    return judge->name[0] != '\0' ? judge->name : "unnamed";
}

// Takes the score out of an info line. A bound counts only until an exact score comes.
static void take_score(Text line, int *score, bool *is_exact)
{
    Text word, kind;
    int found = SCORE_MISSING;
    bool is_bound = false;
    while (text_next_word(&line, &word)) {
        int64_t number = 0;
        if (text_equals(word, "pv") || text_equals(word, "string"))
            break;
        if (text_equals(word, "multipv") && text_next_word(&line, &word) && !text_equals(word, "1"))
            return;
        is_bound |= text_equals(word, "lowerbound") || text_equals(word, "upperbound");
        if (!text_equals(word, "score") || !text_next_word(&line, &kind) ||
            !text_next_word(&line, &word) || !text_parse_int64(word, &number))
            continue;
        const int64_t most = MATE_CP - 1;
        number = number > most ? most : number < -most ? -most : number;
        if (!text_equals(kind, "mate"))
            found = (int)number;
        else
            found = number > 0 ? MATE_CP - (int)number : -MATE_CP - (int)number;
    }
    if (found == SCORE_MISSING || (is_bound && *is_exact))
        return;
    *score = found;
    *is_exact = !is_bound;
}

// Sends `position` and `go depth`, with one move to search if it is not MOVE_NONE.
static Status ask(Judge *judge, const Board *board, Move only, int depth, ErrorText *error)
{
    char fen[FEN_BYTES], move[UCI_MOVE_BYTES];
    fen_write(board, false, fen);
    notation_write_uci(only, judge->knows_chess960, move);
    return uci_process_send_line(judge->process, error, "position fen %s\ngo depth %d%s%s\n", fen,
                                 depth, only != MOVE_NONE ? " searchmoves " : "",
                                 only != MOVE_NONE ? move : "");
}

// Reads up to the bestmove. `verdict->move` is MOVE_NONE where the engine's is not legal.
static Status listen(Judge *judge, const Board *board, Verdict *verdict, ErrorText *error)
{
    verdict->score_cp = SCORE_MISSING;
    bool is_exact = false;
    for (;;) {
        Text line, word;
        const Status status = uci_process_read_line(judge->process, &line, error);
        if (status != STATUS_OK)
            return status;
        if (!text_next_word(&line, &word))
            continue;
        if (text_equals(word, "info"))
            take_score(line, &verdict->score_cp, &is_exact);
        if (!text_equals(word, "bestmove"))
            continue;
        (void)text_next_word(&line, &word);
        verdict->move = word.length < UCI_MOVE_BYTES
                            ? notation_parse_uci(board, word.data, (int)word.length)
                            : MOVE_NONE;
        if (verdict->score_cp == SCORE_MISSING)
            return uci_process_fail(judge->process, "a search without a score", error);
        return STATUS_OK;
    }
}

Status judge_position(Judge *judge, const Board *board, int depth, Verdict *verdict,
                      ErrorText *error)
{
    Status status = ask(judge, board, MOVE_NONE, depth, error);
    if (status == STATUS_OK)
        status = listen(judge, board, verdict, error);
    if (status == STATUS_OK && verdict->move == MOVE_NONE)
        status = uci_process_fail(judge->process, "an illegal move", error);
    return status;
}

Status judge_move(Judge *judge, const Board *board, Move move, int depth, int *score_cp,
                  ErrorText *error)
{
    Verdict verdict;
    Status status = ask(judge, board, move, depth, error);
    if (status == STATUS_OK)
        status = listen(judge, board, &verdict, error);
    if (status != STATUS_OK)
        return status;
    if (verdict.move == move) {
        *score_cp = verdict.score_cp;
        return STATUS_OK;
    }
    Board child;
    position_apply_move(board, move, &child);
    status = ask(judge, &child, MOVE_NONE, depth > 1 ? depth - 1 : 1, error);
    if (status == STATUS_OK)
        status = listen(judge, &child, &verdict, error);
    if (status == STATUS_OK)
        *score_cp = -verdict.score_cp;
    return status;
}
