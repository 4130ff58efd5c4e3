// SPDX-License-Identifier: GPL-3.0-or-later
// The entries with a dot product in AVX-512 with VNNI; the others stay those of avx512.
#include "kernels/vec_avx512vnni.h"

#include "kernels/layers_tmpl.h"
#include "kernels/nnue_rows.h"
#include "kernels/nnue_tmpl.h"

#define ROW_WIDTH 0
#define ROW_OUTPUT nnue_output_avx512vnni
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx512vnni
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx512vnni
#define ROW_LAYERS nnue_layers_avx512vnni
#define ROW_FILL nnue_fill_avx512vnni
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 512
#define ROW_OUTPUT nnue_output_avx512vnni_512
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx512vnni_512
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx512vnni_512
#define ROW_LAYERS nnue_layers_avx512vnni_512
#define ROW_FILL nnue_fill_avx512vnni_512
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 768
#define ROW_OUTPUT nnue_output_avx512vnni_768
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx512vnni_768
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx512vnni_768
#define ROW_LAYERS nnue_layers_avx512vnni_768
#define ROW_FILL nnue_fill_avx512vnni_768
#include "kernels/nnue_row_dot.h"

#define ROW_WIDTH 1024
#define ROW_OUTPUT nnue_output_avx512vnni_1024
#define ROW_EVAL_ADD1SUB1 nnue_eval_add1sub1_avx512vnni_1024
#define ROW_EVAL_ADD1SUB2 nnue_eval_add1sub2_avx512vnni_1024
#define ROW_LAYERS nnue_layers_avx512vnni_1024
#define ROW_FILL nnue_fill_avx512vnni_1024
#include "kernels/nnue_row_dot.h"
