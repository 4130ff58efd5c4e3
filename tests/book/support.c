// SPDX-License-Identifier: GPL-3.0-or-later
#include "book/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "position/fen.h"
#include "position/notation.h"
#include "position/position.h"

Board support_board(const char *fen, bool chess960)
{
    Board board;
    ErrorText error = {""};
    cr_assert_eq(fen_parse(fen, chess960, &board, &error), STATUS_OK, "%s: %s", fen, error.text);
    return board;
}

void support_play(Board *board, const char *text)
{
    const Move move = notation_parse_uci(board, text, (int)strlen(text));
    cr_assert_neq(move, MOVE_NONE, "%s is not legal", text);
    const Board parent = *board;
    position_apply_move(&parent, move, board);
}

Board support_after(const char *moves)
{
    Board board = support_board(FEN_START, false);
    Text rest = text_of(moves), word;
    while (text_next_word(&rest, &word)) {
        char move[UCI_MOVE_BYTES];
        cr_assert(text_copy(word, move, sizeof move));
        support_play(&board, move);
    }
    return board;
}

void support_write_file(const void *bytes, size_t size, const char *ending,
                        char path[SUPPORT_PATH_BYTES])
{
    snprintf(path, SUPPORT_PATH_BYTES, "/tmp/ravelin-book-XXXXXX%s", ending);
    const int fd = mkstemps(path, (int)strlen(ending));
    cr_assert_geq(fd, 0);
    cr_assert_eq(write(fd, bytes, size), (ssize_t)size);
    close(fd);
}

static void keep_note(void *context, const char *text)
{
    SupportNotes *const notes = context;
    if (notes->count < SUPPORT_NOTES_MAX)
        snprintf(notes->texts[notes->count], sizeof notes->texts[0], "%s", text);
    notes->count++;
}

BookNotes support_notes(SupportNotes *notes)
{
    notes->count = 0;
    return (BookNotes){notes, keep_note};
}

static void keep_game(const PgnGame *game, SupportGame *out)
{
    out->game = *game;
    out->game.moves = NULL;
    size_t used = 0;
    out->moves[0] = '\0';
    for (int i = 0; i < game->ply_count && used + 8 < sizeof out->moves; i++) {
        char move[UCI_MOVE_BYTES];
        notation_write_uci(game->moves[i], false, move);
        used += (size_t)snprintf(out->moves + used, sizeof out->moves - used, "%s ", move);
    }
}

int support_read_games(Text text, SupportGame *games, int capacity)
{
    Source *source;
    PgnReader *reader;
    cr_assert_eq(source_open_memory(text, "memory", &source, NULL), STATUS_OK);
    cr_assert_eq(pgn_open(source, &reader, NULL), STATUS_OK);
    int count = 0;
    for (;;) {
        PgnGame game;
        bool at_end;
        cr_assert_eq(pgn_next(reader, &game, &at_end, NULL), STATUS_OK);
        if (at_end)
            break;
        if (count < capacity)
            keep_game(&game, &games[count]);
        count++;
        cr_assert_eq(game.number, (uint64_t)count);
    }
    pgn_close(reader);
    source_close(source);
    return count;
}
