#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Makes the reference that a Doxyfile describes, and fails on every warning but one: a type or a
# member whose name says all needs no sentence. A function always needs one.
#
#   build.sh DOXYFILE       `ninja docs` has one for its build folder
set -eu

[ $# -eq 1 ] || {
    echo "usage: build.sh DOXYFILE" >&2
    exit 2
}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
doxygen "$1" >"$log" 2>&1 || status=$?
silent='(variable|enumeration|enumvalue|typedef|macro definition)\) of [a-z]+ [^ ]* is not documented\.$'
if grep -vE "\\($silent|warning: Compound [^ ]* is not documented\.$" "$log" || [ $status -ne 0 ]; then
    echo "build.sh: Doxygen complains, as shown above (status $status)" >&2
    exit 1
fi
