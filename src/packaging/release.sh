#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes what is offered for download of HEAD: the sources, the engine for each target, the documents
# with the reference of all headers, and SHA256SUMS of them all. Without a tag everything is called
# 0.0.0, which is said and is for trying.
#
#   release.sh FOLDER [TARGET...]     FOLDER must not exist yet; TARGET: linux-x86_64 linux-aarch64
#                                     windows-x86_64
#
# Everything is built from the source archive and not from the checkout, so the archive is proved on
# the way. An engine whose --version or signature is not that of the sources is refused
# (check-release.sh), and then there is no FOLDER. Programs are linked statically and run on any Linux of
# their architecture; endgame tables come with the pinned sources of Fathom, which Meson fetches or
# finds in subprojects/fathom. That for Windows has no endgame tables.
set -eu
umask 022

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)

fail() {
    echo "release.sh: $*" >&2
    exit "${status:-1}"
}

status=2
[ $# -ge 1 ] || fail "usage: release.sh FOLDER [TARGET...]"
out=$1
shift
[ $# -gt 0 ] || set -- linux-x86_64 linux-aarch64 windows-x86_64
for target in "$@"; do
    case $target in
    linux-x86_64) needs= ;;
    linux-aarch64) needs='qemu-aarch64 aarch64-linux-gnu-gcc' ;;
    windows-x86_64) needs='wine x86_64-w64-mingw32-gcc' ;;
    *) fail "no such target: $target" ;;
    esac
    for program in git meson ninja xz sha256sum doxygen $needs; do
        command -v "$program" >/dev/null 2>&1 || fail "needs $program"
    done
done
[ ! -e "$out" ] || fail "$out is there already"
status=1

version=$(python3 "$here/version.py") # which says on standard error why it is 0.0.0
[ -z "$(git -C "$top" status --porcelain --untracked-files=no)" ] || fail "the tree has changes that are not in HEAD"
signature=$(sed -n 's/^total: //p' "$top/tests/system/bench.golden")
seconds=$(git -C "$top" log -1 --format=%ct)

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/offer"

# A step of the build; its words are shown only if it fails.
step() {
    "$@" >"$work/log" 2>&1 || {
        tail -n 40 "$work/log" >&2
        fail "failed: $*"
    }
}

# The folder NAME of $work as an archive whose bytes depend on nothing but its content.
pack() {
    tar -c -C "$work" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
        --mode=u=rwX,go=rX --mtime="@$seconds" "$1" | xz -c >"$work/offer/$1.tar.xz"
}

echo "ravelin-$version: sources"
tree=$work/ravelin-$version
step meson setup "$work/dist" "$top" -Dtests=disabled -Dtools=disabled
step meson dist -C "$work/dist" --no-tests
tar -x -C "$work" -f "$work/dist/meson-dist/ravelin-$version.tar.xz"
pack "ravelin-$version"

echo "documents"
docs=ravelin-$version-docs
mkdir "$work/$docs"
step meson setup "$work/reference" "$tree" -Dtests=disabled -Dtools=disabled
step ninja -C "$work/reference" docs
cp -r "$work/reference/docs/html" "$work/$docs/reference"
(cd "$tree" && find . -name '*.md' -o -name '*.png' -o -name '*.svg' -o -name ravelin.6 -o -name LICENSE -o \
    -name THIRD-PARTY-NOTICES) | (cd "$tree" && xargs -d '\n' cp --parents -t "$work/$docs")
pack "$docs"

# Only now, or they would stand in the source archive.
if [ -d "$top/subprojects/fathom" ]; then
    cp -r "$top/subprojects/fathom" "$tree/subprojects/"
    step meson subprojects packagefiles --apply fathom --sourcedir "$tree"
fi

# How Meson is asked for a target, what runs its programs here, and what the program is called. A
# further target is a case here and a word above.
for target in "$@"; do
    echo "$target"
    program=ravelin
    tables='-Dsyzygy=enabled --force-fallback-for=fathom'
    case $target in
    linux-x86_64) setup='' runner='' ;;
    linux-aarch64)
        setup="--cross-file $tree/src/packaging/cross/arm64.ini"
        runner=qemu-aarch64
        ;;
    windows-x86_64)
        setup="--cross-file $tree/src/packaging/cross/windows.ini"
        runner=wine
        program=ravelin.exe
        tables=-Dsyzygy=disabled
        # Wine makes its folders where it is told to, and not in the caller's home.
        export WINEPREFIX="$work/wine" WINEDEBUG=-all
        ;;
    esac
    # shellcheck disable=SC2086
    step meson setup "$work/$target" "$tree" $setup -Dbuildtype=release -Dtests=disabled -Dtools=disabled \
        -Dc_link_args=-static $tables --prefix=/ --bindir=bin
    step ninja -C "$work/$target"
    DESTDIR=$work/$target/install step meson install -C "$work/$target" --no-rebuild --strip
    # shellcheck disable=SC2086
    sh "$here/check-release.sh" "$version" "$signature" $runner "$work/$target/install/bin/$program"
    name=ravelin-$version-$target
    mkdir "$work/$name"
    cp "$work/$target/install/bin/$program" "$tree/README.md" "$tree/CHANGELOG.md" "$tree/LICENSE" \
        "$tree/THIRD-PARTY-NOTICES" "$work/$name"
    pack "$name"
done

(cd "$work/offer" && sha256sum -- * >"$work/SHA256SUMS")
mv "$work/SHA256SUMS" "$work/offer"
mv "$work/offer" "$out"
cat "$out/SHA256SUMS"
