// SPDX-License-Identifier: GPL-3.0-or-later
// Games in PGN: read one by one, and as a book from a file.
#include "book/pgn.h"
#include "books.h"
#include "fuzz.h"
#include "position/legality.h"
#include "position/position.h"

static void check_game(const PgnGame *game, uint64_t number)
{
    FUZZ_CHECK(game->number == number && game->ply_count >= 0 && game->line > 0);
    Board boards[2] = {game->start};
    for (int i = 0; i < game->ply_count; i++) {
        FUZZ_CHECK(legality_check(&boards[i % 2], game->moves[i]));
        position_apply_move(&boards[i % 2], game->moves[i], &boards[(i + 1) % 2]);
    }
}

static void check_games(Text text)
{
    Source *source;
    PgnReader *reader;
    ErrorText error;
    FUZZ_CHECK(source_open_memory(text, "fuzz", &source, &error) == STATUS_OK);
    FUZZ_CHECK(pgn_open(source, &reader, &error) == STATUS_OK);
    for (uint64_t number = 1;; number++) {
        PgnGame game;
        bool at_end = false;
        FUZZ_CHECK(pgn_next(reader, &game, &at_end, &error) == STATUS_OK);
        if (at_end)
            break;
        check_game(&game, number);
    }
    pgn_close(reader);
    source_close(source);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check_games(fuzz_text(data, size));
    Book *const book = book_create();
    FUZZ_CHECK(book != NULL);
    ErrorText error = {""};
    const char *const path = fuzz_write_file("fuzz.pgn", data, size);
    const Status status = book_load_file(book, path, &BOOKS_NOTES, &error);
    FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
    books_check(book);
    book_destroy(book);
    return 0;
}
