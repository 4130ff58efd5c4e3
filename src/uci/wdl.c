// SPDX-License-Identifier: GPL-3.0-or-later
#include "uci/wdl.h"

enum {
    MATERIAL_MIN = 17, // with less, and with more, the games are too few to tell
    MATERIAL_MAX = 78,
    MATERIAL_UNIT = 58,
};

// P(win) = 1 / (1 + exp((A - score) / B)), and the same for the loss with the sign turned; A and B
// are polynomials in material / MATERIAL_UNIT, constant term first (the form is Stockfish's).
// Fitted by src/tools/wdl/fit_wdl.py to 800 games of Ravelin against itself with the net f1c3c0f6
// at 6000 nodes a move from unbalanced openings, 40428 positions: 0.7312 nats a position.
static const double A[] = {503.9, -609.2, 266.3};
static const double B[] = {73.4, 150.4, -33.5};

enum { TERMS = sizeof A / sizeof A[0] };

static double polynomial(const double factors[TERMS], double x)
{
    double sum = 0;
    for (int i = TERMS - 1; i >= 0; i--)
        sum = sum * x + factors[i];
    return sum;
}

// 1 / (1 + exp(t)) without the mathematics library, so that every machine says the same: exp is the
// 1024th power of the exp of a small number, of which four terms of the series are enough.
static double logistic(double t)
{
    const double held = t > 20 ? 20 : t < -20 ? -20 : t; // beyond, the permille are 0 and 1000
    const double r = held / 1024;
    double power = 1 + r * (1 + r / 2 * (1 + r / 3 * (1 + r / 4)));
    for (int i = 0; i < 10; i++)
        power *= power;
    return 1 / (1 + power);
}

int wdl_material(const Board *board)
{
    return bits_count(board->by_type[PAWN]) + 3 * bits_count(board->by_type[KNIGHT]) +
           3 * bits_count(board->by_type[BISHOP]) + 5 * bits_count(board->by_type[ROOK]) +
           9 * bits_count(board->by_type[QUEEN]);
}

Chances wdl_of_score(Score score, int material)
{
    if (score_is_mate(score))
        return (Chances){.win = score > 0 ? 1000 : 0, .loss = score > 0 ? 0 : 1000};
    const int held = material < MATERIAL_MIN   ? MATERIAL_MIN
                     : material > MATERIAL_MAX ? MATERIAL_MAX
                                               : material;
    const double x = (double)held / MATERIAL_UNIT;
    const double a = polynomial(A, x), b = polynomial(B, x);
    // Rounded to the nearest permille; a is positive, so the two never exceed 1000.
    const int win = (int)(0.5 + 1000 * logistic((a - score) / b));
    const int loss = (int)(0.5 + 1000 * logistic((a + score) / b));
    return (Chances){.win = win, .draw = 1000 - win - loss, .loss = loss};
}
