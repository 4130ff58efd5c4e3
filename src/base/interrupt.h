// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: being asked from outside to come to an end (interrupt_posix.c,
// interrupt_windows.c). main() uses it, once a process: a handler of the system can reach nothing
// but a variable of the whole program.
#ifndef RAVELIN_BASE_INTERRUPT_H
#define RAVELIN_BASE_INTERRUPT_H

#include <stdatomic.h>

#include "base/input.h"

// From now on a request to end (SIGINT and SIGTERM; on Windows Ctrl-C, a closed console or a
// shutdown) makes the returned flag true, which never becomes false again, and ends a wait of
// `reader` that was given the flag. A write that nobody reads, or beyond the size that a file may
// have, then fails and does not end the process.
const atomic_bool *interrupt_catch(LineReader *reader);

// To be called before the reader is closed: it is no longer woken.
void interrupt_release(void);

#endif
