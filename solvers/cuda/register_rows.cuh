/* Rows that stay in a thread's registers from sweep to sweep. */
#pragma once

#include "solvers/cuda/burst.cuh"

/* A row in registers: up to HELD entries; further entries of a longer row are read in each sweep.
 * Where is the type by which a kernel finds an entry of x. PADDED: a shorter row is filled up with
 * zeros times the entry at `nowhere`, which is zero, so that no test is needed; a sum that begins
 * with 0 is not changed by them. Not PADDED: `nowhere` is any entry of x. AT_ONCE:
 * number of further entries whose loads are in flight together. */
template <class L, class real, class Where, unsigned HELD, bool PADDED, unsigned AT_ONCE = 1>
struct register_row {
    uint32_t begin, count;
    Where where[HELD];
    real value[HELD], inverse, b, old;

    /* Loads row i; if i >= layout.n there is no row, and its entry stays 0. */
    template <class Next, class Locate>
    __device__ void hold(const L &layout, const Next &next_of, const real *x, uint32_t i,
                         const Locate &locate, Where nowhere)
    {
        bool there = i < layout.n;
        begin = there ? layout.begin(i) : 0;
        count = there ? layout.end(i) - begin : 0;
#pragma unroll
        for (uint32_t k = 0; k < HELD; k++) {
            uint32_t j = 0;
            value[k] = k < count ? layout.entry(begin + k, &j) : 0;
            where[k] = k < count ? locate(j) : nowhere;
        }
        inverse = there ? layout.inverse_of(i) : 1;
        b = there ? next_of.b_of(i) : 0;
        old = there ? x[i] : 0;
    }

    /* Returns sum plus the products of four entries from number `first` on; x(where) reads an entry
     * of the vector. */
    template <class Vector>
    __device__ real add_four(uint32_t first, const Vector &x, real sum) const
    {
        real of_x[4];
#pragma unroll
        for (uint32_t k = 0; k < 4; k++) of_x[k] = x(where[first + k]);
#pragma unroll
        for (uint32_t k = 0; k < 4; k++)
            if (PADDED || first + k < count) sum += value[first + k] * of_x[k];
        return sum;
    }

    /* Returns sum plus the products of the entries that are not held */
    template <class Locate, class Vector>
    __device__ real add_rest(const L &layout, const Locate &locate, const Vector &x, real sum) const
    {
#pragma unroll 1
        for (uint32_t k = HELD; k < count; k += AT_ONCE) {
            uint32_t j[AT_ONCE];
            real a[AT_ONCE], of_x[AT_ONCE];
#pragma unroll
            for (uint32_t e = 0; e < AT_ONCE; e++)
                a[e] = layout.entry(begin + (k + e < count ? k + e : k), &j[e]);
#pragma unroll
            for (uint32_t e = 0; e < AT_ONCE; e++) of_x[e] = x(locate(j[e]));
#pragma unroll
            for (uint32_t e = 0; e < AT_ONCE; e++)
                if (k + e < count) sum += a[e] * of_x[e];
        }
        return sum;
    }
};

/* Returns the number of entries of the longest of a thread's rows. */
template <class Row, unsigned EACH>
__device__ inline uint32_t longest(const Row (&row)[EACH])
{
    uint32_t most = 0;
#pragma unroll
    for (unsigned r = 0; r < EACH; r++) most = max(most, row[r].count);
    return most;
}

/* Computes the next values of a thread's rows. */
template <class L, class real, class Where, unsigned HELD, bool PADDED, unsigned AT_ONCE,
          unsigned EACH, class Next, class Locate, class Vector>
__device__ inline void
next_values(const register_row<L, real, Where, HELD, PADDED, AT_ONCE> (&row)[EACH], const L &layout,
            const Next &next_of, const Locate &locate, const Vector &x, real (&value)[EACH])
{
#pragma unroll
    for (unsigned r = 0; r < EACH; r++) value[r] = row[r].add_four(0, x, 0);
#pragma unroll
    for (uint32_t four = 4; four < HELD; four += 4)
        if (longest(row) > four)
#pragma unroll
            for (unsigned r = 0; r < EACH; r++) value[r] = row[r].add_four(four, x, value[r]);
    if (longest(row) > HELD)
#pragma unroll
        for (unsigned r = 0; r < EACH; r++) value[r] = row[r].add_rest(layout, locate, x, value[r]);
#pragma unroll
    for (unsigned r = 0; r < EACH; r++)
        value[r] = next_of.next(row[r].b, row[r].old, row[r].inverse, value[r]);
}

/* Replaces the old values by the new ones. Returns whether any of them, or of the warp's, fails the
 * test. A comparison without a branch decides for most warps; the others call fails_test(). All
 * threads of the warp call this function. */
template <class Row, class real, unsigned EACH>
__device__ inline bool replace_values(Row (&row)[EACH], const real (&value)[EACH], bool tested,
                                      const burst_rules<real> &rules)
{
    bool fails = !tested, unsure = false;
#pragma unroll
    for (unsigned r = 0; r < EACH; r++) {
        real change = fabs(value[r] - row[r].old);
        fails |= rules.above.exceeded(change, row[r].old);
        unsure |= !rules.below.kept(change, row[r].old);
    }
    fails = __any_sync(~0u, fails);
    if (unsure && !fails)
#pragma unroll
        for (unsigned r = 0; r < EACH; r++)
            fails |= fails_test(row[r].old, value[r], rules.epsilon, rules.relative);
#pragma unroll
    for (unsigned r = 0; r < EACH; r++) row[r].old = value[r];
    return fails;
}
