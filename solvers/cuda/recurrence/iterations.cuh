/* BiCGStab's recurrence by threads that stay: each has some rows, and keeps their entries of all
 * vectors in registers. Only Y = M^-1 p and Z = M^-1 s are read by other rows; a space
 * (spaces.cuh) keeps them. An iteration has five meetings:
 *
 *   v = A y       total: q.v             alpha
 *   s = r - alpha v, z = M^-1 s          vote: is every |s_i| small?
 *   t = A z       total: t.s, t.t        omega
 *   x, r          total: q.r, largest r  beta
 *   p, y = M^-1 p wait
 *
 * Thread 0 of each block computes the scalars, from the same sums and so the same bits. Every
 * operation is that of vector.cu, on the same numbers, and sums have the same order (sums.cuh): all
 * results have the bits of loop=host. */
#pragma once

#include <math.h>

#include "solvers/cuda/recurrence/spaces.cuh"

extern "C" {
#include "solvers/methods/recurrence.h"
}

/* struct recurrence for kernels: by value, without pointers that only the host can read. */
template <class real>
struct recurrence_rules {
    const real *from_x, *from_best, *q, *diagonal;
    real *x, *best, *r, *p, *v, *y, *z;
    const uint64_t *pin;
    double *rho, *alpha;
    uint32_t npins;
    unsigned count, patience;
    struct recurrence_state begin, *state; /* what the state is now, and where it is told */
    struct burst_report *report;

    recurrence_rules(const struct recurrence *how, const struct test *test)
        : from_x((const real *)how->from_x), from_best((const real *)how->from_best),
          q((const real *)how->q), diagonal((const real *)how->diagonal), x((real *)how->x),
          best((real *)how->best), r((real *)how->r), p((real *)how->p), v((real *)how->v),
          y((real *)how->y), z((real *)how->z), pin(how->pin), rho(how->rho), alpha(how->alpha),
          npins(how->npins), count(test->burst->sweeps), patience(how->patience),
          begin(*how->state), state(how->state), report(test->burst->report)
    {
    }

    __device__ bool is_pinned(uint32_t i) const
    {
        uint32_t low = 0, high = npins;
        while (low < high) {
            const uint32_t middle = (low + high) / 2;
            if (pin[middle] < i) low = middle + 1;
            else high = middle;
        }
        return low < npins && pin[low] == i;
    }
};

/* For register_rows.cuh: the product y_i = A_ii x_i + sum, as apply_row. */
template <class real>
struct product_row {
    __device__ real b_of(uint32_t) const
    {
        return 0;
    }

    __device__ real next(real, real old, real inverse, real sum) const
    {
        return old / inverse + sum;
    }
};

/* Scalars of a block in shared memory; its thread 0 changes them, within a total. */
struct recurrence_scalars {
    struct recurrence_state now;
    bool broken, better; /* plain: a divisor was zero; checked: r is the smallest so far */

    /* As divide_single in vector.cu. */
    __device__ double unbroken(double value)
    {
        if (!isfinite(value)) broken = true;
        return isfinite(value) ? value : 0;
    }

    /* Checked: ends the call if a quotient is zero or not finite. */
    __device__ void use(double value)
    {
        if (!isfinite(value) || value == 0) now.end = ENDED_BY_DIVISOR;
    }
};

/* Rows of a thread: matrix, and their entries of the vectors. */
template <class Space, class L, class real, bool CHECKED>
struct recurrence_thread {
    enum { EACH = Space::EACH, AT_ONCE = 8 };
    Space &space;
    const L &layout;
    const recurrence_rules<real> &rules;
    recurrence_scalars &scalars;
    register_row<L, real, uint32_t, Space::HELD, Space::PADDED, AT_ONCE> row[EACH];
    real x[EACH], best[EACH], r[EACH], q[EACH], p[EACH], v[EACH], t[EACH], diagonal[EACH],
        own_y[EACH], own_z[EACH];
    unsigned pinned; /* bit k: the row k */

    __device__ recurrence_thread(Space &its_space, const L &its_layout,
                                 const recurrence_rules<real> &its_rules,
                                 recurrence_scalars &its_scalars)
        : space(its_space), layout(its_layout), rules(its_rules), scalars(its_scalars), pinned(0)
    {
    }

    __device__ real solved(unsigned k, real value) const
    {
        return CHECKED && rules.diagonal ? value / diagonal[k] : value;
    }

    __device__ void load()
    {
        const auto locate = [&](uint32_t j) { return space.locate(j); };
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            const uint32_t i = space.row(k);
            const bool there = i < layout.n;
            row[k].hold(layout, product_row<real>(), rules.q, i, locate, space.nowhere());
            x[k] = there ? rules.from_x[i] : 0;
            best[k] = CHECKED && there ? rules.from_best[i] : 0;
            r[k] = there ? rules.r[i] : 0;
            q[k] = there ? rules.q[i] : 0;
            p[k] = there ? rules.p[i] : 0;
            v[k] = there ? rules.v[i] : 0;
            diagonal[k] = CHECKED && there && rules.diagonal ? rules.diagonal[i] : 1;
            if (CHECKED && there && rules.is_pinned(i)) pinned |= 1u << k;
            space.template write<Y>(k, solved(k, p[k]));
            space.template write<Z>(k, solved(k, r[k]));
        }
        if (threadIdx.x == 0) {
            scalars.now = rules.begin;
            scalars.now.end = ENDED_BY_COUNT;
            scalars.broken = scalars.better = false;
            if (!CHECKED) scalars.now.rho = *rules.rho, scalars.now.alpha = *rules.alpha;
        }
        space.wait();
    }

    __device__ void store()
    {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            const uint32_t i = space.row(k);
            if (i >= layout.n) continue;
            rules.x[i] = x[k];
            rules.r[i] = r[k];
            rules.p[i] = p[k];
            rules.v[i] = v[k];
            if (CHECKED) rules.best[i] = best[k];
            if (CHECKED) rules.y[i] = solved(k, p[k]);
            if (!CHECKED && !isfinite(x[k])) rules.report->not_finite = true;
        }
    }

    /* out = A own, where own has this thread's entries of vector V. */
    template <int V>
    __device__ void multiply(const real (&own)[EACH], real (&out)[EACH])
    {
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) row[k].old = own[k];
        next_values(
            row, layout, product_row<real>(), [&](uint32_t j) { return space.locate(j); },
            [&](uint32_t at) { return space.template entry<V>(at); }, out);
#pragma unroll
        for (unsigned k = 0; k < EACH; k++)
            if (CHECKED && (pinned >> k & 1)) out[k] = 0;
    }

    /* The size of an entry, as find_largest in vector.cu. */
    __device__ static double size_of(real value)
    {
        return isfinite(value) ? (double)fabs(value) : (double)INFINITY;
    }

    /* Checked: tells the largest of r, which is at most the aim. */
    __device__ void claim()
    {
        double size[1][EACH];
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) size[0][k] = size_of(r[k]);
        space.template total<0, 1>(size, [&](const double *all) {
            scalars.now.claimed = all[0];
            scalars.now.end = ENDED_AT_S;
        });
    }

    /* Up to s, in place of r, and its test. *fails: an entry of s is above the aim. Returns false
     * if the call ends here. */
    __device__ bool first_half(bool *fails)
    {
        double product[1][EACH];
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) own_y[k] = CHECKED ? space.template own<Y>(k) : p[k];
        multiply<Y>(own_y, v);
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) product[0][k] = (double)q[k] * v[k];
        space.template total<1, 0>(product, [&](const double *all) {
            const double alpha = scalars.now.rho / all[0];
            scalars.now.alpha = CHECKED ? alpha : scalars.unbroken(alpha);
            if (CHECKED) scalars.use(alpha);
        });
        if (CHECKED && scalars.now.end != ENDED_BY_COUNT) return false;
        const real minus = (real)-scalars.now.alpha;
        const double aim = scalars.now.aim;
        bool above = false;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            r[k] = r[k] + minus * v[k];
            above |= !((double)fabs(r[k]) <= aim);
            space.template write<Z>(k, solved(k, r[k]));
        }
        *fails = space.vote(above);
        if (CHECKED && !*fails) claim();
        return !CHECKED || *fails;
    }

    /* x, r, and what is known of them then. Returns false if the call ends here. */
    __device__ bool second_half()
    {
        double product[2][EACH], with_largest[2][EACH];
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            own_y[k] = CHECKED ? space.template own<Y>(k) : p[k];
            own_z[k] = CHECKED ? space.template own<Z>(k) : r[k];
        }
        multiply<Z>(own_z, t);
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            product[0][k] = (double)t[k] * r[k];
            product[1][k] = (double)t[k] * t[k];
        }
        space.template total<2, 0>(product, [&](const double *all) {
            const double omega = all[0] / all[1];
            scalars.now.omega = CHECKED ? omega : scalars.unbroken(omega);
            if (CHECKED) scalars.use(omega);
        });
        if (CHECKED && scalars.now.end != ENDED_BY_COUNT) return false;
        const real alpha = (real)scalars.now.alpha, omega = (real)scalars.now.omega;
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            x[k] = x[k] + alpha * own_y[k] + omega * own_z[k];
            r[k] = r[k] - omega * t[k];
            with_largest[0][k] = (double)q[k] * r[k];
            with_largest[1][k] = size_of(r[k]);
        }
        look_at_r(with_largest, std::integral_constant<bool, CHECKED>());
        if (CHECKED && scalars.better)
#pragma unroll
            for (unsigned k = 0; k < EACH; k++) best[k] = x[k];
        return !CHECKED || scalars.now.end == ENDED_BY_COUNT;
    }

    __device__ void look_at_r(const double (&value)[2][EACH], std::true_type)
    {
        space.template total<1, 1>(value, [&](const double *all) {
            struct recurrence_state *const now = &scalars.now;
            const double size = isfinite(all[1]) ? all[1] : (double)NAN;
            now->beta = all[0] / now->rho * (now->alpha / now->omega);
            now->rho = all[0];
            now->since++;
            scalars.better = size < now->size;
            if (scalars.better) now->size = size, now->since = 0;
            if (now->since >= rules.patience) now->end = ENDED_BY_PATIENCE;
            scalars.use(now->beta);
            if (size <= now->aim) now->claimed = size, now->end = ENDED_AT_R;
        });
    }

    __device__ void look_at_r(const double (&value)[2][EACH], std::false_type)
    {
        double product[1][EACH];
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) product[0][k] = value[0][k];
        space.template total<1, 0>(product, [&](const double *all) {
            struct recurrence_state *const now = &scalars.now;
            now->beta = scalars.unbroken(all[0] / now->rho * (now->alpha / now->omega));
            now->rho = all[0];
        });
    }

    __device__ void direction()
    {
        const real beta = (real)scalars.now.beta, omega = (real)scalars.now.omega,
                   both = (real)(-scalars.now.beta * scalars.now.omega);
#pragma unroll
        for (unsigned k = 0; k < EACH; k++) {
            p[k] = CHECKED ? beta * p[k] + r[k] + both * v[k] : r[k] + beta * (p[k] - omega * v[k]);
            space.template write<Y>(k, solved(k, p[k]));
        }
        space.wait();
    }

    /* Returns how many iterations ended. A plain one ends with its test, and *fails is that of the
     * last; a checked one ends with its direction. */
    __device__ unsigned iterate(bool *fails)
    {
        unsigned done = 0;
        bool on = true;
        *fails = true;
        for (int at = rules.begin.at; on; at = AT_BEGINNING) {
            if (at == AT_BEGINNING) {
                on = first_half(fails);
                if (!CHECKED) on = ++done < rules.count && *fails && !scalars.broken;
            }
            if (on && at != AT_DIRECTION) on = second_half();
            if (!on) break;
            direction();
            if (CHECKED) on = ++done < rules.count;
        }
        return done;
    }

    /* The whole call; one thread tells its end. */
    __device__ void run()
    {
        bool fails;
        load();
        const unsigned done = iterate(&fails);
        store();
        if (!space.reports()) return;
        struct recurrence_state now = scalars.now;
        now.at = now.end == ENDED_AT_R               ? AT_DIRECTION
                 : now.end == ENDED_AT_S || !CHECKED ? AT_SECOND_HALF
                                                     : AT_BEGINNING;
        *rules.state = now;
        if (!CHECKED) *rules.rho = now.rho, *rules.alpha = now.alpha;
        rules.report->done = done;
        if (CHECKED) rules.report->votes = now.end == ENDED_BY_COUNT ? TEST_UNSATISFIED : 0;
        else
            rules.report->votes =
                (fails ? TEST_UNSATISFIED : 0) | (scalars.broken ? TEST_BROKEN : 0);
    }
};
