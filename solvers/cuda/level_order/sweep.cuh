/* A sweep of Gauss-Seidel through rows that are stored level by level. A layout that has it (its
 * template L, see solvers/cuda/sweeps.cuh) defines, beside row,
 *
 *   value                             type of stored values, or no_value (walk.cuh)
 *   const uint32_t *words() const     for each entry, row by row; in device memory
 *   const value *values() const       the same
 *   __device__ uint32_t column(uint32_t word) const
 *   __device__ real value_of(uint32_t word, const value *val) const
 *   __device__ uint32_t diagonal(uint32_t i) const        where the diagonal of row i is
 *   __device__ real inverse_at(uint32_t diagonal) const
 *
 * and sweep_by_level, which calls level_sweep. */
#pragma once

#include "solvers/cuda/level_order/walk.cuh"

template <class L, class real>
struct seidel_rows {
    typedef real number;
    typedef typename L::value value;

    struct work {
        real b, inverse, old;
    };

    L layout;
    const uint32_t *row, *word;
    const value *val;
    uint32_t entries;
    const real *b;
    real *x;
    bool tested, relative;
    real epsilon;

    __device__ uint32_t early(uint32_t i) const
    {
        return layout.diagonal(i);
    }

    __device__ work begin(uint32_t i, uint32_t early_of) const
    {
        return {b ? b[i] : 0, layout.inverse_at(early_of), tested ? x[i] : 0};
    }

    __device__ real first(const work &) const
    {
        return 0;
    }

    __device__ uint32_t column(uint32_t word_of) const
    {
        return layout.column(word_of);
    }

    __device__ real add(real sum, uint32_t word_of, const value *val_of, real x_of) const
    {
        return sum + layout.value_of(word_of, val_of) * x_of;
    }

    __device__ bool finish(uint32_t i, const work &w, real sum, bool known) const
    {
        const real next = (w.b - sum) * w.inverse;
        x[i] = next;
        return known || !tested ? known : fails_test(w.old, next, epsilon, relative);
    }
};

/* The operation gauss_seidel of solvers/operations.h. */
template <class L, class real>
static enum status level_sweep(const struct stored *a, const real *b, real *x, bool descending,
                               const struct test *test)
{
    typedef seidel_rows<L, real> rows;
    const L layout(a);
    const rows all = {layout,
                      layout.row,
                      layout.words(),
                      layout.values(),
                      (uint32_t)a->nnz,
                      b,
                      x,
                      test != NULL,
                      test && test->criterion == RELATIVE,
                      test ? (real)test->epsilon : 0};
    const struct schedule *s = &a->schedule;
    const level_walk<rows> w = {all, s->start, descending, test ? test->flag : NULL};
    return test && test->vote == VOTE_STORE ? walk_levels<rows, VOTE_STORE>(w, s->part, s->nparts)
                                            : walk_levels<rows, VOTE_BLOCK>(w, s->part, s->nparts);
}
