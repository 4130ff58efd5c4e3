// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-gendata: games for training, by our own search or another engine, and opening files.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "nnue/embed.h"
#include "tools/gendata/openings.h"
#include "tools/gendata/selfplay.h"
#include "tools/support/arguments.h"

static const char HELP[] =
    "Usage: ravelin-gendata [selfplay] --out DIRECTORY [options]\n"
    "       ravelin-gendata teacher --engine PROGRAM --out DIRECTORY [options]\n"
    "       ravelin-gendata openings --count N --out FILE.epd [options]\n"
    "\n"
    "  selfplay  games of Ravelin against itself, every position scored (viriformat, zstd);\n"
    "            a file a thread, NAME-SHARD-THREAD.vbin.zst; the same command goes on where\n"
    "            it ended or was killed\n"
    "  teacher   the same with any UCI engine, one process a thread\n"
    "  openings  random positions within a score band as an EPD file, all different\n"
    "\n"
    "  --positions N | --games N  how much is wanted, over all threads (1000000 positions)\n"
    "  --threads N           (the number of processors)\n"
    "  --seed N              (1); --shard N: of machines that share a seed (0)\n"
    "  --name TEXT           of the files (gen)\n"
    "  --soft N, --hard K    nodes after which no iteration begins (400), and after K times as\n"
    "                        many the search ends (8); teacher: exactly --soft nodes (400)\n"
    "  --hash MIB            a thread (8)\n"
    "  --net FILE            in place of the built-in net\n"
    "  --isa NAME            kernels of this level at most\n"
    "starts, by weight:\n"
    "  --standard N          initial position (90)\n"
    "  --dfrc N, --chess960 N  with 960 arrangements a side, or the same for both (10, 0)\n"
    "  --endgame N           three to seven men anywhere (0)\n"
    "  --openings FILE:N     lines of an EPD or FEN file; may be given several times\n"
    "  --random-plies N      N or N + 1 random plies from the first three (8)\n"
    "  --openings-plies N    N or N + 1 random plies from openings (2)\n"
    "  --check-nodes N, --band CP  starts beyond the band in a short search are dropped (1000,\n"
    "                        500; openings: 20000, 80); --band-least CP: openings only (0)\n"
    "ends of games, besides the rules of chess:\n"
    "  --win-score CP, --win-plies N   (1250, 5)\n"
    "  --draw-score CP, --draw-plies N, --draw-from PLY  (10, 10, 70)\n"
    "  --max-plies N         drawn then (500)\n"
    "  --syzygy FOLDERS      tablebases (separated by ':'): their result, once a capture or pawn\n"
    "                        move leads to a position that they know\n"
    "teacher:\n"
    "  --engine PROGRAM, --option NAME=VALUE ...\n"
    "  --score-permille N    what its centipawns are multiplied by, / 1000 (1000)\n"
    "\n"
    "  --report SECONDS      between progress lines (10)\n"
    "  --help                this text\n";

// Set by the signal handler, which can reach nothing else, or by a worker that failed.
static atomic_bool is_stopped;
static atomic_bool is_interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&is_interrupted, true);
    atomic_store(&is_stopped, true);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    // Writes that cannot be done then fail with a reason instead.
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
}

// The command line as it came; whole numbers are wide until they are checked.
typedef struct Line {
    bool is_openings;
    bool is_teacher;
    bool wants_help;
    int64_t positions, games, count, threads, seed, shard, soft, hard, hash;
    int64_t standard, dfrc, chess960, endgame, random_plies, openings_plies;
    int64_t check_nodes, band, band_least;
    int64_t win_score, win_plies, draw_score, draw_plies, draw_from, max_plies, score_permille;
    double report;
    const char *out, *name, *net, *isa, *engine, *syzygy;
    ArgumentList openings, options;
} Line;

static Line default_line(bool is_openings)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return (Line){
        .is_openings = is_openings,
        .positions = 1000000,
        .threads = processors < 1                     ? 1
                   : processors > GENDATA_THREADS_MAX ? GENDATA_THREADS_MAX
                                                      : processors,
        .seed = 1,
        .soft = 400,
        .hard = 8,
        .hash = 8,
        .standard = 90,
        .dfrc = is_openings ? 0 : 10,
        .random_plies = 8,
        .openings_plies = 2,
        .check_nodes = is_openings ? 20000 : 1000,
        .band = is_openings ? 80 : 500,
        .win_score = 1250,
        .win_plies = 5,
        .draw_score = 10,
        .draw_plies = 10,
        .draw_from = 70,
        .max_plies = 500,
        .score_permille = 1000,
        .report = 10.0,
        .name = "gen",
    };
}

static Status parse_line(int argc, char **argv, Line *line, ErrorText *error)
{
    const double scores = SCORE_MATE;
    const ArgumentRow rows[] = {
        {"--positions", ARGUMENT_WHOLE, &line->positions, 1, 1e15},
        {"--games", ARGUMENT_WHOLE, &line->games, 1, 1e15},
        {"--count", ARGUMENT_WHOLE, &line->count, 1, 1e8},
        {"--threads", ARGUMENT_WHOLE, &line->threads, 1, GENDATA_THREADS_MAX},
        {"--seed", ARGUMENT_WHOLE, &line->seed, 0, 1e15},
        {"--shard", ARGUMENT_WHOLE, &line->shard, 0, 1e9},
        {"--soft", ARGUMENT_WHOLE, &line->soft, 1, 1e12},
        {"--hard", ARGUMENT_WHOLE, &line->hard, 1, 1e6},
        {"--hash", ARGUMENT_WHOLE, &line->hash, 1, 65536},
        {"--standard", ARGUMENT_WHOLE, &line->standard, 0, 1e6},
        {"--dfrc", ARGUMENT_WHOLE, &line->dfrc, 0, 1e6},
        {"--chess960", ARGUMENT_WHOLE, &line->chess960, 0, 1e6},
        {"--endgame", ARGUMENT_WHOLE, &line->endgame, 0, 1e6},
        {"--random-plies", ARGUMENT_WHOLE, &line->random_plies, 0, 200},
        {"--openings-plies", ARGUMENT_WHOLE, &line->openings_plies, 0, 200},
        {"--check-nodes", ARGUMENT_WHOLE, &line->check_nodes, 1, 1e12},
        {"--band", ARGUMENT_WHOLE, &line->band, 0, scores},
        {"--band-least", ARGUMENT_WHOLE, &line->band_least, 0, scores},
        {"--win-score", ARGUMENT_WHOLE, &line->win_score, 1, scores},
        {"--win-plies", ARGUMENT_WHOLE, &line->win_plies, 1, 10000},
        {"--draw-score", ARGUMENT_WHOLE, &line->draw_score, 0, scores},
        {"--draw-plies", ARGUMENT_WHOLE, &line->draw_plies, 1, 10000},
        {"--draw-from", ARGUMENT_WHOLE, &line->draw_from, 0, 10000},
        {"--max-plies", ARGUMENT_WHOLE, &line->max_plies, 1, RECORD_GAME_PLIES_MAX},
        {"--score-permille", ARGUMENT_WHOLE, &line->score_permille, 1, 100000},
        {"--report", ARGUMENT_REAL, &line->report, 0.1, 1e6},
        {"--out", ARGUMENT_TEXT, &line->out, 0, 0},
        {"--name", ARGUMENT_TEXT, &line->name, 0, 0},
        {"--net", ARGUMENT_TEXT, &line->net, 0, 0},
        {"--isa", ARGUMENT_TEXT, &line->isa, 0, 0},
        {"--engine", ARGUMENT_TEXT, &line->engine, 0, 0},
        {"--syzygy", ARGUMENT_TEXT, &line->syzygy, 0, 0},
        {"--openings", ARGUMENT_LIST, &line->openings, 0, 0},
        {"--option", ARGUMENT_LIST, &line->options, 0, 0},
        {"--help", ARGUMENT_FLAG, &line->wants_help, 0, 0},
    };
    ArgumentList words = {.count = 0};
    const Status status =
        arguments_parse(rows, sizeof rows / sizeof rows[0], argc, argv, &words, error);
    if (status != STATUS_OK || line->wants_help)
        return status;
    if (words.count > 0)
        return status_fail(error, STATUS_BAD_INPUT, "%s: not understood; see --help",
                           words.items[0]);
    if (line->out == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "no --out given; see --help");
    if (line->is_openings && line->count == 0)
        return status_fail(error, STATUS_BAD_INPUT, "no --count given; see --help");
    if (line->band_least > line->band)
        return status_fail(error, STATUS_BAD_INPUT, "--band-least lies beyond --band");
    if (line->is_teacher && line->engine == NULL)
        return status_fail(error, STATUS_BAD_INPUT, "no --engine given; see --help");
    if (line->options.count > TEACHER_OPTIONS_MAX)
        return status_fail(error, STATUS_BAD_INPUT, "more than %d --option", TEACHER_OPTIONS_MAX);
    return STATUS_OK;
}

// Adds FILE:SHARE. The path is cut at its last colon in place.
static Status add_openings(Starts *starts, char *argument, int plies, ErrorText *error)
{
    char *colon = strrchr(argument, ':');
    int64_t share = 0;
    if (colon == NULL || !text_parse_int64(text_of(colon + 1), &share) || share < 1 ||
        share > 1000000)
        return status_fail(error, STATUS_BAD_INPUT, "--openings %s: wanted FILE:SHARE", argument);
    *colon = '\0';
    const StartSource source = {
        .kind = START_FILE, .share = (int)share, .least_plies = plies, .path = argument};
    ErrorText warning;
    const Status status = starts_add(starts, &source, &warning, error);
    if (status == STATUS_OK && warning.text[0] != '\0')
        fprintf(stderr, "ravelin-gendata: %s (%zu lines left out)\n", warning.text,
                starts->sources[starts->count - 1].bad_lines);
    return status;
}

static Status fill_starts(const Line *line, Starts *starts, ErrorText *error)
{
    const StartSource plain[] = {
        {.kind = START_STANDARD, .share = (int)line->standard},
        {.kind = START_CHESS960, .share = (int)line->chess960},
        {.kind = START_DFRC, .share = (int)line->dfrc},
        {.kind = START_ENDGAME, .share = (int)line->endgame},
    };
    ErrorText warning;
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        StartSource source = plain[i];
        source.least_plies = (int)line->random_plies;
        const Status status = starts_add(starts, &source, &warning, error);
        if (status != STATUS_OK)
            return status;
    }
    for (int i = 0; i < line->openings.count; i++) {
        const Status status =
            add_openings(starts, (char *)line->openings.items[i], (int)line->openings_plies, error);
        if (status != STATUS_OK)
            return status;
    }
    return starts->count > 0 ? STATUS_OK
                             : status_fail(error, STATUS_BAD_INPUT, "no kind of start has a share");
}

static Settings make_settings(const Line *line)
{
    Settings settings = {
        .rules =
            {
                .nodes = (uint64_t)line->soft,
                .check_nodes = (uint64_t)line->check_nodes,
                .band_cp = (int)line->band,
                .win_cp = (int)line->win_score,
                .win_plies = (int)line->win_plies,
                .draw_cp = (int)line->draw_score,
                .draw_plies = (int)line->draw_plies,
                .draw_from_ply = (int)line->draw_from,
                .max_plies = (int)line->max_plies,
            },
        .hard_factor = (int)line->hard,
        .hash_mib = (int)line->hash,
        .threads = (int)line->threads,
        .seed = (uint64_t)line->seed,
        .shard = (int)line->shard,
        .out = line->out,
        .name = line->name,
        .positions = line->positions,
        .games = line->games,
        .count = line->count,
        .report_seconds = line->report,
        .teacher = {.command = line->is_teacher ? line->engine : NULL,
                    .score_permille = (int)line->score_permille,
                    .option_count = line->options.count},
    };
    for (int i = 0; i < line->options.count; i++)
        settings.teacher.options[i] = line->options.items[i];
    return settings;
}

static void tell(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "ravelin-gendata: %s\n", text);
}

// Loads the tables that the line names; none found is an error, since the games would differ.
static Status load_tables(const Line *line, Syzygy **tables, ErrorText *error)
{
    if (line->syzygy == NULL)
        return STATUS_OK;
    *tables = syzygy_create();
    if (*tables == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for tablebases");
    const Status status = syzygy_load(*tables, line->syzygy, tell, NULL, error);
    if (status == STATUS_OK && syzygy_largest(*tables) == 0)
        return status_fail(error, STATUS_BAD_INPUT, "--syzygy %s: no tables there", line->syzygy);
    return status;
}

static Status run(const Line *line, ErrorText *error)
{
    Settings settings = make_settings(line);
    Kernels kernels;
    Network *network = NULL;
    Syzygy *tables = NULL;
    Status status = kernels_init(&kernels, line->isa, error);
    if (status == STATUS_OK)
        status = line->net != NULL ? network_load(line->net, &network, error)
                                   : network_load_embedded(&network, error);
    if (status == STATUS_OK)
        kernels_fit_net(&kernels, network->shape.width);
    settings.kernels = &kernels;
    settings.network = network;
    if (status == STATUS_OK)
        status = fill_starts(line, &settings.starts, error);
    if (status == STATUS_OK)
        status = load_tables(line, &tables, error);
    settings.tables = tables;
    if (status == STATUS_OK && line->is_teacher)
        status = teacher_ask_name(&settings.teacher, error);
    if (status == STATUS_OK)
        status = line->is_openings
                     ? openings_run(&settings, (int)line->band_least, &is_stopped, error)
                     : selfplay_run(&settings, &is_stopped, error);
    starts_destroy(&settings.starts);
    syzygy_destroy(tables);
    network_destroy(network);
    return status;
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 && argv[1][0] != '-' ? argv[1] : "selfplay";
    const int skipped = argc > 1 && argv[1][0] != '-' ? 2 : 1;
    const bool is_openings = strcmp(mode, "openings") == 0;
    Line line = default_line(is_openings);
    line.is_teacher = strcmp(mode, "teacher") == 0;
    ErrorText error;
    Status status = STATUS_OK;
    if (!is_openings && !line.is_teacher && strcmp(mode, "selfplay") != 0)
        status = status_fail(&error, STATUS_BAD_INPUT, "%s: unknown mode; see --help", mode);
    if (status == STATUS_OK)
        status = parse_line(argc - skipped, argv + skipped, &line, &error);
    if (status == STATUS_OK && line.wants_help) {
        fputs(HELP, stdout);
        return EXIT_SUCCESS;
    }
    catch_signals();
    if (status == STATUS_OK)
        status = run(&line, &error);
    if (status != STATUS_OK) {
        fprintf(stderr, "ravelin-gendata: %s\n", error.text);
        return status == STATUS_BAD_INPUT ? EXIT_BAD_INPUT : EXIT_FAILURE;
    }
    if (atomic_load(&is_interrupted))
        printf("stopped; the same command goes on from here\n");
    return EXIT_SUCCESS;
}
