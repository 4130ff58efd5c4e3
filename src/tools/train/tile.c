// SPDX-License-Identifier: GPL-3.0-or-later
#include "tools/train/tile.h"

#include <string.h>

#include "tools/train/tile_rows.h"

static bool always(void)
{
    return true;
}

#if defined(RAVELIN_TRAIN_X86)
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

static bool has_avx512(void)
{
    return __builtin_cpu_supports("avx512f") != 0;
}
#endif

typedef struct KernelRow {
    const TileKernels *kernels;
    bool (*is_supported)(void);
} KernelRow;

// Narrow to wide: "auto" takes the last one that fits.
static const KernelRow ROWS[] = {
    {&tile_kernels_scalar, always},
#if defined(RAVELIN_TRAIN_X86)
    {&tile_kernels_avx2, has_avx2},
    {&tile_kernels_avx512, has_avx512},
#endif
};

enum { ROW_COUNT = (int)(sizeof ROWS / sizeof ROWS[0]) };

size_t tile_floats(const NetShape *shape)
{
    const size_t rows = (size_t)shape->king_buckets * NNUE_INPUTS + 1;
    const size_t behind =
        (size_t)shape->heads * (shape->hidden[0] != 0 ? (size_t)shape->hidden[0] : 2);
    return (rows + behind) * TILE_WIDTH;
}

const TileKernels *tile_kernels(const char *name)
{
    const bool is_auto = strcmp(name, "auto") == 0;
    for (int i = ROW_COUNT - 1; i >= 0; i--) {
        if ((is_auto || strcmp(name, ROWS[i].kernels->name) == 0) && ROWS[i].is_supported())
            return ROWS[i].kernels;
    }
    return NULL;
}

const char *tile_kernels_name(int index)
{
    return index >= 0 && index < ROW_COUNT ? ROWS[index].kernels->name : NULL;
}
