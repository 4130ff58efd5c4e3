// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct Helper {
    Team *team;
    int worker;
    pthread_t thread;
} Helper;

struct Team {
    pthread_mutex_t lock;
    pthread_cond_t start;  // a new round, or the end
    pthread_cond_t finish; // the last helper left the round
    unsigned round;        // guarded by lock, as are the next four
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

static void *helper_main(void *argument)
{
    const Helper *helper = argument;
    Team *team = helper->team;
    unsigned seen = 0;
    pthread_mutex_lock(&team->lock);
    for (;;) {
        while (team->round == seen && !team->is_ending)
            pthread_cond_wait(&team->start, &team->lock);
        if (team->is_ending)
            break;
        seen = team->round;
        pthread_mutex_unlock(&team->lock);
        take_tasks(team, helper->worker);
        pthread_mutex_lock(&team->lock);
        if (--team->busy_helpers == 0)
            pthread_cond_signal(&team->finish);
    }
    pthread_mutex_unlock(&team->lock);
    return NULL;
}

Status team_create(int threads, Team **out, ErrorText *error)
{
    Team *team = calloc(1, sizeof *team);
    if (team == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "out of memory for threads");
    pthread_mutex_init(&team->lock, NULL);
    pthread_cond_init(&team->start, NULL);
    pthread_cond_init(&team->finish, NULL);
    for (int i = 0; i < threads - 1; i++) {
        Helper *helper = &team->helpers[i];
        *helper = (Helper){.team = team, .worker = i + 1};
        const int failure = pthread_create(&helper->thread, NULL, helper_main, helper);
        if (failure != 0) {
            team_destroy(team);
            return status_fail(error, STATUS_SYSTEM, "cannot start a thread: %s",
                               strerror(failure));
        }
        team->helper_count++;
    }
    *out = team;
    return STATUS_OK;
}

void team_run(Team *team, TeamTask *run, void *context, int tasks)
{
    pthread_mutex_lock(&team->lock);
    team->run = run;
    team->context = context;
    team->tasks = tasks;
    team->busy_helpers = team->helper_count;
    atomic_store(&team->next_task, 0);
    team->round++;
    pthread_cond_broadcast(&team->start);
    pthread_mutex_unlock(&team->lock);
    take_tasks(team, 0);
    pthread_mutex_lock(&team->lock);
    while (team->busy_helpers != 0)
        pthread_cond_wait(&team->finish, &team->lock);
    pthread_mutex_unlock(&team->lock);
}

void team_destroy(Team *team)
{
    if (team == NULL)
        return;
    pthread_mutex_lock(&team->lock);
    team->is_ending = true;
    pthread_cond_broadcast(&team->start);
    pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->helper_count; i++)
        pthread_join(team->helpers[i].thread, NULL);
    pthread_cond_destroy(&team->finish);
    pthread_cond_destroy(&team->start);
    pthread_mutex_destroy(&team->lock);
    free(team);
}
