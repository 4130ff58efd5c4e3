// SPDX-License-Identifier: GPL-3.0-or-later
// What this build calls itself. src/packaging/version.py finds the numbers, and each build asks it
// again, so that a program never names a commit that it was not made from. That is why they are
// data of a file of their own: it alone is compiled when they change. Constant data, any thread.
#ifndef RAVELIN_BASE_VERSION_H
#define RAVELIN_BASE_VERSION_H

// MAJOR.MINOR.BUILD: the nearest tag and the commits since; 0.0.0 where that was not to be found.
extern const char VERSION_NUMBER[];
// The program's name, a blank and the number: what `id name` and --version say.
extern const char VERSION_NAME[];
// A sentence about the program for people, beginning with VERSION_NAME.
extern const char VERSION_ABOUT[];

#endif
