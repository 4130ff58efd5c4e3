#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Line coverage by room from gcovr's summary; coverage.sh calls it.

usage: coverage.py SUMMARY_JSON PERCENT

Prints each room, its files with lines that no test runs, and the whole. Exit status 1 if the whole
is below PERCENT or if nothing was counted.
"""

import json
import sys
from pathlib import PurePosixPath


def room_of(name):
    """src/uci and kernels; each tool is a room of its own."""
    parts = PurePosixPath(name).parts
    if parts[0] == "kernels":
        return parts[0]
    return "/".join(parts[: 3 if parts[1] == "tools" else 2])


def share(covered, total):
    return f"{100 * covered / total:6.2f} %  {covered:5} of {total:5} lines"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        files = json.load(file)["files"]
    demand = float(sys.argv[2])
    rooms = {}
    for entry in files:
        if entry["line_total"] > 0:
            rooms.setdefault(room_of(entry["filename"]), []).append(entry)
    covered = sum(entry["line_covered"] for room in rooms.values() for entry in room)
    total = sum(entry["line_total"] for room in rooms.values() for entry in room)
    for name, entries in sorted(rooms.items()):
        counts = [sum(entry[key] for entry in entries) for key in ("line_covered", "line_total")]
        print(f"{name:<20} {share(*counts)}")
        for entry in sorted(entries, key=lambda e: e["line_covered"] - e["line_total"]):
            missed = entry["line_total"] - entry["line_covered"]
            if missed > 0:
                print(f"    {missed:4} missed  {entry['filename']}")
    if total == 0:
        print("nothing was counted")
        return 1
    print(f"{'all':<20} {share(covered, total)}; wanted {demand:g} %")
    return 1 if 100 * covered < demand * total else 0


if __name__ == "__main__":
    sys.exit(main())
