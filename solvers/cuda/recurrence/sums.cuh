/* Sums inside a kernel that stays, with the bits of vector.cu's: there 256 neighbouring rows are a
 * part, which a block adds up, and one block adds the parts (reduce.cuh). Here each warp adds
 * groups of 32 neighbouring rows, and the rest follows in the same order. This holds up to
 * PART_ROWS * PART_ROWS * 4 rows, where each thread there has one row.
 *
 *   group    32 rows: a tree over the lanes
 *   part     256 rows: its 8 groups, one after the other
 *   bundle   32 * 256 rows: a tree over 32 parts
 *   total    the bundles, one after the other, if there are at most 256 parts; parts that are 256
 *            apart are added first, one after the other */
#pragma once

#include <stdint.h>

enum {
    GROUP_ROWS = 32,
    PART_GROUPS = 8,
    PART_ROWS = PART_GROUPS * GROUP_ROWS,
    BUNDLES = 8 /* the parts of a total are dealt to so many warps */
};

/* A total of up to two values of each row: SUMS sums, and behind them LARGEST (0 or 1) maxima of
 * numbers that are not negative. */
template <int SUMS, int LARGEST>
struct totalling {
    enum { COUNT = SUMS + LARGEST };

    __device__ static double join(int k, double a, double b)
    {
        return k < SUMS ? a + b : a > b ? a : b;
    }

    /* Joins the values of a warp's lanes, in place. All lanes get the result. */
    __device__ static void join_lanes(double (&value)[COUNT])
    {
#pragma unroll
        for (unsigned apart = 1; apart < 32; apart *= 2)
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                value[k] = join(k, value[k], __shfl_xor_sync(~0u, value[k], apart));
    }
};
