#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The whole test suite from a fresh checkout: installs what is missing, builds with assertions on,
# runs every test, and closes with the counts. Exit status 0 only if all passed.
#
#   run.sh [MESON_TEST_ARGUMENT...]     for example: run.sh --suite position
#
# RAVELIN_TEST_BUILD names another build folder than build-tests/, RAVELIN_TEST_SETUP further
# arguments for `meson setup` (the sanitizer runs of .ci/run use both).
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/.." && pwd)
build=${RAVELIN_TEST_BUILD:-$top/build-tests}

sh "$top/src/packaging/install-deps.sh" --tests

if [ ! -f "$build/build.ninja" ]; then
    # Optimised, or the perft and search tests take too long; but with the assertions that a
    # release build leaves out.
    # shellcheck disable=SC2086
    meson setup "$build" "$top" -Dbuildtype=debugoptimized -Db_ndebug=false \
        -Dtests=enabled -Dtools=enabled ${RAVELIN_TEST_SETUP:-}
fi
ninja -C "$build"

# A log of an earlier run must not be counted if this one dies before it writes its own.
rm -f "$build/meson-logs/testlog.json" "$build/meson-logs/testlog.junit.xml"
status=0
meson test -C "$build" --no-rebuild --print-errorlogs "$@" || status=$?
python3 "$here/summary.py" "$build" || status=1
exit "$status"
