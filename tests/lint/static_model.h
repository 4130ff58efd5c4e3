// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: clang's analyser reads one file at a time and cannot know that
// status_fail() gives back the status that it was given, so it follows failures as if they had been
// STATUS_OK. static.sh has it read this before each file but status.c.
#ifndef RAVELIN_TESTS_LINT_STATIC_MODEL_H
#define RAVELIN_TESTS_LINT_STATIC_MODEL_H

#if __has_include("base/status.h")
#include "base/status.h"
// NOLINTNEXTLINE(readability-identifier-naming): it stands for the function
#define status_fail(error, status, ...) ((void)status_fail(error, status, __VA_ARGS__), (status))
#endif

#endif
