/* A burst inside a kernel (several sweeps in one launch): which sweeps are tested and with which
 * bounds, when the burst ends, and what it reports. */
#pragma once

#include <type_traits>

#include "solvers/cuda/convergence.cuh"

/* A bound of the test, slope |old| + offset, which is relative or absolute without a branch: one of
 * the two is zero. One fma subtracts slope |old| from the change, so the result is rounded once,
 * and is NaN if old is infinite. A change from an infinity is therefore on neither side. Without
 * this, a change to the other infinity would be equal to its bound. */
template <class real>
struct bound {
    real slope, offset;

    bound(bool relative, real epsilon)
        : slope(relative ? epsilon : 0), offset(relative ? 0 : epsilon)
    {
    }

    __device__ bool exceeded(real change, real old) const
    {
        return fma(-slope, fabs(old), change) > offset;
    }

    __device__ bool kept(real change, real old) const
    {
        return fma(-slope, fabs(old), change) <= offset;
    }
};

/* The burst and its test, for kernels. A change that exceeds `above` fails; a change that keeps to
 * `below` passes; for other changes fails_test() decides. If half of epsilon is zero, no change
 * keeps to `below`. */
template <class real>
struct burst_rules {
    unsigned sweeps, check;
    bool test_last, relative;
    real epsilon;
    bound<real> above, below;
    struct burst_report *report; /* pinned */

    explicit burst_rules(const struct test *test)
        : sweeps(test->burst->sweeps), check(test->burst->check), test_last(test->burst->test_last),
          relative(test->criterion == RELATIVE), epsilon((real)test->epsilon),
          above(relative, epsilon * 2), below(relative, epsilon / 2 > 0 ? epsilon / 2 : (real)NAN),
          report(test->burst->report)
    {
    }

    /* Returns the number of the next tested sweep after this one, which may be beyond the last
     * sweep. */
    __device__ unsigned tested_after(unsigned sweep) const
    {
        unsigned next = sweep + check;
        return next > sweeps && test_last ? sweeps : next;
    }

    /* Reports an entry that is not finite. Each thread calls it for its entries of the last
     * iterate. */
    __device__ void look_at(real value) const
    {
        if (!isfinite(value)) report->not_finite = true;
    }
};

__device__ inline uint64_t nanoseconds()
{
    uint64_t now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

/* Sweeps until a tested sweep has no unsatisfied row, or until rules.sweeps have run, and returns
 * the number of sweeps. The reporter writes the report. sweep(odd, tested) makes one sweep: from
 * the even vector to the odd one if odd is false_type, else back. It returns whether an entry of
 * this thread fails the test. meet(k, fails) waits for all threads, and returns whether one of them
 * fails. */
template <class real, class Sweep, class Meet>
__device__ inline unsigned many_sweeps(const burst_rules<real> &rules, bool reporter,
                                       const Sweep &sweep, const Meet &meet)
{
    unsigned k = 0, due = rules.tested_after(0);
    bool unsatisfied = true;
    if (reporter) rules.report->began = nanoseconds();
    auto one = [&](auto odd) {
        k++;
        const bool tested = k == due;
        if (tested) due = rules.tested_after(k);
        unsatisfied = meet(k, sweep(odd, tested));
        return unsatisfied && k < rules.sweeps;
    };
    while (one(std::false_type()) && one(std::true_type())) continue;
    if (reporter) {
        rules.report->ended = nanoseconds();
        rules.report->done = k;
        rules.report->votes = unsatisfied ? TEST_UNSATISFIED : 0;
    }
    return k;
}
