// SPDX-License-Identifier: GPL-3.0-or-later
// A pipe to oneself wakes a sleeping pselect, as signals do.
#include "base/input_source.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

struct InputSource {
    int fd;
    int wake_fds[2]; // a pipe: read end, write end
};

static bool set_flags(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

Status input_source_open(InputSource **out, int fd, ErrorText *error)
{
    InputSource *const source = malloc(sizeof *source);
    if (source == NULL)
        return status_fail(error, STATUS_NO_MEMORY, "no memory for the input");
    source->fd = fd;
    if (pipe(source->wake_fds) != 0) {
        free(source);
        return status_fail(error, STATUS_SYSTEM, "cannot make a pipe: %s", strerror(errno));
    }
    Status status = STATUS_OK;
    if (fd >= FD_SETSIZE || source->wake_fds[0] >= FD_SETSIZE)
        status = status_fail(error, STATUS_SYSTEM, "too many open files");
    else if (!set_flags(source->wake_fds[0]) || !set_flags(source->wake_fds[1]))
        status = status_fail(error, STATUS_SYSTEM, "cannot set up a pipe: %s", strerror(errno));
    if (status != STATUS_OK) {
        input_source_close(source);
        return status;
    }
    *out = source;
    return STATUS_OK;
}

void input_source_close(InputSource *source)
{
    close(source->wake_fds[0]);
    close(source->wake_fds[1]);
    free(source);
}

void input_source_wake(InputSource *source)
{
    // A full pipe wakes as well, so the result does not matter.
    const ssize_t written = write(source->wake_fds[1], "", 1);
    (void)written;
}

// Sleeps with the signals of `mask`. The macros of some C libraries want unsigned numbers.
static InputSourceEvent sleep_for_input(InputSource *source, bool wants_input, const sigset_t *mask)
{
    const unsigned fd = (unsigned)source->fd, wake_fd = (unsigned)source->wake_fds[0];
    fd_set readable;
    FD_ZERO(&readable);
    if (wants_input)
        FD_SET(fd, &readable);
    FD_SET(wake_fd, &readable);
    const unsigned highest = wants_input && fd > wake_fd ? fd : wake_fd;
    if (pselect((int)highest + 1, &readable, NULL, NULL, NULL, mask) < 0)
        return INPUT_SOURCE_FAILED;
    if (!FD_ISSET(wake_fd, &readable))
        return INPUT_SOURCE_READABLE;
    char drain[64];
    while (read(source->wake_fds[0], drain, sizeof drain) > 0)
        continue;
    return INPUT_SOURCE_WOKEN;
}

// The signals are blocked between the test of the flag and the sleep, which pselect opens
// atomically: none can slip through in between.
InputSourceEvent input_source_wait(InputSource *source, bool wants_input,
                                   const atomic_bool *interrupted)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    InputSourceEvent event = INPUT_SOURCE_WOKEN;
    while (!atomic_load(interrupted)) {
        event = sleep_for_input(source, wants_input, &before);
        if (event != INPUT_SOURCE_FAILED || errno != EINTR)
            break;
        event = INPUT_SOURCE_WOKEN;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return event;
}

bool input_source_read(InputSource *source, char *out, size_t room, size_t *got)
{
    const ssize_t bytes = read(source->fd, out, room);
    *got = bytes > 0 ? (size_t)bytes : 0;
    return bytes > 0 || (bytes < 0 && (errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK));
}
