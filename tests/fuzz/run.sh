#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Gives each harness all inputs that are known, then lets it look for new ones. A fault ends that
# harness; the input is kept and named. Exit status 0 only without any.
#
#   run.sh BUILD SECONDS [NAME...]      BUILD was made with -Dfuzz=true; without a NAME all of them
#
# FUZZ_SEED=N makes the same choices each time, as far as the time goes; without it they are random.
# With 0 seconds known inputs are all. What is found stays in BUILD/tests/fuzz/found/NAME for the next
# run. Prints a line a harness: inputs tried, and the edges of the code that they reached.
set -u

if [ $# -lt 2 ]; then
    echo "usage: run.sh BUILD SECONDS [NAME...]" >&2
    exit 2
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
programs=$(CDPATH='' cd -- "$1/tests/fuzz" && pwd) || exit 2
seconds=$2
shift 2

python3 "$here/seeds.py" "$programs/seeds" || exit 1
if [ $# -eq 0 ]; then
    for program in "$programs"/fuzz_*; do
        [ -f "$program" ] && set -- "$@" "${program##*/fuzz_}"
    done
fi

# The last value of a statistic that libFuzzer printed.
statistic() { # statistic LOG PATTERN
    sed -n "s/.*$2.*/\\1/p" "$1" | tail -n 1
}

status=0
for name in "$@"; do
    found=$programs/found/$name
    log=$programs/$name.log
    mkdir -p "$found"
    set -- "$here/corpus/$name" "$programs/seeds/$name"
    [ -d "$1" ] || shift
    limit=-max_total_time=$seconds
    [ "$seconds" -eq 0 ] && limit=-runs=0
    [ -f "$here/dictionaries/$name.dict" ] && set -- "-dict=$here/dictionaries/$name.dict" "$@"
    # An input may take long on a busy machine; one that never ends is a fault all the same.
    if "$programs/fuzz_$name" "$limit" "-seed=${FUZZ_SEED:-0}" -max_len=8192 -timeout=300 \
        -print_final_stats=1 -artifact_prefix="$programs/fault-$name-" "$found" "$@" >"$log" 2>&1; then
        outcome=passed
    else
        outcome=FAILED
        status=1
    fi
    printf '%-9s %s: %s inputs, %s edges\n' "$name" "$outcome" \
        "$(statistic "$log" 'number_of_executed_units: *\([0-9]*\)')" \
        "$(statistic "$log" ' cov: \([0-9]*\) ')"
    if [ "$outcome" = FAILED ]; then
        grep -a -E 'does not hold|ERROR|runtime error|^ +#[0-9]+ |Test unit written' "$log" | head -n 30
    fi
done
exit $status
