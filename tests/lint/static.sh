#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# clang-tidy by .clang-tidy, then cppcheck by the options below, over all of src, kernels, bench and
# tests. Status 0 only without a finding; what is not there is said.
#
#   static.sh [BUILD [FILE...]]     BUILD is made if it is not there (build-static); FILE: only
#                                   these C files, as git names them
set -eu

top=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
cd "$top"
build=${1:-build-static}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- 'src/*.c' 'kernels/*.c' 'bench/*.c' 'tests/*.c'
status=0
jobs=$(nproc 2>/dev/null || echo 1)

# What the compiler is told, and the headers that the build makes; nothing else is compiled. With
# assertions, which tell the analyser what cannot be.
compile_commands() {
    [ -f "$build/build.ninja" ] ||
        CC=clang meson setup "$build" -Dbuildtype=release -Db_ndebug=false -Ddiagnostics=true \
            -Dtests=enabled -Dtools=enabled >/dev/null
    ninja -C "$build" src/search/param_table.h src/tools/gendata/commit.h >/dev/null
}

# Files of the build that git knows; others of ours are for another system (cppcheck reads them).
files_of_build() {
    python3 - "$build/compile_commands.json" "$@" <<'PYTHON'
import json, os, subprocess, sys
listed = subprocess.run(["git", "ls-files", *sys.argv[2:]], check=True, capture_output=True, text=True)
with open(sys.argv[1], encoding="utf-8") as file:
    entries = json.load(file)
built = {os.path.relpath(os.path.join(entry["directory"], entry["file"])) for entry in entries}
# It stands in for functions of the C library, under their reserved names.
apart = {"tests/system/faults.c"}
print(*sorted((built & set(listed.stdout.split())) - apart), sep="\n")
PYTHON
}

# One file a process: the checker of va_list in clang 14 mixes up several.
tidy() { # tidy OPTION... < FILES
    xargs -r -P "$jobs" -n 1 clang-tidy --quiet -p "$build" "$@" >>"$build/tidy.log" \
        2>>"$build/tidy.errors" || status=1
}

if command -v clang-tidy >/dev/null 2>&1; then
    compile_commands
    files_of_build "$@" >"$build/tidy.files"
    echo "clang-tidy: $(wc -l <"$build/tidy.files") files"
    rm -f "$build/tidy.log" "$build/tidy.errors"
    own=src/base/status.c
    grep -vx "$own" "$build/tidy.files" >"$build/tidy.most" || true
    tidy --extra-arg=-include --extra-arg="$top/tests/lint/static_model.h" <"$build/tidy.most"
    grep -x "$own" "$build/tidy.files" >"$build/tidy.own" || true
    tidy <"$build/tidy.own"
    # A finding in a header is said for each file that includes it; once is enough.
    grep -hE '(warning|error): ' "$build/tidy.log" "$build/tidy.errors" | sort -u || true
else
    echo "static.sh: no clang-tidy here: IT WAS NOT RUN" >&2
fi

# What is suppressed, and why:
#   missingInclude*           headers of libraries and of the build are not read
#   uninitvar                 takes an array that a loop or a copy fills for unset; both compilers and
#                             clang's analyser look for the same
#   knownConditionTrueFalse   takes the least of two values for 0 where one is a named constant
#   redundantContinue         `continue;` is the body of a loop that only waits
#   ctuuninitvar              a struct that a function is called to fill
#   unreadVariable, unassignedVariable, constParameter*, constVariable*  do not see Criterion's macros, nor that a function
#                             has the type that a table wants
#   unmatchedSuppression      one list for both runs
# Criterion's tests are functions; -D says so, and which compiler and machine it is.
check() { # check OPTION... FILE...
    cppcheck --quiet --std=c11 --enable=warning,style,performance,portability --inline-suppr \
        --suppress=missingInclude --suppress=missingIncludeSystem --suppress=unmatchedSuppression \
        --suppress=uninitvar --suppress=knownConditionTrueFalse --suppress=redundantContinue \
        --suppress=ctuuninitvar --suppress=unassignedVariable --suppress=unreadVariable \
        --suppress=constParameter --suppress=constVariable \
        --suppress=constParameterCallback --suppress=constParameterPointer \
        --suppress=constVariablePointer \
        --error-exitcode=1 --template='{file}:{line}: {severity}: {message} [{id}]' \
        -D__GNUC__=12 -D__x86_64__ -I . -I src -I tests -I "$build/src" -I "$build" "$@" || status=1
}

if command -v cppcheck >/dev/null 2>&1; then
    windows=$(git ls-files "$@" | grep '_windows\.c$' || true)
    # shellcheck disable=SC2046
    set -- $(git ls-files "$@" | grep -v '_windows\.c$')
    echo "cppcheck: $# files"
    check -j "$jobs" -D__linux__ -U_WIN32 -U__aarch64__ -D'Test(...)=static void test_case(void)' \
        -D'TestSuite(...)=static void test_suite(void)' \
        -D'ParameterizedTest(...)=static void test_case(void)' \
        -D'ParameterizedTestParameters(...)=static int test_parameters(void)' "$@"
    # shellcheck disable=SC2086
    set -- $windows
    echo "cppcheck, for Windows: $# files"
    [ $# -eq 0 ] || check -D_WIN32 --platform=win64 "$@"
else
    echo "static.sh: no cppcheck here: IT WAS NOT RUN" >&2
fi
exit $status
