// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/vote.h"

enum {
    // What the vote of the thread with the lowest score is worth per ply, so that it counts as well
    // (centipawns; Stockfish).
    VOTE_BASE_CP = 14,
    // Who is further behind the deepest thread has seen too little to have a say (plies).
    VOTE_LAG_PLIES = 3,
};

static int deepest(const SearchShared *shared)
{
    int depth = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        if (shared->workers[i]->completed_depth > depth)
            depth = shared->workers[i]->completed_depth;
    }
    return depth;
}

static bool may_vote(const Worker *worker, int deepest_ply)
{
    return worker->completed_depth > 0 && worker->completed_depth + VOTE_LAG_PLIES >= deepest_ply;
}

// The votes for the move of `candidate`, over the lowest score of the voters.
static int64_t count_votes(const SearchShared *shared, const Worker *candidate, int deepest_ply,
                           Score lowest)
{
    int64_t votes = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        const Worker *voter = shared->workers[i];
        if (may_vote(voter, deepest_ply) && voter->roots[0].move == candidate->roots[0].move)
            votes +=
                (int64_t)(voter->roots[0].score - lowest + VOTE_BASE_CP) * voter->completed_depth;
    }
    return votes;
}

Worker *vote_winner(const SearchShared *shared)
{
    const int deepest_ply = deepest(shared);
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < shared->worker_count; i++) {
        const Worker *voter = shared->workers[i];
        if (may_vote(voter, deepest_ply) && voter->roots[0].score < lowest)
            lowest = voter->roots[0].score;
    }
    Worker *best = NULL;
    int64_t best_votes = 0;
    for (int i = 0; i < shared->worker_count; i++) {
        Worker *candidate = shared->workers[i];
        if (!may_vote(candidate, deepest_ply))
            continue;
        const int64_t votes = count_votes(shared, candidate, deepest_ply, lowest);
        const Score score = candidate->roots[0].score;
        // What is proved needs no majority: the shortest win, anything rather than a loss.
        const bool is_proved =
            best != NULL && (score_is_decided(score) || score_is_decided(best->roots[0].score));
        if (best == NULL || (is_proved ? score > best->roots[0].score : votes > best_votes)) {
            best = candidate;
            best_votes = votes;
        }
    }
    return best != NULL ? best : shared->workers[0];
}
