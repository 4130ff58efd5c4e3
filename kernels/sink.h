// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: where the rows of movegen write moves. The caller owns it; one thread.
#ifndef RAVELIN_KERNELS_SINK_H
#define RAVELIN_KERNELS_SINK_H

#include "chess/move.h"

// How many targets a man seldom exceeds: captures, and all or quiet moves. Found by measurement.
enum { USUAL_CAPTURES = 2, USUAL_MOVES = 8 };

typedef struct Sink {
    Move *next; // behind the last move; there is room for 32 more than will be written
    int usual;  // a constant at every use: so many targets a row may write at once
} Sink;

#endif
