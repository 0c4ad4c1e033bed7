/* Lines of consensus on the CPU: a choice of a process is the same for all counters of a line, so
 * they are computed side by side. */
#pragma once

#include "base/closed/consensus.h"
#include "solvers/layouts/generated/choices.h"

static inline uint64_t consensus_lines(const struct closed_rows *closed)
{
    return closed->n / consensus_width(closed);
}

/* Counters of a line that have choices. The state of counter c is base + c. */
struct consensus_run {
    uint64_t base;
    uint32_t all, range, low, high;
};

/* A process that checks, `stride` states from one digit to the next. */
static inline void consensus_checks(const struct best_pass *s, const struct consensus_run *run,
                                    int is_first, int64_t stride)
{
    static const int target[] = {CONSENSUS_TAILS, CONSENSUS_FLIPS, CONSENSUS_HEADS};
    const uint32_t from[] = {0, run->all + 1, run->range - run->all}, /* counters */
        end[] = {run->all + 1, run->range - run->all, run->range};
    for (int k = 0; k < 3; k++) {
        const uint32_t first = from[k] > run->low ? from[k] : run->low,
                       after = end[k] < run->high + 1 ? end[k] : run->high + 1;
        if (first < after)
            take_run(s, is_first, run->base + first, after - first,
                     (target[k] - CONSENSUS_CHECKS) * stride, 0);
    }
}

static inline void consensus_process(const struct best_pass *s, const struct consensus_run *run,
                                     int is_first, uint32_t digit, int64_t stride)
{
    const uint64_t first = run->base + run->low;
    const uint32_t count = run->high - run->low + 1;
    switch (digit) {
    case CONSENSUS_FLIPS:
        take_run(s, is_first, first, count, CONSENSUS_WRITES_TAILS * stride,
                 CONSENSUS_WRITES_HEADS * stride);
        break;
    case CONSENSUS_WRITES_TAILS: take_run(s, is_first, first, count, 2 * stride - 1, 0); break;
    case CONSENSUS_WRITES_HEADS: take_run(s, is_first, first, count, stride + 1, 0); break;
    default: consensus_checks(s, run, is_first, stride); break;
    }
}

/* States of a line without choices. */
static inline void consensus_fixed(const struct best_pass *s, const struct consensus_line *of,
                                   uint64_t base, uint32_t range, uint32_t low, uint32_t high)
{
    const real value = (real)consensus_value(s->closed, of);
    const int final = consensus_line_is_final(of);
    for (uint32_t counter = 1; counter < range; counter++) {
        const int has_choices = !final && counter >= low && counter <= high;
        if (!has_choices)
            s->next[base + counter] =
                final && consensus_line_reaches(of, range, counter) ? value : 0;
    }
}

static inline int consensus_line(const struct best_pass *s, uint64_t line)
{
    const uint32_t width = consensus_width(s->closed), all = (uint32_t)s->closed->size;
    const struct consensus_line of = consensus_line_of(all, (uint32_t)line);
    const uint64_t first = line * width;
    const struct consensus_run run = {first - 1, all, width + 1, consensus_first(&of),
                                      consensus_last(&of, width + 1)};
    uint32_t left = (uint32_t)line;
    int is_first = 1;
    consensus_fixed(s, &of, run.base, run.range, run.low, run.high);
    if (consensus_line_is_final(&of) || run.low > run.high) return run_fails(s, first, width);
    int64_t stride = width;
    for (uint32_t p = 0; p < all; p++, stride *= CONSENSUS_DIGITS) {
        const uint32_t digit = left % CONSENSUS_DIGITS;
        left /= CONSENSUS_DIGITS;
        if (digit > CONSENSUS_CHECKS) continue;
        consensus_process(s, &run, is_first, digit, stride);
        is_first = 0;
    }
    return run_fails(s, first, width);
}
