// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the built-in net: the one in the binary, or with the build option
// system_net the one that was installed in the data directory. Read-only, any thread.
#ifndef RAVELIN_NNUE_EMBED_H
#define RAVELIN_NNUE_EMBED_H

#include "base/status.h"
#include "nnue/network.h"

// Makes a net of the built-in file. The one in the binary is used in place, and its origin is
// "embedded". The file is checked like any other. `*network` is untouched on failure;
// STATUS_NOT_FOUND can only come from a build with system_net.
Status network_load_embedded(Network **network, ErrorText *error);

#endif
