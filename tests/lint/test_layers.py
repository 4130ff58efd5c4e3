#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Proves that layers.py finds each kind of fault and accepts what is right."""

import tempfile
import unittest
from pathlib import Path

import layers


class LayersTest(unittest.TestCase):
    def faults(self, name, include, extra=None):
        """The faults of a tree in which file `name` has the line #include `include`."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            files = {name: f"#include {include}\n", **(extra or {})}
            for file_name, text in files.items():
                base = root if file_name.startswith("kernels/") else root / "src"
                path = base / file_name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return layers.check_tree(root)[0]

    def test_downward_and_own_room_are_right(self):
        for name, include in (
            ("position/fen.c", '"position/fen.h"'),
            ("position/fen.c", '"chess/board.h"'),
            ("position/generate.h", '"kernels/movegen.h"'),
            ("uci/main.c", '"engine/engine.h"'),
            ("tools/net/stamp.c", '"nnue/container.h"'),
            ("base/mem.c", "<stdlib.h>"),
        ):
            self.assertEqual(self.faults(name, include), [], (name, include))

    def test_upward(self):
        for name, include in (
            ("chess/move.h", '"position/position.h"'),
            ("position/see.c", '"search/params.h"'),
            ("kernels/movegen.h", '"position/position.h"'),
            ("search/node.c", '"uci/report.h"'),
            ("base/mem.c", '"chess/types.h"'),
        ):
            self.assertRegex(" ".join(self.faults(name, include)), "upward", (name, include))

    def test_sideways(self):
        for name, include in (
            ("nnue/evaluate.c", '"tt/tt.h"'),
            ("uci/commands.c", '"tools/net/stamp.h"'),
        ):
            self.assertRegex(" ".join(self.faults(name, include)), "sideways", (name, include))

    def test_line_number_and_odd_spelling(self):
        faults = self.faults("chess/a.c", '"chess/a.h"', {"chess/b.c": '\n #  include "tt/tt.h"\n'})
        self.assertEqual(len(faults), 1)
        self.assertIn("src/chess/b.c:2:", faults[0])

    def test_not_from_the_root(self):
        self.assertTrue(self.faults("position/see.c", '"see.h"'))
        self.assertTrue(self.faults("position/see.c", '"../chess/board.h"'))
        self.assertTrue(self.faults("position/see.c", "<chess/board.h>"))

    def test_unknown_room(self):
        self.assertTrue(self.faults("attic/old.c", "<stdio.h>"))

    def test_the_one_exception_stays_narrow(self):
        self.assertEqual(self.faults("kernels/nnue.h", '"nnue/arch.h"'), [])
        self.assertTrue(self.faults("kernels/movegen.h", '"nnue/arch.h"'))
        self.assertTrue(self.faults("kernels/nnue.h", '"nnue/network.h"'))
        self.assertTrue(self.faults("nnue/arch.h", '"nnue/container.h"'))

    def test_library_doors(self):
        self.assertEqual(self.faults("kernels/isa_x86.c", '"cpu_features/cpuinfo_x86.h"'), [])
        self.assertEqual(self.faults("record/stream.c", "<zstd.h>"), [])
        for name, include in (
            ("engine/engine.c", "<cpu_features/cpuinfo_x86.h>"),
            ("search/root.c", "<tbprobe.h>"),
            ("nnue/network.c", "<zstd.h>"),
            ("search/timeman.c", "<math.h>"),
        ):
            self.assertTrue(self.faults(name, include), (name, include))


if __name__ == "__main__":
    unittest.main()
