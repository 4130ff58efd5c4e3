#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Shows that a distribution's hardening flags reached the linked program: status 1 and a line on
# standard error unless it is position-independent, its relocations are read-only and bound at the
# start, its stack is not executable, and it calls what guards the stack and the string functions.
#
#   check-hardening.sh PROGRAM      a dynamically linked ELF program
set -eu

if [ $# -ne 1 ] || [ ! -f "$1" ]; then
    echo "usage: check-hardening.sh PROGRAM" >&2
    exit 2
fi
if ! command -v objdump >/dev/null 2>&1; then
    echo "check-hardening.sh: needs readelf and objdump (package binutils)" >&2
    exit 2
fi
facts=$(readelf --wide --file-header --segments --dynamic "$1") || exit 2
code=$(objdump --disassemble "$1")
# Debian's libcpu_features, which is linked in, has a handful of guards of its own; Ravelin's
# functions with the flags have more than a hundred.
GUARDS_MIN=50

missing=''
want() { # want NAME PATTERN: a line of readelf's
    printf '%s\n' "$facts" | grep -qE "$2" || missing="$missing, $1"
}

want 'position-independent' '^ *Type: *DYN .*Position-Independent'
want 'relocations read-only (RELRO)' '^ *GNU_RELRO '
want 'bound at the start (BIND_NOW)' '\(FLAGS\).*BIND_NOW|\(FLAGS_1\).*NOW'
want 'no executable stack' '^ *GNU_STACK .* RW +0x'
guards=$(printf '%s\n' "$code" | grep -c '<__stack_chk_fail@plt>$') || true
[ "$guards" -ge "$GUARDS_MIN" ] || missing="$missing, stack protector ($guards calls)"
fortified=$(printf '%s\n' "$code" | grep -c '<__[a-z]*_chk@plt>$') || true
[ "$fortified" -ge 1 ] || missing="$missing, fortified functions"
if [ -n "$missing" ]; then
    echo "check-hardening.sh: $1 lacks: ${missing#, }" >&2
    exit 1
fi
echo "position-independent, RELRO, BIND_NOW, no executable stack," \
    "$guards calls that guard the stack, $fortified of fortified functions"
