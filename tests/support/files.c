// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <unistd.h>

bool files_copy_start(const char *from, const char *to, long bytes)
{
    FILE *const in = fopen(from, "rb");
    FILE *const out = fopen(to, "wb");
    const bool opened = in != NULL && out != NULL;
    for (int c; opened && bytes > 0 && (c = getc(in)) != EOF; bytes--)
        (void)putc(c, out);
    if (in != NULL)
        (void)fclose(in);
    return out != NULL && fclose(out) == 0 && opened;
}

bool files_remove_folder(const char *folder)
{
    DIR *const listing = opendir(folder);
    if (listing == NULL)
        return false;
    for (const struct dirent *item; (item = readdir(listing)) != NULL;) {
        // "." and ".." refuse.
        if (unlinkat(dirfd(listing), item->d_name, 0) != 0)
            (void)unlinkat(dirfd(listing), item->d_name, AT_REMOVEDIR);
    }
    (void)closedir(listing);
    return rmdir(folder) == 0;
}
