#include "prove/value.h"

#include <float.h>
#include <math.h>

static bool any_negative(uint64_t n, const double *x)
{
    for (uint64_t i = 0; x && i < n; i++)
        if (x[i] < 0) return true;
    return false;
}

/* Steps that are averages keep signs: then no entry of I - step A is negative. */
static bool keeps_signs(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    for (uint32_t i = 0; problem->kind == KIND_BOUNDED && i < s->a.off.n; i++)
        if (s->a.off.row[i] < s->a.off.row[i + 1] && !(problem->step * s->a.diag[i] <= 1))
            return false;
    return true;
}

/* What is known before any answer is. Rows as they are stored may sum to a little more than 1, and
 * then what they say is no probability. */
static struct interval value_range(const struct problem *problem)
{
    const struct linear *s = &problem->system;
    const uint64_t n = problem_rows(problem);
    struct interval range = {-INFINITY, INFINITY};
    if (problem->range == RANGE_ANY) return range;
    if (problem->range == RANGE_PROBABILITY && (problem->proof.reading.balanced || problem->solved))
        range.high = 1;
    if (!any_negative(n, s->b) && !any_negative(n, s->x0) && keeps_signs(problem)) range.low = 0;
    return range;
}

struct interval interval_meet(struct interval a, struct interval b)
{
    return (struct interval){.low = b.low <= a.low ? a.low
                                    : isnan(b.low) ? a.low
                                                   : b.low,
                             .high = b.high >= a.high ? a.high
                                     : isnan(b.high)  ? a.high
                                                      : b.high};
}

/* Whatever the vectors are: nothing is known where a product is no number. */
static double shifted(double x, double by, double v, int side)
{
    const long double off = (long double)by * v;
    if (off == 0 && isfinite(by)) return x;
    if (!isfinite(off)) return side * INFINITY;
    return side < 0 ? certify_down(x - off) : certify_up(x + off);
}

static struct interval row_interval(const struct problem *problem, uint64_t i, double x,
                                    const struct bound *bound, double v)
{
    if (problem->fixpoint.infinite && problem->fixpoint.infinite[i])
        return (struct interval){INFINITY, INFINITY};
    return (struct interval){.low = shifted(x, bound->below, v, -1),
                             .high = shifted(x, bound->above, v, 1)};
}

/* An average, rounded down or up. */
static double share_of(long double sum, long double size, uint64_t count, int side)
{
    if (isinf(sum)) return (double)sum;
    const long double error = size * (count + 2) * LDBL_EPSILON, off = sum + side * error;
    return side < 0 ? certify_down(off / count) : certify_up(off / count);
}

/* Of a linear system with b. A long double holds what a product of two numbers is, but for
 * rounding. */
static struct interval sum_interval(const struct problem *problem, const double *x,
                                    const struct bound *bound, const double *v)
{
    const double *weight = problem->system.weight;
    long double low = 0, high = 0, size = 0;
    uint64_t count = 0;
    for (uint64_t i = 0; i < problem_rows(problem); i++) {
        if (weight[i] == 0) continue;
        const struct interval row = row_interval(problem, i, x[i], bound, v ? v[i] : 1);
        const long double one = (long double)weight[i] * row.low,
                          other = (long double)weight[i] * row.high;
        low += fminl(one, other), high += fmaxl(one, other);
        size += fabsl(one) + fabsl(other);
        count++;
    }
    if (count == 0) return (struct interval){0, 0};
    if (!isfinite(size)) return (struct interval){-INFINITY, INFINITY};
    const long double error = size * (count + 2) * LDBL_EPSILON;
    return (struct interval){certify_down(low - error), certify_up(high + error)};
}

struct interval value_at_initial(const struct problem *problem, const double *x,
                                 const struct bound *bound, const double *v)
{
    const struct fixpoint_value *value = &problem->fixpoint;
    const uint64_t n = problem_rows(problem);
    struct interval most = {-INFINITY, -INFINITY}, least = {INFINITY, INFINITY};
    long double low = 0, high = 0, size = 0;
    uint64_t count = 0;
    for (uint64_t i = 0; value->initial && i < n; i++) {
        if (!value->initial[i]) continue;
        const struct interval row = row_interval(problem, i, x[i], bound, v ? v[i] : 1);
        most = (struct interval){fmax(most.low, row.low), fmax(most.high, row.high)};
        least = (struct interval){fmin(least.low, row.low), fmin(least.high, row.high)};
        low += row.low, high += row.high, size += fabsl(row.low) + fabsl(row.high);
        count++;
    }
    if (problem->kind == KIND_LINEAR && problem->system.weight && problem->system.b)
        return sum_interval(problem, x, bound, v);
    if (count == 0) return (struct interval){NAN, NAN};
    if (value->filter == FILTER_MIN) most = least;
    else if (value->filter != FILTER_MAX && count > 1)
        most = (struct interval){share_of(low, size, count, -1), share_of(high, size, count, 1)};
    return interval_meet(most, value_range(problem));
}

struct interval value_of_classes(const struct problem *problem, const struct interval *average)
{
    const struct steady_value *value = &problem->steady;
    const double share = problem->proof.reading.constant;
    struct interval sum = {shifted(value->constant_low, value->constant_low, share, -1),
                           shifted(value->constant_high, value->constant_high, share, 1)};
    for (uint32_t c = 0; c < value->nclasses; c++) {
        const double p[] = {value->probability_low[c], value->probability_high[c]};
        const double low = average[c].low, high = average[c].high;
        if (p[1] == 0 || (low == 0 && high == 0)) continue;
        sum.low = certify_down(sum.low + (long double)p[low < 0] * low);
        sum.high = certify_up(sum.high + (long double)p[high > 0] * high);
    }
    return sum;
}
