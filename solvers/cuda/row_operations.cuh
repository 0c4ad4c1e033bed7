/* Operations on the sum of a row: one functor per operation, called as each(i, inverse, sum)
 * (sweeps.cuh). */
#pragma once

#include "solvers/cuda/convergence.cuh"

extern "C" {
#include "solvers/groups.h"
}

template <class real>
struct apply_row {
    const real *x;
    real *y;
    __device__ void operator()(uint32_t i, real inverse, real sum) const
    {
        y[i] = x[i] / inverse + sum;
    }
};

template <class real>
struct residual_row {
    const real *b, *x;
    real *r;
    __device__ void operator()(uint32_t i, real inverse, real sum) const
    {
        r[i] = (b ? b[i] : 0) - sum - x[i] / inverse;
    }
};

/* The next value of entry i, for methods that iterate between two vectors. next() computes it from
 * b_i, the old value if it reads that, and the sum of the row's other entries. */

template <class real>
struct next_row {
    enum { reads_old = true };
    const real *b;         /* NULL: zero */
    const uint32_t *marks; /* marks of the groups of the whole vector; NULL: b is read everywhere */
    uint32_t first_row;    /* number of entry b[0] in the whole vector */

    next_row(const struct stored *a, const struct rhs *whole)
        : b(whole && whole->entry ? (const real *)whole->entry + a->first_row : NULL),
          marks(whole ? whole->marks : NULL), first_row(a->first_row)
    {
    }

    __device__ uint64_t marks_near(uint32_t i) const
    {
        return marks ? groups_near(marks, first_row + i) : ~0ull;
    }

    __device__ real b_of(uint32_t i) const
    {
        return b && groups_from(marks_near(i), first_row + i) & 1 ? b[i] : 0;
    }

    /* The same for rows i, i + 32, ...; near: marks_near(i). */
    template <int ROWS>
    __device__ void b_of(uint32_t i, uint64_t near, real out[ROWS]) const
    {
        const bool any = b && groups_from(near, first_row + i) & ((1u << ROWS) - 1);
        const real *its = b + i;
#pragma unroll
        for (int r = 0; r < ROWS; r++) out[r] = any ? its[GROUP_ENTRIES * r] : 0;
    }
};

template <class real>
struct jacobi_row : next_row<real> {
    enum { reads_old = false };
    __device__ real next(real b, real, real inverse, real sum) const
    {
        return (b - sum) * inverse;
    }
};

template <class real>
struct jor_row : next_row<real> {
    real omega;
    __device__ real next(real b, real old, real inverse, real sum) const
    {
        return (1 - omega) * old + omega * ((b - sum) * inverse);
    }
};

template <class real>
struct power_row : next_row<real> {
    real step;
    __device__ real next(real b, real old, real inverse, real sum) const
    {
        return old + step * (b - sum - old / inverse);
    }
};

/* Returns `each` for rows i, i + 32, ...: it is called with their reciprocal diagonals and their
 * sums. If an operation has several(), that is used: it loads the other values of these rows at
 * once. An int argument prefers this overload. */
template <int ROWS, class Each>
__device__ inline auto several(const Each &each, uint32_t i, int)
    -> decltype(each.template several<ROWS>(i))
{
    return each.template several<ROWS>(i);
}

template <int ROWS, class Each>
__device__ inline auto several(const Each &each, uint32_t i, long)
{
    return [=](const auto *inverse, const auto *sum) {
#pragma unroll
        for (int r = 0; r < ROWS; r++) each(i + 32 * r, inverse[r], sum[r]);
    };
}

/* Returns the value of a choice c, as choice_value in solvers/cpu/vector.c: jacobi makes y of the
 * row, and its unknown is `own`, which may be infinite where nothing stays. */
template <class real>
__device__ inline real choice_value(const real *stay, uint32_t c, real y, real own)
{
    if (!stay || stay[c] == 0) return y;
    return stay[c] * own + (1 - stay[c]) * y;
}

/* *to = value, not kept in L1: the kernel does not read it again, and L1 is better used for x. */
template <class real>
__device__ inline void store_past_l1(real *to, real value)
{
#if defined(__CUDA_ARCH__)
    if (sizeof(real) == 8)
        asm volatile("st.global.L1::no_allocate.b64 [%0], %1;" ::"l"(to),
                     "l"(__double_as_longlong(value)));
    else
        asm volatile("st.global.L1::no_allocate.b32 [%0], %1;" ::"l"(to),
                     "r"(__float_as_int((float)value)));
#else
    *to = value;
#endif
}

/* The work of a sweep for each row. It tests changes until one is unsatisfied; `unsatisfied` may be
 * set from the start. After that the old value is not read, unless the method needs it. */
template <class real, class Next>
struct next_each {
    Next next_of;
    const real *old;
    real *next;
    real epsilon;
    bool relative;
    bool &unsatisfied;

    __device__ bool wants_old() const
    {
        return Next::reads_old || !unsatisfied;
    }

    __device__ void operator()(uint32_t i, real inverse, real sum) const
    {
        const real was = wants_old() ? old[i] : 0,
                   value = next_of.next(next_of.b_of(i), was, inverse, sum);
        if (!unsatisfied) unsatisfied = fails_test(was, value, epsilon, relative);
        store_past_l1(next + i, value);
    }

    template <int ROWS>
    struct several_rows {
        const next_each &each;
        uint32_t i;
        uint64_t marks;
        real was[ROWS];

        __device__ void operator()(const real inverse[ROWS], const real sum[ROWS]) const
        {
            real b[ROWS], value[ROWS], *to = each.next + i;
            each.next_of.template b_of<ROWS>(i, marks, b);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
                value[r] = each.next_of.next(b[r], was[r], inverse[r], sum[r]);
                store_past_l1(to + 32 * r, value[r]);
            }
            if (each.unsatisfied) return;
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                each.unsatisfied |= fails_test(was[r], value[r], each.epsilon, each.relative);
        }
    };

    template <int ROWS>
    __device__ several_rows<ROWS> several(uint32_t i) const
    {
        several_rows<ROWS> rows = {*this, i, next_of.marks_near(i)};
        const real *its = old + i;
#pragma unroll
        for (int r = 0; r < ROWS; r++) rows.was[r] = wants_old() ? its[32 * r] : 0;
        return rows;
    }
};
