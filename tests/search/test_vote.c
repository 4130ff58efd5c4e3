// SPDX-License-Identifier: GPL-3.0-or-later
// Whose move is played when several threads have searched.
#include <criterion/criterion.h>

#include <stdlib.h>

#include "search/vote.h"

enum { THREADS = 4 };

// What one thread came to.
typedef struct Opinion {
    int depth; // finished; 0: none
    Square to; // of the best move, which says which one it is
    Score score;
} Opinion;

// The index of the winner among threads with these opinions.
static int winner_of(const Opinion opinions[THREADS])
{
    Worker *workers[THREADS];
    SearchShared shared = {.workers = workers, .worker_count = THREADS};
    for (int i = 0; i < THREADS; i++) {
        workers[i] = calloc(1, sizeof *workers[i]);
        cr_assert_not_null(workers[i]);
        workers[i]->index = i;
        workers[i]->completed_depth = opinions[i].depth;
        workers[i]->roots[0].move = move_make(SQ_E1, opinions[i].to);
        workers[i]->roots[0].score = opinions[i].score;
    }
    const int index = vote_winner(&shared)->index;
    for (int i = 0; i < THREADS; i++)
        free(workers[i]);
    return index;
}

Test(vote, the_main_thread_where_none_has_finished)
{
    const Opinion opinions[THREADS] = {{0, SQ_A8, 0}, {0, SQ_E8, 9}, {0, SQ_C8, 9}, {0, SQ_D8, 0}};
    cr_assert_eq(winner_of(opinions), 0);
}

Test(vote, most_votes_win)
{
    const Opinion opinions[THREADS] = {
        {10, SQ_A8, 20}, {10, SQ_E8, 20}, {10, SQ_E8, 20}, {9, SQ_C8, 20}};
    cr_assert_eq(winner_of(opinions), 1);
}

Test(vote, depth_and_score_weigh)
{
    const Opinion deep[THREADS] = {
        {10, SQ_A8, 20}, {12, SQ_E8, 20}, {11, SQ_C8, 20}, {9, SQ_D8, 20}};
    cr_assert_eq(winner_of(deep), 1);
    const Opinion high[THREADS] = {
        {10, SQ_A8, 20}, {10, SQ_E8, 20}, {10, SQ_C8, 45}, {10, SQ_D8, 20}};
    cr_assert_eq(winner_of(high), 2);
}

// A thread that has hardly begun may see anything.
Test(vote, who_is_far_behind_has_none)
{
    const Opinion opinions[THREADS] = {
        {16, SQ_A8, 20}, {1, SQ_E8, 600}, {2, SQ_E8, 700}, {12, SQ_E8, 800}};
    cr_assert_eq(winner_of(opinions), 0);
}

Test(vote, the_shortest_mate_needs_no_majority)
{
    const Opinion opinions[THREADS] = {{20, SQ_A8, score_mate_in(9)},
                                       {20, SQ_A8, score_mate_in(9)},
                                       {18, SQ_E8, score_mate_in(5)},
                                       {20, SQ_C8, 900}};
    cr_assert_eq(winner_of(opinions), 2);
}

Test(vote, a_loss_is_staved_off)
{
    const Opinion some[THREADS] = {{20, SQ_A8, score_mated_in(8)},
                                   {20, SQ_A8, score_mated_in(8)},
                                   {20, SQ_A8, score_mated_in(8)},
                                   {19, SQ_E8, -700}};
    cr_assert_eq(winner_of(some), 3);
    const Opinion all[THREADS] = {{20, SQ_A8, score_mated_in(8)},
                                  {20, SQ_E8, score_mated_in(14)},
                                  {20, SQ_A8, score_mated_in(8)},
                                  {20, SQ_A8, score_mated_in(10)}};
    cr_assert_eq(winner_of(all), 1);
}
