// SPDX-License-Identifier: GPL-3.0-or-later
// Loading a net from a file and from memory: what the user is told, and that a failure leaves the
// net in play alone.
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/endian.h"
#include "base/mem.h"
#include "nnue/container.h"
#include "nnue/network.h"
#include "nnue/synth.h"

static void write_file(const char *path, const uint8_t *data, size_t bytes)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(data, 1, bytes, file), bytes);
    cr_assert_eq(fclose(file), 0);
}

// A fresh folder for the files of one test; the test runs in a process of its own.
static void enter_scratch_folder(void)
{
    char folder[] = "/tmp/ravelin-net-XXXXXX";
    cr_assert_not_null(mkdtemp(folder));
    cr_assert_eq(chdir(folder), 0);
}

static void leave_scratch_folder(void)
{
    char folder[256];
    cr_assert_not_null(getcwd(folder, sizeof folder));
    cr_assert_eq(chdir("/"), 0);
    cr_assert_eq(rmdir(folder), 0);
}

Test(nnue_network, file_and_memory_agree)
{
    enter_scratch_folder();
    const NetShape shape = synth_shape(2, true, 128, 4, 21);
    const size_t bytes = container_bytes(&shape);
    uint8_t *data = synth_container(&shape, 21);
    cr_assert_not_null(data);
    write_file("some.net", data, bytes);

    ErrorText error = {""};
    Network *from_file = NULL;
    Network *from_memory = NULL;
    cr_assert_eq(network_load("./some.net", &from_file, &error), STATUS_OK, "%s", error.text);
    cr_assert_eq(network_load_memory(data, bytes, "x", "y", &from_memory, &error), STATUS_OK);
    cr_assert_str_eq(from_file->name, "some.net");
    cr_assert_str_eq(from_file->origin, "./some.net");
    cr_assert_str_eq(from_memory->name, "x");
    cr_assert_str_eq(from_memory->origin, "y");
    const Network *both[] = {from_file, from_memory};
    for (int i = 0; i < 2; i++) {
        cr_assert_eq(both[i]->file_bytes, bytes);
        cr_assert_eq(both[i]->hash, read_le64(data + 56));
        cr_assert_eq((uintptr_t)both[i]->feature_weights % 64, 0);
        cr_assert_eq((uintptr_t)both[i]->feature_biases % 64, 0);
        cr_assert_eq((uintptr_t)both[i]->output_weights % 64, 0);
        cr_assert_eq(both[i]->shape.heads, 4);
    }
    const size_t features = 2 * 768 * 128;
    cr_assert_eq(memcmp(from_file->feature_weights, from_memory->feature_weights, features * 2), 0);
    for (size_t i = 0; i < features; i++)
        cr_assert_eq(from_file->feature_weights[i], (int16_t)read_le16(data + 128 + 2 * i));
    for (int head = 0; head < 4; head++) {
        const uint8_t *bias = data + bytes - 16 + 4 * head;
        cr_assert_eq(from_file->output_biases[head], (int32_t)read_le32(bias));
    }
    network_destroy(from_file);
    network_destroy(from_memory);
    network_destroy(NULL);
    mem_free_aligned(data);
    cr_assert_eq(unlink("some.net"), 0);
    leave_scratch_folder();
}

static void expect_load_fails(const char *path, Status status, const char *words)
{
    Network *const in_play = (Network *)(void *)&status; // any address that is not NULL
    Network *net = in_play;
    ErrorText error = {""};
    cr_assert_eq(network_load(path, &net, &error), status, "%s: %s", path, error.text);
    cr_assert_eq(net, in_play, "the net in play was replaced");
    cr_assert_not_null(strstr(error.text, words), "\"%s\" does not say \"%s\"", error.text, words);
}

Test(nnue_network, bad_files_leave_the_net_in_play)
{
    enter_scratch_folder();
    const NetShape shape = synth_shape(1, true, 64, 1, 22);
    const size_t bytes = container_bytes(&shape);
    uint8_t *data = synth_container(&shape, 22);
    cr_assert_not_null(data);
    uint8_t *longer = calloc(1, bytes + 1);
    cr_assert_not_null(longer);
    memcpy(longer, data, bytes);

    expect_load_fails("none.net", STATUS_NOT_FOUND, "cannot open none.net");
    // The length of a folder is more than 32 bits hold.
    if (sizeof(long) > 4)
        expect_load_fails("/", STATUS_BAD_INPUT, "file length is");
    else
        expect_load_fails("/", STATUS_IO, "cannot seek");
    expect_load_fails("/dev/null", STATUS_BAD_INPUT, "file length is 0 bytes");
    write_file("bad.net", data, 100);
    expect_load_fails("bad.net", STATUS_BAD_INPUT, "file length is 100 bytes, wanted at least 128");
    write_file("bad.net", data, bytes - 1);
    expect_load_fails("bad.net", STATUS_BAD_INPUT, "file length is");
    write_file("bad.net", longer, bytes + 1);
    expect_load_fails("bad.net", STATUS_BAD_INPUT, "file length is");
    longer[1000] ^= 1;
    write_file("bad.net", longer, bytes);
    expect_load_fails("bad.net", STATUS_BAD_INPUT, "checksum is");
    cr_assert_eq(truncate("bad.net", 200000000), 0);
    expect_load_fails("bad.net", STATUS_BAD_INPUT, "wanted at most");
    cr_assert_eq(unlink("bad.net"), 0);
    free(longer);
    mem_free_aligned(data);
    leave_scratch_folder();
}

// Names end up on protocol lines, where a line end would start a new message.
Test(nnue_network, names_are_single_lines)
{
    enter_scratch_folder();
    const NetShape shape = synth_shape(1, true, 64, 1, 23);
    uint8_t *data = synth_container(&shape, 23);
    cr_assert_not_null(data);
    write_file("a\nb.net", data, container_bytes(&shape));
    Network *net = NULL;
    cr_assert_eq(network_load("a\nb.net", &net, NULL), STATUS_OK);
    cr_assert_str_eq(net->name, "a?b.net");
    network_destroy(net);
    mem_free_aligned(data);
    cr_assert_eq(unlink("a\nb.net"), 0);
    leave_scratch_folder();
}
