/* Triangular solves with rows that are stored level by level (solvers/cuda/level_order/walk.cuh).
 * L and U have other levels, so each has an order of its own. Vectors are not moved by themselves:
 * a row of L finds its number in r, a row of U in L's result, and U also writes into z. Sums have
 * the same bits as those of solvers/cuda/ilu/rows.cuh. */
#pragma once

#include "solvers/cuda/ilu/ready.cuh"
#include "solvers/cuda/level_order/walk.cuh"

/* One triangle in the order of its levels, in device memory. Entries stand in the order of the sum.
 */
struct level_triangle {
    uint32_t entries, nlevels;
    uint32_t *start;            /* nlevels + 1: first row of each level */
    uint32_t *row;              /* n + 1: first entry of each row */
    uint32_t *column;           /* of each entry, a number of a row of this order */
    void *val;                  /* of each entry */
    void *inverse;              /* U: n reciprocal pivots; L: NULL */
    uint32_t *from_at;          /* n: where a row finds its number on the right-hand side */
    struct schedule_part *part; /* on the host */
    uint32_t nparts;
};

/* The rows of a walk: x = (I + L)^-1 from, or (I + U)^-1 D^-1 from, by level. */
template <class real, class stored>
struct triangle_walk {
    typedef real number;
    typedef stored value;

    struct work {
        real start, inverse;
        uint32_t to_at;
    };

    const uint32_t *row, *word;
    const stored *val;
    uint32_t entries;
    const real *inverse, *from;
    const uint32_t *from_at;
    real *x, *to;          /* to: the same result in the order of the matrix; NULL: not wanted */
    const uint32_t *to_at; /* where a row writes it */

    __device__ uint32_t early(uint32_t i) const
    {
        return from_at[i];
    }

    __device__ work begin(uint32_t i, uint32_t early_of) const
    {
        const real start = from[early_of];
        return {start, inverse ? inverse[i] : 1, to ? to_at[i] : 0};
    }

    __device__ real first(const work &w) const
    {
        return inverse ? w.start * w.inverse : w.start;
    }

    __device__ uint32_t column(uint32_t word_of) const
    {
        return word_of;
    }

    __device__ real add(real sum, uint32_t, const stored *val_of, real x_of) const
    {
        return sum - (real)*val_of * x_of;
    }

    __device__ bool finish(uint32_t i, const work &w, real sum, bool) const
    {
        const real result = present(sum);
        x[i] = result;
        if (to) to[w.to_at] = result;
        return false;
    }
};
