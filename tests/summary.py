#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up what `meson test` ran: each sub-test of a Criterion program counts, not each program.

Names the failed and the skipped ones. Exit status 1 if anything failed or nothing passed.

usage: summary.py BUILD_FOLDER
"""

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

GOOD = {"OK", "EXPECTEDFAIL"}


def read_sub_tests(logs):
    """Suite name -> list of (name, outcome), from the JUnit file that Meson writes.

    A program that speaks TAP has a suite with its sub-tests, named "project." and the name that
    Meson shows; the others are the cases of a suite named after the project.
    """
    suites = {}
    for suite in ElementTree.parse(logs / "testlog.junit.xml").getroot().iter("testsuite"):
        cases = suites.setdefault(suite.get("name"), [])
        for case in suite.iter("testcase"):
            outcome = "passed"
            if case.find("failure") is not None or case.find("error") is not None:
                outcome = "failed"
            elif case.find("skipped") is not None:
                outcome = "skipped"
            # Criterion puts the time behind the name.
            cases.append((re.sub(r"\s+\([0-9.]+s\)$", "", case.get("name")), outcome))
    return suites


def read_programs(logs):
    """(suites and name, result) of each program, from the log with one JSON object a line."""
    with open(logs / "testlog.json", encoding="utf-8") as log:
        for line in log:
            program = json.loads(line)
            yield program["name"], program["result"]


def collect(logs):
    """All outcomes as (program, sub-test, outcome)."""
    suites = read_sub_tests(logs)
    outcomes = []
    for name, result in read_programs(logs):
        cases = next((c for key, c in suites.items() if key.partition(".")[2] == name), [])
        outcomes += [(name, case, outcome) for case, outcome in cases]
        failed_inside = any(outcome == "failed" for _, outcome in cases)
        if result not in GOOD | {"SKIP"} and not failed_inside:
            # A crash, a time-out or a broken plan: no sub-test carries the blame.
            outcomes.append((name, result.lower(), "failed"))
        elif not cases:
            outcomes.append((name, "", "skipped" if result == "SKIP" else "passed"))
    return outcomes


def main():
    outcomes = collect(Path(sys.argv[1]) / "meson-logs")
    count = {"passed": 0, "failed": 0, "skipped": 0}
    for program, case, outcome in outcomes:
        count[outcome] += 1
        if outcome != "passed":
            print(f"{outcome}: {program}{': ' + case if case else ''}")
    print(
        f"Tests in all: {count['passed']} passed, {count['failed']} failed, "
        f"{count['skipped']} skipped"
    )
    return 1 if count["failed"] or not count["passed"] else 0


if __name__ == "__main__":
    sys.exit(main())
