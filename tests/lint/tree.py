#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small rules that hold for every tracked text file: an SPDX line in each source and script, no
absolute path of a machine, no tab or trailing blank, C lines of at most 100 columns.

usage: tree.py [ROOT [NAME...]]      NAME: only these files of ROOT, which may be any folder
"""

import re
import subprocess
import sys
from pathlib import Path

MAX_COLUMNS = 100
SPDX = "SPDX-License-Identifier: GPL-3.0-or-later"
SOURCE = re.compile(
    r"\.(c|h|py|sh|wrap|js|s|S)$|(^|/)meson(\.build|_options\.txt)$|^\.ci/(run$|hooks/)"
    r"|/debian/(rules|tests/(plays|signature))$"
)
# Licence texts stand as their authors wrote them; data files have formats of their own.
LEFT_ALONE = re.compile(r"^LICENSE$|^tests/data/|^tests/fuzz/corpus/|\.(nnue|net|bin|patch|svg|csv|png)$")
# Where a person or a build machine keeps checkouts; the system's own /usr, /etc, /dev, /tmp are fine.
ABSOLUTE = re.compile(r"(?<![\w.:/*])/(home|root|work|mnt|Users|builds|workspace)/\w")
# Commands in a makefile begin with a tab; lintian does not know the setting that changes it.
NEEDS_TABS = re.compile(r"/debian/rules$")


def tracked(root):
    listed = subprocess.run(
        ["git", "-C", str(root), "ls-files", "-z"], check=True, capture_output=True
    )
    return [name for name in listed.stdout.decode().split("\0") if name]


def check_text(name, text):
    """The faults of one file as text lines."""
    faults = []
    lines = text.split("\n")
    if SOURCE.search(name) and not any(SPDX in line for line in lines[:4]):
        faults.append(f"{name}: no SPDX line at its head")
    if text and not text.endswith("\n"):
        faults.append(f"{name}: no newline at the end")
    for number, line in enumerate(lines, 1):
        if ABSOLUTE.search(line):
            faults.append(f"{name}:{number}: absolute path of a machine")
        if line != line.rstrip():
            faults.append(f"{name}:{number}: trailing blank")
        if "\t" in line and not NEEDS_TABS.search(name):
            faults.append(f"{name}:{number}: tab")
        if name.endswith((".c", ".h")) and len(line) > MAX_COLUMNS:
            faults.append(f"{name}:{number}: {len(line)} columns")
    return faults


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    faults = []
    count = 0
    named = sys.argv[2:]
    for name in named or tracked(root):
        path = root / name
        if LEFT_ALONE.search(name) or not path.is_file():
            continue
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            faults.append(f"{name}: neither UTF-8 nor a known data file")
            continue
        count += 1
        faults += check_text(name, text)
    print("\n".join(faults[:100]))
    print(f"tree: {count} files read, {len(faults)} faults")
    # Of named files all may be left alone; a whole tree without a text file is the wrong folder.
    return 1 if faults or not (count or named) else 0


if __name__ == "__main__":
    sys.exit(main())
