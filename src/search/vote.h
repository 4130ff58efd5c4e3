// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: which thread's move is played when several have searched. Only while all
// workers are idle.
#ifndef RAVELIN_SEARCH_VOTE_H
#define RAVELIN_SEARCH_VOTE_H

#include "search/worker.h"

// The worker whose move is played: threads vote for their best move with the depth they finished
// and their score, the shortest proved win wins without a count, and a proved loss loses (the ideas
// are Stockfish's). Threads far behind the deepest have no vote. The main worker if none has
// finished an iteration.
Worker *vote_winner(const SearchShared *shared);

#endif
