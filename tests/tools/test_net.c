// SPDX-License-Identifier: GPL-3.0-or-later
// ravelin-net: what it makes is a net that its own check accepts, and the same for the same seed.
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/net/commands.h"

enum { TEXT_BYTES = 8192 };

// Makes a net and returns what inspect prints of it, without the line that names the file.
static void synth_and_inspect(SynthOptions options, char text[TEXT_BYTES])
{
    char path[] = "/tmp/ravelin-net-XXXXXX";
    const int handle = mkstemp(path);
    cr_assert(handle >= 0);
    close(handle);
    options.path = path;
    ErrorText error;
    cr_assert_eq(command_synth(&options, &error), STATUS_OK, "%s", error.text);
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
        {1, 64, 1, 1, true, NULL},
        {2, 512, 1, 8, false, NULL},
        {3, 128, 32, 3, true, NULL},
        {4, 2048, 2, 1, true, NULL},
    };
    for (size_t i = 0; i < sizeof SHAPES / sizeof SHAPES[0]; i++) {
        static char text[TEXT_BYTES];
        synth_and_inspect(SHAPES[i], text);
        char shape[64];
        (void)snprintf(shape, sizeof shape, "%d x 768%s -> %d x 2 -> %d\n", SHAPES[i].king_buckets,
                       SHAPES[i].is_mirrored ? " mirrored" : "", SHAPES[i].width, SHAPES[i].heads);
        cr_assert_not_null(strstr(text, shape), "%s", text);
    }
}

Test(net, the_seed_decides)
{
    static char first[TEXT_BYTES];
    static char second[TEXT_BYTES];
    SynthOptions options = {7, 64, 4, 2, true, NULL};
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
    cr_assert_eq(command_inspect(path, stdout, &error), STATUS_IO);
}
