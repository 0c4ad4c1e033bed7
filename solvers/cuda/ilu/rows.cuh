/* The computations for a row whose values are all there: its level, its part of a factorisation,
 * its entry of a triangular solve. Sums have the same bits as those of solvers/cpu/ilu.c. */
#pragma once

#include "solvers/cuda/ilu/ready.cuh"

extern "C" {
#include "solvers/ilu.h"
}

/* level[i] = one more than the highest level of the rows that row i waits for; 0 if it waits for
 * none. */
struct level_rows {
    split_rows p;
    bool upper;
    uint32_t *level;

    struct work {
        row_side s;
        uint32_t i, k, most;
    };

    __host__ __device__ work begin(uint32_t i) const
    {
        return {side_of(p, i, upper), i, 0, 0};
    }

    __host__ __device__ bool step(work &w) const
    {
        const bool all = take_present(p, w.s, w.k, level, [&](uint32_t, uint32_t other) {
            if (w.most <= other) w.most = other + 1;
        });
        if (all) show(level + w.i, w.most);
        return all;
    }
};

/* to = (I + L)^-1 from, or (I + U)^-1 D^-1 from. clear: the vector that the next solve needs to be
 * MISSING; it may be `from`. */
template <class real, class stored>
struct triangle_rows {
    split_rows p;
    bool upper;
    const stored *val;
    const real *inverse; /* NULL: solve with L */
    const real *from;
    real *to, *clear;

    struct work {
        row_side s;
        uint32_t i, k;
        real rest;
    };

    __host__ __device__ work begin(uint32_t i) const
    {
        const real start = from[i];
        const real rest = inverse ? start * inverse[i] : start;
        show(clear + i, missing<real>());
        return {side_of(p, i, upper), i, 0, rest};
    }

    __host__ __device__ bool step(work &w) const
    {
        const bool all = take_present(p, w.s, w.k, (const real *)to,
                                      [&](uint32_t e, real x) { w.rest -= (real)val[e] * x; });
        if (all) show(to + w.i, present(w.rest));
        return all;
    }
};

BOTH bool is_weak(double pivot, double diagonal)
{
    return !(fabs(pivot) >= WEAK_PIVOT * fabs(diagonal)) || !isfinite(1 / pivot);
}

/* Rows of the factorisation. entry: the entries of A at first; in a finished row, the entries of L
 * times the pivot, and those of U. val: the factors that solves read; it may be `entry` itself. A
 * row is finished when its inverse is there; pinned rows are finished from the start. */
template <class real, class stored>
struct factor_rows {
    split_rows p;
    const double *a, *diag;
    double *entry;
    stored *val;
    real *inverse;
    unsigned *replaced;

    struct work {
        row_side s;
        uint32_t i, k;
        double pivot;
        bool pinned;
    };

    __host__ __device__ work begin(uint32_t i) const
    {
        const bool pinned = !is_missing(look(inverse + i));
        for (uint32_t e = p.row[i]; e < p.row[i + 1] && !pinned; e++) entry[e] = a[e];
        return {side_of(p, i, false), i, 0, diag[i], pinned};
    }

    /* Subtracts row c times the entry at `at` from row i; the columns of both rows ascend. */
    __host__ __device__ void eliminate(work &w, uint32_t at, uint32_t c) const
    {
        const double share = entry[at];
        const uint32_t end = p.row[w.i + 1], last = p.row[c + 1];
        uint32_t to = at + 1;
        for (uint32_t e = p.middle[c]; e < last; e++) {
            const uint32_t col = p.col[e];
            while (to < end && p.col[to] < col) to++;
            if (col == w.i) w.pivot -= share * entry[e];
            else if (to < end && p.col[to] == col) entry[to] -= share * entry[e];
        }
    }

    __host__ __device__ void finish(work &w) const
    {
        if (is_weak(w.pivot, diag[w.i])) {
            w.pivot = diag[w.i];
            count();
        }
        const double reciprocal = 1 / w.pivot;
        for (uint32_t e = p.row[w.i]; e < p.middle[w.i]; e++)
            val[e] = (stored)(entry[e] * (double)inverse[p.col[e]]);
        for (uint32_t e = p.middle[w.i]; e < p.row[w.i + 1]; e++) {
            entry[e] *= reciprocal;
            val[e] = (stored)entry[e];
        }
        fence();
        show(inverse + w.i, present((real)reciprocal));
    }

    __host__ __device__ bool step(work &w) const
    {
        if (w.pinned) return true;
        const bool all = take_present(p, w.s, w.k, (const real *)inverse, [&](uint32_t e, real) {
            fence();
            eliminate(w, e, p.col[e]);
        });
        if (all) finish(w);
        return all;
    }

    /* Pins row i, instead of begin() and step(). */
    __host__ __device__ void pin(uint32_t i) const
    {
        for (uint32_t e = p.row[i]; e < p.row[i + 1]; e++) {
            entry[e] = 0;
            val[e] = 0;
        }
        inverse[i] = present((real)(1 / diag[i]));
    }

    __host__ __device__ void count() const
    {
#ifdef __CUDA_ARCH__
        atomicAdd(replaced, 1u);
#else
        ++*replaced;
#endif
    }
};
