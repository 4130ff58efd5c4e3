#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""gen_core.py: which names of a source it takes for public, and the file that it writes.

usage: test_gen_core.py FOLDER_OF_GEN_CORE
"""

import sys
import unittest

sys.path.insert(0, sys.argv.pop(1))

import gen_core  # noqa: E402  (from the folder named)

SOURCE = """\
#include "room/part.h"
// int only_said(int a) {
enum { LIMIT = 5 };
typedef struct Pair {
    int first;
} Pair;
static int helper(int a);
const int VALUES[LIMIT] = {1, 2};
static const int HIDDEN[] = {3};
static int helper(int a)
{
    int local = a;
    return local;
}
RAVELIN_INLINE int inlined(void)
{
    return 0;
}
static_assert(LIMIT == 5, "five");
Pair *public_pointer(const Pair *pair, int (*call)(int a),
                     int second)
{
    if (call(second)) {
    }
    return helper(second) ? (Pair *)pair : NULL;
}
int declared_only(int a);
unsigned long long public_count(void)
{
    return 0;
}
"""


class GenCore(unittest.TestCase):
    def test_names(self):
        wanted = ["VALUES", "public_pointer", "public_count"]
        self.assertEqual(gen_core.public_names(SOURCE), wanted)

    def test_file(self):
        text = gen_core.write_core("best", [("room/part.c", SOURCE), ("room/other.c", "")])
        lines = text.splitlines()
        self.assertIn("#define public_count public_count_best", lines)
        # Names are defined before anything declares them.
        last_name = max(i for i, line in enumerate(lines) if line.startswith("#define"))
        first_include = min(i for i, line in enumerate(lines) if line.startswith("#include"))
        self.assertLess(last_name, first_include)
        self.assertEqual(lines[-2:], ['#include "room/part.c"', '#include "room/other.c"'])


if __name__ == "__main__":
    unittest.main()
