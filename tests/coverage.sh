#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which lines of src/ and kernels/ the tests run: builds with gcc's counters, runs the suites that
# run our programs, and reports with gcovr. Fails below PERCENT (95), or if a test fails. Needs gcc
# and gcovr; exit status 77 without.
#
#   coverage.sh [--report] [BUILD]      BUILD is build-coverage; --report only reports once more
#
# Sources that are not compiled here (other systems and processors) are not counted. Rows of kernels
# that this processor lacks are compiled but cannot run: their files are left out, and named, so
# that the figure is of the same kind on every machine. A process that is killed leaves no counts.
#
# PERCENT in the environment changes the demand. BUILD/coverage.html shows the lines.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/.." && pwd)
only_report=false
if [ "${1:-}" = --report ]; then
    only_report=true
    shift
fi
build=${1:-$top/build-coverage}
percent=${PERCENT:-95}
status=0

if ! command -v gcovr >/dev/null || ! command -v gcc >/dev/null; then
    echo "no gcovr or no gcc here: COVERAGE WAS NOT MEASURED" >&2
    exit 77
fi

if ! $only_report; then
    # Counters that several threads share are kept by atomic steps, or they contradict each other.
    [ -f "$build/build.ninja" ] || CC=${CC:-gcc} meson setup "$build" "$top" \
        -Dbuildtype=debugoptimized -Db_ndebug=false -Db_coverage=true -Dwhole_program=false \
        -Dtests=enabled -Dtools=enabled -Dc_args=-fprofile-update=atomic
    ninja -C "$build"
    # Counts of a run before this one. Those of the programs that the build runs stay.
    find "$build" -name '*.gcda' ! -path '*/gen_*.p/*' ! -path '*/find_magics.p/*' -delete
    # Counting slows the searches down; no bound of time is what is tested here. The suites that
    # only read sources, or run scripts with stand-ins for our programs, would count nothing.
    RAVELIN_TEST_SLOWNESS=${RAVELIN_TEST_SLOWNESS:-8} meson test -C "$build" --no-rebuild \
        --print-errorlogs --timeout-multiplier 4 --no-suite lint --no-suite packaging || status=1
    python3 "$here/summary.py" "$build" || status=1
fi

# Levels that this processor lacks. What tests/rows/shim runs in plain C counts everywhere.
case $(uname -m) in
x86_64) levels="sse41 avx2" ;;
aarch64) levels="neon neondot" ;;
*) levels= ;;
esac
set --
for level in $levels; do
    "$build/ravelin" --isa "$level" --version >/dev/null 2>&1 && continue
    for file in "$top"/kernels/*_"$level".c "$top"/kernels/*_"$level".h; do
        [ -f "$file" ] || continue
        echo "NOT COUNTED, this processor has no $level: kernels/$(basename "$file")"
        set -- "$@" --exclude "$file"
    done
done

cd "$build"
# Without a folder to search, gcovr looks through the whole tree, with every other build in it.
gcovr --root "$top" --object-directory "$build" --filter "$top/src/" --filter "$top/kernels/" "$@" \
    --html-details coverage.html --json-summary coverage.json --txt coverage.txt "$build"
python3 "$here/coverage.py" coverage.json "$percent" || status=1
exit "$status"
