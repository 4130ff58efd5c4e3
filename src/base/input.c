// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/input.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

enum {
    READ_BYTES = 1 << 16,        // room for one read
    BUFFER_KEEP_BYTES = 1 << 20, // a larger buffer is given back after its line
};

static bool set_flags(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

Status line_reader_open(LineReader *reader, int fd, ErrorText *error)
{
    *reader = (LineReader){.fd = fd};
    if (pipe(reader->wake_fds) != 0)
        return status_fail(error, STATUS_SYSTEM, "cannot make a pipe: %s", strerror(errno));
    reader->capacity = READ_BYTES;
    reader->buffer = malloc(reader->capacity);
    Status status = STATUS_OK;
    if (reader->buffer == NULL)
        status = status_fail(error, STATUS_NO_MEMORY, "no memory for the input");
    else if (fd >= FD_SETSIZE || reader->wake_fds[0] >= FD_SETSIZE)
        status = status_fail(error, STATUS_SYSTEM, "too many open files");
    else if (!set_flags(reader->wake_fds[0]) || !set_flags(reader->wake_fds[1]))
        status = status_fail(error, STATUS_SYSTEM, "cannot set up a pipe: %s", strerror(errno));
    if (status != STATUS_OK)
        line_reader_close(reader);
    return status;
}

void line_reader_close(LineReader *reader)
{
    close(reader->wake_fds[0]);
    close(reader->wake_fds[1]);
    free(reader->buffer);
    reader->buffer = NULL;
}

void line_reader_wake(LineReader *reader)
{
    // A full pipe wakes as well, so the result does not matter.
    const ssize_t written = write(reader->wake_fds[1], "", 1);
    (void)written;
}

// Takes a finished line out of the buffer, the rest of the file counting as one at its end.
static bool take_line(LineReader *reader, Text *line)
{
    char *const start = reader->buffer + reader->begin;
    const size_t unread = reader->end - reader->begin;
    const char *const line_end = memchr(start + reader->searched, '\n', unread - reader->searched);
    reader->searched = unread;
    if (line_end == NULL && !(reader->is_at_end && unread > 0))
        return false;
    const size_t length = line_end != NULL ? (size_t)(line_end - start) : unread;
    *line = (Text){start, length};
    if (length > 0 && start[length - 1] == '\r')
        line->length--;
    reader->begin += length + (line_end != NULL);
    reader->searched = 0;
    return true;
}

// Makes room for one read behind the unread bytes: moves them to the front, grows the buffer, or
// shrinks one that a long line left behind. False without memory.
static bool make_room(LineReader *reader)
{
    const size_t unread = reader->end - reader->begin;
    if (reader->begin > 0) {
        memmove(reader->buffer, reader->buffer + reader->begin, unread);
        reader->begin = 0;
        reader->end = unread;
    }
    size_t wanted = reader->capacity;
    if (wanted > BUFFER_KEEP_BYTES && unread + READ_BYTES <= BUFFER_KEEP_BYTES)
        wanted = BUFFER_KEEP_BYTES;
    while (wanted < unread + READ_BYTES)
        wanted *= 2;
    if (wanted == reader->capacity)
        return true;
    char *const buffer = realloc(reader->buffer, wanted);
    if (buffer == NULL)
        return wanted < reader->capacity;
    reader->buffer = buffer;
    reader->capacity = wanted;
    return true;
}

typedef enum WaitResult { WAIT_READABLE, WAIT_WOKEN, WAIT_FAILED } WaitResult;

// Sleeps until there is input, a wake-up or a signal. The signals are blocked between the test of
// the flag and the sleep, which pselect opens atomically: none can slip through in between.
static WaitResult wait_for_input(LineReader *reader, bool wants_input,
                                 const atomic_bool *interrupted)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    WaitResult result = WAIT_WOKEN;
    while (!atomic_load(interrupted)) {
        fd_set readable;
        FD_ZERO(&readable);
        if (wants_input)
            FD_SET(reader->fd, &readable);
        FD_SET(reader->wake_fds[0], &readable);
        const int highest =
            wants_input && reader->fd > reader->wake_fds[0] ? reader->fd : reader->wake_fds[0];
        const int ready = pselect(highest + 1, &readable, NULL, NULL, NULL, &before);
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready < 0) {
            result = WAIT_FAILED;
        } else if (FD_ISSET(reader->wake_fds[0], &readable)) {
            char drain[64];
            while (read(reader->wake_fds[0], drain, sizeof drain) > 0)
                continue;
        } else {
            result = WAIT_READABLE;
        }
        break;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result;
}

// Reads once; sets is_at_end at the end of the file or on an error that will not pass.
static void read_once(LineReader *reader)
{
    if (!make_room(reader)) {
        // No memory for a line this long: the same as one that is too long.
        reader->is_dropping = true;
        reader->begin = reader->end = reader->searched = 0;
    }
    const ssize_t got =
        read(reader->fd, reader->buffer + reader->end, reader->capacity - reader->end);
    if (got > 0)
        reader->end += (size_t)got;
    else if (got == 0 || (errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK))
        reader->is_at_end = true;
}

InputEvent line_reader_next(LineReader *reader, const atomic_bool *interrupted, Text *line)
{
    for (;;) {
        if (atomic_load(interrupted))
            return INPUT_WOKEN;
        if (take_line(reader, line)) {
            const bool was_dropping = reader->is_dropping;
            reader->is_dropping = false;
            return was_dropping ? INPUT_OVERLONG : INPUT_LINE;
        }
        if (reader->is_at_end)
            return INPUT_END;
        if (reader->is_dropping || reader->end - reader->begin > LINE_BYTES_MAX) {
            reader->is_dropping = true;
            reader->begin = reader->end = reader->searched = 0;
        }
        switch (wait_for_input(reader, true, interrupted)) {
        case WAIT_READABLE: read_once(reader); break;
        case WAIT_WOKEN: return INPUT_WOKEN;
        case WAIT_FAILED: reader->is_at_end = true; break;
        }
    }
}

void line_reader_wait_for_wake(LineReader *reader, const atomic_bool *interrupted)
{
    wait_for_input(reader, false, interrupted);
}
