// SPDX-License-Identifier: GPL-3.0-or-later
// Mostly the C runtime's names for POSIX calls, whose errors come as errno and can be told.
#include "base/file.h"

#include <direct.h>
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <windows.h>

enum { NEW_FILE_MODE = _S_IREAD | _S_IWRITE };

bool file_write_all(int fd, const char *bytes, size_t length)
{
    // Not _write, which makes CR LF of each LF.
    const HANDLE file = (HANDLE)_get_osfhandle(fd);
    while (length > 0) {
        DWORD written = 0;
        const DWORD wanted = length < MAXLONG ? (DWORD)length : MAXLONG;
        if (!WriteFile(file, bytes, wanted, &written, NULL) || written == 0)
            return false;
        bytes += written;
        length -= written;
    }
    return true;
}

int file_open_append(const char *path)
{
    // Our writes go past the C runtime, so its own flag for appending would be without effect.
    const int fd = _open(path, _O_WRONLY | _O_CREAT | _O_BINARY | _O_NOINHERIT, NEW_FILE_MODE);
    if (fd >= 0)
        (void)_lseeki64(fd, 0, SEEK_END);
    return fd;
}

void file_close(int fd)
{
    _close(fd);
}

static int create_new(const char *path)
{
    return _open(path, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, NEW_FILE_MODE);
}

FILE *file_create_new(const char *path)
{
    // The older C runtime knows no "x" in the mode of fopen.
    const int fd = create_new(path);
    FILE *const file = fd >= 0 ? _fdopen(fd, "wb") : NULL;
    if (fd >= 0 && file == NULL)
        _close(fd);
    return file;
}

Status file_read(const char *path, char *out, size_t size, size_t *length, ErrorText *error)
{
    const int fd = _open(path, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (fd < 0)
        return status_fail(error, errno == ENOENT ? STATUS_NOT_FOUND : STATUS_IO, "%s",
                           strerror(errno));
    const int64_t bytes = _filelengthi64(fd);
    Status status = STATUS_OK;
    if (GetFileType((HANDLE)_get_osfhandle(fd)) != FILE_TYPE_DISK)
        status = status_fail(error, STATUS_BAD_INPUT, "no regular file");
    else if (bytes > (int64_t)size)
        status = status_fail(error, STATUS_BAD_INPUT, "too long");
    *length = 0;
    while (status == STATUS_OK && *length < size) {
        const size_t left = size - *length;
        const int got = _read(fd, out + *length, left < INT_MAX ? (unsigned)left : INT_MAX);
        if (got < 0)
            status = status_fail(error, STATUS_IO, "%s", strerror(errno));
        if (got <= 0)
            break;
        *length += (size_t)got;
    }
    _close(fd);
    return status;
}

Status file_replace(const char *path, const char *bytes, size_t length, ErrorText *error)
{
    char beside[FILE_PATH_BYTES];
    const int used = snprintf(beside, sizeof beside, "%s.%lu", path, GetCurrentProcessId());
    if (used < 0 || used >= (int)sizeof beside)
        return status_fail(error, STATUS_BAD_INPUT, "the path is too long");
    const int fd = create_new(beside);
    if (fd < 0)
        return status_fail(error, STATUS_IO, "%.150s: %s", path, strerror(errno));
    const bool is_written = file_write_all(fd, bytes, length);
    if (_close(fd) != 0 || !is_written || !MoveFileExA(beside, path, MOVEFILE_REPLACE_EXISTING)) {
        const Status failed =
            status_fail(error, STATUS_IO, "%.150s: cannot be replaced (%lu)", path, GetLastError());
        DeleteFileA(beside);
        return failed;
    }
    return STATUS_OK;
}

Status file_make_folder(const char *folder, ErrorText *error)
{
    if (_mkdir(folder) == 0 || errno == EEXIST)
        return STATUS_OK;
    const char *const slash = strrchr(folder, '\\');
    if (errno == ENOENT && slash != NULL && slash > folder) {
        char above[FILE_PATH_BYTES];
        snprintf(above, sizeof above, "%.*s", (int)(slash - folder), folder);
        if (_mkdir(above) == 0 && _mkdir(folder) == 0)
            return STATUS_OK;
    }
    return status_fail(error, STATUS_IO, "%.150s: %s", folder, strerror(errno));
}

bool file_cache_folder(char *out, size_t size)
{
    const char *const cache = getenv("LOCALAPPDATA");
    int length = -1;
    if (cache != NULL && cache[0] != '\0')
        length = snprintf(out, size, "%s\\ravelin", cache);
    if (length < 0 || (size_t)length >= size) {
        out[0] = '\0';
        return false;
    }
    return true;
}
