// SPDX-License-Identifier: GPL-3.0-or-later
// What this part is for: the few compiler extensions that Ravelin uses, named once. Only this
// header and kernels/ may spell a GNU extension. No state, any thread.
#ifndef RAVELIN_BASE_COMPILER_H
#define RAVELIN_BASE_COMPILER_H

#define RAVELIN_CACHE_LINE 64

#if defined(__GNUC__) || defined(__clang__)
#define RAVELIN_UNLIKELY(x) __builtin_expect(!!(x), 0)
// gcc takes a function that only prefetches for one without effect, and drops calls of it that it
// does not inline; the empty assembly is an effect.
#define RAVELIN_PREFETCH(p)                                                                        \
    (__extension__({                                                                               \
        __builtin_prefetch(p);                                                                     \
        __asm__ volatile("");                                                                      \
    }))
#define RAVELIN_INLINE static inline __attribute__((always_inline))
// A call of the function stays a call, under the function's name, for tools that look for it.
#define RAVELIN_NOINLINE __attribute__((noinline))
// The compiler must take the variable's value as unknown from here on.
#define RAVELIN_OPAQUE(x) __asm__ volatile("" : "+r"(x))
#if defined(__MINGW32__) && !defined(__clang__)
// For gcc "printf" is that of the old C runtime there; Ravelin uses MinGW's own, as C17 has it.
#define RAVELIN_PRINTF(fmt_index, first_arg)                                                       \
    __attribute__((format(gnu_printf, fmt_index, first_arg)))
#else
#define RAVELIN_PRINTF(fmt_index, first_arg) __attribute__((format(printf, fmt_index, first_arg)))
#endif
#else
#error "Ravelin needs gcc or clang"
#endif

#endif
