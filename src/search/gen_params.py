#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes C of the table of search parameters (params.txt).

usage: gen_params.py fixed TABLE HEADER         the names as constants
       gen_params.py tune TABLE HEADER ROWS     the names as readers of values, and their rows
"""

import re
import sys
from collections import namedtuple

Param = namedtuple("Param", "name default smallest largest c_end r_end")

NAME = re.compile(r"[A-Z][A-Z0-9_]*")
NOTE = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Written by gen_params.py from params.txt.\n"


class TableError(Exception):
    """A line of the table that makes no sense."""


def read_line(line):
    """The parameter of one line of the table."""
    words = line.split()
    if len(words) != len(Param._fields):
        raise TableError(f"{len(Param._fields)} columns expected")
    if not NAME.fullmatch(words[0]):
        raise TableError(f"'{words[0]}' is no name for a constant")
    try:
        param = Param(words[0], *(int(w) for w in words[1:4]), *(float(w) for w in words[4:]))
    except ValueError as error:
        raise TableError(f"{words[0]}: {error}") from None
    if not param.smallest <= param.default <= param.largest:
        raise TableError(f"{param.name}: the default is not within the range")
    if max(abs(param.smallest), abs(param.largest)) > 2**30:
        raise TableError(f"{param.name}: the range is too wide")
    if not (0 < param.c_end < 2**30 and 0 < param.r_end < 1):
        raise TableError(f"{param.name}: c_end must be above 0, r_end between 0 and 1")
    return param


def read_table(lines):
    """The parameters in order; TableError names the line that is wrong."""
    params = []
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            param = read_line(line)
            if param.name in (earlier.name for earlier in params):
                raise TableError(f"{param.name} stands twice")
        except TableError as error:
            raise TableError(f"line {number}: {error}") from None
        params.append(param)
    if not params:
        raise TableError("the table is empty")
    return params


def fixed_header(params):
    """The constants of a normal build."""
    rows = "".join(f"    {p.name} = {p.default},\n" for p in params)
    return f"{NOTE}enum {{\n{rows}}};\n"


def tune_header(params):
    """The names read values: an expression that cannot be assigned to, and no constant."""
    indices = "".join(f"    PARAM_{p.name},\n" for p in params)
    readers = "".join(f"#define {p.name} (param_value(PARAM_{p.name}))\n" for p in params)
    return (
        f"{NOTE}enum {{\n{indices}    PARAM_COUNT,\n}};\n\n"
        "extern int param_values[PARAM_COUNT]; // of tunables.c\n\n"
        "static inline int param_value(int index)\n{\n    return param_values[index];\n}\n\n"
        f"{readers}"
    )


def spsa_line(param):
    """One line of OpenBench's SPSA input: name, type, start, range, c_end, r_end."""
    numbers = (float(param.default), float(param.smallest), float(param.largest), param.c_end)
    return ", ".join([param.name, "int", *(f"{n:.1f}" for n in numbers), f"{param.r_end:g}"])


def tune_rows(params):
    """What tunables.c includes: the rows, and the values, which begin as the defaults."""
    rows = "".join(
        f'    {{"{p.name}", {p.default}, {p.smallest}, {p.largest}, "{spsa_line(p)}"}},\n'
        for p in params
    )
    values = "".join(f"    {p.default},\n" for p in params)
    return (
        f"{NOTE}static const Tunable ROWS[PARAM_COUNT] = {{\n{rows}}};\n\n"
        f"int param_values[PARAM_COUNT] = {{\n{values}}};\n"
    )


def main(arguments):
    if len(arguments) not in (3, 4) or arguments[0] != ("fixed", "tune")[len(arguments) - 3]:
        print(__doc__, file=sys.stderr)
        return 2
    kind, table, header, *rows = arguments
    try:
        with open(table, encoding="utf-8") as lines:
            params = read_table(lines)
        with open(header, "w", encoding="utf-8") as out:
            out.write(fixed_header(params) if kind == "fixed" else tune_header(params))
        if rows:
            with open(rows[0], "w", encoding="utf-8") as out:
                out.write(tune_rows(params))
    except (OSError, TableError) as error:
        print(f"gen_params.py: {table}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
