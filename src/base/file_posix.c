// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_write_all(int fd, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written > 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (written < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            // Somebody made the descriptor non-blocking: wait for room.
            struct pollfd room = {.fd = fd, .events = POLLOUT};
            poll(&room, 1, -1);
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

int file_open_append(const char *path)
{
    return open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
}

void file_close(int fd)
{
    close(fd);
}

FILE *file_create_new(const char *path)
{
    return fopen(path, "wbx");
}

Status file_read(const char *path, char *out, size_t size, size_t *length, ErrorText *error)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return status_fail(error, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO, "%s",
                           strerror(errno));
    struct stat info;
    Status status = STATUS_OK;
    if (fstat(fd, &info) != 0)
        status = status_fail(error, STATUS_IO, "%s", strerror(errno));
    else if (!S_ISREG(info.st_mode))
        status = status_fail(error, STATUS_BAD_INPUT, "no regular file");
    else if (info.st_size > (off_t)size)
        status = status_fail(error, STATUS_BAD_INPUT, "too long");
    *length = 0;
    while (status == STATUS_OK && *length < size) {
        const ssize_t got = read(fd, out + *length, size - *length);
        if (got < 0)
            status = status_fail(error, STATUS_IO, "%s", strerror(errno));
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    close(fd);
    return status;
}

Status file_replace(const char *path, const char *bytes, size_t length, ErrorText *error)
{
    char beside[FILE_PATH_BYTES];
    const int used = snprintf(beside, sizeof beside, "%s.XXXXXX", path);
    if (used < 0 || used >= (int)sizeof beside)
        return status_fail(error, STATUS_BAD_INPUT, "the path is too long");
    const int fd = mkstemp(beside);
    if (fd < 0)
        return status_fail(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    const bool is_written = file_write_all(fd, bytes, length);
    if (close(fd) != 0 || !is_written || rename(beside, path) != 0) {
        const Status failed = status_fail(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
        unlink(beside);
        return failed;
    }
    return STATUS_OK;
}

Status file_make_folder(const char *folder, ErrorText *error)
{
    if (mkdir(folder, 0700) == 0 || errno == EEXIST)
        return STATUS_OK;
    const char *const slash = strrchr(folder, '/');
    if (errno == ENOENT && slash != NULL && slash > folder) {
        char above[FILE_PATH_BYTES];
        snprintf(above, sizeof above, "%.*s", (int)(slash - folder), folder);
        if (mkdir(above, 0700) == 0 && mkdir(folder, 0700) == 0)
            return STATUS_OK;
    }
    return status_fail(error, STATUS_IO, "%.150s: %s", folder, strerror(errno));
}

bool file_cache_folder(char *out, size_t size)
{
    const char *const cache = getenv("XDG_CACHE_HOME");
    const char *const home = getenv("HOME");
    int length = -1;
    if (cache != NULL && cache[0] == '/')
        length = snprintf(out, size, "%s/ravelin", cache);
    else if (home != NULL && home[0] == '/')
        length = snprintf(out, size, "%s/.cache/ravelin", home);
    if (length < 0 || (size_t)length >= size) {
        out[0] = '\0';
        return false;
    }
    return true;
}
