// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/session.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "kernels/isa.h"
#include "uci/commands.h"
#include "uci/options.h"
#include "uci/play.h"

enum { FOLDER_BYTES = 4096 }; // the longest path that Linux takes

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
    {"perft", command_perft, "perft N [each] [FEN]: count the move sequences of N plies"},
    {"perftauto", command_perftauto, "perftauto: check the built-in table of such counts"},
    {"d", command_display, "d: show the position"},
    {"display", command_display, NULL},
    {"fen", command_fen, "fen: show the position as a FEN"},
    {"getboard", command_fen, NULL},
    {"flip", command_flip, "flip: turn the board upside down and swap the colours"},
    {"moves", command_moves, "moves: list the legal moves"},
    {"bookmoves", command_bookmoves, "bookmoves: what each file of the book knows of the position"},
    {"freebook", command_freebook, "freebook: let go of the book until the next isready"},
    {"eval", command_eval,
     "eval [short]: the evaluation that the search would use, and what it is made of"},
    {"nnue", command_nnue,
     "nnue [check [PLIES] | testvec FILE | stats | export FILE]: the net in play and its raw"
     " output; carried sums against fresh ones in random games; a file of wanted values; what"
     " the last search asked of it; write it as a file"},
    {"kernels", command_kernels,
     "kernels: the rows of each kernel entry, what a call costs, which one runs and why"},
    {"tune", command_tune, "tune: the search parameters as OpenBench's SPSA input (tune builds)"},
    {"dbg", command_dbg, "dbg: what the search's rules did (builds with -Ddiagnostics=true)"},
    {"dbgclear", command_dbgclear, "dbgclear: count anew"},
    {"play", command_play,
     "play [white|black] [level N]: a game at the terminal, from the position that is set"},
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
    const InfoStyle style = {
        .chess960 = session->search_chess960,
        .has_wdl = atomic_load(&session->shows_wdl),
        .material = session->search_material,
    };
    report_search_info(session->report, info, &style);
}

static void on_root_move(void *context, int depth, Move move, int number)
{
    Session *const session = context;
    report_root_move(session->report, depth, move, number, session->search_chess960);
}

static void on_best_move(void *context, Move best, Move ponder)
{
    Session *const session = context;
    // First, since the next `go` may follow the line at once.
    atomic_store(&session->is_searching, false);
    if (!ownbook_tells(session))
        report_best_move(session->report, best, ponder, session->search_chess960);
    // Whoever waits for the end of the search at the end of the input.
    line_reader_wake(session->report->reader);
}

SearchEvents session_events(Session *session)
{
    return (SearchEvents){
        .context = session,
        .on_info = on_info,
        .on_root_move = on_root_move,
        .on_best_move = on_best_move,
    };
}

Status session_open(Session *session, Report *report, const atomic_bool *interrupted,
                    const char *isa, ErrorText *error)
{
    *session = (Session){
        .report = report,
        .interrupted = interrupted,
        .elo = SKILL_ELO_DEFAULT,
        .skill_level = SKILL_LEVEL_MAX,
        .multi_pv = 1,
    };
    ownbook_open(&session->ownbook);
    atomic_init(&session->is_searching, false);
    options_read_defaults(session);
    const char *const named = getenv("RAVELIN_ISA");
    if (isa == NULL && named != NULL && named[0] != '\0')
        isa = named;
    const char *const tune = getenv("RAVELIN_TUNE");
    char tune_folder[FOLDER_BYTES];
    const EngineConfig config = {
        .isa = isa,
        .tunes = tune == NULL || strcmp(tune, "0") != 0,
        .tune_folder = file_cache_folder(tune_folder, sizeof tune_folder) ? tune_folder : NULL,
        .net_path = getenv("RAVELIN_EVALFILE"),
        .hash_mib = session->hash_mib_default,
        .threads = session->threads_default,
    };
    ErrorText shortfall = {""};
    session->engine = engine_create(&config, &shortfall);
    if (session->engine == NULL) {
        status_fail(error, STATUS_SYSTEM, "%s; no net is in play", shortfall.text);
        report_note(report, "%s", error->text);
        return STATUS_SYSTEM;
    }
    if (shortfall.text[0] != '\0')
        report_note(report, "%s", shortfall.text);
    // The defaults of ISA and EvalFile, so that a GUI that sends all defaults back changes nothing.
    uint32_t flags;
    const bool is_usable = isa != NULL && isa_limit(isa_detect(), isa, &flags, NULL) == STATUS_OK;
    session->isa_default = is_usable ? isa : ISA_NAME_BEST;
    const Network *const net = engine_network(session->engine);
    if (config.net_path != NULL && strcmp(net->origin, config.net_path) == 0)
        session->eval_file_default = config.net_path;
    const SearchEvents events = session_events(session);
    search_set_events(engine_search(session->engine), &events);
    game_begin(&session->game, engine_board(session->engine));
    return STATUS_OK;
}

void session_close(Session *session)
{
    search_stop(engine_search(session->engine));
    search_wait(engine_search(session->engine));
    play_end(session);
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

Skill session_skill(const Session *session)
{
    if (session->analyse_mode)
        return skill_full();
    if (session->limits_strength)
        return skill_of_elo(session->elo);
    if (session->skill_level < SKILL_LEVEL_MAX)
        return skill_of_elo(skill_elo_of_level(session->skill_level));
    return skill_full();
}

Status session_execute(Session *session, Text line, ErrorText *error)
{
    if (session->play != NULL) {
        play_read_line(session, line);
        return STATUS_OK;
    }
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

void session_report_failure(Session *session, const ErrorText *error, bool is_said)
{
    report_note(session->report, "%s", error->text);
    if (session->net_was_refused && !is_said)
        fprintf(stderr, "ravelin: %s\n", error->text);
    session->net_was_refused = false;
}

bool session_has_net(const Session *session, ErrorText *error)
{
    if (!engine_network(session->engine)->is_blank)
        return true;
    status_fail(error, STATUS_NOT_FOUND, "there is no net: name one with the option EvalFile");
    return false;
}

void session_report_net(Session *session)
{
    const Network *const net = engine_network(session->engine);
    report_note(session->report, "net %s hash %016" PRIx64 " size %zu bytes from %s", net->name,
                net->hash, net->file_bytes, net->origin);
}
