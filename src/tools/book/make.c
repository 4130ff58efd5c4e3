// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/book/make.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/version.h"
#include "book/lines.h"
#include "book/pgn.h"
#include "tools/book/games.h"
#include "tools/book/shelf.h"
#include "tools/support/output.h"

// What became of the games of all files.
typedef struct Tally {
    uint64_t read;
    uint64_t used;
    uint64_t broken_off; // used up to what could not be read
    uint64_t rating;     // left out by a filter
    uint64_t time;
    uint64_t empty; // left out, without a move
} Tally;

typedef struct Maker {
    const MakeSettings *settings;
    Shelf shelf;
    Tally tally;
    ErrorText first_fault; // of the games that broke off
} Maker;

static bool is_full(const Maker *maker)
{
    return maker->settings->games > 0 && maker->tally.used >= (uint64_t)maker->settings->games;
}

// Counts a game that a filter leaves out; false if it passes.
static bool is_left_out(Maker *maker, const Game *game)
{
    const MakeSettings *const settings = maker->settings;
    if (settings->rating > 0 &&
        (game->white_elo < settings->rating || game->black_elo < settings->rating)) {
        maker->tally.rating++;
    } else if ((settings->seconds > 0 && game->seconds < settings->seconds) ||
               (settings->seconds_max > 0 &&
                (game->seconds < 0 || game->seconds > settings->seconds_max))) {
        maker->tally.time++;
    } else if (game->ply_count == 0) {
        maker->tally.empty++;
    } else {
        return false;
    }
    return true;
}

static Status take_game(void *context, const Game *game, bool *wants_more, ErrorText *error)
{
    Maker *const maker = context;
    maker->tally.read++;
    if (game->fault != NULL) {
        if (maker->tally.broken_off++ == 0)
            (void)status_fail(&maker->first_fault, STATUS_BAD_INPUT, "%s", game->fault);
    }
    if (is_left_out(maker, game))
        return STATUS_OK;
    maker->tally.used++;
    const int plies =
        game->ply_count < maker->settings->plies ? game->ply_count : (int)maker->settings->plies;
    *wants_more = !is_full(maker);
    return shelf_add_game(&maker->shelf, game->start, game->moves, plies, error);
}

static void write_limit(FILE *file, const char *what, int64_t value)
{
    if (value > 0)
        fprintf(file, ", %s %" PRId64, what, value);
}

static const char *base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

static Status write_sources(FILE *file, const MakeSettings *settings, ErrorText *error)
{
    for (int i = 0; i < settings->files.count; i++) {
        char digest[SHA256_TEXT_BYTES];
        const Status status = games_digest(settings->files.items[i], digest, error);
        if (status != STATUS_OK)
            return status;
        fprintf(file, "# Source: %s, SHA-256 %s\n", base_name(settings->files.items[i]), digest);
    }
    return STATUS_OK;
}

static Status write_header(FILE *file, const Maker *maker, const ShelfCounts *counts,
                           ErrorText *error)
{
    const MakeSettings *const settings = maker->settings;
    const Tally *const tally = &maker->tally;
    fprintf(file,
            "# An opening book of Ravelin: a line an opening, in coordinates.\n"
            "# Made by: ravelin-book %s make\n",
            VERSION_NUMBER);
    for (int i = 0; i < settings->notes.count; i++)
        fprintf(file, "# Note: %s\n", settings->notes.items[i]);
    const Status status = write_sources(file, settings, error);
    if (status != STATUS_OK)
        return status;
    fprintf(file, "# Filters: plies at most %" PRId64, settings->plies);
    write_limit(file, "ratings at least", settings->rating);
    write_limit(file, "seconds at least", settings->seconds);
    write_limit(file, "seconds at most", settings->seconds_max);
    write_limit(file, "games of a move at least", settings->count);
    write_limit(file, "games used at most", settings->games);
    fprintf(file,
            "\n# Games: %" PRIu64 " read, %" PRIu64 " used (%" PRIu64
            " of all broken off at a fault), left out: %" PRIu64 " by rating, %" PRIu64
            " by time, %" PRIu64 " without moves\n",
            tally->read, tally->used, tally->broken_off, tally->rating, tally->time, tally->empty);
    char digest[SHA256_TEXT_BYTES];
    shelf_digest(&maker->shelf, digest);
    fprintf(file,
            "# Book: %" PRIu64 " lines, %" PRIu64 " positions, %" PRIu64 " moves, %" PRIu64
            " never played\n# SHA-256 of the lines below: %s\n",
            counts->lines, counts->positions, counts->moves, counts->marked, digest);
    return STATUS_OK;
}

static Status write_book(const Maker *maker, const ShelfCounts *counts, ErrorText *error)
{
    const char *const path = maker->settings->out;
    Output output;
    Status status = output_open(&output, path, error);
    if (status != STATUS_OK)
        return status;
    status = write_header(output.file, maker, counts, error);
    if (status == STATUS_OK)
        status = shelf_write(&maker->shelf, output.file, path, error);
    const Status closed = output_close(&output, status == STATUS_OK, error);
    return status == STATUS_OK ? closed : status;
}

static Status finish(Maker *maker, ErrorText *error)
{
    Status status = shelf_cut_rare(&maker->shelf, (uint32_t)maker->settings->count, error);
    if (status != STATUS_OK)
        return status;
    shelf_sort(&maker->shelf);
    if (maker->shelf.count == 0)
        return status_fail(error, STATUS_BAD_INPUT,
                           "no line is left: %" PRIu64 " games read, %" PRIu64 " used",
                           maker->tally.read, maker->tally.used);
    ShelfCounts counts;
    status = shelf_count(&maker->shelf, &counts, error);
    if (status == STATUS_OK)
        status = write_book(maker, &counts, error);
    if (status != STATUS_OK)
        return status;
    if (maker->tally.broken_off > 0)
        fprintf(stderr, "ravelin-book: %" PRIu64 " games broke off; the first: %s\n",
                maker->tally.broken_off, maker->first_fault.text);
    printf("%s: %" PRIu64 " of %" PRIu64 " games, %" PRIu64 " lines, %" PRIu64
           " positions, %" PRIu64 " moves\n",
           maker->settings->out, maker->tally.used, maker->tally.read, counts.lines,
           counts.positions, counts.moves);
    return STATUS_OK;
}

Status make_run(const MakeSettings *settings, ErrorText *error)
{
    Maker maker = {.settings = settings};
    Status status = STATUS_OK;
    const bool has_filters =
        settings->rating > 0 || settings->seconds > 0 || settings->seconds_max > 0;
    for (int i = 0; i < settings->files.count && status == STATUS_OK && !is_full(&maker); i++)
        status = games_read(settings->files.items[i], has_filters, take_game, &maker, error);
    if (status == STATUS_OK)
        status = finish(&maker, error);
    shelf_free(&maker.shelf);
    return status;
}
