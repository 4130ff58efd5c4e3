// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: every number that steers the search, with unit, range in which it makes
// sense, and origin. "Recipes" are values in common use among open engines of 2022-2026 (Berserk,
// Ethereal, Stockfish); none is tuned for Ravelin yet unless it says so. Constants only.
#ifndef RAVELIN_SEARCH_PARAMS_H
#define RAVELIN_SEARCH_PARAMS_H

enum {
    // Aspiration windows: first depth that has one (plies, 3..8) and its half width (centipawns,
    // 6..50); a failed side grows by half.
    ASPIRATION_MIN_DEPTH = 5,
    ASPIRATION_DELTA_CP = 12,
    ASPIRATION_DELTA_MAX_CP = 800,

    // Reverse futility: deepest depth (plies, 5..12) and margin a ply (centipawns, 50..120).
    RFP_MAX_DEPTH = 9,
    RFP_MARGIN_CP = 100,

    // Null move: least depth (plies), reduction in plies: base + depth / divisor + (eval - beta) /
    // step, the last at most NMP_EVAL_MAX.
    NMP_MIN_DEPTH = 3,
    NMP_BASE = 4,
    NMP_DEPTH_DIVISOR = 4,
    NMP_EVAL_STEP_CP = 200,
    NMP_EVAL_MAX = 3,

    // Internal iterative reduction: least depth (plies, 3..7).
    IIR_MIN_DEPTH = 4,

    // Late move pruning: deepest depth (plies), quiets before pruning: base + depth^2.
    LMP_MAX_DEPTH = 8,
    LMP_BASE = 4,

    // Late move reductions: first move number and depth that are reduced; base and slope of the
    // table in 1/1024 ply and in 1/1024 of ln * ln (Ethereal: 0.78 + ln d * ln m / 2.47); history
    // worth one ply.
    LMR_MIN_MOVE = 2,
    LMR_MIN_DEPTH = 3,
    LMR_BASE_1024 = 799,
    LMR_SLOPE_1024 = 415,
    LMR_HISTORY_PER_PLY = 8192,

    // What else changes a late move reduction, in 1/1024 ply (0..2048; one ply each as these rules
    // are commonly begun with, more at cut nodes). Less for a node on the principal variation now
    // or once, a killer and a check; more at a cut node, where the evaluation does not improve, and
    // for a quiet beside a capture as hash move. Captures keep only this share (a divisor) of the
    // table's value.
    LMR_PLY_1024 = 1024,
    LMR_PV_NODE_1024 = LMR_PLY_1024,
    LMR_WAS_PV_1024 = LMR_PLY_1024,
    LMR_KILLER_OR_CHECK_1024 = LMR_PLY_1024,
    LMR_CUT_NODE_1024 = 1536,
    LMR_NOT_IMPROVING_1024 = LMR_PLY_1024,
    LMR_HASH_CAPTURE_1024 = LMR_PLY_1024,
    LMR_CAPTURE_DIVISOR = 2,

    // Extensions: none beyond this multiple of the iteration's depth.
    EXTENSION_PLY_FACTOR = 2,

    // History bonus by depth: min(max, quad * d^2 + linear * d - offset) (Berserk).
    HISTORY_BONUS_QUADRATIC = 4,
    HISTORY_BONUS_LINEAR = 190,
    HISTORY_BONUS_OFFSET = 118,
    HISTORY_BONUS_MAX = 1700,

    // Futility of quiets: deepest reduced depth (plies), margin and margin a ply (centipawns).
    FUTILITY_MAX_DEPTH = 8,
    FUTILITY_BASE_CP = 120,
    FUTILITY_MARGIN_CP = 80,

    // Exchange pruning: deepest depth (plies); loss allowed a ply for captures, and a squared ply
    // of reduced depth for quiets (centipawns; Berserk: 108 and 14).
    SEE_PRUNE_MAX_DEPTH = 9,
    SEE_PRUNE_CAPTURE_CP = 100,
    SEE_PRUNE_QUIET_CP = 20,

    // History pruning: deepest reduced depth (plies), history sum a ply below which a quiet is
    // left.
    HISTORY_PRUNE_MAX_DEPTH = 4,
    HISTORY_PRUNE_PER_PLY = 3000,

    // Singular extension: least depth; how much shallower the hash entry may be (plies); window
    // below its score a ply of depth (1/16 centipawn); excess for two plies (centipawns); two-ply
    // extensions a line.
    SINGULAR_MIN_DEPTH = 7,
    SINGULAR_TT_DEPTH_SLACK = 3,
    SINGULAR_MARGIN_16TH = 24,
    SINGULAR_DOUBLE_CP = 16,
    SINGULAR_DOUBLE_MAX = 8,
    SINGULAR_NEGATIVE_PLIES = 2,

    // Deeper or shallower re-search after a reduced one: excess over the best score (centipawns).
    DEEPER_MARGIN_CP = 60,

    // Probcut: least depth (plies), what a capture must promise beyond beta (centipawns), plies
    // saved.
    PROBCUT_MIN_DEPTH = 5,
    PROBCUT_MARGIN_CP = 180,
    PROBCUT_REDUCTION = 4,

    // Fifty-move scaling: the evaluation is multiplied by 1 - clock / this (plies).
    EVAL_CLOCK_SCALE = 200,

    // Correction history: bonus a ply and centipawn of error, bonus limit, counter units a
    // centipawn (Berserk: 4, a quarter of the range, 264).
    CORRECTION_GAIN = 4,
    CORRECTION_BONUS_MAX = 4096,
    CORRECTION_UNITS_PER_CP = 264,

    // Scores of positions whose clock is this far or further are not taken from the table: the
    // fifty-move rule is near (plies, 80..99).
    TT_CUTOFF_MAX_CLOCK = 90,
};

#endif
