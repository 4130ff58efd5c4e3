// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/team.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/thread.h"

typedef struct Helper {
    Team *team;
    int worker;
    Thread thread;
} Helper;

struct Team {
    Mutex lock;
    Condition start;  // a new round, or the end
    Condition finish; // the last helper left the round
    unsigned round;   // guarded by lock, as are the next four
    int busy_helpers;
    bool is_ending;
    TeamTask *run;
    void *context;
    int tasks;
    atomic_int next_task;
    int helper_count;
    Helper helpers[TEAM_THREADS_MAX];
};

static void take_tasks(Team *team, int worker)
{
    for (;;) {
        const int task = atomic_fetch_add(&team->next_task, 1);
        if (task >= team->tasks)
            return;
        team->run(team->context, task, worker);
    }
}

static void helper_main(void *context)
{
    const Helper *helper = context;
    Team *team = helper->team;
    unsigned seen = 0;
    mutex_lock(&team->lock);
    for (;;) {
        while (team->round == seen && !team->is_ending)
            condition_wait(&team->start, &team->lock);
        if (team->is_ending)
            break;
        seen = team->round;
        mutex_unlock(&team->lock);
        take_tasks(team, helper->worker);
        mutex_lock(&team->lock);
        if (--team->busy_helpers == 0)
            condition_wake_all(&team->finish);
    }
    mutex_unlock(&team->lock);
}

Status team_create(int threads, Team **out, ErrorText *error)
{
    Team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for threads");
    mutex_init(&team->lock);
    condition_init(&team->start);
    condition_init(&team->finish);
    for (int i = 0; i < threads - 1; i++) {
        Helper *helper = &team->helpers[i];
        *helper = (Helper){.team = team, .worker = i + 1};
        const Status status = thread_start(&helper->thread, helper_main, helper, error);
        if (status != STATUS_OK) {
            team_destroy(team);
            return status;
        }
        team->helper_count++;
    }
    *out = team;
    return STATUS_OK;
}

void team_run(Team *team, TeamTask *run, void *context, int tasks)
{
    mutex_lock(&team->lock);
    team->run = run;
    team->context = context;
    team->tasks = tasks;
    team->busy_helpers = team->helper_count;
    atomic_store(&team->next_task, 0);
    team->round++;
    condition_wake_all(&team->start);
    mutex_unlock(&team->lock);
    take_tasks(team, 0);
    mutex_lock(&team->lock);
    while (team->busy_helpers != 0)
        condition_wait(&team->finish, &team->lock);
    mutex_unlock(&team->lock);
}

void team_destroy(Team *team)
{
    if (team == NULL)
        return;
    mutex_lock(&team->lock);
    team->is_ending = true;
    condition_wake_all(&team->start);
    mutex_unlock(&team->lock);
    for (int i = 0; i < team->helper_count; i++)
        thread_join(&team->helpers[i].thread);
    condition_destroy(&team->finish);
    condition_destroy(&team->start);
    mutex_destroy(&team->lock);
    free(team);
}
