#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes one C file of the search core, to be compiled for a level of instruction sets.

usage: gen_core.py LEVEL OUTPUT SOURCE...

The file includes every SOURCE (src/ROOM/NAME.c), so that the compiler sees the core as a whole.
Each name that a source gives to the linker is defined as NAME_LEVEL, so that the copy stands beside
the core for every processor; what the core uses of other sources keeps its name. gcc is told that it
sees the whole program, so that it inlines as freely as it does when it links; root_iterate alone is
called from outside. The sources are as clang-format leaves them: a definition begins in the first
column.
"""

import re
import sys
from pathlib import Path

NOTE = "// SPDX-License-Identifier: GPL-3.0-or-later\n// Written by gen_core.py.\n"
ENTRY = """\
#include "search/root.h"
#ifndef __clang__
__attribute__((externally_visible)) void root_iterate(Worker *worker);
#endif
"""

# A function is defined where parentheses are followed by a brace, data where a declaration in the
# first column goes on with '=' or ends.
PRIVATE = r"(?!static\b|typedef\b|enum\b|return\b|RAVELIN_INLINE\b|[A-Z_]+\()"
FUNCTION = re.compile(rf"^{PRIVATE}[A-Za-z_][\w \t*]*?\b(\w+)\([^;{{}}]*\)\s*\{{", re.MULTILINE)
DATA = re.compile(
    rf"^{PRIVATE}(?!extern\b|struct \w+;)[A-Za-z_][\w \t*]*?\b(\w+)(?:\[[^\]=]*\])*\s*(?:=|;)",
    re.MULTILINE,
)


def public_names(text):
    """The names with external linkage that a source defines, in its order."""
    code = re.sub(r"//[^\n]*|^[ \t]*#[^\n]*", "", text, flags=re.MULTILINE)
    found = [(match.start(), match[1]) for kind in (FUNCTION, DATA) for match in kind.finditer(code)]
    return [name for _, name in sorted(found)]


def write_core(level, sources):
    """The text of the C file; `sources` are pairs of a name for #include and a text."""
    names = [name for _, text in sources for name in public_names(text)]
    defines = "".join(f"#define {name} {name}_{level}\n" for name in names)
    includes = "".join(f'#include "{name}"\n' for name, _ in sources)
    return f"{NOTE}{defines}{ENTRY}{includes}"


def main(arguments):
    if len(arguments) < 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    level, output, *paths = arguments
    sources = []
    for path in map(Path, paths):
        sources.append((f"{path.parent.name}/{path.name}", path.read_text(encoding="utf-8")))
    Path(output).write_text(write_core(level, sources), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
