// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/gendata/starts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc64.h"
#include "position/draws.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/position.h"

enum { ARRANGEMENTS = 960, ENDGAME_MEN_LEAST = 3, ENDGAME_MEN_MOST = 7, LINE_BYTES = 512 };

// Reads a whole file with a NUL behind it.
static Status read_file(const char *path, char **text, size_t *bytes, ErrorText *error)
{
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
    Status status = STATUS_OK;
    size_t room = 1 << 16;
    size_t count = 0;
    char *block = malloc(room);
    while (block != NULL && status == STATUS_OK) {
        count += fread(block + count, 1, room - count - 1, file);
        if (ferror(file) != 0)
            status = status_fail(error, STATUS_IO, "%s: %s", path, strerror(errno));
        if (count < room - 1)
            break;
        room *= 2;
        char *larger = realloc(block, room);
        if (larger == NULL)
            free(block);
        block = larger;
    }
    (void)fclose(file);
    if (block == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", path);
    if (status != STATUS_OK) {
        free(block);
        return status;
    }
    block[count] = '\0';
    *text = block;
    *bytes = count;
    return STATUS_OK;
}

// Copies the line at `offset` without its end; false if it is too long for a position.
static bool copy_line(const char *text, char line[LINE_BYTES])
{
    const size_t length = strcspn(text, "\r\n");
    if (length >= LINE_BYTES)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    return true;
}

static Status index_lines(StartSource *source, size_t bytes, ErrorText *warning, ErrorText *error)
{
    size_t room = 0;
    for (size_t at = 0; at < bytes; at++)
        room += source->text[at] == '\n';
    source->lines = malloc((room + 1) * sizeof *source->lines);
    if (source->lines == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", source->path);
    size_t number = 0;
    for (size_t at = 0; at < bytes; at += strcspn(source->text + at, "\n") + 1) {
        number++;
        char line[LINE_BYTES];
        const bool fits = copy_line(source->text + at, line);
        if (fits && (line[0] == '\0' || line[0] == '#'))
            continue;
        Board board;
        ErrorText reason;
        const Status status = fits ? fen_parse(line, true, &board, &reason)
                                   : status_fail(&reason, STATUS_BAD_INPUT, "the line is too long");
        if (status == STATUS_OK) {
            source->lines[source->line_count++] = at;
        } else if (source->bad_lines++ == 0) {
            (void)status_fail(warning, STATUS_BAD_INPUT, "%s: line %zu: %s", source->path, number,
                              reason.text);
        }
    }
    if (source->line_count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "%s: no line of it is a position",
                           source->path);
    return STATUS_OK;
}

Status starts_add(Starts *starts, const StartSource *source, ErrorText *warning, ErrorText *error)
{
    warning->text[0] = '\0';
    if (source->share == 0)
        return STATUS_OK;
    if (starts->count == START_SOURCES_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "more than %d kinds of starts",
                           START_SOURCES_MAX);
    StartSource *added = &starts->sources[starts->count++];
    *added = *source;
    if (added->kind != START_FILE)
        return STATUS_OK;
    size_t bytes = 0;
    const Status status = read_file(added->path, &added->text, &bytes, error);
    if (status != STATUS_OK)
        return status;
    added->crc = crc64_update(0, added->text, bytes);
    return index_lines(added, bytes, warning, error);
}

void starts_destroy(Starts *starts)
{
    for (int i = 0; i < starts->count; i++) {
        free(starts->sources[i].text);
        free(starts->sources[i].lines);
    }
    starts->count = 0;
}

// Puts a man on the n-th (from 0) free file.
static void put_on_free(uint8_t types[8], int n, PieceType type)
{
    for (int file = 0; file < 8; file++) {
        if (types[file] == NO_PIECE_TYPE && n-- == 0) {
            types[file] = (uint8_t)type;
            return;
        }
    }
}

void starts_arrange(int number, uint8_t types[8])
{
    // The ten ways to put two knights on five free files.
    static const uint8_t knights[10][2] = {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 2},
                                           {1, 3}, {1, 4}, {2, 3}, {2, 4}, {3, 4}};
    memset(types, NO_PIECE_TYPE, 8);
    types[number % 4 * 2 + 1] = BISHOP;
    number /= 4;
    types[number % 4 * 2] = BISHOP;
    number /= 4;
    put_on_free(types, number % 6, QUEEN);
    number /= 6;
    put_on_free(types, knights[number][1], KNIGHT); // the later file first: the earlier stays put
    put_on_free(types, knights[number][0], KNIGHT);
    put_on_free(types, 0, ROOK);
    put_on_free(types, 0, KING);
    put_on_free(types, 0, ROOK);
}

static bool make_arranged(int white, int black, Board *board)
{
    memset(board, 0, sizeof *board);
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    for (Colour colour = WHITE; colour <= BLACK; colour++) {
        uint8_t types[8];
        starts_arrange(colour == WHITE ? white : black, types);
        int side = CASTLE_QUEEN_SIDE; // of the next rook: the first stands left of the king
        for (int file = 0; file < 8; file++) {
            const Square sq = square_relative(colour, square_make(file, 0));
            board->mailbox[sq] = (uint8_t)piece_make(colour, types[file]);
            board->mailbox[square_relative(colour, square_make(file, 1))] =
                (uint8_t)piece_make(colour, PAWN);
            if (types[file] != ROOK)
                continue;
            board->castling_rook[castling_index(colour, side)] = (uint8_t)sq;
            side = CASTLE_KING_SIDE;
        }
    }
    board->en_passant = NO_SQUARE;
    board->fullmove_number = 1;
    return position_complete(board, NULL) == STATUS_OK;
}

// Kings and one to five men more of either colour, pawns the likeliest.
static bool make_endgame(Rng *rng, Board *board)
{
    static const uint8_t types[8] = {PAWN, PAWN, PAWN, KNIGHT, BISHOP, ROOK, ROOK, QUEEN};
    memset(board, 0, sizeof *board);
    memset(board->mailbox, NO_PIECE, sizeof board->mailbox);
    memset(board->castling_rook, NO_SQUARE, sizeof board->castling_rook);
    const int men =
        ENDGAME_MEN_LEAST + (int)rng_below(rng, ENDGAME_MEN_MOST - ENDGAME_MEN_LEAST + 1);
    for (int i = 0; i < men; i++) {
        const PieceType type = i < 2 ? KING : types[rng_below(rng, 8)];
        const Colour colour = i < 2 ? i : (int)rng_below(rng, 2);
        const Square sq = type == PAWN ? (int)rng_below(rng, 48) + 8 : (int)rng_below(rng, 64);
        if (board->mailbox[sq] != NO_PIECE)
            return false;
        board->mailbox[sq] = (uint8_t)piece_make(colour, type);
    }
    board->side_to_move = (uint8_t)rng_below(rng, 2);
    board->en_passant = NO_SQUARE;
    board->fullmove_number = 1;
    return position_complete(board, NULL) == STATUS_OK;
}

static bool make_base(const StartSource *source, Rng *rng, Board *board)
{
    const int first = (int)rng_below(rng, ARRANGEMENTS);
    switch (source->kind) {
    case START_STANDARD: return fen_parse(FEN_START, false, board, NULL) == STATUS_OK;
    case START_CHESS960: return make_arranged(first, first, board);
    case START_DFRC: return make_arranged(first, (int)rng_below(rng, ARRANGEMENTS), board);
    case START_ENDGAME: return make_endgame(rng, board);
    case START_FILE: break;
    }
    char line[LINE_BYTES];
    const size_t pick = rng_below(rng, (uint32_t)source->line_count);
    return copy_line(source->text + source->lines[pick], line) &&
           fen_parse(line, true, board, NULL) == STATUS_OK;
}

static const StartSource *pick_source(const Starts *starts, Rng *rng)
{
    uint32_t total = 0;
    for (int i = 0; i < starts->count; i++)
        total += (uint32_t)starts->sources[i].share;
    uint32_t pick = rng_below(rng, total);
    const StartSource *source = starts->sources;
    while (pick >= (uint32_t)source->share)
        pick -= (uint32_t)source++->share;
    return source;
}

bool starts_draw(const Starts *starts, const Kernels *kernels, Rng *rng, Board *board)
{
    const StartSource *source = pick_source(starts, rng);
    Board boards[2];
    if (!make_base(source, rng, &boards[0]))
        return false;
    // An endgame put together at random needs no further chance.
    const int plies =
        source->kind == START_ENDGAME ? 0 : source->least_plies + (int)rng_below(rng, 2);
    for (int ply = 0;; ply++) {
        const Board *here = &boards[ply % 2];
        MoveList moves;
        generate_moves(kernels, here, &moves);
        if (moves.count == 0 || draws_insufficient_material(here) || draws_fifty_moves(here))
            return false;
        if (ply == plies) {
            *board = *here;
            return true;
        }
        const Move move = moves.moves[rng_below(rng, (uint32_t)moves.count)];
        position_apply_move(here, move, &boards[(ply + 1) % 2]);
    }
}
