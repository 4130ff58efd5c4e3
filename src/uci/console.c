// SPDX-License-Identifier: GPL-3.0-or-later
// The commands for people at a terminal.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/version.h"
#include "engine/bench.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/notation.h"
#include "position/perft.h"
#include "position/position.h"
#include "uci/commands.h"

// True if castling in this position needs Chess960 spelling to be clear.
static bool has_chess960_castling(const Board *board)
{
    for (int i = 0; i < CASTLING_RIGHT_COUNT; i++) {
        const Square rook = board->castling_rook[i];
        if (rook == NO_SQUARE)
            continue;
        const int standard_file = i % 2 == CASTLE_KING_SIDE ? 7 : 0;
        if (square_file(rook) != standard_file ||
            square_file(board->king_square[i / 2]) != square_file(SQ_E1))
            return true;
    }
    return false;
}

static uint64_t per_second(uint64_t nodes, int64_t time_ns)
{
    const double seconds = (double)(time_ns > 0 ? time_ns : 1) * 1e-9;
    return (uint64_t)((double)nodes / seconds);
}

// A whole number behind a command, `fallback` if there is none. False when something else stands
// there or the number is out of range.
static bool read_number(Text *rest, int64_t fallback, int64_t smallest, int64_t largest, int *out)
{
    Text word;
    int64_t number = fallback;
    if (text_next_word(rest, &word) && !text_parse_int64(word, &number))
        return false;
    *out = number >= smallest && number <= largest ? (int)number : 0;
    return number >= smallest && number <= largest;
}

static void report_bench_position(void *context, const BenchPosition *position)
{
    Session *const session = context;
    char move[UCI_MOVE_BYTES];
    notation_write_uci(position->best, false, move);
    report_line(session->report, "position %d: %s %" PRIu64, position->number, move,
                position->nodes);
}

Status command_bench(Session *session, Text rest, ErrorText *error)
{
    Bench bench = {.stop = session->interrupted, .context = session};
    if (!read_number(&rest, BENCH_DEPTH_DEFAULT, 1, MAX_PLY, &bench.depth) ||
        text_trim(rest).length > 0)
        return status_fail(error, STATUS_BAD_INPUT, "bench: a depth from 1 to %d expected",
                           MAX_PLY);
    const char *const debug = getenv("RAVELIN_BENCH_DEBUG");
    if (debug != NULL && strcmp(debug, "1") == 0)
        bench.on_position = report_bench_position;
    if (!session_has_net(session, error))
        return STATUS_NOT_FOUND;
    session_end_search(session, "bench");
    const Network *const net = engine_network(session->engine);
    report_line(session->report, "net %s hash %016" PRIx64, net->name, net->hash);
    const SearchEvents events = session_events(session);
    BenchResult result;
    const Status status = bench_run(session->engine, &bench, &events, &result, error);
    if (status == STATUS_OK && !atomic_load(session->interrupted))
        report_line(session->report, "%" PRIu64 " nodes %" PRIu64 " nps", result.nodes,
                    per_second(result.nodes, result.time_ns));
    return status;
}

// Trees of up to this many plies take milliseconds.
enum { SHALLOW_PLIES = 4 };

// perft_count in pieces, so that a signal ends it soon; the result is then meaningless.
static uint64_t count_interruptibly(const Session *session, const Board *board, int depth,
                                    PerftMode mode)
{
    const Kernels *const kernels = engine_kernels(session->engine);
    if (depth <= SHALLOW_PLIES)
        return perft_count(kernels, board, depth, mode);
    MoveList list;
    generate_moves(kernels, board, &list);
    uint64_t nodes = 0;
    for (int i = 0; i < list.count && !atomic_load(session->interrupted); i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        nodes += count_interruptibly(session, &child, depth - 1, mode);
    }
    return nodes;
}

void console_perft(Session *session, const Board *board, int depth, PerftMode mode)
{
    const bool chess960 = session->chess960 || has_chess960_castling(board);
    const int64_t start_ns = clock_now_ns();
    uint64_t nodes = depth == 0;
    MoveList list = {.count = 0};
    if (depth > 0)
        generate_moves(engine_kernels(session->engine), board, &list);
    for (int i = 0; i < list.count; i++) {
        Board child;
        position_apply_move(board, list.moves[i], &child);
        const uint64_t below = count_interruptibly(session, &child, depth - 1, mode);
        if (atomic_load(session->interrupted))
            return;
        char move[UCI_MOVE_BYTES];
        notation_write_uci(list.moves[i], chess960, move);
        report_line(session->report, "%s: %" PRIu64, move, below);
        nodes += below;
    }
    const int64_t time_ns = clock_now_ns() - start_ns;
    report_note(session->report, "perft %d: %" PRId64 " ms, %" PRIu64 " nodes per second", depth,
                time_ns / 1000000, per_second(nodes, time_ns));
    report_line(session->report, "Nodes searched: %" PRIu64, nodes);
}

Status command_perft(Session *session, Text rest, ErrorText *error)
{
    int depth;
    if (!read_number(&rest, -1, 0, PERFT_DEPTH_MAX, &depth))
        return status_fail(error, STATUS_BAD_INPUT, "perft: a depth from 0 to %d expected",
                           PERFT_DEPTH_MAX);
    Board board = session->game.board;
    PerftMode mode = PERFT_BULK;
    Text word;
    Text behind = rest;
    if (text_next_word(&behind, &word) && text_equals(word, "each")) {
        mode = PERFT_EACH;
        rest = behind;
    }
    rest = text_trim(rest);
    if (rest.length > 0) {
        char fen[FEN_BYTES * 2];
        ErrorText message = {""};
        if (!text_copy(rest, fen, sizeof fen))
            return status_fail(error, STATUS_BAD_INPUT, "perft: the FEN is too long");
        // The Chess960 reading takes standard positions as they are.
        const Status status = fen_parse(fen, true, &board, &message);
        if (status != STATUS_OK)
            return status_fail(error, status, "perft: %.200s", message.text);
        if (message.text[0] != '\0')
            report_note(session->report, "%s", message.text);
    }
    session_end_search(session, "perft");
    console_perft(session, &board, depth, mode);
    return STATUS_OK;
}

// What report_perft_case needs.
typedef struct PerftRun {
    Session *session;
    uint64_t nodes;
} PerftRun;

static bool report_perft_case(void *context, const PerftCase *perft_case, uint64_t found)
{
    PerftRun *const run = context;
    run->nodes += found;
    report_line(run->session->report, "%s: %s, depth %d: %" PRIu64 " (published: %" PRIu64 ")",
                found == perft_case->nodes ? "ok" : "WRONG", perft_case->name, perft_case->depth,
                found, perft_case->nodes);
    return !atomic_load(run->session->interrupted);
}

Status command_perftauto(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    session_end_search(session, "perftauto");
    PerftRun run = {session, 0};
    int count;
    perft_cases(&count);
    const int64_t start_ns = clock_now_ns();
    const int wrong = perft_run_cases(engine_kernels(session->engine), report_perft_case, &run);
    if (atomic_load(session->interrupted))
        return STATUS_OK;
    report_line(session->report, "%d counts, %d wrong, %" PRIu64 " nodes per second", count, wrong,
                per_second(run.nodes, clock_now_ns() - start_ns));
    if (wrong > 0)
        return status_fail(error, STATUS_SYSTEM, "perftauto: %d counts are wrong", wrong);
    return STATUS_OK;
}

// What the endgame tables say, if they know the position.
static void report_tables(Session *session)
{
    static const char *const WORDS[] = {"loss", "loss that the fifty-move rule saves", "draw",
                                        "win that the fifty-move rule spoils", "win"};
    const Board *const board = &session->game.board;
    Syzygy *const syzygy = engine_syzygy(session->engine);
    if (syzygy_largest(syzygy) == 0)
        return;
    if (atomic_load(&session->is_searching)) {
        report_line(session->report, "Tablebase: not asked while a search is running");
        return;
    }
    MoveList moves;
    generate_moves(engine_kernels(session->engine), board, &moves);
    TableAnswer answer;
    if (!syzygy_answer(syzygy, board, &moves, &answer)) {
        report_line(session->report, "Tablebase: no answer");
        return;
    }
    const char *const word = WORDS[answer.wdl - WDL_LOSS];
    char best[UCI_MOVE_BYTES];
    notation_write_uci(answer.best, session->chess960, best);
    if (!answer.has_dtz)
        report_line(session->report, "Tablebase: %s, if the clock were 0", word);
    else if (answer.dtz == 0)
        report_line(session->report, "Tablebase: %s, for example by %s", word, best);
    else
        report_line(session->report,
                    "Tablebase: %s, best %s, %d plies to the next capture or pawn move", word, best,
                    answer.dtz);
}

Status command_display(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    static const char LETTERS[] = "PNBRQK. pnbrqk";
    const Board *const board = &session->game.board;
    for (int rank = 7; rank >= 0; rank--) {
        char line[] = "1  . . . . . . . .";
        line[0] = (char)('1' + rank);
        for (int file = 0; file < 8; file++)
            line[3 + 2 * file] = LETTERS[board->mailbox[square_make(file, rank)]];
        report_line(session->report, "%s", line);
    }
    report_line(session->report, "   a b c d e f g h");
    char fen[FEN_BYTES];
    fen_write(board, session->chess960, fen);
    report_line(session->report, "Fen: %s", fen);
    report_line(session->report, "Key: %016" PRIX64, board->key);
    char checkers[3 * SQUARE_COUNT + 1] = "";
    Bitboard left = board->checkers;
    for (size_t used = 0; left != 0; used += 3) {
        const Square sq = bits_pop_lowest(&left);
        snprintf(checkers + used, sizeof checkers - used, " %c%c", 'a' + square_file(sq),
                 '1' + square_rank(sq));
    }
    report_line(session->report, "Checkers:%s", checkers[0] != '\0' ? checkers : " none");
    ownbook_report_answer(session);
    report_tables(session);
    return STATUS_OK;
}

Status command_fen(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    char fen[FEN_BYTES];
    fen_write(&session->game.board, session->chess960, fen);
    report_line(session->report, "%s", fen);
    return STATUS_OK;
}

static void swap_case(char *letters)
{
    for (char *c = letters; *c != '\0'; c++) {
        if (isalpha((unsigned char)*c))
            *c ^= 'a' ^ 'A';
    }
}

// The ranks of a FEN's board in the other order.
static void turn_ranks(const char *ranks, char *out, size_t size)
{
    size_t used = 0;
    for (const char *end = ranks + strlen(ranks); end > ranks;) {
        const char *start = end;
        while (start > ranks && start[-1] != '/')
            start--;
        used += (size_t)snprintf(out + used, size - used, "%s%.*s", used > 0 ? "/" : "",
                                 (int)(end - start), start);
        end = start > ranks ? start - 1 : ranks;
    }
}

// A FEN (as fen_write makes it) with the board turned upside down and the colours swapped.
static void flip_fen(const char *fen, char out[FEN_BYTES])
{
    Text rest = text_of(fen);
    char fields[4][FEN_BYTES]; // board, side, castling rights, en passant square
    for (int i = 0; i < 4; i++) {
        Text word;
        (void)text_next_word(&rest, &word);
        (void)text_copy(word, fields[i], FEN_BYTES);
    }
    char board[FEN_BYTES] = "";
    turn_ranks(fields[0], board, sizeof board);
    swap_case(board);
    swap_case(fields[2]);
    if (fields[3][0] != '-')
        fields[3][1] = (char)('1' + '8' - fields[3][1]);
    const Text clocks = text_trim(rest);
    (void)snprintf(out, FEN_BYTES, "%.71s %s %.4s %.2s %.*s", board,
                   fields[1][0] == 'w' ? "b" : "w", fields[2], fields[3], (int)clocks.length,
                   clocks.data);
}

Status command_flip(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    char fen[FEN_BYTES], flipped[FEN_BYTES];
    fen_write(&session->game.board, true, fen);
    flip_fen(fen, flipped);
    Board board;
    ErrorText message;
    const Status status = fen_parse(flipped, true, &board, &message);
    if (status != STATUS_OK)
        return status_fail(error, status, "flip: %s", message.text);
    game_begin(&session->game, &board);
    return STATUS_OK;
}

Status command_moves(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    MoveList list;
    generate_moves(engine_kernels(session->engine), &session->game.board, &list);
    char line[MOVE_LIST_CAPACITY * UCI_MOVE_BYTES] = "";
    size_t used = 0;
    for (int i = 0; i < list.count; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(list.moves[i], session->chess960, move);
        const size_t length = strlen(move);
        line[used++] = ' ';
        memcpy(line + used, move, length + 1);
        used += length;
    }
    report_line(session->report, "%d legal moves:%s", list.count, line);
    return STATUS_OK;
}

Status command_license(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    static const char *const LINES[] = {
        "This program is free software: you can redistribute it and/or modify it under the",
        "terms of the GNU General Public License as published by the Free Software Foundation,",
        "either version 3 of the License, or (at your option) any later version. It comes WITHOUT",
        "ANY WARRANTY, without even the implied warranty of MERCHANTABILITY or FITNESS FOR A",
        "PARTICULAR PURPOSE. You should have received a copy of the license with it; if not, see",
        "<https://www.gnu.org/licenses/>.",
        "",
        "The built-in net was trained by the Ravelin developers, with Ravelin's own trainer, on",
        "self-play positions labelled by Stockfish 15.1 (GPL-3.0) with its network",
        "nn-ad9b42354671, which was itself trained on data of the Leela Chess Zero project (ODbL",
        "1.0). The games began from opening sets in the public domain (CC0 1.0). No code and no",
        "weight of Stockfish is part of Ravelin. On x86 the program contains cpu_features (Apache",
        "License 2.0, copyright 2017 Google LLC, 2020 Intel Corporation and contributors).",
        "With endgame tables it uses Fathom (MIT License, copyright 2013-2018 Ronald de Man, 2015",
        "basil00, 2016-2025 Jon Dart). The file THIRD-PARTY-NOTICES says more.",
    };
    report_line(session->report, "%s, a chess engine. Copyright (C) 2026 the Ravelin developers.",
                VERSION_NAME);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++)
        report_line(session->report, "%s", LINES[i]);
    return STATUS_OK;
}

Status command_help(Session *session, Text rest, ErrorText *error)
{
    (void)rest;
    (void)error;
    report_line(session->report, "Ravelin speaks the UCI protocol. Commands:");
    for (const CommandRow *row = command_rows(); row->word != NULL; row++) {
        if (row->usage != NULL)
            report_line(session->report, "  %s", row->usage);
    }
    return STATUS_OK;
}
