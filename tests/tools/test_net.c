// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-net: what it makes is a net that its own check accepts, and the same for the same seed;
// its studies find what is wrong with a net, and only that.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/endian.h"
#include "nnue/container.h"
#include "nnue/embed.h"
#include "position/fen.h"
#include "tools/net/commands.h"
#include "tools/net/study.h"

enum { TEXT_BYTES = 8192 };

// Makes a net file for a test.
static void make_net(SynthOptions options, char path[32])
{
    strcpy(path, "/tmp/ravelin-net-XXXXXX");
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    close(handle);
    options.path = path;
    ErrorText error;
    cr_assert_eq(command_synth(&options, &error), STATUS_OK, "%s", error.text);
}

// Makes a net and returns what inspect prints of it, without the line that names the file.
static void synth_and_inspect(SynthOptions options, char text[TEXT_BYTES])
{
    char path[32];
    make_net(options, path);
    ErrorText error;
    FILE *out = tmpfile();
    cr_assert_not_null(out);
    cr_assert_eq(command_inspect(path, out, &error), STATUS_OK, "%s", error.text);
    rewind(out);
    char line[512];
    cr_assert_not_null(fgets(line, sizeof line, out));
    const size_t bytes = fread(text, 1, TEXT_BYTES - 1, out);
    text[bytes] = '\0';
    fclose(out);
    remove(path);
}

Test(net, makes_valid_nets_of_many_shapes)
{
    static const SynthOptions SHAPES[] = {
        {1, 64, 1, 1, true, false, NULL},   {2, 512, 1, 8, false, false, NULL},
        {3, 128, 32, 3, true, false, NULL}, {4, 2048, 2, 1, true, false, NULL},
        {5, 192, 1, 3, true, true, NULL},
    };
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        static char text[TEXT_BYTES];
        synth_and_inspect(SHAPES[i], text);
        char shape[64];
        (void)snprintf(shape, sizeof shape, "%d x 768%s -> %d x 2 -> %s%d\n",
                       SHAPES[i].king_buckets, SHAPES[i].is_mirrored ? " mirrored" : "",
                       SHAPES[i].width, SHAPES[i].has_layers ? "(pairs -> 16 -> 32) x " : "",
                       SHAPES[i].heads);
        cr_assert_not_null(strstr(text, shape), "%s", text);
    }
}

Test(net, the_seed_decides)
{
    static char first[TEXT_BYTES];
    static char second[TEXT_BYTES];
    SynthOptions options = {7, 64, 4, 2, true, false, NULL};
    synth_and_inspect(options, first);
    synth_and_inspect(options, second);
    cr_assert_str_eq(first, second);
    options.seed = 8;
    synth_and_inspect(options, second);
    cr_assert_str_neq(first, second);
}

Test(net, inspect_refuses_what_is_no_net)
{
    char path[] = "/tmp/ravelin-net-XXXXXX";
    const int handle = mkstemp(path);
    cr_assert_eq(write(handle, "RAVELNET", 8), 8);
    close(handle);
    ErrorText error;
    cr_assert_eq(command_inspect(path, stdout, &error), STATUS_BAD_INPUT);
    remove(path);
    cr_assert_eq(command_inspect(path, stdout, &error), STATUS_NOT_FOUND);
}

Test(net, stamps_what_only_lacks_its_checksum)
{
    char path[32];
    make_net((SynthOptions){5, 64, 2, 1, true, false, NULL}, path);
    FILE *file = fopen(path, "r+b");
    cr_assert_not_null(file);
    // Other weights under the old checksum: no net any more, until it is stamped.
    fseek(file, CONTAINER_HEADER_BYTES + 1000, SEEK_SET);
    fputc(3, file);
    fputc(0, file);
    fclose(file);
    ErrorText error;
    Network *network = NULL;
    cr_assert_eq(network_load(path, &network, &error), STATUS_BAD_INPUT);
    FILE *out = tmpfile();
    cr_assert_eq(command_stamp(path, "/tmp", out, &error), STATUS_OK, "%s", error.text);
    rewind(out);
    char stamped[64];
    cr_assert_not_null(fgets(stamped, sizeof stamped, out));
    stamped[strcspn(stamped, "\n")] = '\0';
    cr_assert_eq(network_load(stamped, &network, &error), STATUS_OK, "%s", error.text);
    char name[64];
    (void)snprintf(name, sizeof name, "/tmp/ravelin-%08x.nnue", (unsigned)(network->hash >> 32));
    cr_assert_str_eq(stamped, name);
    network_destroy(network);
    remove(stamped);
    // A wrong field is not mended by a stamp.
    file = fopen(path, "r+b");
    cr_assert_not_null(file);
    fseek(file, 8, SEEK_SET);
    fputc(9, file);
    fclose(file);
    cr_assert_eq(command_stamp(path, "/tmp", out, &error), STATUS_BAD_INPUT);
    cr_assert_not_null(strstr(error.text, "version"), "%s", error.text);
    cr_assert_eq(truncate(path, 50), 0);
    cr_assert_eq(command_stamp(path, "/tmp", out, &error), STATUS_BAD_INPUT);
    fclose(out);
    remove(path);
    cr_assert_eq(command_stamp(path, "/tmp", stdout, &error), STATUS_IO);
}

Test(net, verifies_good_nets_of_all_shapes)
{
    static const SynthOptions SHAPES[] = {
        {1, 64, 1, 1, true, false, NULL},
        {2, 128, 1, 8, false, false, NULL},
        {3, 64, 16, 2, true, false, NULL},
        {4, 128, 2, 4, true, true, NULL},
    };
    FILE *out = tmpfile();
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        char path[32];
        make_net(SHAPES[i], path);
        const TrialOptions options = {path, NULL, 400, 3};
        ErrorText error;
        cr_assert_eq(command_verify(&options, out, &error), STATUS_OK, "%zu: %s", i, error.text);
        remove(path);
    }
    fclose(out);
}

// A net that calls itself mirrored although its map is not: the integers follow one half of the
// map, the text of the container the other. And a border of the reference moved by a little.
Test(net, verify_finds_what_is_wrong)
{
    char path[32];
    make_net((SynthOptions){4, 64, 16, 1, false, false, NULL}, path);
    Network *network = NULL;
    ErrorText error;
    cr_assert_eq(network_load(path, &network, &error), STATUS_OK, "%s", error.text);
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, &error), STATUS_OK);
    NetPositions positions;
    cr_assert_eq(positions_make(&kernels, 300, 1, &positions, &error), STATUS_OK);
    FILE *out = tmpfile();
    bool is_good = false;
    cr_assert_eq(study_verify(network, &positions, out, &is_good, &error), STATUS_OK);
    cr_assert(is_good);
    Network wrong = *network;
    wrong.shape.mirrored = 1;
    cr_assert_eq(study_verify(&wrong, &positions, out, &is_good, &error), STATUS_OK);
    cr_assert(!is_good);
    fclose(out);
    positions_free(&positions);
    network_destroy(network);
    remove(path);
}

Test(net, flips_and_mirrors)
{
    static const char *const CASES[][3] = {
        {"4k3/8/8/8/8/8/4P3/R3K3 w - - 0 1", "r3k3/4p3/8/8/8/8/8/4K3 b - - 0 1",
         "3k4/8/8/8/8/8/3P4/3K3R w - - 0 1"},
        {"1n2k3/p7/8/8/8/8/8/6QK b - - 0 1", "6qk/8/8/8/8/8/P7/1N2K3 w - - 0 1",
         "3k2n1/7p/8/8/8/8/8/KQ6 b - - 0 1"},
    };
    for (size_t i = 0; i < 2; i++) {
        Board board;
        Board changed;
        char fen[FEN_BYTES];
        cr_assert_eq(fen_parse(CASES[i][0], false, &board, NULL), STATUS_OK);
        cr_assert_eq(study_flip_colours(&board, &changed, NULL), STATUS_OK);
        fen_write(&changed, false, fen);
        cr_assert_str_eq(fen, CASES[i][1]);
        cr_assert_eq(study_mirror_files(&board, &changed, NULL), STATUS_OK);
        fen_write(&changed, false, fen);
        cr_assert_str_eq(fen, CASES[i][2]);
    }
}

// Coarser weights are further off; weights held as the file has them are not off at all.
Test(net, coarser_weights_cost_more)
{
    Network *network = NULL;
    ErrorText error;
    cr_assert_eq(network_load_embedded(&network, &error), STATUS_OK, "%s", error.text);
    Kernels kernels;
    cr_assert_eq(kernels_init(&kernels, NULL, &error), STATUS_OK);
    NetPositions positions;
    cr_assert_eq(positions_make(&kernels, 200, 1, &positions, &error), STATUS_OK);
    double errors[3] = {0, 0, 0};
    static const WeightForm FORMS[] = {{255, 32767}, {64, 127}, {16, 127}};
    for (size_t i = 0; i < positions.count; i++) {
        const double exact = study_float_output(network, &positions.boards[i], NULL);
        for (int form = 0; form < 3; form++) {
            const double found = study_float_output(network, &positions.boards[i], &FORMS[form]);
            errors[form] += found > exact ? found - exact : exact - found;
        }
    }
    cr_assert_lt(errors[0], 1e-6);
    cr_assert_gt(errors[1], 1.0);
    cr_assert_gt(errors[2], 2.0 * errors[1]);
    FILE *out = tmpfile();
    study_quantisation(network, &positions, out);
    rewind(out);
    static char text[TEXT_BYTES];
    text[fread(text, 1, TEXT_BYTES - 1, out)] = '\0';
    cr_assert_not_null(strstr(text, "8 bits, scale 64.0 (up to 1.98)"), "%s", text);
    fclose(out);
    positions_free(&positions);
    network_destroy(network);
}
