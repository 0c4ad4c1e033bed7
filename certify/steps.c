/* Bounded properties. An iterate that is off by e becomes one that is off by at most growth e plus
 * what its own sum was rounded by. */
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

/* Of a sum of two numbers that becomes a double, as a share of their sizes. */
static const long double double_rounding = 1.01L * DBL_EPSILON;

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

static enum status find_jumps(const struct walk_of_steps *walk, struct jumps *out)
{
    const long double mean = walk->mean;
    long double below = 0, above = 0, total = 0;
    uint64_t mode = walk->steps ? walk->steps : (uint64_t)mean;
    *out = (struct jumps){.first = mode, .last = mode};
    if (!walk->steps) {
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
    /* each from its neighbour by two operations; a mean that is itself a rounded quotient shifts
     * the distribution by that much */
    if (!walk->steps)
        out->off = 1.1L * (8 * (long double)count * LDBL_EPSILON + 4 * (below + above) +
                           4 * DBL_EPSILON * mean);
    return OK;
}

/* The next iterate, and how far its entries may be from what exact arithmetic makes of x. growth:
 * the largest sum of sizes in a row of I - step A, rounded up. */
static long double advance(const struct matrix *a, const double *b, double step, const double *x,
                           double *next, long double *growth)
{
    long double worst = 0, most = 0;
    const struct csr *off = &a->off;
#pragma omp parallel for schedule(static) \
    reduction(max                         \
              : worst, most) if (team_again(off->nnz + off->n))
    for (uint32_t i = 0; i < off->n; i++) {
        struct sum sum = {0}, row = {0};
        const long double stays = 1 - (long double)step * a->diag[i];
        sum_add(&sum, b ? b[i] : 0);
        sum_add(&sum, -(long double)a->diag[i] * x[i]);
        sum_add(&row, stays);
        for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++) {
            sum_add(&sum, -(long double)off->val[k] * x[off->col[k]]);
            sum_add(&row, (long double)step * off->val[k]);
        }
        const uint64_t terms = off->row[i + 1] - off->row[i] + 2;
        const long double value = x[i] + step * sum.value;
        next[i] = (double)value;
        const long double error = fabsl(step) * sum_error(&sum, terms, 0) +
                                  double_rounding * (fabsl(x[i]) + fabsl(step * sum.value));
        if (sum.size == 0 || (terms == 2 && a->diag[i] == 1 && sum.value == 0)) next[i] = x[i];
        else if (!(error <= worst)) worst = isnan(error) ? INFINITY : error;
        const long double size = row.size + sum_error(&row, terms, 0) + 4 * LDBL_EPSILON;
        if (!(size <= most)) most = isnan(size) ? INFINITY : size;
    }
    *growth = most;
    return round_up(worst);
}

static double largest(uint32_t n, const double *x)
{
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_again(n))
    for (uint32_t i = 0; i < n; i++)
        if (fabs(x[i]) > most) most = fabs(x[i]);
    return most;
}

struct walk {
    double *now, *next, *sum;
    long double off;   /* of now */
    long double total; /* of sum */
    long double most;  /* the largest entry of all iterates, of those that are left out, too */
};

static void count_in(struct walk *w, uint32_t n, long double weight)
{
    w->total += weight * w->off + double_rounding * w->most;
    for (uint32_t i = 0; i < n; i++) w->sum[i] = (double)(w->sum[i] + weight * w->now[i]);
}

enum status certify_steps(const struct matrix *a, const double *b, const double *x0,
                          const struct walk_of_steps *walk, double *x, double *radius)
{
    enum status status = OK;
    const uint32_t n = a->off.n;
    struct jumps jumps = {0};
    struct walk w = {.sum = x};
    *radius = INFINITY;
    TRY(find_jumps(walk, &jumps));
    TRY(allocate(n, sizeof *w.now, "a check", &w.now));
    TRY(allocate(n, sizeof *w.next, "a check", &w.next));
    memcpy(w.now, x0, n * sizeof *x0);
    memset(x, 0, n * sizeof *x);
    for (uint64_t k = 0;; k++) {
        long double growth;
        double *now = w.now;
        w.most = fmaxl(w.most, largest(n, now));
        if (k >= jumps.first) count_in(&w, n, jumps.weight[k - jumps.first]);
        if (k == jumps.last) break;
        if (!progress_hook_call("proving", k, jumps.last)) TRY(progress_hook_stopped());
        const long double rounded = advance(a, b, walk->step, w.now, w.next, &growth);
        w.off = round_up(growth * w.off + rounded);
        w.now = w.next, w.next = now;
    }
    const long double all = w.total + 2 * jumps.off * (w.most + w.off);
    *radius = isnan(all) ? INFINITY : certify_up(all);
out:
    free(jumps.weight);
    free(w.now);
    free(w.next);
    return status;
}
