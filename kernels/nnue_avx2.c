// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE rows for AVX2: words and template, first for any width, then for the usual ones.
#include "kernels/vec_avx2.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

#define ROW_WIDTH 0
#define ROW_ADD1SUB1 nnue_add1sub1_avx2
#define ROW_ADD1SUB2 nnue_add1sub2_avx2
#define ROW_ADD2SUB2 nnue_add2sub2_avx2
#define ROW_REFRESH nnue_refresh_avx2
#define ROW_OUTPUT nnue_output_avx2
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx2
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx2
#define ROW_LAYERS nnue_layers_avx2
#define ROW_FILL nnue_fill_avx2
#include "kernels/nnue_row.h"

#define ROW_WIDTH 512
#define ROW_ADD1SUB1 nnue_add1sub1_avx2_512
#define ROW_ADD1SUB2 nnue_add1sub2_avx2_512
#define ROW_ADD2SUB2 nnue_add2sub2_avx2_512
#define ROW_REFRESH nnue_refresh_avx2_512
#define ROW_OUTPUT nnue_output_avx2_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx2_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx2_512
#define ROW_LAYERS nnue_layers_avx2_512
#define ROW_FILL nnue_fill_avx2_512
#include "kernels/nnue_row.h"

#define ROW_WIDTH 768
#define ROW_ADD1SUB1 nnue_add1sub1_avx2_768
#define ROW_ADD1SUB2 nnue_add1sub2_avx2_768
#define ROW_ADD2SUB2 nnue_add2sub2_avx2_768
#define ROW_REFRESH nnue_refresh_avx2_768
#define ROW_OUTPUT nnue_output_avx2_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx2_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx2_768
#define ROW_LAYERS nnue_layers_avx2_768
#define ROW_FILL nnue_fill_avx2_768
#include "kernels/nnue_row.h"

#define ROW_WIDTH 1024
#define ROW_ADD1SUB1 nnue_add1sub1_avx2_1024
#define ROW_ADD1SUB2 nnue_add1sub2_avx2_1024
#define ROW_ADD2SUB2 nnue_add2sub2_avx2_1024
#define ROW_REFRESH nnue_refresh_avx2_1024
#define ROW_OUTPUT nnue_output_avx2_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx2_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx2_1024
#define ROW_LAYERS nnue_layers_avx2_1024
#define ROW_FILL nnue_fill_avx2_1024
#include "kernels/nnue_row.h"
