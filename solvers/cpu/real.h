/* The number type of the files in this folder. Each file is compiled four times, with -DPREC=32|64
 * and -DPLACE=seq|omp. The seq versions are compiled without OpenMP, which ignores its pragmas. */
#pragma once

#include <math.h>

#if PREC == 32
typedef float real;
#define real_abs fabsf
#else
typedef double real;
#define real_abs fabs
#endif

/* The entries of two vectors for one row, side by side. */
typedef real pair __attribute__((vector_size(2 * sizeof(real)), aligned(sizeof(real)), may_alias));

/* Defines functions of a layout that are the same for numbers and for pairs. The macro MAKE gets
 * the type and the suffix of the function names. */
#define FOR_REALS_AND_PAIRS(MAKE) MAKE(real, ) MAKE(pair, _pair)

/* For functions that are inlined and then use the instructions of their caller
 * (solvers/cpu/simd.h). */
#define ALWAYS_INLINE __attribute__((always_inline)) static inline

#define PASTE_(prefix, place, bits) prefix##_##place##_f##bits
#define PASTE(prefix, place, bits) PASTE_(prefix, place, bits)
/* EXPORTED(vec_ops) is vec_ops_seq_f64, and so on: tables and functions that other files name with
 * their place and precision. */
#define EXPORTED(prefix) PASTE(prefix, PLACE, PREC)

/* Returns the size of a change from old to new as the convergence test measures it. If relative,
 * 0/0 counts as no change and a change away from zero as an infinite one. NaN if new is not finite.
 */
static inline real change_size(real old, real new, int relative)
{
    real change = real_abs(new - old);
    if (relative && change != 0) change /= real_abs(old);
    return change;
}

/* Returns whether the change from old to new fails the test. A division decides, as in PRISM. The
 * division is skipped if a product shows, with room for its rounding, that the change is far below
 * epsilon. */
static inline int fails_test(real old, real new, real epsilon, int relative)
{
    real bound = relative ? epsilon * real_abs(old) : epsilon;
    if (real_abs(new - old) < bound * (real)0.5) return 0;
    return !(change_size(old, new, relative) < epsilon);
}
