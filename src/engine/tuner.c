// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tuner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/crc64.h"
#include "base/file.h"
#include "base/version.h"
#include "engine/bench.h"
#include "kernels/isa.h"
#include "nnue/layers.h"

enum {
    KEY_BYTES = 256,
    FILE_BYTES_MAX = KEY_BYTES + TUNE_TEXT_BYTES_MAX,
    SAMPLE_BOARDS = 512, // see kernel_sample_create
};

#define TUNER_SEED UINT64_C(0x7e57ab1e)

// The first line of the file: everything that the choice depends on.
static void write_key(char out[KEY_BYTES], const Kernels *kernels, const NetShape *shape)
{
    char cpu[ISA_CPU_NAME_BYTES];
    isa_cpu_name(cpu);
    text_make_printable(cpu);
    snprintf(out, KEY_BYTES,
             "ravelin-kernels 2 version %s features %08" PRIx32 " net %d/%d/%d/%d/%dx%d cpu %s",
             VERSION_NUMBER, kernels->isa_flags, shape->width, shape->king_buckets,
             (int)shape->mirrored, shape->heads, shape->hidden[0], shape->hidden[1], cpu);
}

static bool write_path(char out[FILE_PATH_BYTES], const char *folder, const char *key)
{
    const int length = snprintf(out, FILE_PATH_BYTES, "%s/kernels-%016" PRIx64, folder,
                                crc64_update(0, key, strlen(key)));
    return length > 0 && length < FILE_PATH_BYTES;
}

static Status recall(Tuning *tuning, const char *folder, const char *key, ErrorText *error)
{
    char path[FILE_PATH_BYTES];
    char text[FILE_BYTES_MAX];
    size_t length = 0;
    if (!write_path(path, folder, key))
        return status_fail(error, STATUS_BAD_INPUT, "the path is too long");
    const Status status = file_read(path, text, sizeof text, &length, error);
    if (status != STATUS_OK)
        return status;
    const size_t key_length = strlen(key);
    if (length <= key_length || memcmp(text, key, key_length) != 0 || text[key_length] != '\n')
        return status_fail(error, STATUS_BAD_INPUT, "made for something else");
    const Text body = {text + key_length + 1, length - key_length - 1};
    Tuning found = *tuning;
    const Status read = tuning_read(&found, body, error);
    if (read != STATUS_OK)
        return read;
    // What reads the same but was not written so (numbers with signs or zeros before them) is not
    // ours.
    char again[TUNE_TEXT_BYTES_MAX];
    if (tuning_write(&found, again, sizeof again) != body.length ||
        memcmp(again, body.data, body.length) != 0)
        return status_fail(error, STATUS_BAD_INPUT, "it is not as it was written");
    *tuning = found;
    return STATUS_OK;
}

static Status remember(const Tuning *tuning, const char *folder, const char *key, ErrorText *error)
{
    char path[FILE_PATH_BYTES];
    char text[FILE_BYTES_MAX];
    if (!write_path(path, folder, key))
        return status_fail(error, STATUS_BAD_INPUT, "the path is too long");
    size_t length = (size_t)snprintf(text, sizeof text, "%s\n", key);
    const size_t body = tuning_write(tuning, text + length, sizeof text - length);
    if (body == 0)
        return status_fail(error, STATUS_SYSTEM, "too many rows");
    length += body;
    const Status status = file_make_folder(folder, error);
    return status == STATUS_OK ? file_replace(path, text, length, error) : status;
}

static KernelSample *make_sample(const Kernels *kernels, int width)
{
    Board *boards = calloc(SAMPLE_BOARDS, sizeof *boards);
    if (boards == NULL)
        return NULL;
    bench_random_boards(kernels, TUNER_SEED, boards, SAMPLE_BOARDS);
    KernelSample *const sample = kernel_sample_create(width, boards, SAMPLE_BOARDS, TUNER_SEED);
    free(boards);
    return sample;
}

// What the input takes to make is part of the budget.
static bool measure(Tuner *tuner, const Kernels *kernels, int width)
{
    const int64_t start_ns = clock_now_ns();
    KernelSample *const sample = make_sample(kernels, width);
    if (sample == NULL)
        return false;
    const int64_t made_ns = clock_now_ns() - start_ns;
    tuning_measure(&tuner->tuning, sample, TUNE_BUDGET_NS - made_ns, NULL);
    tuner->tuning.spent_ns += made_ns;
    kernel_sample_destroy(sample);
    return true;
}

void tuner_run(Tuner *tuner, Kernels *kernels, const NetShape *shape, bool is_wanted,
               const char *folder, ErrorText *note)
{
    char key[KEY_BYTES];
    ErrorText reason = {""};
    tuning_begin(&tuner->tuning, kernels->isa_flags, shape->width, layers_are_in(shape));
    tuner->source = TUNER_OFF;
    tuner->unsaved.text[0] = '\0';
    if (!is_wanted)
        return;
    write_key(key, kernels, shape);
    const Status status =
        folder != NULL ? recall(&tuner->tuning, folder, key, &reason) : STATUS_NOT_FOUND;
    if (status == STATUS_OK) {
        tuner->source = TUNER_REMEMBERED;
        tuning_apply(&tuner->tuning, kernels);
        if (tuning_is_final(&tuner->tuning))
            return;
    } else if (status != STATUS_NOT_FOUND)
        status_fail(note, status, "the kernel choice kept in %.100s is ignored: %.100s", folder,
                    reason.text);
    if (!measure(tuner, kernels, shape->width)) {
        status_fail(note, STATUS_NO_MEMORY, "no memory to measure the kernels");
        return;
    }
    tuner->source = status == STATUS_OK ? TUNER_COMPLETED : TUNER_MEASURED;
    tuning_apply(&tuner->tuning, kernels);
    if (folder != NULL)
        (void)remember(&tuner->tuning, folder, key, &tuner->unsaved);
}
