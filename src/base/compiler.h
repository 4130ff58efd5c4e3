// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the few compiler extensions that Ravelin uses, named once. Only this
// header and kernels/ may spell a GNU extension. No state, any thread.
#ifndef RAVELIN_BASE_COMPILER_H
#define RAVELIN_BASE_COMPILER_H

#define RAVELIN_CACHE_LINE 64

#if defined(__GNUC__) || defined(__clang__)
#define RAVELIN_UNLIKELY(x) __builtin_expect(!!(x), 0)
#define RAVELIN_PREFETCH(p) __builtin_prefetch(p)
#define RAVELIN_INLINE static inline __attribute__((always_inline))
#define RAVELIN_PRINTF(fmt_index, first_arg) __attribute__((format(printf, fmt_index, first_arg)))
#else
#error "Ravelin needs gcc or clang"
#endif

#endif
