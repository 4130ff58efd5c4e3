#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs the package that build-deb.sh made in a clean Debian, plays there as a user without rights,
# purges it again, and compares all files with those before. Wants root, debootstrap and a mirror.
#
#   try-deb.sh [--xboard] [FOLDER [SYSTEM]]
#
#   --xboard a whole game in Debian's XBoard as well, started by the name that the package gave it
#   FOLDER   where the package lies, instead of build-deb/
#   SYSTEM   a folder that debootstrap has filled, which is copied and left as it is; without one a
#            system is fetched from the mirror that apt has here, or from RAVELIN_MIRROR
#
# Only the user's own cache may stay. The package manager's books (logs, states, indices) may change,
# but may not name another file than before.
set -eu

with_xboard=false
if [ "${1:-}" = --xboard ]; then
    with_xboard=true
    shift
fi
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
folder=$(CDPATH='' cd -- "${1:-$here/../../build-deb}" && pwd)
system=${2:-}
release=bookworm
mirror=${RAVELIN_MIRROR:-}

fail() {
    echo "try-deb.sh: $*" >&2
    exit "${status:-1}"
}

status=2
[ "$(id -u)" -eq 0 ] || fail "wants root, to enter another system"
for program in dpkg-source unshare chroot; do
    command -v "$program" >/dev/null 2>&1 || fail "needs $program"
done
if [ -z "$system" ]; then
    command -v debootstrap >/dev/null 2>&1 || fail "needs debootstrap"
    # The words in $() are for apt-get.
    # shellcheck disable=SC2016
    [ -n "$mirror" ] || mirror=$(apt-get indextargets --format '$(REPO_URI)' \
        'Created-By: Packages' 'Label: Debian' "Codename: $release" 2>/dev/null | head -n 1)
    [ -n "$mirror" ] || fail "apt here has no mirror of $release: name one in RAVELIN_MIRROR"
fi
# Where several versions lie, the newest.
dsc=$(find "$folder" -maxdepth 1 -name 'ravelin_*.dsc' | sort -V | tail -n 1)
[ -n "$dsc" ] || fail "no package in $folder: run build-deb.sh"
deb=${dsc%.dsc}_$(dpkg --print-architecture).deb
[ -f "$deb" ] || fail "no $deb"
status=1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root

if [ -n "$system" ]; then
    cp -a "$system" "$root"
else
    echo "fetching a clean system" >&2
    debootstrap --variant=minbase "$release" "$root" "$mirror" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        fail "debootstrap failed"
    }
fi

# A command in the other system. What it mounts there goes when it ends. The system's root is a
# mount as well, without which no command there could have namespaces of its own.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --mount-proc="$root/proc" \
        sh -c 'mount --rbind "$0" "$0" && exec chroot "$0" "$@"' "$root" \
        env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive ${http_proxy:+http_proxy="$http_proxy"} "$@"
}

apt() {
    inside apt-get -q -y --no-install-recommends "$@" >"$work/log" 2>&1 || {
        tail -n 20 "$work/log" >&2
        fail "apt-get $* failed"
    }
}

as_player() {
    inside runuser -u player -- env -C /opt/source HOME=/srv/player PYTHONDONTWRITEBYTECODE=1 "$@"
}

# All files with kind, rights and owner, and with their content.
take_stock() {
    (
        cd "$root"
        find . -xdev -path ./proc -prune -o -printf '%p %y %#m %U:%G %l\n' | sort
    ) >"$1.files"
    (
        cd "$root"
        find . -xdev -path ./proc -prune -o -type f -print0 | sort -z | xargs -0 sha256sum
    ) >"$1.contents"
}

# What the tests need besides the package is there from the start.
apt update
apt install python3
if $with_xboard; then
    apt install xboard polyglot xvfb
fi
inside useradd --create-home --home-dir /srv/player player
dpkg-source --no-check -x "$dsc" "$root/opt/source" >/dev/null
chmod -R go=rX "$root/opt/source"
cp "$deb" "$root/opt/ravelin.deb"
apt clean

take_stock "$work/before"
apt install /opt/ravelin.deb
take_stock "$work/installed"
grep -q '^\./usr/games/ravelin f ' "$work/installed.files" || fail "installed, but the program is not there"
echo "installed: $(inside /usr/games/ravelin --version)," \
    "$(($(wc -l <"$work/installed.files") - $(wc -l <"$work/before.files"))) files and folders more"

# The tests that a distribution runs, as it runs them: named by tests/control, in the sources' top.
tests=$(sed -n 's/^Tests: //p' "$root/opt/source/debian/tests/control")
for test in $tests; do
    echo "--- $test"
    as_player "debian/tests/$test" || fail "the test $test failed"
done
[ -n "$tests" ] || fail "the package names no tests"

if $with_xboard; then
    echo "--- a game in XBoard"
    # Screens and games leave files in /tmp, which is not the package's.
    inside sh -c 'mount -t tmpfs none /tmp && cd /opt/source &&
        PYTHONDONTWRITEBYTECODE=1 python3 tests/system/xboard_game.py --installed' ||
        fail "the game in XBoard failed"
fi

apt purge --autoremove ravelin
apt clean
take_stock "$work/after"

books='\./var/lib/dpkg/(status|status-old|triggers/.*)|\./var/lib/apt/.*|\./var/log/.*'
books="$books|\./var/cache/(apt|ldconfig|debconf)/.*|\./etc/ld\.so\.cache"
cache='\./srv/player/\.cache'
{
    diff "$work/before.files" "$work/after.files" | grep -E '^[<>]' |
        grep -vE "^> $cache(/ravelin(/kernels-[0-9a-f]{16})?)? " || true
    diff "$work/before.contents" "$work/after.contents" | grep -E '^[<>]' |
        grep -vE "^[<>] [0-9a-f]{64}  ($books)$|^> [0-9a-f]{64}  $cache/ravelin/kernels-[0-9a-f]{16}$" || true
} >"$work/traces"
if [ -s "$work/traces" ]; then
    head -n 40 "$work/traces" >&2
    fail "purged, and this stayed or changed"
fi
echo "purged: no trace but $(grep -c "^$cache/.* f " "$work/after.files") file(s) in the user's cache"
