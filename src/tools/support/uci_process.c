// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/support/uci_process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

extern char **environ;

enum {
    SILENCE_MS = 60000, // an engine that says nothing for so long is given up
    QUIT_MS = 2000,     // what it has to end once told to
    INPUT_BYTES = 1 << 16,
    OUTPUT_BYTES = 1 << 13,
};

struct UciProcess {
    const char *command;
    pid_t pid;
    int to_engine;
    int from_engine;
    size_t begin, end; // unread bytes of `input`
    char input[INPUT_BYTES];
};

Status uci_process_fail(const UciProcess *process, const char *what, ErrorText *error)
{
    return status_fail(error, STATUS_SYSTEM, "%s: %s", process->command, what);
}

Status uci_process_send(UciProcess *process, const char *text, size_t bytes, ErrorText *error)
{
    while (bytes > 0) {
        const ssize_t part = write(process->to_engine, text, bytes);
        if (part < 0 && errno == EINTR)
            continue;
        if (part <= 0)
            return uci_process_fail(process, "the engine has ended", error);
        text += part;
        bytes -= (size_t)part;
    }
    return STATUS_OK;
}

Status uci_process_send_line(UciProcess *process, ErrorText *error, const char *format, ...)
{
    char text[OUTPUT_BYTES];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= OUTPUT_BYTES)
        return uci_process_fail(process, "a line to the engine is too long", error);
    return uci_process_send(process, text, (size_t)length, error);
}

// Waits until the engine has written something, and reads it behind what is there.
static Status read_more(UciProcess *process, ErrorText *error)
{
    if (process->begin > 0) {
        memmove(process->input, process->input + process->begin, process->end - process->begin);
        process->end -= process->begin;
        process->begin = 0;
    }
    if (process->end == INPUT_BYTES)
        return uci_process_fail(process, "the engine wrote a line without end", error);
    struct pollfd wait = {.fd = process->from_engine, .events = POLLIN};
    const int ready = poll(&wait, 1, SILENCE_MS);
    if (ready < 0 && errno == EINTR)
        return STATUS_OK;
    if (ready <= 0)
        return uci_process_fail(process, "the engine has been silent for a minute", error);
    const ssize_t got =
        read(process->from_engine, process->input + process->end, INPUT_BYTES - process->end);
    if (got <= 0)
        return uci_process_fail(process, "the engine has ended", error);
    process->end += (size_t)got;
    return STATUS_OK;
}

Status uci_process_read_line(UciProcess *process, Text *line, ErrorText *error)
{
    for (;;) {
        char *from = process->input + process->begin;
        const char *end = memchr(from, '\n', process->end - process->begin);
        if (end != NULL) {
            *line = text_trim((Text){from, (size_t)(end - from)});
            process->begin += (size_t)(end - from) + 1;
            return STATUS_OK;
        }
        const Status status = read_more(process, error);
        if (status != STATUS_OK)
            return status;
    }
}

// What is told to a program that has ended must fail with a reason, not end us.
static void ignore_broken_pipes(void)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigemptyset(&ignore.sa_mask);
    sigaction(SIGPIPE, &ignore, NULL);
}

// Where the process and its two pipes come from; on failure nothing is left open.
static Status spawn(UciProcess *process, ErrorText *error)
{
    ignore_broken_pipes();
    int down[2];
    int up[2];
    if (pipe(down) != 0)
        return status_fail(error, STATUS_SYSTEM, "no pipe: %s", strerror(errno));
    if (pipe(up) != 0) {
        (void)close(down[0]);
        (void)close(down[1]);
        return status_fail(error, STATUS_SYSTEM, "no pipe: %s", strerror(errno));
    }
    // No other engine may hold our ends open, or this one would never see its input end.
    (void)fcntl(down[1], F_SETFD, FD_CLOEXEC);
    (void)fcntl(up[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, down[0], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, up[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&files, down[0]);
    posix_spawn_file_actions_addclose(&files, up[1]);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    // A group of its own: Ctrl-C is for us, and we end the engine when its game is put away.
    sigset_t plain;
    sigemptyset(&plain);
    sigaddset(&plain, SIGPIPE);
    sigaddset(&plain, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &plain);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
    char *arguments[] = {(char *)process->command, NULL};
    const int refusal =
        posix_spawnp(&process->pid, arguments[0], &files, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    (void)close(down[0]);
    (void)close(up[1]);
    process->to_engine = down[1];
    process->from_engine = up[0];
    if (refusal == 0)
        return STATUS_OK;
    (void)close(down[1]);
    (void)close(up[0]);
    process->pid = 0;
    return status_fail(error, STATUS_SYSTEM, "%s: %s", process->command, strerror(refusal));
}

void uci_process_end(UciProcess *process)
{
    if (process == NULL)
        return;
    if (process->pid > 0) {
        ErrorText ignored;
        (void)uci_process_send(process, "quit\n", 5, &ignored);
        (void)close(process->to_engine);
        (void)close(process->from_engine);
        const int64_t deadline_ms = clock_now_ms() + QUIT_MS;
        while (waitpid(process->pid, NULL, WNOHANG) == 0) {
            if (clock_now_ms() > deadline_ms)
                (void)kill(process->pid, SIGKILL);
            (void)poll(NULL, 0, 5);
        }
    }
    free(process);
}

Status uci_process_start(const char *command, UciProcess **out, ErrorText *error)
{
    UciProcess *const process = calloc(1, sizeof *process);
    if (process == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "%s: out of memory", command);
    process->command = command;
    const Status status = spawn(process, error);
    if (status != STATUS_OK) {
        free(process);
        return status;
    }
    *out = process;
    return STATUS_OK;
}
