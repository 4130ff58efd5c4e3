// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/interrupt.h"

#include <signal.h>

// The one variable of the whole program that is not owned by somebody. Set once, never cleared.
static atomic_bool is_interrupted;

static void on_signal(int number)
{
    (void)number;
    atomic_store(&is_interrupted, true);
}

const atomic_bool *interrupt_catch(LineReader *reader)
{
    (void)reader; // a signal ends its wait by itself
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    // Writes that cannot be done then fail: nobody reads, or the file may not grow (a log, under a
    // limit of the user's).
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL);
    return &is_interrupted;
}

void interrupt_release(void)
{
    // The handler never uses the reader.
}
