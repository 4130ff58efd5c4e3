#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Writes the bench of an engine into bench.golden, which test_bench.py compares with. For changes
# that are meant to change the search, the evaluation or the net; the total is the `Bench: N` of the
# commit.
#
#   update_bench.sh [ENGINE]      without ENGINE: that of the folder build/
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
engine=${1:-$here/../../build/ravelin}
new=$(mktemp)
trap 'rm -f "$new"' EXIT
RAVELIN_BENCH_DEBUG=1 "$engine" bench </dev/null |
    sed -n -e 's/^\([0-9]*\) nodes [0-9]* nps$/total: \1/' -e '/^position \|^total: /p' >"$new"
grep -q '^total: [0-9]' "$new"
cp "$new" "$here/bench.golden"
tail -n 1 "$here/bench.golden"
