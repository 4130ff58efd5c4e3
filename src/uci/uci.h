// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the loop from input lines to commands. One thread.
#ifndef RAVELIN_UCI_UCI_H
#define RAVELIN_UCI_UCI_H

#include "uci/session.h"

// Reads and carries out commands until `quit`, a signal, the end of the input or the first write
// that fails. At the end of the input a search that ends by itself may finish; one that waits for
// `stop` is ended.
void uci_run(Session *session, LineReader *reader);

// Lets a search that ends by itself finish and ends one that would wait for `stop`. A signal or a
// failed write ends the wait, and the search with it.
void uci_finish_search(Session *session, LineReader *reader);

#endif
