// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-book: makes opening books and looks them through.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "book/lines.h"
#include "tools/book/make.h"
#include "tools/book/screen.h"
#include "tools/support/arguments.h"

static const char HELP[] =
    "Usage: ravelin-book make --out BOOK [options] GAMES...\n"
    "       ravelin-book screen --engine PROGRAM --out BOOK [options] BOOK\n"
    "\n"
    "  make    a text book of games in PGN or viriformat (zstd)\n"
    "  screen  lets a UCI engine judge every move of a text book: weak ones get a `?` and are\n"
    "          replayed, but never played; where all moves of a position are weak the engine's\n"
    "          own is added\n"
    "\n"
    "make:\n"
    "  --plies N         of each game (16)\n"
    "  --rating N        both players have at least this rating (0: any)\n"
    "  --seconds N, --seconds-max N  a side has at least, at most this time for 40 moves,\n"
    "                    increments included (0: any)\n"
    "  --count N         a move was played in at least so many games (1)\n"
    "  --games N         at most so many games are used (0: any)\n"
    "  --note TEXT       a line for the header; may be given several times\n"
    "screen:\n"
    "  --depth N         of each search (12)\n"
    "  --margin N        centipawns by which a move may fall short of the best (100)\n"
    "  --option NAME=VALUE  sent to the engine; may be given several times\n"
    "\n"
    "  --help            this text\n";

static Status run_make(int argc, char **argv, ErrorText *error)
{
    MakeSettings settings = {.plies = 16, .count = 1};
    const ArgumentRow rows[] = {
        {"--out", ARGUMENT_TEXT, &settings.out, 0, 0},
        {"--note", ARGUMENT_LIST, &settings.notes, 0, 0},
        {"--plies", ARGUMENT_WHOLE, &settings.plies, 1, BOOK_LINE_PLIES_MAX},
        {"--rating", ARGUMENT_WHOLE, &settings.rating, 0, 10000},
        {"--seconds", ARGUMENT_WHOLE, &settings.seconds, 0, 1e9},
        {"--seconds-max", ARGUMENT_WHOLE, &settings.seconds_max, 0, 1e9},
        {"--count", ARGUMENT_WHOLE, &settings.count, 1, 1e9},
        {"--games", ARGUMENT_WHOLE, &settings.games, 0, 1e12},
    };
    const Status status =
        arguments_parse(rows, sizeof rows / sizeof rows[0], argc, argv, &settings.files, error);
    if (status != STATUS_OK)
        return status;
    if (settings.out == NULL || settings.files.count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "make: wants --out and games; see --help");
    return make_run(&settings, error);
}

static Status run_screen(int argc, char **argv, ErrorText *error)
{
    ScreenSettings settings = {.depth = 12, .margin_cp = 100};
    ArgumentList files = {.count = 0};
    const ArgumentRow rows[] = {
        {"--engine", ARGUMENT_TEXT, &settings.engine, 0, 0},
        {"--out", ARGUMENT_TEXT, &settings.out, 0, 0},
        {"--option", ARGUMENT_LIST, &settings.options, 0, 0},
        {"--depth", ARGUMENT_WHOLE, &settings.depth, 1, 200},
        {"--margin", ARGUMENT_WHOLE, &settings.margin_cp, 0, 30000},
    };
    const Status status =
        arguments_parse(rows, sizeof rows / sizeof rows[0], argc, argv, &files, error);
    if (status != STATUS_OK)
        return status;
    if (settings.engine == NULL || settings.out == NULL || files.count != 1)
        return status_fail(error, STATUS_BAD_INPUT,
                           "screen: wants --engine, --out and one book; see --help");
    settings.book = files.items[0];
    return screen_run(&settings, error);
}

static Status run_command(int argc, char **argv, ErrorText *error)
{
    if (argc >= 2 && strcmp(argv[1], "make") == 0)
        return run_make(argc - 2, argv + 2, error);
    if (argc >= 2 && strcmp(argv[1], "screen") == 0)
        return run_screen(argc - 2, argv + 2, error);
    return status_fail(error, STATUS_BAD_INPUT, "wants the command make or screen; see --help");
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--help") == 0) {
        fputs(HELP, stdout);
        return EXIT_SUCCESS;
    }
    ErrorText error = {""};
    const Status status = run_command(argc, argv, &error);
    if (status == STATUS_OK)
        return EXIT_SUCCESS;
    text_make_printable(error.text);
    fprintf(stderr, "ravelin-book: %s\n", error.text);
    const bool is_refused = status == STATUS_SYSTEM || status == STATUS_NO_MEMORY;
    return is_refused ? EXIT_FAILURE : EXIT_BAD_INPUT;
}
