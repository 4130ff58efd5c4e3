#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the sources of HEAD twice, in folders of different length and depth, at different times, with
# another umask, time zone, language, home and number of jobs, installs both, and compares them byte
# by byte and right by right. Status 1 and the names of what differs if anything does.
#
#   reproduce.sh [MESON_OPTION...]     such as --cross-file=src/packaging/cross/arm64.ini, from the
#                                      top of the tree
#
# __DATE__ and its like would only tell of another day, so the compiler refuses them.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)

fail() {
    echo "reproduce.sh: $*" >&2
    exit "${status:-1}"
}

status=2
for program in git meson ninja; do
    command -v "$program" >/dev/null 2>&1 || fail "needs $program"
done
version=$(python3 "$here/version.py" --quiet)
status=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A compiler's cache would hand out the first build's objects again.
export CCACHE_DISABLE=1
CFLAGS="${CFLAGS:-} -Werror=date-time"
export CFLAGS

build() { # build SOURCES FOLDER JOBS UMASK MESON_OPTION...: installs into FOLDER/installed
    sources=$1 folder=$2 jobs=$3 rights=$4
    shift 4
    (
        umask "$rights"
        mkdir -p "$sources" "$folder/home"
        git -C "$top" archive --format=tar HEAD | tar -x -C "$sources"
        echo "$version" >"$sources/src/packaging/version.txt"
        # When this build began, as far as a file's time can tell.
        find "$sources" -exec touch {} +
        cd "$sources"
        HOME=$folder/home
        meson setup "$folder/build" -Dbuildtype=release -Dtests=disabled -Dtools=disabled \
            --prefix=/usr "$@"
        ninja -C "$folder/build" -j "$jobs"
        DESTDIR=$folder/installed meson install -C "$folder/build" --no-rebuild
    ) >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        fail "the build in $folder failed"
    }
}

take_stock() { # take_stock FOLDER: name, rights and checksum of each file
    (
        cd "$1/installed"
        find . -type f -printf '%p %#m ' -exec sha256sum {} \; | sort
    )
}

export TZ=UTC0 LC_ALL=C
build "$work/one" "$work/one" 2 022 "$@"
export TZ=UTC-9 LC_ALL=C.UTF-8
build "$work/the second build/sources" "$work/the second build/build" 3 077 "$@"
take_stock "$work/one" >"$work/first"
take_stock "$work/the second build/build" >"$work/second"
[ -s "$work/first" ] || fail "nothing was installed"
if ! diff "$work/first" "$work/second" >&2; then
    fail "the two builds differ"
fi
echo "two builds, $(wc -l <"$work/first") files each, all the same"
grep '/bin/ravelin\(\.exe\)\? ' "$work/first"
