// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what the fuzzing harnesses share: claims that must hold for any input, and
// a folder for the files that a parser reads by name. One process a harness, one thread.
#ifndef RAVELIN_TESTS_FUZZ_FUZZ_H
#define RAVELIN_TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

// What libFuzzer calls. A harness defines the first, the others where it needs them.
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
// What libFuzzer has: its own changes, in place; returns the new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);

// Ends the run, so that libFuzzer keeps the input, unless the claim holds.
#define FUZZ_CHECK(claim) ((claim) ? (void)0 : fuzz_fail(__FILE__, __LINE__, #claim))
_Noreturn void fuzz_fail(const char *file, int line, const char *claim);

// An empty folder of this process, in memory where the system has such; removed at the end.
const char *fuzz_folder(void);

// Makes the file `name` of that folder hold these bytes. The path is valid until the next call.
const char *fuzz_write_file(const char *name, const void *bytes, size_t size);

// Removes a file of that folder, if it is there.
void fuzz_remove_file(const char *name);

// The input as text.
Text fuzz_text(const uint8_t *data, size_t size);

#endif
