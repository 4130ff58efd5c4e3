// SPDX-License-Identifier: GPL-3.0-or-later
// A whole run on a few real games, from file to net: it ends with a net that the engine accepts and
// vectors beside it, twice the same, and knows by then that a queen is worth having.
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "nnue/network.h"
#include "support/files.h"
#include "tools/train/export.h"
#include "tools/train/quantise.h"
#include "tools/train/run.h"

enum { PATH_BYTES = 4096, GAMES = 400, SAMPLES = 400000 };

static void temporary_folder(char path[32])
{
    strcpy(path, "/tmp/ravelin-run-XXXXXX");
    cr_assert_not_null(mkdtemp(path));
}

// Finds the net of a finished run by its name.
static void find_net(const char *folder, char name[64])
{
    name[0] = '\0';
    DIR *listing = opendir(folder);
    cr_assert_not_null(listing);
    const struct dirent *entry;
    while ((entry = readdir(listing)) != NULL)
        if (strncmp(entry->d_name, "ravelin-", 8) == 0)
            (void)snprintf(name, 64, "%.63s", entry->d_name);
    closedir(listing);
    cr_assert_neq(name[0], '\0', "no net in %s", folder);
}

// Trains into `folder`; progress lines go nowhere.
static void run_quietly(Options *options, const char *folder)
{
    options->out = folder;
    ErrorText error;
    fflush(stdout);
    FILE *old = freopen("/dev/null", "w", stdout);
    cr_assert_not_null(old);
    cr_assert_eq(run_training(options, &error), STATUS_OK, "%s", error.text);
}

static int64_t value_of(const Network *network, const char *men[], const Square *squares, int count)
{
    uint8_t mailbox[SQUARE_COUNT];
    memset(mailbox, NO_PIECE, sizeof mailbox);
    for (int i = 0; i < count; i++) {
        const char *type = strchr("PNBRQK", men[i][1]);
        const Colour colour = men[i][0] == 'w' ? WHITE : BLACK;
        mailbox[squares[i]] = (uint8_t)piece_make(colour, (PieceType)(type - "PNBRQK"));
    }
    NetWeights weights;
    ErrorText error;
    cr_assert_eq(quantise_create(&network->shape, &weights, &error), STATUS_OK);
    const size_t width = (size_t)network->shape.width;
    memcpy(weights.feature_weights, network->feature_weights,
           NNUE_INPUTS * width * sizeof(int16_t));
    memcpy(weights.feature_biases, network->feature_biases, width * sizeof(int16_t));
    memcpy(weights.output_weights, network->output_weights, 2 * width * sizeof(int16_t));
    weights.output_biases[0] = network->output_biases[0];
    const int64_t value = quantise_reference(&network->shape, &weights, mailbox);
    quantise_destroy(&weights);
    return value;
}

static int count_lines(const char *folder, const char *name)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    int lines = 0;
    for (int c = getc(file); c != EOF; c = getc(file))
        lines += c == '\n';
    fclose(file);
    return lines;
}

// The first file of real games, or a skip.
static const char *real_data(char path[PATH_BYTES])
{
    const char *shared = getenv("RAVELIN_SHARED");
    (void)snprintf(path, PATH_BYTES, "%s/training/gen0-1.vbin.zst", shared != NULL ? shared : "");
    if (access(path, R_OK) != 0)
        cr_skip_test("no training data beside the checkout");
    return path;
}

static Options small_run(const char *data)
{
    return (Options){
        .data = {data},
        .data_weights = {1},
        .data_count = 1,
        .isa = "auto",
        .width = 64,
        .heads = 1,
        .king_buckets = 1,
        .mirrored = 1,
        .samples = SAMPLES,
        .batch = 1000,
        .rate = 2e-3,
        .rate_end = 1e-5,
        .wdl_share = 0.3,
        .round_from = 0.6,
        .seed = 5,
        .threads = 1,
        .checkpoint_minutes = 1.0,
        .max_games = GAMES,
    };
}

Test(run, gives_a_net_twice_the_same)
{
    char data[PATH_BYTES];
    Options options = small_run(real_data(data));
    char folders[2][32];
    char names[2][64];
    for (int i = 0; i < 2; i++) {
        temporary_folder(folders[i]);
        options.threads = i + 1;
        run_quietly(&options, folders[i]);
        find_net(folders[i], names[i]);
    }
    cr_assert_str_eq(names[0], names[1]);
    cr_assert_eq(count_lines(folders[0], "net_vectors.txt"), EXPORT_VECTORS);
    cr_assert_geq(count_lines(folders[0], "curve.csv"), 200);
    cr_assert_geq(count_lines(folders[0], "curve.svg"), 10);

    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", folders[0], names[0]);
    Network *network = NULL;
    ErrorText error;
    cr_assert_eq(network_load(path, &network, &error), STATUS_OK, "%s", error.text);
    const char *men[] = {"wK", "bK", "wQ"};
    const Square squares[] = {SQ_E1, SQ_E8, SQ_D1};
    const int64_t bare = value_of(network, men, squares, 2);
    const int64_t queen = value_of(network, men, squares, 3);
    cr_assert_gt(queen, bare + 200);
    network_destroy(network);
    cr_assert(files_remove_folder(folders[0]));
    cr_assert(files_remove_folder(folders[1]));
}

// Drawing a file twice an epoch is giving it twice.
Test(run, a_weight_counts_like_a_file_given_again)
{
    char data[PATH_BYTES];
    Options options = small_run(real_data(data));
    options.samples = 50000;
    char names[3][64];
    for (int i = 0; i < 3; i++) {
        options.data_weights[0] = i == 0 ? 2 : 1;
        options.data_count = i == 1 ? 2 : 1;
        options.data[1] = data;
        options.data_weights[1] = 1;
        char folder[32];
        temporary_folder(folder);
        run_quietly(&options, folder);
        find_net(folder, names[i]);
        cr_assert(files_remove_folder(folder));
    }
    cr_assert_str_eq(names[0], names[1]);
    cr_assert_str_neq(names[0], names[2]);
}

// A second run begins where the first one's net ended: another net than the first, the same each
// time.
Test(run, goes_on_from_a_net)
{
    char data[PATH_BYTES];
    Options options = small_run(real_data(data));
    options.samples = 20000;
    char folders[3][32];
    char names[3][64];
    char start[PATH_BYTES];
    for (int i = 0; i < 3; i++) {
        temporary_folder(folders[i]);
        run_quietly(&options, folders[i]);
        find_net(folders[i], names[i]);
        (void)snprintf(start, sizeof start, "%s/%s", folders[0], names[0]);
        options.start_from = start;
    }
    cr_assert_str_neq(names[0], names[1]);
    cr_assert_str_eq(names[1], names[2]);
    ErrorText error;
    options.start_from = "/nonexistent/net.nnue";
    cr_assert_neq(run_training(&options, &error), STATUS_OK);
    cr_assert_not_null(strstr(error.text, "/nonexistent/net.nnue"), "%s", error.text);
    for (int i = 0; i < 3; i++)
        cr_assert(files_remove_folder(folders[i]));
}

// A file cut short and a foreign one beside a good one: told, and the run goes on with the rest.
Test(run, goes_on_with_what_is_whole)
{
    char data[PATH_BYTES];
    Options options = small_run(real_data(data));
    char folder[32];
    temporary_folder(folder);
    char cut[64];
    char foreign[64];
    char log[64];
    (void)snprintf(cut, sizeof cut, "%s/cut.vbin.zst", folder);
    (void)snprintf(foreign, sizeof foreign, "%s/foreign.vbin.zst", folder);
    (void)snprintf(log, sizeof log, "%s/log", folder);
    cr_assert(files_copy_start(data, cut, 1000000));
    cr_assert(files_copy_start("/proc/self/exe", foreign, 1000));
    options.data[0] = foreign;
    options.data[1] = cut;
    options.data_weights[1] = 1;
    options.data_count = 2;
    options.max_games = 0;
    options.samples = 20000;
    cr_assert_not_null(freopen(log, "w", stderr));
    run_quietly(&options, folder);
    fflush(stderr);
    char name[64];
    find_net(folder, name);
    char text[4096] = "";
    FILE *file = fopen(log, "r");
    cr_assert_not_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    cr_assert_not_null(strstr(text, "foreign.vbin.zst: at byte 0"), "%s", text);
    cr_assert_not_null(strstr(text, "cut.vbin.zst: at byte"), "%s", text);
    cr_assert_not_null(strstr(text, "truncated"), "%s", text);
    cr_assert(files_remove_folder(folder));
}
