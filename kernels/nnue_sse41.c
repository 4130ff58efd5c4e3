// SPDX-License-Identifier: GPL-3.0-or-later
// The NNUE rows for SSE4.1: words and template, first for any width, then for the usual ones.
#include "kernels/vec_sse41.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

#define ROW_WIDTH 0
#define ROW_ADD1SUB1 nnue_add1sub1_sse41
#define ROW_ADD1SUB2 nnue_add1sub2_sse41
#define ROW_ADD2SUB2 nnue_add2sub2_sse41
#define ROW_REFRESH nnue_refresh_sse41
#define ROW_OUTPUT nnue_output_sse41
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_sse41
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_sse41
#define ROW_LAYERS nnue_layers_sse41
#define ROW_FILL nnue_fill_sse41
#include "kernels/nnue_row.h"

#define ROW_WIDTH 512
#define ROW_ADD1SUB1 nnue_add1sub1_sse41_512
#define ROW_ADD1SUB2 nnue_add1sub2_sse41_512
#define ROW_ADD2SUB2 nnue_add2sub2_sse41_512
#define ROW_REFRESH nnue_refresh_sse41_512
#define ROW_OUTPUT nnue_output_sse41_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_sse41_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_sse41_512
#define ROW_LAYERS nnue_layers_sse41_512
#define ROW_FILL nnue_fill_sse41_512
#include "kernels/nnue_row.h"

#define ROW_WIDTH 768
#define ROW_ADD1SUB1 nnue_add1sub1_sse41_768
#define ROW_ADD1SUB2 nnue_add1sub2_sse41_768
#define ROW_ADD2SUB2 nnue_add2sub2_sse41_768
#define ROW_REFRESH nnue_refresh_sse41_768
#define ROW_OUTPUT nnue_output_sse41_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_sse41_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_sse41_768
#define ROW_LAYERS nnue_layers_sse41_768
#define ROW_FILL nnue_fill_sse41_768
#include "kernels/nnue_row.h"

#define ROW_WIDTH 1024
#define ROW_ADD1SUB1 nnue_add1sub1_sse41_1024
#define ROW_ADD1SUB2 nnue_add1sub2_sse41_1024
#define ROW_ADD2SUB2 nnue_add2sub2_sse41_1024
#define ROW_REFRESH nnue_refresh_sse41_1024
#define ROW_OUTPUT nnue_output_sse41_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_sse41_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_sse41_1024
#define ROW_LAYERS nnue_layers_sse41_1024
#define ROW_FILL nnue_fill_sse41_1024
#include "kernels/nnue_row.h"
