// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the net that is built into the binary. Read-only, any thread.
#ifndef RAVELIN_NNUE_EMBED_H
#define RAVELIN_NNUE_EMBED_H

#include "base/status.h"
#include "nnue/network.h"

// Makes a net of the built-in file, which is used in place; its origin is "embedded". The file is
// checked like any other. `*network` is untouched on failure.
Status network_load_embedded(Network **network, ErrorText *error);

#endif
