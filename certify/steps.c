/* Bounded properties. With x the exact iterate and y the computed one, |x - y| <= off becomes
 * |x' - y'| <= growth off + what the sums of this step were rounded by. Rows that stay as they are
 * are exact, and have no part in it.
 *
 * Poisson: jumps.off bounds the sum over all k of |p_k - weight_k|, so that what it does to the
 * result is at most that times the largest |x_k|. Beyond the last k these do not grow: growth is 1
 * but for rounding, and b moves nothing. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "certify/check.h"
#include "certify/sums.h"

/* Probabilities of a number of jumps, first .. last, that sum to 1; all together, they are off by
 * `off` at most. */
struct jumps {
    uint64_t first, last;
    long double *weight, off;
};

static const long double negligible = 1e-25L; /* of the largest */
static const long double longest_mean = 1e12L;
static const long double even = 1 + 1e-9L;               /* growth, where there is none */
static const long double rounding = 1.01L * DBL_EPSILON; /* of a result that becomes a double */

/* How many probabilities there are on one side of the mode; *beyond: a bound on the sum of those
 * further out. By the ratios of neighbours, which fall all the way: a geometric series is above. */
static uint64_t reach(long double mean, uint64_t mode, bool upwards, long double *beyond)
{
    long double weight = 1, ratio = 0;
    uint64_t k = mode;
    for (; weight > negligible && (upwards || k > 0); k += upwards ? 1 : -1) {
        ratio = upwards ? mean / (k + 1) : k / mean;
        weight *= ratio;
    }
    *beyond = k == 0 && !upwards ? 0 : ratio < 1 ? weight * ratio / (1 - ratio) : INFINITY;
    return k;
}

/* Each probability comes from its neighbour by two operations. The mean is a rounded quotient: of
 * means that differ by d, the probabilities differ by 2 d at most, all together. */
static enum status find_jumps(const struct walk_of_steps *walk, struct jumps *out)
{
    const long double mean = walk->steps ? 0 : (long double)walk->time / walk->step;
    const bool in_range = mean >= 0 && mean < longest_mean;
    long double below = 0, above = 0, total = 0;
    const uint64_t mode = walk->steps ? walk->steps : in_range ? (uint64_t)mean : 0;
    *out = (struct jumps){.first = mode, .last = mode, .off = in_range ? 0 : INFINITY};
    if (!walk->steps && in_range) {
        out->first = reach(mean, mode, false, &below);
        out->last = reach(mean, mode, true, &above);
    }
    const uint64_t count = out->last - out->first + 1;
    MUST(allocate(count, sizeof *out->weight, "probabilities", &out->weight));
    out->weight[mode - out->first] = 1;
    for (uint64_t k = mode; k < out->last; k++)
        out->weight[k + 1 - out->first] = out->weight[k - out->first] * mean / (k + 1);
    for (uint64_t k = mode; k > out->first; k--)
        out->weight[k - 1 - out->first] = out->weight[k - out->first] * k / mean;
    for (uint64_t k = 0; k < count; k++) total += out->weight[k];
    for (uint64_t k = 0; k < count; k++) out->weight[k] /= total;
    if (!walk->steps)
        out->off += 1.1L * (8 * (long double)count * LDBL_EPSILON + 4 * (below + above) +
                            4 * LDBL_EPSILON * mean);
    return OK;
}

static bool never_stays(const struct matrix *a, uint32_t i, const struct walk_of_steps *walk)
{
    return walk->reading.balanced && (long double)walk->step * a->diag[i] == 1 && row_terms(a, i);
}

/* The sum of sizes in row i of I - step A, rounded up. */
static long double size_of_row(const struct matrix *a, uint32_t i, const struct walk_of_steps *walk)
{
    struct sum row = {0};
    const bool balanced = walk->reading.balanced;
    if (!balanced) sum_add(&row, 1 - (long double)walk->step * a->diag[i]);
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        sum_add(&row, (long double)walk->step * a->off.val[k]);
    const long double size =
        row.size + sum_error(&row, row_terms(a, i) + 2, balanced ? walk->reading.entry : 0) +
        4 * LDBL_EPSILON;
    if (!balanced) return round_up(size);
    return never_stays(a, i, walk) || size <= 1 ? 1 : round_up(2 * size - 1);
}

/* The largest size of a row. driven: b moves rows. */
static long double find_growth(const struct matrix *a, const double *b, const double *x0,
                               const struct walk_of_steps *walk, bool *driven)
{
    long double most = 0;
    for (uint32_t i = 0; i < a->off.n; i++) {
        if (is_stated(a, i, b ? b[i] : 0, x0[i])) continue;
        *driven |= b && b[i] != 0;
        const long double size = size_of_row(a, i, walk);
        if (!(size <= most)) most = size;
    }
    return most;
}

/* sum_j |a_ij| (+-x_j - from), where the sizes times the step sum to 1 or less. */
static void add_differences(const struct matrix *a, uint32_t i, const double *x, long double from,
                            struct sum *sum)
{
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
        const double value = a->off.val[k];
        const long double other = signbit(value) ? x[a->off.col[k]] : -x[a->off.col[k]];
        sum_add(sum, fabsl((long double)value) * (other - from));
    }
}

/* The next iterate. Returns how far its entries may be from what exact arithmetic makes of x. */
static long double advance(const struct matrix *a, const double *b, const double *x0,
                           const struct walk_of_steps *walk, const double *x, double *next)
{
    long double worst = 0;
    const struct csr *off = &a->off;
    const long double step = walk->step;
    const bool balanced = walk->reading.balanced;
#pragma omp parallel for schedule(static) reduction(max : worst) if (team_again(off->nnz + off->n))
    for (uint32_t i = 0; i < off->n; i++) {
        struct sum sum = {0};
        next[i] = x[i];
        if (is_stated(a, i, b ? b[i] : 0, x0[i])) continue;
        if (balanced && row_terms(a, i) > 0) {
            if (never_stays(a, i, walk)) next[i] = x[off->col[off->row[i]]];
            add_differences(a, i, x, next[i], &sum);
        } else {
            sum_add(&sum, -(long double)a->diag[i] * x[i]);
            for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
                sum_add(&sum, -(long double)off->val[k] * x[off->col[k]]);
        }
        sum_add(&sum, b ? b[i] : 0);
        if (sum.size == 0 && LDBL_MIN_EXP < DBL_MIN_EXP) continue; /* no product underflows */
        const long double change = step * sum.value, from = next[i];
        long double error =
            fabsl(step) * sum_error(&sum, row_terms(a, i) + 2, balanced ? walk->reading.entry : 0);
        if (sum.size != 0) {
            next[i] = (double)(from + change);
            error += rounding * (fabsl(from) + fabsl(change));
        }
        if (!(error <= worst)) worst = round_up(error);
    }
    return worst;
}

static long double largest(uint32_t n, const double *x)
{
    long double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_again(n))
    for (uint32_t i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]) < DBL_MAX / 2 ? fabs(x[i]) : INFINITY;
    return most;
}

struct walk {
    double *now, *next, *sum;
    long double off;   /* of now */
    long double total; /* of sum */
    long double most;  /* the largest entry that an exact iterate can have had */
};

static void count_in(struct walk *w, uint32_t n, long double weight)
{
    w->total += weight * w->off;
    if (weight != 1) w->total += rounding * w->most + DBL_MIN;
#pragma omp parallel for schedule(static) if (team_again(n))
    for (uint32_t i = 0; i < n; i++) w->sum[i] = (double)(w->sum[i] + weight * w->now[i]);
}

enum status certify_steps(const struct matrix *a, const double *b, const double *x0,
                          const struct walk_of_steps *walk, double *x, double *radius)
{
    enum status status = OK;
    const uint32_t n = a->off.n;
    struct jumps jumps = {0};
    struct walk w = {.sum = x};
    bool driven = false;
    const long double growth = find_growth(a, b, x0, walk, &driven);
    *radius = INFINITY;
    TRY(find_jumps(walk, &jumps));
    TRY(allocate(n, sizeof *w.now, "a check", &w.now));
    TRY(allocate(n, sizeof *w.next, "a check", &w.next));
    memcpy(w.now, x0, n * sizeof *x0);
    memset(x, 0, n * sizeof *x);
    for (uint64_t k = 0;; k++) {
        double *now = w.now;
        const long double most = round_up(largest(n, now) + w.off);
        if (!(most <= w.most)) w.most = most;
        if (k >= jumps.first) count_in(&w, n, jumps.weight[k - jumps.first]);
        if (k == jumps.last) break;
        if (!progress_hook_call("proving", k, jumps.last)) TRY(progress_hook_stopped());
        if (walk->go_on && !walk->go_on(walk->with)) goto out;
        const long double rounded = advance(a, b, x0, walk, now, w.next);
        if (w.off != 0 || rounded != 0) w.off = round_up(growth * w.off + rounded);
        w.now = w.next, w.next = now;
    }
    const long double all = w.total + 2 * jumps.off * w.most;
    if (walk->steps || (growth <= even && !driven)) *radius = all == 0 ? 0 : certify_up(all);
out:
    free(jumps.weight);
    free(w.now);
    free(w.next);
    return status;
}
