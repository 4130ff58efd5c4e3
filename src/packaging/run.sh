#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# From a fresh checkout to a running engine: installs what is missing, builds a release into
# build/, and starts Ravelin. Arguments are passed on: `sh src/packaging/run.sh bench`.
#
# Standard input and output belong to the engine alone; whatever is said on the way goes to
# standard error, and when everything is there nothing is said.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)
build=$top/build
engine=$build/ravelin

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Runs a build step; its words are shown only if it fails.
step() {
    if ! "$@" </dev/null >"$log" 2>&1; then
        cat "$log" >&2
        exit 1
    fi
}

# build.ninja is the last file of a complete configuration. A build/ that somebody configured
# otherwise is used as it is.
if [ ! -f "$build/build.ninja" ]; then
    sh "$here/install-deps.sh" </dev/null >&2
    echo "Building Ravelin into build/" >&2
    # Tests and tools are left out: playing needs neither, nor their libraries.
    step meson setup "$build" "$top" -Dbuildtype=release -Dtests=disabled -Dtools=disabled
fi
step ninja -C "$build" ravelin

rm -f "$log"
trap - EXIT
exec "$engine" "$@"
