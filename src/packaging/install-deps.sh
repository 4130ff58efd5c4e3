#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Ravelin needs to be built, from the distribution's packages.
#
#   install-deps.sh [--check] [--tests] [--ci]
#
#   --check  only report what is missing; exit status 1 if anything is
#   --tests  also what the test suite and the tools need
#   --ci     also what the gates of .ci/run need
#
# Says nothing and touches nothing when all is there. Everything is looked for by trying it (a
# program on PATH, a header that the compiler finds), never by package name, so that a system with
# other package names or hand-built libraries is served as well.
set -eu

check_only=false
with_tests=false
with_ci=false
for argument in "$@"; do
    case $argument in
    --check) check_only=true ;;
    --tests) with_tests=true ;;
    --ci) with_tests=true with_ci=true ;;
    *)
        echo "usage: install-deps.sh [--check] [--tests] [--ci]" >&2
        exit 2
        ;;
    esac
done

missing=''  # packages without which the build fails
optional='' # packages that the build can replace, through subprojects/ or by leaving a part out

has_program() {
    command -v "$1" >/dev/null 2>&1
}

# The C compiler that a build would take, in the order of Meson's search.
compiler() {
    if [ -n "${CC:-}" ]; then
        echo "$CC"
    elif has_program cc; then
        echo cc
    elif has_program gcc; then
        echo gcc
    elif has_program clang; then
        echo clang
    fi
}

has_header() {
    cc=$(compiler)
    # CC may hold arguments ("ccache gcc"), so it is split on purpose.
    # shellcheck disable=SC2086
    [ -n "$cc" ] && echo "#include <$1>" | $cc -E -x c - >/dev/null 2>&1
}

# Meson's own minimum is checked here, or an old system would stop with a less helpful message.
has_meson() {
    has_program meson || return 1
    case $(meson --version 2>/dev/null) in
    0.* | '') return 1 ;;
    esac
}

has_fuzzer() {
    [ -f "$(clang --print-file-name="libclang_rt.fuzzer-$(uname -m).a" 2>/dev/null)" ]
}

need() { # need PACKAGE TEST [ARGUMENT]: list PACKAGE unless the test succeeds
    package=$1
    shift
    "$@" || missing="$missing $package"
}

want() { # want PACKAGE TEST [ARGUMENT]: the same for what can be done without
    package=$1
    shift
    "$@" || optional="$optional $package"
}

find_missing() {
    missing=''
    optional=''
    need gcc test -n "$(compiler)"
    need libc6-dev has_header stdio.h
    need meson has_meson
    need ninja-build has_program ninja
    need pkgconf has_program pkg-config
    need python3 has_program python3
    want libcpu-features-dev has_header cpu_features/cpu_features_macros.h
    want libfathom-dev has_header tbprobe.h
    if $with_tests; then
        need libcriterion-dev has_header criterion/criterion.h
        need libzstd-dev has_header zstd.h
        need liblzma-dev has_header lzma.h
    fi
    if $with_ci; then
        need git has_program git
        need clang has_program clang
        need clang-format has_program clang-format
        want libclang-rt-dev has_fuzzer
        need binutils has_program objdump
        want qemu-user has_program qemu-x86_64
        want gcc-aarch64-linux-gnu has_program aarch64-linux-gnu-gcc
        want libc6-dev-arm64-cross test -f /usr/aarch64-linux-gnu/include/stdio.h
        want gcc-mingw-w64-x86-64 has_program x86_64-w64-mingw32-gcc
        want wine has_program wine
        want gcc-i686-linux-gnu has_program i686-linux-gnu-gcc
        want libc6-dev-i386-cross test -f /usr/i686-linux-gnu/include/stdio.h
        want gcc-arm-linux-gnueabihf has_program arm-linux-gnueabihf-gcc
        want libc6-dev-armhf-cross test -f /usr/arm-linux-gnueabihf/include/stdio.h
        want gcc-s390x-linux-gnu has_program s390x-linux-gnu-gcc
        want libc6-dev-s390x-cross test -f /usr/s390x-linux-gnu/include/stdio.h
        want musl-tools has_program musl-gcc
        want shellcheck has_program shellcheck
        want clang-tidy has_program clang-tidy
        want cppcheck has_program cppcheck
        want doxygen has_program doxygen
        want dpkg-dev has_program dpkg-buildpackage
        want debhelper has_program dh
        want lintian has_program lintian
        want util-linux has_program setarch
        # Games are looked for where they are: not every PATH names that folder.
        want xboard test -x /usr/games/xboard
        want polyglot test -x /usr/games/polyglot
        want xvfb has_program Xvfb
        want gcovr has_program gcovr
    fi
}

find_missing
[ -n "$missing$optional" ] || exit 0

if $check_only; then
    [ -z "$missing" ] || echo "missing:$missing"
    [ -z "$optional" ] || echo "missing, can be replaced:$optional"
    exit 1
fi

if ! has_program apt-get; then
    [ -z "$missing" ] && exit 0
    echo "install-deps.sh: no apt-get here; please install what Debian calls:$missing" >&2
    exit 1
fi

as_root=''
if [ "$(id -u)" -ne 0 ]; then
    if has_program sudo; then
        as_root=sudo
    else
        # Without rights, what is optional stays optional.
        [ -z "$missing" ] && exit 0
        echo "install-deps.sh: needs root or sudo to install:$missing" >&2
        exit 1
    fi
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Standard output belongs to the caller (run.sh ends in a UCI session) and standard input to the
# engine, so apt-get gets neither; its words are shown only if it fails.
apt() {
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -y -q "$@" </dev/null >>"$log" 2>&1
}

echo "Installing:$missing$optional" >&2
# A third-party list that cannot be reached must not stop us while Debian's own can.
apt update || echo "install-deps.sh: 'apt-get update' complained; trying all the same" >&2

packages=$missing
for package in $optional; do
    if apt-cache show "$package" >/dev/null 2>&1; then
        packages="$packages $package"
    else
        echo "install-deps.sh: no package $package here; the build does without it" >&2
    fi
done
# shellcheck disable=SC2086
if ! apt install --no-install-recommends $packages; then
    cat "$log" >&2
    exit 1
fi

find_missing
if [ -n "$missing" ]; then
    echo "install-deps.sh: installed, but still not usable:$missing" >&2
    exit 1
fi
