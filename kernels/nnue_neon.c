// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE rows for NEON: words and template, first for any width, then for the usual ones.
#include "kernels/vec_neon.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

#define ROW_WIDTH 0
#define ROW_ADD1SUB1 nnue_add1sub1_neon
#define ROW_ADD1SUB2 nnue_add1sub2_neon
#define ROW_ADD2SUB2 nnue_add2sub2_neon
#define ROW_REFRESH nnue_refresh_neon
#define ROW_OUTPUT nnue_output_neon
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neon
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neon
#define ROW_LAYERS nnue_layers_neon
#define ROW_FILL nnue_fill_neon
#include "kernels/nnue_row.h"

#define ROW_WIDTH 512
#define ROW_ADD1SUB1 nnue_add1sub1_neon_512
#define ROW_ADD1SUB2 nnue_add1sub2_neon_512
#define ROW_ADD2SUB2 nnue_add2sub2_neon_512
#define ROW_REFRESH nnue_refresh_neon_512
#define ROW_OUTPUT nnue_output_neon_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neon_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neon_512
#define ROW_LAYERS nnue_layers_neon_512
#define ROW_FILL nnue_fill_neon_512
#include "kernels/nnue_row.h"

#define ROW_WIDTH 768
#define ROW_ADD1SUB1 nnue_add1sub1_neon_768
#define ROW_ADD1SUB2 nnue_add1sub2_neon_768
#define ROW_ADD2SUB2 nnue_add2sub2_neon_768
#define ROW_REFRESH nnue_refresh_neon_768
#define ROW_OUTPUT nnue_output_neon_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neon_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neon_768
#define ROW_LAYERS nnue_layers_neon_768
#define ROW_FILL nnue_fill_neon_768
#include "kernels/nnue_row.h"

#define ROW_WIDTH 1024
#define ROW_ADD1SUB1 nnue_add1sub1_neon_1024
#define ROW_ADD1SUB2 nnue_add1sub2_neon_1024
#define ROW_ADD2SUB2 nnue_add2sub2_neon_1024
#define ROW_REFRESH nnue_refresh_neon_1024
#define ROW_OUTPUT nnue_output_neon_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_neon_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_neon_1024
#define ROW_LAYERS nnue_layers_neon_1024
#define ROW_FILL nnue_fill_neon_1024
#include "kernels/nnue_row.h"
