// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 512 };

static char folder[PATH_BYTES];

// What the sanitizer's runtime asks for: a finding of UBSan must end the run as one of ASan does.
const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void)
{
    return "halt_on_error=1:print_stacktrace=1";
}

_Noreturn void fuzz_fail(const char *file, int line, const char *claim)
{
    fprintf(stderr, "%s:%d: does not hold: %s\n", file, line, claim);
    abort();
}

static void path_of(char out[PATH_BYTES], const char *name)
{
    const int length = snprintf(out, PATH_BYTES, "%s/%s", fuzz_folder(), name);
    FUZZ_CHECK(length > 0 && length < PATH_BYTES);
}

static void remove_folder(void)
{
    DIR *const entries = opendir(folder);
    if (entries != NULL) {
        for (const struct dirent *entry; (entry = readdir(entries)) != NULL;)
            if (entry->d_name[0] != '.')
                fuzz_remove_file(entry->d_name);
        (void)closedir(entries);
    }
    (void)rmdir(folder);
}

const char *fuzz_folder(void)
{
    if (folder[0] == '\0') {
        const char *const base = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
        snprintf(folder, sizeof folder, "%s/ravelin-fuzz-XXXXXX", base);
        FUZZ_CHECK(mkdtemp(folder) != NULL);
        FUZZ_CHECK(atexit(remove_folder) == 0);
    }
    return folder;
}

const char *fuzz_write_file(const char *name, const void *bytes, size_t size)
{
    static char path[PATH_BYTES];
    path_of(path, name);
    FILE *const file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(size == 0 || fwrite(bytes, 1, size, file) == size);
    FUZZ_CHECK(fclose(file) == 0);
    return path;
}

void fuzz_remove_file(const char *name)
{
    char path[PATH_BYTES];
    path_of(path, name);
    (void)remove(path);
}

Text fuzz_text(const uint8_t *data, size_t size)
{
    return (Text){(const char *)data, size};
}
