// SPDX-License-Identifier: GPL-3.0-or-later
#include "nnue/embed.h"

// Written by gen_embed. The file is an array of int16 as far as C is concerned, since its weights
// are read in place; the header is read as bytes.
extern const int16_t ravelin_net_begin[];
extern const int16_t ravelin_net_end[];
extern const char ravelin_net_name[];

Status network_load_embedded(Network **network, ErrorText *error)
{
    // Both names stand in one piece of data, which the assembler laid out.
    // cppcheck-suppress comparePointers
    const size_t bytes = (size_t)((const char *)ravelin_net_end - (const char *)ravelin_net_begin);
    return network_load_memory(ravelin_net_begin, bytes, ravelin_net_name, "embedded", network,
                               error);
}
