// SPDX-License-Identifier: GPL-3.0-or-later
#include "search/history.h"

#include <string.h>

#include "search/params.h"

void history_clear(History *history)
{
    memset(history, 0, sizeof *history);
}

int history_bonus(int depth)
{
    const int bonus = HISTORY_BONUS_QUADRATIC * depth * depth + HISTORY_BONUS_LINEAR * depth -
                      HISTORY_BONUS_OFFSET;
    return bonus < HISTORY_BONUS_MAX ? bonus : HISTORY_BONUS_MAX;
}
