// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-data: looks at training data and brings it into shape.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/archive.h"
#include "tools/data/convert.h"
#include "tools/data/extract.h"
#include "tools/data/games.h"
#include "tools/data/source.h"
#include "tools/data/statistics.h"

static const char HELP[] =
    "Usage: ravelin-data COMMAND [options] FILE...\n"
    "Works on training games (viriformat, zstd). A file that is damaged is named with the place\n"
    "and the reason, and used as far as it is whole; the exit status is then 1.\n"
    "\n"
    "  count FILE...            games and positions of each file\n"
    "  header FILE...           what ravelin-gendata wrote of its making\n"
    "  stats [--svg OUT] FILE...   distributions, with histograms as a picture\n"
    "  merge --out OUT FILE...  all games in one file\n"
    "  filter --out OUT FILE... games that pass:\n"
    "      --least-plies N, --most-plies N, --most-start-score CP, --contradiction CP (drop games\n"
    "      whose last score says so clearly that another side wins), --chess960 keep|drop|only,\n"
    "      --keep-permille N, --seed N\n"
    "  shuffle [--seed N] --out OUT FILE...   games in random order\n"
    "  dedupe --out OUT FILE... without games that came before, move for move\n"
    "  split (--parts N | --every N) --out PREFIX FILE...  whole games to PREFIX-0.vbin.zst, ...;\n"
    "                           with --every, each N-th to PREFIX-1, the others to PREFIX-0\n"
    "  convert --out OUT [--from F] [--to F] FILE...   positions in another format: viriformat,\n"
    "      bullet (bulletformat), text (FEN | score | result) or epd; taken from the names' ends\n"
    "      (.vbin.zst; .bullet .bin .data; .txt; .epd) where not given. Those that pass:\n"
    "      --quiet, --most-score CP, --least-ply N, --least-men N, --most-men N,\n"
    "      --keep-permille N, --seed N; --shuffled: bulletformat in random order\n"
    "  extract --out OUT.epd FILE.pgn...   positions of games from PGN, by --least-elo N (both\n"
    "      players), --least-seconds N, --most-seconds N (time for 40 moves), --first-ply N,\n"
    "      --last-ply N (0 is the start)\n"
    "  --help                   this text\n";

typedef struct Line {
    ArgumentList files;
    const char *out, *svg, *chess960, *from, *to;
    int64_t seed, parts;
    int64_t every;
    GameRules games;
    PositionRules positions;
    ExtractRules extract;
    int64_t keep_permille;
} Line;

static Status parse_line(int argc, char **argv, Line *line, ErrorText *error)
{
    *line = (Line){
        .seed = 1,
        .keep_permille = 1000,
        .games = {.most_plies = RECORD_GAME_PLIES_MAX, .most_start_score = INT16_MAX},
        .positions = {.most_score = INT16_MAX, .most_men = 32},
        .extract = {.most_seconds = INT64_MAX, .last_ply = INT64_MAX},
    };
    const ArgumentRow rows[] = {
        {"--out", ARGUMENT_TEXT, &line->out, 0, 0},
        {"--svg", ARGUMENT_TEXT, &line->svg, 0, 0},
        {"--chess960", ARGUMENT_TEXT, &line->chess960, 0, 0},
        {"--from", ARGUMENT_TEXT, &line->from, 0, 0},
        {"--to", ARGUMENT_TEXT, &line->to, 0, 0},
        {"--seed", ARGUMENT_WHOLE, &line->seed, 0, 1e15},
        {"--parts", ARGUMENT_WHOLE, &line->parts, 2, 256},
        {"--every", ARGUMENT_WHOLE, &line->every, 2, 1e9},
        {"--least-plies", ARGUMENT_WHOLE, &line->games.least_plies, 0, 1e6},
        {"--most-plies", ARGUMENT_WHOLE, &line->games.most_plies, 1, 1e6},
        {"--most-start-score", ARGUMENT_WHOLE, &line->games.most_start_score, 0, 32767},
        {"--contradiction", ARGUMENT_WHOLE, &line->games.contradiction, 1, 32767},
        {"--keep-permille", ARGUMENT_WHOLE, &line->keep_permille, 1, 1000},
        {"--quiet", ARGUMENT_FLAG, &line->positions.is_quiet_only, 0, 0},
        {"--shuffled", ARGUMENT_FLAG, &line->positions.is_shuffled, 0, 0},
        {"--most-score", ARGUMENT_WHOLE, &line->positions.most_score, 0, 32767},
        {"--least-ply", ARGUMENT_WHOLE, &line->positions.least_ply, 0, 1e6},
        {"--least-men", ARGUMENT_WHOLE, &line->positions.least_men, 2, 32},
        {"--most-men", ARGUMENT_WHOLE, &line->positions.most_men, 2, 32},
        {"--least-elo", ARGUMENT_WHOLE, &line->extract.least_elo, 0, 10000},
        {"--least-seconds", ARGUMENT_WHOLE, &line->extract.least_seconds, 0, 1e9},
        {"--most-seconds", ARGUMENT_WHOLE, &line->extract.most_seconds, 0, 1e9},
        {"--first-ply", ARGUMENT_WHOLE, &line->extract.first_ply, 0, 1e6},
        {"--last-ply", ARGUMENT_WHOLE, &line->extract.last_ply, 0, 1e6},
    };
    const Status status =
        arguments_parse(rows, sizeof rows / sizeof rows[0], argc, argv, &line->files, error);
    if (status != STATUS_OK)
        return status;
    line->games.keep_permille = line->positions.keep_permille = line->keep_permille;
    line->games.seed = line->positions.seed = (uint64_t)line->seed;
    if (line->files.count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "no file named; see --help");
    return STATUS_OK;
}

static void add_file(const char *path, Statistics *statistics, int number, int *damaged)
{
    const ArgumentList one = {{path}, 1};
    GameSource source;
    gamesource_open(&source, &one);
    RecordPosition position;
    while (gamesource_next_position(&source, &position))
        statistics_add(statistics, number, &position);
    *damaged += source.damaged;
    gamesource_close(&source);
}

static Status run_count(const Line *line, int *damaged, ErrorText *error)
{
    (void)error;
    uint64_t games = 0;
    uint64_t positions = 0;
    for (int i = 0; i < line->files.count; i++) {
        Statistics statistics = {0};
        add_file(line->files.items[i], &statistics, 0, damaged);
        statistics_finish(&statistics);
        printf("%s: games %llu, positions %llu, quiet %llu\n", line->files.items[i],
               (unsigned long long)statistics.games, (unsigned long long)statistics.positions,
               (unsigned long long)statistics.quiet);
        games += statistics.games;
        positions += statistics.positions;
    }
    printf("total: games %llu, positions %llu\n", (unsigned long long)games,
           (unsigned long long)positions);
    return STATUS_OK;
}

static Status run_header(const Line *line, int *damaged, ErrorText *error)
{
    for (int i = 0; i < line->files.count; i++) {
        char header[ARCHIVE_HEADER_BYTES_MAX];
        if (archive_read_header(line->files.items[i], header, error) == STATUS_OK) {
            fputs(header, stdout);
            continue;
        }
        fprintf(stderr, "ravelin-data: %s\n", error->text);
        ++*damaged;
    }
    return STATUS_OK;
}

static Status run_stats(const Line *line, int *damaged, ErrorText *error)
{
    Statistics statistics = {0};
    for (int i = 0; i < line->files.count; i++)
        add_file(line->files.items[i], &statistics, i, damaged);
    statistics_finish(&statistics);
    statistics_print(&statistics, stdout);
    return line->svg != NULL ? statistics_write_svg(&statistics, line->svg, error) : STATUS_OK;
}

static Status end_games(Status status, const GameTotals *totals, int *damaged)
{
    *damaged = totals->damaged_files;
    if (status == STATUS_OK)
        printf("games read %llu, written %llu with %llu positions\n",
               (unsigned long long)totals->games_read, (unsigned long long)totals->games_written,
               (unsigned long long)totals->positions_written);
    return status;
}

static Status run_filter(const Line *line, int *damaged, ErrorText *error)
{
    static const char *const choices[] = {"keep", "drop", "only"};
    GameRules rules = line->games;
    GameTotals totals = {0};
    if (line->chess960 != NULL) {
        int choice = 0;
        while (choice < 3 && strcmp(line->chess960, choices[choice]) != 0)
            choice++;
        if (choice == 3)
            return status_fail(error, STATUS_BAD_INPUT, "--chess960 %s: wanted keep, drop or only",
                               line->chess960);
        rules.chess960 = (Chess960Choice)choice;
    }
    return end_games(games_filter(&line->files, &rules, line->out, &totals, error), &totals,
                     damaged);
}

static Status run_shuffle(const Line *line, int *damaged, ErrorText *error)
{
    GameTotals totals = {0};
    return end_games(games_shuffle(&line->files, (uint64_t)line->seed, line->out, &totals, error),
                     &totals, damaged);
}

static Status run_dedupe(const Line *line, int *damaged, ErrorText *error)
{
    GameTotals totals = {0};
    return end_games(games_dedupe(&line->files, line->out, &totals, error), &totals, damaged);
}

static Status run_split(const Line *line, int *damaged, ErrorText *error)
{
    GameTotals totals = {0};
    if ((line->parts == 0) == (line->every == 0))
        return status_fail(error, STATUS_BAD_INPUT, "wanted --parts or --every");
    return end_games(
        games_split(&line->files, line->out, (int)line->parts, line->every, &totals, error),
        &totals, damaged);
}

static Status run_convert(const Line *line, int *damaged, ErrorText *error)
{
    const DataFormat from =
        convert_format_of(line->from != NULL ? line->from : line->files.items[0]);
    const DataFormat to = convert_format_of(line->to != NULL ? line->to : line->out);
    if (from == FORMAT_UNKNOWN || to == FORMAT_UNKNOWN)
        return status_fail(error, STATUS_BAD_INPUT, "%s: unknown format; say --%s",
                           from == FORMAT_UNKNOWN ? line->files.items[0] : line->out,
                           from == FORMAT_UNKNOWN ? "from" : "to");
    Kernels kernels;
    ConvertTotals totals;
    Status status = kernels_init(&kernels, NULL, error);
    if (status == STATUS_OK)
        status = convert_files(&line->files, from, line->out, to, &line->positions, &kernels,
                               &totals, error);
    if (status != STATUS_OK)
        return status;
    *damaged = totals.damaged_files;
    printf("positions read %llu, written %llu, unreadable records %llu\n",
           (unsigned long long)totals.read, (unsigned long long)totals.written,
           (unsigned long long)totals.bad_records);
    return STATUS_OK;
}

static Status run_extract(const Line *line, int *damaged, ErrorText *error)
{
    ExtractTotals totals;
    const Status status =
        extract_positions(&line->files, &line->extract, line->out, &totals, error);
    if (status != STATUS_OK)
        return status;
    *damaged = totals.damaged_files;
    printf("games read %llu, kept %llu with %llu positions, broken %llu\n",
           (unsigned long long)totals.games, (unsigned long long)totals.games_kept,
           (unsigned long long)totals.positions, (unsigned long long)totals.broken_games);
    return STATUS_OK;
}

// A command: `damaged` counts the files that were not whole.
typedef struct Command {
    const char *name;
    bool needs_out;
    Status (*run)(const Line *line, int *damaged, ErrorText *error);
} Command;

static const Command COMMANDS[] = {
    {"count", false, run_count},    {"header", false, run_header}, {"stats", false, run_stats},
    {"merge", true, run_filter},    {"filter", true, run_filter},  {"shuffle", true, run_shuffle},
    {"dedupe", true, run_dedupe},   {"split", true, run_split},    {"extract", true, run_extract},
    {"convert", true, run_convert},
};

static const Command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        if (strcmp(name, COMMANDS[i].name) == 0)
            return &COMMANDS[i];
    }
    return NULL;
}

static Status run(int argc, char **argv, int *damaged, ErrorText *error)
{
    const Command *command = argc > 1 ? find_command(argv[1]) : NULL;
    if (command == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "%s: unknown command; see --help",
                           argc > 1 ? argv[1] : "(none)");
    Line line;
    const Status status = parse_line(argc - 2, argv + 2, &line, error);
    if (status != STATUS_OK)
        return status;
    if (command->needs_out && line.out == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "no --out given; see --help");
    return command->run(&line, damaged, error);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(HELP, stdout);
            return EXIT_SUCCESS;
        }
    }
    ErrorText error;
    int damaged = 0;
    const Status status = run(argc, argv, &damaged, &error);
    if (status != STATUS_OK) {
        fprintf(stderr, "ravelin-data: %s\n", error.text);
        return status == STATUS_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_FAILURE;
    }
    return damaged > 0 ? EXIT_FAILURE : EXIT_SUCCESS;
}
