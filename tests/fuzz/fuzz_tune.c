// SPDX-License-Identifier: GPL-3.0-or-later
// The file of measured kernels. Its first line, which names the machine, and the rows that fit are
// written here: an input would never hit them. The input is what follows that line; one that begins
// with a NUL is the whole file, which costs a measurement each time.
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/rng.h"
#include "engine/tuner.h"
#include "fuzz.h"
#include "kernels/isa.h"

enum { FILE_BYTES_MAX = 1 << 17, MEASURED_PS_MAX = 1 << 20, KEY_BYTES = 512, WIDTH = 1024 };

static const NetShape SHAPE = {.king_buckets = 1, .width = WIDTH, .heads = 1};
static Kernels kernels;
static char name[FILE_PATH_BYTES]; // of the file in fuzz_folder()
static char key[KEY_BYTES];        // its first line, with the line end
static Tuning fresh;

// Lets the tuner write its file once, to learn its name and first line.
static void learn_file(void)
{
    Tuner tuner;
    ErrorText note = {""};
    tuner_run(&tuner, &kernels, &SHAPE, true, fuzz_folder(), &note);
    FUZZ_CHECK(tuner.source == TUNER_MEASURED && tuner.unsaved.text[0] == '\0');
    DIR *const entries = opendir(fuzz_folder());
    FUZZ_CHECK(entries != NULL);
    for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
        if (strncmp(entry->d_name, "kernels-", 8) == 0)
            snprintf(name, sizeof name, "%s", entry->d_name);
    (void)closedir(entries);
    char path[2 * FILE_PATH_BYTES];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    FILE *const file = fopen(path, "rb");
    FUZZ_CHECK(file != NULL && fgets(key, sizeof key, file) != NULL);
    (void)fclose(file);
    FUZZ_CHECK(key[strlen(key) - 1] == '\n');
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    FUZZ_CHECK(kernels_init(&kernels, NULL, NULL) == STATUS_OK);
    tuning_begin(&fresh, kernels.isa_flags, WIDTH, false);
    learn_file();
    return 0;
}

// Now and then begins with a whole text of this machine, other figures and choices in it.
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    Rng rng = rng_seeded(seed);
    if (rng_below(&rng, 4) == 0) {
        static char text[TUNE_TEXT_BYTES_MAX];
        Tuning made = fresh;
        made.starts = (int)rng_below(&rng, TUNE_STARTS_MAX + 1);
        for (int i = 0; i < made.entry_count; i++) {
            TunedEntry *const entry = &made.entries[i];
            entry->chosen = (int)rng_below(&rng, (uint32_t)entry->row_count);
            for (int row = 0; row < entry->row_count; row++)
                entry->ps[row] = rng_below(&rng, MEASURED_PS_MAX);
        }
        const size_t length = tuning_write(&made, text, sizeof text);
        FUZZ_CHECK(length > 0);
        if (length <= max_size) {
            memcpy(data, text, length);
            size = length;
            if (rng_below(&rng, 2) == 0)
                return size;
        }
    }
    return LLVMFuzzerMutate(data, size, max_size);
}

static Status run_file(const char *text, size_t length, TunerSource *source)
{
    Tuner tuner;
    ErrorText note = {""};
    (void)fuzz_write_file(name, text, length);
    tuner_run(&tuner, &kernels, &SHAPE, true, fuzz_folder(), &note);
    *source = tuner.source;
    return note.text[0] == '\0' ? STATUS_OK : STATUS_BAD_INPUT;
}

// A text that is accepted is written as one that says the same; from the file it is accepted only
// if it already is that one.
static void check_accepted(const Tuning *tuning, Text text)
{
    static char again[TUNE_TEXT_BYTES_MAX], file[FILE_BYTES_MAX];
    for (int i = 0; i < tuning->entry_count; i++)
        FUZZ_CHECK(tuning->entries[i].chosen >= 0 &&
                   tuning->entries[i].chosen < tuning->entries[i].row_count);
    const size_t length = tuning_write(tuning, again, sizeof again);
    Tuning read = fresh;
    FUZZ_CHECK(length > 0);
    FUZZ_CHECK(tuning_read(&read, (Text){again, length}, NULL) == STATUS_OK);
    FUZZ_CHECK(memcmp(&read, tuning, sizeof read) == 0);
    const size_t key_length = strlen(key);
    TunerSource source;
    if (key_length + text.length > TUNE_TEXT_BYTES_MAX)
        return;
    memcpy(file, key, key_length);
    memcpy(file + key_length, text.data, text.length);
    const bool is_as_written = text.length == length && memcmp(text.data, again, length) == 0;
    const Status status = run_file(file, key_length + text.length, &source);
    FUZZ_CHECK((status == STATUS_OK) == is_as_written);
    FUZZ_CHECK(source == (!is_as_written            ? TUNER_MEASURED
                          : tuning_is_final(tuning) ? TUNER_REMEMBERED
                                                    : TUNER_COMPLETED));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size > 0 && data[0] == '\0') {
        TunerSource source;
        const Status status = run_file((const char *)data + 1, size - 1, &source);
        FUZZ_CHECK((source == TUNER_MEASURED) == (status != STATUS_OK));
        return 0;
    }
    Tuning tuning = fresh;
    ErrorText error = {""};
    const Status status = tuning_read(&tuning, fuzz_text(data, size), &error);
    FUZZ_CHECK((status == STATUS_OK) == (error.text[0] == '\0'));
    if (status == STATUS_OK)
        check_accepted(&tuning, fuzz_text(data, size));
    else
        FUZZ_CHECK(memcmp(&tuning, &fresh, sizeof fresh) == 0);
    return 0;
}
