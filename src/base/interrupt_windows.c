// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/interrupt.h"

#include <windows.h>

// Variables of the whole program, owned by nobody: the handler can reach nothing else. The system
// calls it on a thread of its own, so a lock keeps the reader for it.
static atomic_bool is_interrupted;
static SRWLOCK reader_lock = SRWLOCK_INIT;
static LineReader *reader_to_wake;

enum { FAREWELL_MS = 10000 }; // the system waits for less

static BOOL WINAPI on_event(DWORD kind)
{
    atomic_store(&is_interrupted, true);
    AcquireSRWLockExclusive(&reader_lock);
    if (reader_to_wake != NULL)
        line_reader_wake(reader_to_wake);
    ReleaseSRWLockExclusive(&reader_lock);
    // After these the process ends when the handler returns: the main thread shall be first.
    if (kind == CTRL_CLOSE_EVENT || kind == CTRL_LOGOFF_EVENT || kind == CTRL_SHUTDOWN_EVENT)
        Sleep(FAREWELL_MS);
    return TRUE;
}

static void set_reader(LineReader *reader)
{
    AcquireSRWLockExclusive(&reader_lock);
    reader_to_wake = reader;
    ReleaseSRWLockExclusive(&reader_lock);
}

const atomic_bool *interrupt_catch(LineReader *reader)
{
    set_reader(reader);
    SetConsoleCtrlHandler(on_event, TRUE);
    return &is_interrupted;
}

void interrupt_release(void)
{
    set_reader(NULL);
}
