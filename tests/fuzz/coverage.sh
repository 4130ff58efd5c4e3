#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How much of each parser the known inputs reach, in lines, by clang's source coverage. The inputs are
# the seeds, the corpus of the tree, and what run.sh has found in FUZZ_BUILD.
#
#   coverage.sh FUZZ_BUILD [BUILD]      BUILD (build-fuzz-coverage) is made if it is not there
set -eu

if [ $# -lt 1 ]; then
    echo "usage: coverage.sh FUZZ_BUILD [BUILD]" >&2
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)
found=$1/tests/fuzz/found
build=${2:-$top/build-fuzz-coverage}

# The sources that a harness is there for.
sources_of() {
    case $1 in
    fen) echo src/position/fen.c ;;
    uci) echo src/uci/parser.c src/base/input.c src/base/text.c ;;
    session) echo src/uci/session.c src/uci/commands.c src/uci/options.c src/uci/game.c ;;
    net) echo src/nnue/container.c src/nnue/network.c ;;
    lines) echo src/book/lines.c src/book/epd.c src/book/source.c src/book/table.c ;;
    pgn) echo src/book/pgn.c src/book/pgn_tags.c src/position/san.c ;;
    polyglot) echo src/book/polyglot.c src/book/book.c ;;
    record) echo src/record/viriformat.c src/record/stream.c src/record/archive.c ;;
    tune) echo kernels/autotune.c src/engine/tuner.c ;;
    esac
}

if [ ! -f "$build/build.ninja" ]; then
    CC=${CC:-clang} meson setup "$build" "$top" -Dfuzz=true -Db_sanitize=address,undefined \
        -Db_lundef=false -Dbuildtype=debugoptimized -Db_ndebug=false -Dtests=disabled \
        -Dc_args="-fprofile-instr-generate -fcoverage-mapping" \
        -Dc_link_args=-fprofile-instr-generate >&2
fi
names=$(for file in "$here"/fuzz_*.c; do basename "$file" .c; done | sed 's/^fuzz_//')
ninja -C "$build" fuzz >&2
python3 "$here/seeds.py" "$build/tests/fuzz/seeds"

for name in $names; do
    program=$build/tests/fuzz/fuzz_$name
    set --
    for folder in "$build/tests/fuzz/seeds/$name" "$here/corpus/$name" "$found/$name"; do
        [ -d "$folder" ] && set -- "$@" "$folder"
    done
    LLVM_PROFILE_FILE="$program.profraw" "$program" -runs=0 "$@" 2>"$program.log"
    llvm-profdata merge -o "$program.profdata" "$program.profraw"
    # Of all files of the program those of the parser: lines, lines missed, share reached. Where code
    # made by the build is among them, llvm-cov names the others from the build folder.
    llvm-cov report "$program" -instr-profile="$program.profdata" |
        awk -v name="$name" -v wanted=" $(sources_of "$name") " \
            '{ sub(/^\.\.\//, "", $1) } index(wanted, " " $1 " ") { printf "%-9s %-24s %4d lines %3d missed %s\n", name, $1, $8, $9, $10 }'
done
