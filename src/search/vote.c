// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/vote.h"

// What the vote of the thread with the lowest score is worth per ply, so that it counts as well
// (centipawns; Stockfish).
enum { VOTE_BASE_CP = 14 };

Worker *vote_winner(const SearchShared *shared)
{
    Worker *best = shared->workers[0];
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < shared->worker_count; i++) {
        const Worker *voter = shared->workers[i];
        if (voter->completed_depth > 0 && voter->roots[0].score < lowest)
            lowest = voter->roots[0].score;
    }
    int64_t best_votes = -1;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *candidate = shared->workers[i];
        int64_t votes = 0;
        for (int k = 0; k < shared->worker_count; k++) {
            const Worker *voter = shared->workers[k];
            if (voter->completed_depth > 0 && voter->roots[0].move == candidate->roots[0].move)
                votes += (int64_t)(voter->roots[0].score - lowest + VOTE_BASE_CP) *
                         voter->completed_depth;
        }
        if (candidate->completed_depth > 0 && votes > best_votes) {
            best_votes = votes;
            best = candidate;
        }
    }
    return best;
}
