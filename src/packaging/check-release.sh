#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Refuses an engine that is not what its archive says: status 1 and a line on standard error unless
# --version shows VERSION and `bench` has SIGNATURE nodes.
#
#   check-release.sh VERSION SIGNATURE COMMAND...     COMMAND runs the engine, in an emulator perhaps
set -eu

if [ $# -lt 3 ] || [ -z "$1" ] || [ -z "$2" ]; then
    echo "usage: check-release.sh VERSION SIGNATURE COMMAND..." >&2
    exit 2
fi
version=$1 signature=$2
shift 2

refuse() {
    echo "check-release.sh: refused: $*" >&2
    exit 1
}

# Nothing is measured, nothing taken from the caller's own settings.
export RAVELIN_TUNE=0
unset RAVELIN_EVALFILE RAVELIN_ISA RAVELIN_HASH RAVELIN_THREADS RAVELIN_BENCH_DEBUG

said=$("$@" --version </dev/null) || refuse "$* --version ended with status $?"
[ "$said" = "Ravelin $version" ] || refuse "$* is '$said', not 'Ravelin $version'"
nodes=$("$@" bench </dev/null) || refuse "$* bench ended with status $?"
nodes=$(printf '%s\n' "$nodes" | sed -n '$s/^\([0-9][0-9]*\) nodes [0-9][0-9]* nps$/\1/p')
[ "$nodes" = "$signature" ] || refuse "$* has the signature '$nodes', the sources $signature"
echo "$said, signature $nodes"
