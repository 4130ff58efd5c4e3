// SPDX-License-Identifier: GPL-3.0-or-later
// FEN in both spellings of castling. What is accepted must survive being written and read, and be
// a position in which everything that follows from it holds together.
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "kernels/kernels.h"
#include "position/fen.h"
#include "position/generate.h"
#include "position/legality.h"
#include "position/notation.h"
#include "position/position.h"
#include "position/san.h"

static Kernels kernels;

static void check_text(const Board *board, bool chess960)
{
    char text[FEN_BYTES], again[FEN_BYTES];
    ErrorText message;
    Board read;
    fen_write(board, chess960, text);
    FUZZ_CHECK(strlen(text) < FEN_BYTES - 1);
    FUZZ_CHECK(fen_parse(text, chess960, &read, &message) == STATUS_OK);
    FUZZ_CHECK(message.text[0] == '\0');
    fen_write(&read, chess960, again);
    FUZZ_CHECK(strcmp(text, again) == 0);
    FUZZ_CHECK(read.key == board->key);
}

static void check_move(const Board *board, Move move, bool chess960)
{
    FUZZ_CHECK(legality_check(board, move));
    char text[UCI_MOVE_BYTES];
    notation_write_uci(move, chess960, text);
    FUZZ_CHECK(notation_parse_uci(board, text, (int)strlen(text)) == move);
    char san[SAN_MOVE_BYTES];
    Move read;
    san_write(&kernels, board, move, san);
    FUZZ_CHECK(san_parse(board, text_of(san), &read, NULL) == STATUS_OK && read == move);
    Board child;
    position_apply_move(board, move, &child);
    FUZZ_CHECK(position_in_check(&child) == move_gives_check(board, move));
    check_text(&child, chess960);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    FUZZ_CHECK(kernels_init(&kernels, NULL, NULL) == STATUS_OK);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *const text = malloc(size + 1);
    FUZZ_CHECK(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    for (int chess960 = 0; chess960 < 2; chess960++) {
        Board board;
        ErrorText message;
        if (fen_parse(text, chess960 != 0, &board, &message) != STATUS_OK) {
            FUZZ_CHECK(message.text[0] != '\0');
            continue;
        }
        check_text(&board, chess960 != 0);
        MoveList list;
        generate_moves(&kernels, &board, &list);
        FUZZ_CHECK(list.count <= MOVE_LIST_CAPACITY);
        FUZZ_CHECK(list.count == generate_count(&kernels, &board));
        for (int i = 0; i < list.count; i++)
            check_move(&board, list.moves[i], chess960 != 0);
    }
    free(text);
    return 0;
}
