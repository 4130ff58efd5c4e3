// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the entries of nnue_tmpl.h with a dot product in them, under the names of
// one row. A level that has nothing but a better dot product includes it alone, nnue_row.h does so
// behind its own entries, whose names are then there. Of that header's words it takes ROW_WIDTH,
// ROW_OUTPUT, ROW_EVAL_ADD1SUB1, ROW_EVAL_ADD1SUB2, ROW_LAYERS and ROW_FILL. A source that does the
// work of the output in its own way names its functions by ROW_DO_OUTPUT and ROW_DO_EVAL before.
#ifndef ROW_DO_OUTPUT
#define ROW_DO_OUTPUT tmpl_output
#define ROW_DO_EVAL tmpl_eval
#endif

static int32_t ROW_OUTPUT(const int16_t *us, const int16_t *them, const int16_t *weights, int width)
{
    return ROW_DO_OUTPUT(us, them, weights, tmpl_width(ROW_WIDTH, width));
}

static int32_t ROW_EVAL_ADD1SUB1(const NnueStep steps[2], const int16_t *weights, int width)
{
    return ROW_DO_EVAL(steps, 1, weights, tmpl_width(ROW_WIDTH, width));
}

static int32_t ROW_EVAL_ADD1SUB2(const NnueStep steps[2], const int16_t *weights, int width)
{
    return ROW_DO_EVAL(steps, 2, weights, tmpl_width(ROW_WIDTH, width));
}

static int32_t ROW_LAYERS(const int16_t *us, const int16_t *them, const NnueHead *head, int width)
{
    return tmpl_layers(us, them, head, tmpl_width(ROW_WIDTH, width));
}

void ROW_FILL(NnueKernels *kernels)
{
#ifdef ROW_ADD1SUB1
    kernels->add1sub1 = ROW_ADD1SUB1;
    kernels->add1sub2 = ROW_ADD1SUB2;
    kernels->add2sub2 = ROW_ADD2SUB2;
    kernels->refresh = ROW_REFRESH;
#endif
    kernels->output = ROW_OUTPUT;
    kernels->eval_add1sub1 = ROW_EVAL_ADD1SUB1;
    kernels->eval_add1sub2 = ROW_EVAL_ADD1SUB2;
    kernels->layers = ROW_LAYERS;
}

#undef ROW_WIDTH
#undef ROW_OUTPUT
#undef ROW_EVAL_ADD1SUB1
#undef ROW_EVAL_ADD1SUB2
#undef ROW_LAYERS
#undef ROW_FILL
