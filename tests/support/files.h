// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: files and folders that tests make and clear away. No state.
#ifndef RAVELIN_TESTS_SUPPORT_FILES_H
#define RAVELIN_TESTS_SUPPORT_FILES_H

#include <stdbool.h>

// Writes the first `bytes` bytes of the file `from`, or all if it has fewer, to the file `to`.
// False if one of them cannot be opened, or not all could be written.
bool files_copy_start(const char *from, const char *to, long bytes);

// Removes a folder and what lies in it: files, links, empty folders. False if something is left.
bool files_remove_folder(const char *folder);

#endif
