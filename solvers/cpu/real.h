/* What the files of this folder are compiled for: each of them four times, -DPREC=32|64 and
 * -DPLACE=seq|omp. Those for seq are compiled without OpenMP, so that its pragmas vanish. */
#pragma once

#include <math.h>

#if PREC == 32
typedef float real;
#define real_abs fabsf
#else
typedef double real;
#define real_abs fabs
#endif

/* Two vectors' entries of a row, side by side. */
typedef real pair __attribute__((vector_size(2 * sizeof(real)), aligned(sizeof(real)), may_alias));

/* A layout's functions that are the same for numbers and for pairs: the macro gets the type, and
 * what to end their names with. */
#define FOR_REALS_AND_PAIRS(MAKE) MAKE(real, ) MAKE(pair, _pair)

/* For functions that take on the instructions of their caller (solvers/cpu/simd.h). */
#define ALWAYS_INLINE __attribute__((always_inline)) static inline

#define PASTE_(prefix, place, bits) prefix##_##place##_f##bits
#define PASTE(prefix, place, bits) PASTE_(prefix, place, bits)
/* EXPORTED(vec_ops) is vec_ops_seq_f64, and so on. */
#define EXPORTED(prefix) PASTE(prefix, PLACE, PREC)

/* The size of a change from old to new as the convergence test measures it. Relative: 0/0 is no
 * change, and leaving zero an infinite one. NaN where new is not finite. */
static inline real change_size(real old, real new, int relative)
{
    real change = real_abs(new - old);
    if (relative && change != 0) change /= real_abs(old);
    return change;
}

/* Whether the change from old to new fails the test. A division decides, as in PRISM; where a
 * product, with room for its rounding, shows that the change is far below epsilon, it is spared. */
static inline int fails_test(real old, real new, real epsilon, int relative)
{
    real bound = relative ? epsilon * real_abs(old) : epsilon;
    if (real_abs(new - old) < bound * (real)0.5) return 0;
    return !(change_size(old, new, relative) < epsilon);
}
