// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: another program that speaks UCI, run as a process of its own: lines to it
// and lines from it. The caller owns the process; one thread a process.
#ifndef RAVELIN_TOOLS_SUPPORT_UCI_PROCESS_H
#define RAVELIN_TOOLS_SUPPORT_UCI_PROCESS_H

#include <stddef.h>

#include "base/compiler.h"
#include "base/status.h"
#include "base/text.h"

typedef struct UciProcess UciProcess;

// Starts a program, found as a shell finds it, without arguments; `command` must outlive it. It is
// in a process group of its own, so that Ctrl-C is for us. From then on the caller's process
// ignores SIGPIPE, so that a write to a program that has ended fails. STATUS_SYSTEM with the
// reason; `*process` is written only on success.
Status uci_process_start(const char *command, UciProcess **process, ErrorText *error);

// Tells it to end, waits two seconds, then kills it. NULL is allowed.
void uci_process_end(UciProcess *process);

// Sends text, line ends included. STATUS_SYSTEM if the program has ended.
Status uci_process_send(UciProcess *process, const char *text, size_t bytes, ErrorText *error);

// Sends formatted text of at most a few thousand bytes, line ends included.
Status uci_process_send_line(UciProcess *process, ErrorText *error, const char *format, ...)
    RAVELIN_PRINTF(3, 4);

// The next line without blanks at its ends, valid until the next call. STATUS_SYSTEM if the program
// ends, says nothing for a minute or writes a line without end.
Status uci_process_read_line(UciProcess *process, Text *line, ErrorText *error);

// STATUS_SYSTEM with the program's name before the reason.
Status uci_process_fail(const UciProcess *process, const char *what, ErrorText *error);

#endif
