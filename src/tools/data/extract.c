// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/data/extract.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "book/pgn.h"
#include "position/fen.h"
#include "position/position.h"
#include "record/sink.h"

enum { LINE_BYTES = FEN_BYTES + 64 };

static bool is_kept(const PgnGame *game, const ExtractRules *rules)
{
    if (rules->least_elo > 0 &&
        (game->white_elo < rules->least_elo || game->black_elo < rules->least_elo))
        return false;
    const bool asks_for_time = rules->least_seconds > 0 || rules->most_seconds < INT64_MAX;
    if (!asks_for_time)
        return true;
    return game->seconds >= 0 && game->seconds >= rules->least_seconds &&
           game->seconds <= rules->most_seconds;
}

static Status write_position(Sink *sink, const Board *board, PgnResult result, ErrorText *error)
{
    static const char *const results[] = {
        [PGN_OPEN] = "",
        [PGN_WHITE_WON] = " c9 \"1-0\";",
        [PGN_BLACK_WON] = " c9 \"0-1\";",
        [PGN_DRAWN] = " c9 \"1/2-1/2\";",
    };
    char fen[FEN_BYTES];
    fen_write(board, false, fen);
    size_t length = strlen(fen);
    for (int field = 0; field < 2; field++) // the counters are no fields of an EPD
        while (fen[--length] != ' ')
            ;
    char line[LINE_BYTES];
    const int bytes = snprintf(line, sizeof line, "%.*s hmvc %d; fmvn %d;%s\n", (int)length, fen,
                               board->halfmove_clock, board->fullmove_number, results[result]);
    return sink_write(sink, line, (size_t)bytes, error);
}

static Status write_game(Sink *sink, const PgnGame *game, const ExtractRules *rules,
                         ExtractTotals *totals, ErrorText *error)
{
    Board boards[2];
    boards[0] = game->start;
    Status status = STATUS_OK;
    for (int ply = 0; ply <= game->ply_count && ply <= rules->last_ply && status == STATUS_OK;
         ply++) {
        const Board *board = &boards[ply % 2];
        if (ply >= rules->first_ply) {
            status = write_position(sink, board, game->result, error);
            totals->positions++;
        }
        if (ply < game->ply_count)
            position_apply_move(board, game->moves[ply], &boards[(ply + 1) % 2]);
    }
    return status;
}

// Reads one file; what is wrong with it is told and does not end the run.
static Status extract_file(const char *path, Sink *sink, const ExtractRules *rules,
                           ExtractTotals *totals, ErrorText *error)
{
    Source *source = NULL;
    PgnReader *reader = NULL;
    ErrorText reason;
    bool has_complained = false;
    Status status = STATUS_OK;
    Status reading = source_open(path, &source, &reason);
    if (reading == STATUS_OK)
        reading = pgn_open(source, &reader, &reason);
    while (reading == STATUS_OK && status == STATUS_OK) {
        PgnGame game;
        bool at_end = false;
        reading = pgn_next(reader, &game, &at_end, &reason);
        if (reading != STATUS_OK || at_end)
            break;
        totals->games++;
        const bool is_broken = game.fault.text[0] != '\0';
        totals->broken_games += is_broken;
        if (is_broken && !has_complained)
            fprintf(stderr, "ravelin-data: %s: line %llu: game %llu: %s; going on with the next\n",
                    path, (unsigned long long)game.fault_line, (unsigned long long)game.number,
                    game.fault.text);
        has_complained = has_complained || is_broken;
        if (!is_kept(&game, rules))
            continue;
        totals->games_kept++;
        status = write_game(sink, &game, rules, totals, error);
    }
    if (reading != STATUS_OK)
        fprintf(stderr, "ravelin-data: %s; going on with what is whole\n", reason.text);
    totals->damaged_files += reading != STATUS_OK || has_complained;
    pgn_close(reader);
    source_close(source);
    return status;
}

Status extract_positions(const ArgumentList *files, const ExtractRules *rules, const char *out,
                         ExtractTotals *totals, ErrorText *error)
{
    *totals = (ExtractTotals){0};
    Sink *sink = NULL;
    Status status = sink_open(out, false, &sink, error);
    if (status != STATUS_OK)
        return status;
    for (int i = 0; i < files->count && status == STATUS_OK; i++)
        status = extract_file(files->items[i], sink, rules, totals, error);
    const Status closed = sink_close(sink, status == STATUS_OK, error);
    return status == STATUS_OK ? closed : status;
}
