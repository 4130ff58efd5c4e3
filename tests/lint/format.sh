#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Names the C files that are not laid out as .clang-format says; status 1 if there is one.
#
#   format.sh < NAMES      NAMES end in a zero byte each, as git's option -z writes them
set -eu

# Another version lays out other lines, so its word is worth nothing.
wanted=14
if ! clang-format --version 2>/dev/null | grep -q "version $wanted\."; then
    echo "format.sh: needs clang-format $wanted: THE LAYOUT WAS NOT CHECKED" >&2
    exit 0
fi
faults=$(xargs -0 -r clang-format --dry-run 2>&1 |
    sed -n 's/^\([^: ]*\):[0-9]*:[0-9]*: warning: .*/\1: not formatted/p' | sort -u)
[ -n "$faults" ] || exit 0
printf '%s\n' "$faults"
echo "mend with: git ls-files '*.c' '*.h' | xargs clang-format -i"
exit 1
