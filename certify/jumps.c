#include "certify/jumps.h"

#include <float.h>
#include <math.h>

#include "base/memory.h"
#include "certify/row_check.h"

static const double negligible = 1e-25; /* as a share of the largest weight */
static const double longest_mean = 1e12;
static const double unit = DBL_EPSILON / 2; /* u */

/* The relative error is at most 8 u^2 (Joldes, Muller, Popescu 2017, algorithm 10). */
static struct pair pair_times(struct pair a, struct pair b)
{
    const double head = a.head * b.head,
                 tail = fma(a.head, b.head, -head) + (a.head * b.tail + a.tail * b.head),
                 sum = head + tail;
    return (struct pair){sum, lost_by(head, tail, sum)};
}

/* The relative error is at most 4 u^2 (algorithm 15). */
static struct pair pair_over(struct pair a, double b)
{
    const double head = a.head / b, tail = (fma(-head, b, a.head) + a.tail) / b, sum = head + tail;
    return (struct pair){sum, lost_by(head, tail, sum)};
}

/* Returns the last k on one side of the mode whose probability we keep. *beyond: a bound on the sum
 * of its probability and those further out. The ratios of neighbours fall all the way, so a
 * geometric series is larger. */
static uint64_t last_kept_jump(double mean, uint64_t mode, bool upwards, double *beyond)
{
    double weight = 1, ratio = 0;
    uint64_t k = mode;
    for (; weight > negligible && (upwards || k > 0); k += upwards ? 1 : -1) {
        ratio = upwards ? mean / (double)(k + 1) : (double)k / mean;
        weight *= ratio;
    }
    *beyond = k == 0 && !upwards ? 0 : ratio < 1 ? weight / (1 - ratio) : INFINITY;
    return k;
}

/* Each probability follows from its neighbour by two operations on pairs. One operand is the mean
 * or its inverse, so each step adds a relative error of 20 u^2. */
static void find_weights(const struct walk_of_steps *walk, uint64_t mode, struct jumps *jumps)
{
    const struct pair mean = pair_over((struct pair){walk->time, 0}, walk->step),
                      back = pair_over((struct pair){walk->step, 0}, walk->time);
    struct pair *weight = jumps->weight;
    struct double_sum sum = {0, 0, 0};
    weight[mode - jumps->first] = (struct pair){1, 0};
    for (uint64_t k = mode; k < jumps->last; k++) {
        const struct pair more = pair_times(weight[k - jumps->first], mean);
        weight[k + 1 - jumps->first] = pair_over(more, (double)(k + 1));
    }
    for (uint64_t k = mode; k > jumps->first; k--) {
        const struct pair more = pair_times(weight[k - jumps->first], back);
        weight[k - 1 - jumps->first] = pair_times(more, (struct pair){(double)k, 0});
    }
    for (uint64_t k = 0; k <= jumps->last - jumps->first; k++)
        double_sum_add(&sum, weight[k].head, weight[k].tail, weight[k].head);
    for (uint64_t k = 0; k <= jumps->last - jumps->first; k++)
        weight[k].head /= sum.head + sum.tail;
}

/* The errors are those of the weights (see find_weights), the rounding of their sum, and 4 u for a
 * quotient of heads. */
enum status find_jumps(const struct walk_of_steps *walk, struct jumps *out)
{
    const double mean = walk->steps ? 0 : walk->time / walk->step;
    const bool in_range = mean >= 0 && mean < longest_mean;
    double below = 0, above = 0;
    const uint64_t mode = walk->steps ? walk->steps : in_range ? (uint64_t)mean : 0;
    *out = (struct jumps){.first = mode, .last = mode, .off = in_range ? 0 : INFINITY};
    if (!walk->steps && in_range) {
        out->first = last_kept_jump(mean, mode, false, &below);
        out->last = last_kept_jump(mean, mode, true, &above);
    }
    const double count = (double)(out->last - out->first + 1);
    MUST(allocate((size_t)count, sizeof *out->weight, "probabilities", &out->weight));
    out->weight[0] = (struct pair){1, 0};
    if (walk->steps || !in_range) return OK;
    find_weights(walk, mode, out);
    out->share = 1.1 * (4 * unit + (40 * count + 4 * (count + 8) * (count + 8)) * unit * unit);
    out->missing = 1.1 * 4 * (below + above);
    out->off = out->share + out->missing;
    out->late = or_infinite(multiply_up(1.1 * mean, above));
    return OK;
}

bool row_stays(const struct matrix *a, uint32_t r, const double *b, double x0)
{
    return a->off.row[r] == a->off.row[r + 1] && is_stated(a->diag[r], b ? b[r] : 0, x0);
}
