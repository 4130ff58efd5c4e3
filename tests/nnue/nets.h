// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the synthetic nets and positions that the tests of this room share, and an
// evaluation written a second time, slowly and on its own terms, to hold the engine's against.
#ifndef RAVELIN_TESTS_NNUE_NETS_H
#define RAVELIN_TESTS_NNUE_NETS_H

#include <stdint.h>

#include "chess/board.h"
#include "nnue/network.h"

enum { TEST_NET_COUNT = 8 };

// Synthetic net number `index`, 0..TEST_NET_COUNT - 1, of a different shape each. Its container,
// which the net uses in place, is at `*container`; both live until the test ends.
Network *test_net(int index, const uint8_t **container);

// What a net answers for a board in centipawns, unclamped, worked out in 64 bits from the bytes of
// its container with the formula of nnue/arch.h and the layout of nnue/container.h alone.
int64_t test_slow_output(const uint8_t *container, const Board *board);

// Parses a FEN; ends the test if it is refused.
Board test_board(const char *fen);

// Positions to start from: both kinds of chess, promotions, en passant, kings on the way. NULL
// ends the list.
extern const char *const test_fens[];

#endif
