#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the Debian package of HEAD: source and binary, unsigned.
#
#   build-deb.sh [FOLDER]       into FOLDER, which is made, instead of build-deb/
#
# Debian looks for debian/ at the top of a tree, where ours does not stand. So HEAD is exported, the
# source archive made of it, and debian/ put on top; the changelog gets the version of the tree and
# the time of its commit, and with those two every byte of the packages is settled.
set -eu
umask 022 # the rights of the files in debian/ are part of the source package

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
top=$(CDPATH='' cd -- "$here/../.." && pwd)
out=${1:-$top/build-deb}

for program in git dpkg-buildpackage dh xz; do
    if ! command -v "$program" >/dev/null 2>&1; then
        echo "build-deb.sh: needs $program (packages git, dpkg-dev, debhelper, xz-utils)" >&2
        exit 2
    fi
done
if ! seconds=$(git -C "$top" log -1 --format=%ct 2>/dev/null); then
    echo "build-deb.sh: wants a checkout: $top has no commit to be exported" >&2
    exit 2
fi
version=$(python3 "$here/version.py")

name=ravelin-$version
mkdir -p "$out"
out=$(CDPATH='' cd -- "$out" && pwd)
# Packages of this version from an earlier run; others stay.
rm -rf "${out:?}/$name" "$out/ravelin_$version"[-.]* "$out/ravelin-dbgsym_$version-"*

mkdir "$out/$name"
git -C "$top" archive --format=tar HEAD | tar -x -C "$out/$name"
echo "$version" >"$out/$name/src/packaging/version.txt"
find "$out/$name" -exec touch --no-dereference --date="@$seconds" {} +
tar -c -C "$out" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX "$name" | xz -c >"$out/ravelin_$version.orig.tar.xz"

debian=$out/$name/debian
cp -r "$out/$name/src/packaging/debian" "$debian"
rm "$debian/changelog.in"
sed -e "s/@VERSION@/$version/" -e "s/@DATE@/$(LC_ALL=C date --utc --rfc-email --date="@$seconds")/" \
    "$out/$name/src/packaging/debian/changelog.in" >"$debian/changelog"

(cd "$out/$name" && dpkg-buildpackage --unsigned-source --unsigned-changes)
rm -r "${out:?}/$name"
ls "$out/ravelin_$version"[-.]*
