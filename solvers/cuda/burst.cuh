/* A burst inside a kernel: when it tests, with which bounds, when it ends, and what it reports. */
#pragma once

#include <type_traits>

#include "solvers/cuda/convergence.cuh"

/* A bound of the test, relative or absolute without a branch: slope |old| + offset, of which one is
 * zero. What it bounds is taken off the change by one fma: rounded once, and NaN where old is
 * infinite. So a change from an infinity is on neither side; to the other infinity it would be
 * equal to its bound. */
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

/* What the kernels need to know of a burst and its test. A change that exceeds `above` fails, one
 * that keeps to `below` does not; else fails_test() decides. Where half of epsilon is zero nothing
 * keeps to it. */
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

    /* The sweep after this one that is the next to be tested, or one that is never made. */
    __device__ unsigned tested_after(unsigned sweep) const
    {
        unsigned next = sweep + check;
        return next > sweeps && test_last ? sweeps : next;
    }

    /* Each thread lets it see its entries of the last iterate. */
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

/* Sweeps until one that is tested has nothing unsatisfied, or as many as the rules say; the
 * reporter reports how many. sweep(odd, tested) makes one, from the even vector to the odd one
 * where odd is false_type, else back, and returns whether any entry of this thread fails the test;
 * meet(k, fails) waits for all, and returns whether any did. Returns how many it made. */
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
