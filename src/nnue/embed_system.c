// SPDX-License-Identifier: GPL-3.0-or-later
// The built-in net of a build with the option system_net: a file of the distribution.
#include "nnue/embed.h"

Status network_load_embedded(Network **network, ErrorText *error)
{
    return network_load(RAVELIN_SYSTEM_NET, network, error);
}
