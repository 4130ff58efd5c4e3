// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/session.h"

#include <inttypes.h>

#include "uci/commands.h"
#include "uci/options.h"

static const CommandRow ROWS[] = {
    {"uci", command_uci, "uci: who we are and which options there are"},
    {"isready", command_isready, "isready: answered with readyok, also during a search"},
    {"ucinewgame", command_ucinewgame, "ucinewgame: forget what was learnt in the last game"},
    {"position", command_position, "position startpos|fen FEN [moves M1 M2 ...]: set the position"},
    {"setoption", command_setoption, "setoption name NAME [value VALUE]: set an option"},
    {"go", command_go,
     "go [wtime N btime N winc N binc N movestogo N] [movetime N] [depth N] [nodes N] [mate N]"
     " [infinite] [ponder] [searchmoves M1 M2 ...] | go perft N: search, or count moves"},
    {"ponderhit", command_ponderhit, "ponderhit: the pondered move was played"},
    {"stop", command_stop, "stop: end the search and give the best move"},
    {"quit", command_quit, "quit: end"},
    {"debug", command_ignored, NULL},
    {"register", command_ignored, NULL},
    {"bench", command_bench,
     "bench [DEPTH]: search fixed positions; the node count is a signature"},
    {"perft", command_perft, "perft N: count the move sequences of N plies"},
    {"perftauto", command_perftauto, "perftauto: check the built-in table of such counts"},
    {"d", command_display, "d: show the position"},
    {"display", command_display, NULL},
    {"fen", command_fen, "fen: show the position as a FEN"},
    {"moves", command_moves, "moves: list the legal moves"},
    {"eval", command_eval, "eval: the evaluation that the search would use"},
    {"nnue", command_nnue, "nnue: the net in play and its raw output"},
    {"license", command_license, "license: the terms, and the sources of the net"},
    {"help", command_help, "help: this list"},
    {NULL, NULL, NULL},
};

const CommandRow *command_rows(void)
{
    return ROWS;
}

static void on_info(void *context, const SearchInfo *info)
{
    Session *const session = context;
    report_search_info(session->report, info, session->search_chess960);
}

static void on_best_move(void *context, Move best, Move ponder)
{
    Session *const session = context;
    // First, since the next `go` may follow the line at once.
    atomic_store(&session->is_searching, false);
    report_best_move(session->report, best, ponder, session->search_chess960);
    // Whoever waits for the end of the search at the end of the input.
    line_reader_wake(session->report->reader);
}

SearchEvents session_events(Session *session)
{
    return (SearchEvents){.context = session, .on_info = on_info, .on_best_move = on_best_move};
}

Status session_open(Session *session, Report *report, const atomic_bool *interrupted,
                    const char *isa, ErrorText *error)
{
    *session = (Session){.report = report, .interrupted = interrupted};
    atomic_init(&session->is_searching, false);
    options_read_defaults(session);
    const EngineConfig config = {
        .isa = isa,
        .hash_mib = session->hash_mib_default,
        .threads = session->threads_default,
    };
    ErrorText shortfall = {""};
    session->engine = engine_create(&config, &shortfall);
    if (session->engine == NULL)
        return status_fail(error, STATUS_SYSTEM, "%s", shortfall.text);
    if (shortfall.text[0] != '\0')
        report_note(report, "%s", shortfall.text);
    const SearchEvents events = session_events(session);
    search_set_events(engine_search(session->engine), &events);
    game_begin(&session->game, engine_board(session->engine));
    return STATUS_OK;
}

void session_close(Session *session)
{
    search_stop(engine_search(session->engine));
    search_wait(engine_search(session->engine));
    engine_destroy(session->engine);
    session->engine = NULL;
}

void session_end_search(Session *session, const char *command)
{
    if (atomic_load(&session->is_searching)) {
        report_note(session->report, "%s: the running search is ended first", command);
        search_stop(engine_search(session->engine));
    }
    search_wait(engine_search(session->engine));
}

Status session_execute(Session *session, Text line, ErrorText *error)
{
    Text rest = line, word;
    if (!text_next_word(&rest, &word))
        return STATUS_OK;
    for (const CommandRow *row = ROWS; row->word != NULL; row++) {
        if (text_equals(word, row->word))
            return row->run(session, rest, error);
    }
    return status_fail(error, STATUS_BAD_INPUT, "unknown command '%.*s', 'help' lists all",
                       text_quote_length(word), word.data);
}

void session_report_net(Session *session)
{
    const Network *const net = engine_network(session->engine);
    report_note(session->report, "net %s hash %016" PRIx64 " size %zu bytes from %s", net->name,
                net->hash, net->file_bytes, net->origin);
}
