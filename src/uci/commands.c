// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/commands.h"

#include <string.h>

#include "base/clock.h"
#include "base/version.h"
#include "position/fen.h"
#include "position/notation.h"
#include "uci/options.h"
#include "uci/parser.h"
#include "uci/wdl.h"

Status command_uci(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    report_line(session->report, "id name %s", VERSION_NAME);
    report_line(session->report, "id author the Ravelin developers");
    options_report(session);
    session_report_net(session);
    report_line(session->report, "uciok");
    return STATUS_OK;
}

Status command_isready(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    session_report_net(session);
    ownbook_get_ready(session);
    report_line(session->report, "readyok");
    return STATUS_OK;
}

Status command_ucinewgame(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    session_end_search(session, "ucinewgame");
    engine_new_game(session->engine);
    return STATUS_OK;
}

// Words that are part of the protocol and mean nothing to us.
Status command_ignored(Session *session, Text rest, ErrorText *error)
{
    (void)session;
    (void)rest;
    (void)error;
    return STATUS_OK;
}

// Sets up the position that the moves start from, and says what of a FEN was not used.
static Status begin_game(Session *session, const PositionCommand *command, Game *game,
                         ErrorText *error)
{
    char fen[FEN_BYTES * 2] = FEN_START;
    if (!command->is_start && !text_copy(command->fen, fen, sizeof fen))
        return status_fail(error, STATUS_BAD_INPUT, "the FEN is too long");
    Board board;
    ErrorText message = {""};
    const Status status = fen_parse(fen, session->chess960, &board, &message);
    if (status != STATUS_OK) {
        *error = message;
        return status;
    }
    if (message.text[0] != '\0')
        report_note(session->report, "%s", message.text);
    game_begin(game, &board);
    return STATUS_OK;
}

static Status play_moves(Text moves, Game *game, ErrorText *error)
{
    Text word;
    int number = 0;
    while (text_next_word(&moves, &word)) {
        number++;
        const Move move = word.length <= UCI_MOVE_BYTES
                              ? notation_parse_uci(&game->board, word.data, (int)word.length)
                              : MOVE_NONE;
        if (move == MOVE_NONE)
            return status_fail(error, STATUS_BAD_INPUT, "move %d, '%.*s', is not legal", number,
                               text_quote_length(word), word.data);
        game_play(game, move);
    }
    return STATUS_OK;
}

Status command_position(Session *session, Text rest, ErrorText *error)
{
    PositionCommand command;
    Game game;
    ErrorText reason;
    Status status = parser_read_position(rest, &command, &reason);
    if (status == STATUS_OK)
        status = begin_game(session, &command, &game, &reason);
    if (status == STATUS_OK)
        status = play_moves(command.moves, &game, &reason);
    if (status != STATUS_OK)
        return status_fail(error, status, "position refused, the one before stays: %s",
                           reason.text);
    session->game = game;
    return STATUS_OK;
}

Status command_setoption(Session *session, Text rest, ErrorText *error)
{
    SetOptionCommand command;
    const Status status = parser_read_setoption(rest, &command, error);
    return status == STATUS_OK ? options_set(session, &command, error) : status;
}

Status command_go(Session *session, Text rest, ErrorText *error)
{
    const int64_t start_ns = clock_now_ns();
    GoCommand command;
    parser_read_go(rest, &session->game.board, &command);
    if (command.ignored.text[0] != '\0')
        report_note(session->report, "go: ignored: %s", command.ignored.text);
    session_end_search(session, "go");
    if (command.perft_depth != PARSER_NO_PERFT) {
        console_perft(session, &session->game.board, command.perft_depth, PERFT_BULK);
        return STATUS_OK;
    }

    if (!session_has_net(session, error)) {
        report_note(session->report, "%s", error->text);
        report_best_move(session->report, MOVE_NONE, MOVE_NONE, false);
        return STATUS_OK;
    }
    command.limits.start_ns = start_ns;
    session->search_chess960 = session->chess960;
    session->search_material = wdl_material(&session->game.board);
    session->search_is_infinite = command.limits.infinite;
    session->search_is_endless = command.limits.infinite || command.limits.ponder;
    engine_set_position(session->engine, &session->game.board, session->game.keys,
                        (size_t)(session->game.key_count - 1));
    if (ownbook_answers(session, &command.limits))
        return STATUS_OK;
    const Skill skill = session_skill(session);
    search_set_skill(engine_search(session->engine), &skill);
    atomic_store(&session->is_searching, true);
    engine_go(session->engine, &command.limits);
    return STATUS_OK;
}

Status command_ponderhit(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    if (atomic_load(&session->is_searching)) {
        session->search_is_endless = session->search_is_infinite;
        if (ownbook_takes_ponderhit(session))
            search_stop(engine_search(session->engine));
        else
            search_ponderhit(engine_search(session->engine));
    }
    return STATUS_OK;
}

Status command_stop(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    if (atomic_load(&session->is_searching))
        search_stop(engine_search(session->engine));
    return STATUS_OK;
}

Status command_quit(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    session->has_quit = true;
    return STATUS_OK;
}
