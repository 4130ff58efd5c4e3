// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/support/output.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

// `number` is an errno, 0 where none is known.
static Status cannot_write(const char *path, int number, ErrorText *error)
{
    return status_fail(error, STATUS_SYSTEM, "%.160s: %s", path,
                       number != 0 ? strerror(number) : "cannot be written");
}

Status output_open(Output *output, const char *path, ErrorText *error)
{
    struct stat found;
    output->path = path;
    output->is_direct = stat(path, &found) == 0 && !S_ISREG(found.st_mode);
    const int length = snprintf(output->temporary, sizeof output->temporary, "%s%s", path,
                                output->is_direct ? "" : ".tmp");
    if (length < 0 || length >= OUTPUT_PATH_BYTES)
        return status_fail(error, STATUS_BAD_INPUT, "%.160s: the path is too long", path);
    output->file = fopen(output->temporary, "wb");
    if (output->file == NULL)
        return status_fail(error, STATUS_IO, "%.160s: %s", path, strerror(errno));
    return STATUS_OK;
}

Status output_close(Output *output, bool is_good, ErrorText *error)
{
    Status status = STATUS_OK;
    errno = 0;
    // A failure of an earlier write is remembered by the stream, its reason is not.
    const bool has_failed = ferror(output->file) != 0;
    const bool is_written = fclose(output->file) == 0 && !has_failed;
    if (is_good && !is_written)
        status = cannot_write(output->path, errno, error);
    if (output->is_direct)
        return status;
    if (is_good && is_written && rename(output->temporary, output->path) != 0)
        status = cannot_write(output->path, errno, error);
    if (!is_good || status != STATUS_OK)
        (void)remove(output->temporary);
    return status;
}
