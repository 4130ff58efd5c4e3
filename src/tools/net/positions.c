// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/net/positions.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "position/draws.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"

enum { LINE_BYTES = 1024, GAME_PLIES_MAX = 300 };

static Status add(NetPositions *positions, size_t *room, const Board *board, ErrorText *error)
{
    if (positions->count == *room) {
        const size_t larger = *room == 0 ? 1024 : 2 * *room;
        Board *boards = realloc(positions->boards, larger * sizeof *boards);
        if (boards == NULL)
            return status_fail(error, STATUS_NO_MEMORY, "no memory for %zu positions", larger);
        positions->boards = boards;
        *room = larger;
    }
    positions->boards[positions->count++] = *board;
    return STATUS_OK;
}

Status positions_read(const char *path, NetPositions *positions, ErrorText *error)
{
    *positions = (NetPositions){0};
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    size_t room = 0;
    Status status = STATUS_OK;
    char line[LINE_BYTES];
    while (status == STATUS_OK && fgets(line, sizeof line, file) != NULL) {
        Board board;
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0')
            continue;
        if (fen_parse(line, true, &board, NULL) == STATUS_OK)
            status = add(positions, &room, &board, error);
        else
            positions->bad_lines++;
    }
    if (status == STATUS_OK && ferror(file) != 0)
        status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    (void)fclose(file);
    if (status == STATUS_OK && positions->count == 0)
        status = status_fail(error, STATUS_BAD_INPUT, "%s: no line of it is a position", path);
    if (status != STATUS_OK)
        positions_free(positions);
    return status;
}

// One random game, to its end or until there are enough positions.
static Status add_game(const Kernels *kernels, size_t count, Rng *rng, size_t *room,
                       NetPositions *positions, ErrorText *error)
{
    Board boards[2];
    Status status = fen_parse(FEN_START, false, &boards[0], error);
    for (int ply = 0; ply < GAME_PLIES_MAX && status == STATUS_OK; ply++) {
        const Board *board = &boards[ply % 2];
        MoveList moves;
        generate_moves(kernels, board, &moves);
        if (moves.count == 0 || draws_insufficient_material(board) || positions->count == count)
            return STATUS_OK;
        status = add(positions, room, board, error);
        const Move move = moves.moves[rng_below(rng, (uint32_t)moves.count)];
        position_apply_move(board, move, &boards[(ply + 1) % 2]);
    }
    return status;
}

Status positions_make(const Kernels *kernels, size_t count, uint64_t seed, NetPositions *positions,
                      ErrorText *error)
{
    *positions = (NetPositions){0};
    Rng rng = rng_seeded(seed);
    size_t room = 0;
    Status status = STATUS_OK;
    while (positions->count < count && status == STATUS_OK)
        status = add_game(kernels, count, &rng, &room, positions, error);
    if (status != STATUS_OK)
        positions_free(positions);
    return status;
}

void positions_free(NetPositions *positions)
{
    free(positions->boards);
    *positions = (NetPositions){0};
}
