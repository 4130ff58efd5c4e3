// SPDX-License-Identifier: GPL-3.0-or-later
// The entries with a dot product in AVX-VNNI; the others stay those of avx2.
#include "kernels/vec_avxvnni.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

#define ROW_WIDTH 0
#define ROW_OUTPUT nnue_output_avxvnni
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avxvnni
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avxvnni
#define ROW_LAYERS nnue_layers_avxvnni
#define ROW_FILL nnue_fill_avxvnni
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 512
#define ROW_OUTPUT nnue_output_avxvnni_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avxvnni_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avxvnni_512
#define ROW_LAYERS nnue_layers_avxvnni_512
#define ROW_FILL nnue_fill_avxvnni_512
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 768
#define ROW_OUTPUT nnue_output_avxvnni_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avxvnni_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avxvnni_768
#define ROW_LAYERS nnue_layers_avxvnni_768
#define ROW_FILL nnue_fill_avxvnni_768
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 1024
#define ROW_OUTPUT nnue_output_avxvnni_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avxvnni_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avxvnni_1024
#define ROW_LAYERS nnue_layers_avxvnni_1024
#define ROW_FILL nnue_fill_avxvnni_1024
#include "kernels/nnue_row_dot.h"
