// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: what is done to files and descriptors where systems differ (file_posix.c,
// file_windows.c); plain reading goes through stdio. No state, any thread.
#ifndef RAVELIN_BASE_FILE_H
#define RAVELIN_BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/status.h"

enum { FILE_PATH_BYTES = 4096 }; // the longest path that Linux takes, and its NUL

// What parts the paths of a list; a path of Windows may hold a colon.
#ifdef _WIN32
#define FILE_LIST_SEPARATOR ';'
#else
#define FILE_LIST_SEPARATOR ':'
#endif

// Writes all bytes as they are, however many calls it takes. False when the other end is gone or
// full.
bool file_write_all(int fd, const char *bytes, size_t length);

// Opens a file for writing at its end, makes it where it is missing, and keeps it from programs
// that this one starts. A descriptor, or -1 with errno set.
int file_open_append(const char *path);

// Closes what file_open_append opened.
void file_close(int fd);

// Makes a file to be written byte by byte. NULL with errno set, also where the file is there.
FILE *file_create_new(const char *path);

// Reads a regular file of at most `size` bytes into `out` and its length into `*length`; anything
// else is refused without waiting for it. STATUS_NOT_FOUND, STATUS_IO or STATUS_BAD_INPUT.
Status file_read(const char *path, char *out, size_t size, size_t *length, ErrorText *error);

// Makes a file hold these bytes. Whoever reads it meanwhile gets all of the old ones or all of the
// new; on failure (STATUS_IO, STATUS_BAD_INPUT for a path that is too long) the old ones stay.
Status file_replace(const char *path, const char *bytes, size_t length, ErrorText *error);

// Makes the folder and the one above it; what is missing further up is not ours to make. STATUS_IO.
Status file_make_folder(const char *folder, ErrorText *error);

// The folder for what can be made again, as the environment gives it: $XDG_CACHE_HOME/ravelin, or
// $HOME/.cache/ravelin where that is unset or not absolute, as the XDG base directory specification
// has it; on Windows %LOCALAPPDATA%\ravelin. False, with an empty text, where there is none.
bool file_cache_folder(char *out, size_t size);

#endif
