#include "problems/decisions/gains.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/reachability.h"
#include "base/team.h"

enum {
    MIXED = 8,              /* iterates that are mixed */
    PLAIN_SWEEPS = 16,      /* before the first mix, and after one that was bad */
    RESTING_SWEEPS = 64,    /* without progress, where rounding is all that is left */
    MOST_SWEEPS = 100000,   /* of a component */
    ENTRIES_HOOKED = 1 << 22 /* entries of rows between two calls of the hook */
};
static const double damping = 0.9;       /* below 1, so that paths may be periodic */
static const double most_entries = 2e10; /* visits of entries in all; about half a minute */

/* One component, and vectors of its members. */
struct sweeping {
    const struct gains_of *of;
    uint32_t n, *member;
    double *x; /* of all states of the process: those of the members are in use */
    double *best;
    double *past, *moved; /* MIXED vectors each: iterates, and what a sweep changed of them */
    uint32_t kept;        /* number of those */
    double low, high;     /* of the best iterate */
    double work, unhooked;
};

static double row_value(const struct sweeping *s, uint32_t row, uint32_t i)
{
    const struct csr *a = &s->of->chain->transitions;
    double sum = s->of->payment[row];
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++)
        sum += a->val[k] * (s->x[a->col[k]] - s->x[i]);
    return sum;
}

/* The best average that state i sees one step ahead. */
static double best_value(const struct sweeping *s, uint32_t i)
{
    const struct chain *chain = s->of->chain;
    double best = s->of->largest ? -INFINITY : INFINITY;
    for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++) {
        if (!s->of->stays[r]) continue;
        const double value = row_value(s, r, i);
        best = s->of->largest ? fmax(best, value) : fmin(best, value);
    }
    return best;
}

static uint64_t entries_of(const struct sweeping *s)
{
    const struct chain *chain = s->of->chain;
    uint64_t entries = 0;
    for (uint32_t k = 0; k < s->n; k++)
        entries += chain->transitions.row[chain_row(chain, s->member[k] + 1)] -
                   chain->transitions.row[chain_row(chain, s->member[k])];
    return entries;
}

/* moved (n numbers) = what B x has more than x. */
static void look_ahead(const struct sweeping *s, uint64_t entries, double *moved, double *low,
                       double *high)
{
    double least = INFINITY, most = -INFINITY;
#pragma omp parallel for reduction(min : least) reduction(max : most) if (team_once(entries))
    for (uint32_t k = 0; k < s->n; k++) {
        moved[k] = best_value(s, s->member[k]);
        least = fmin(least, moved[k]);
        most = fmax(most, moved[k]);
    }
    *low = least, *high = most;
}

/* Solves the small system m y = y of `n` rows by elimination; rows without a pivot get 0. */
static void solve_small(uint32_t n, double m[MIXED][MIXED], double *y)
{
    for (uint32_t k = 0; k < n; k++) {
        const double pivot = m[k][k];
        for (uint32_t i = k + 1; i < n && pivot > 0; i++) {
            const double share = m[i][k] / pivot;
            for (uint32_t j = k; j < n; j++) m[i][j] -= share * m[k][j];
            y[i] -= share * y[k];
        }
    }
    for (uint32_t k = n; k-- > 0;) {
        for (uint32_t j = k + 1; j < n; j++) y[k] -= m[k][j] * y[j];
        y[k] = m[k][k] > 0 ? y[k] / m[k][k] : 0;
    }
}

static double product(uint32_t n, const double *a, const double *b, const double *c)
{
    double sum = 0;
    for (uint32_t k = 0; k < n; k++) sum += (a[k] - c[k]) * (b[k] - c[k]);
    return sum;
}

/* share[k] (kept numbers of sum 1) = how much of each iterate is taken, so that the mix of what
 * they moved is small. The last one is the newest. */
static void find_shares(const struct sweeping *s, double *share)
{
    const uint32_t n = s->n, last = s->kept - 1;
    const double *newest = s->moved + (size_t)last * n;
    double m[MIXED][MIXED];
    double rest = 1;
    for (uint32_t a = 0; a < last; a++) {
        const double *of_a = s->moved + (size_t)a * n;
        for (uint32_t b = 0; b <= a; b++)
            m[a][b] = m[b][a] = product(n, of_a, s->moved + (size_t)b * n, newest);
        share[a] = 0;
        for (uint32_t k = 0; k < n; k++) share[a] -= (of_a[k] - newest[k]) * newest[k];
        m[a][a] *= 1 + 1e-12;
    }
    solve_small(last, m, share);
    for (uint32_t a = 0; a < last; a++) rest -= share[a];
    share[last] = rest;
}

/* Keeps x and what it moved, without their means. */
static void keep_iterate(struct sweeping *s, double middle)
{
    if (s->kept == MIXED) {
        memmove(s->past, s->past + s->n, (size_t)(MIXED - 1) * s->n * sizeof *s->past);
        memmove(s->moved, s->moved + s->n, (size_t)MIXED * s->n * sizeof *s->moved);
        s->kept--;
    }
    double *x = s->past + (size_t)s->kept * s->n, *moved = s->moved + (size_t)s->kept * s->n;
    for (uint32_t k = 0; k < s->n; k++) {
        x[k] = s->x[s->member[k]];
        moved[k] -= middle;
    }
    s->kept++;
}

/* x = a mix of what sweeps make of the iterates; the newest alone if that is not wanted. The best
 * state stays at 0, so numbers do not grow. */
static void go_on(struct sweeping *s, bool mixes)
{
    double share[MIXED] = {0}, top = s->of->largest ? -INFINITY : INFINITY;
    share[s->kept - 1] = 1;
    if (mixes) find_shares(s, share);
    for (uint32_t k = 0; k < s->n; k++) {
        double sum = 0;
        for (uint32_t a = mixes ? 0 : s->kept - 1; a < s->kept; a++) {
            const size_t at = (size_t)a * s->n + k;
            sum += share[a] * (s->past[at] + damping * s->moved[at]);
        }
        s->x[s->member[k]] = sum;
        top = s->of->largest ? fmax(top, sum) : fmin(top, sum);
    }
    for (uint32_t k = 0; k < s->n; k++) s->x[s->member[k]] -= top;
}

static double largest_number(const struct sweeping *s)
{
    double most = 0;
    for (uint32_t k = 0; k < s->n; k++) most = fmax(most, fabs(s->x[s->member[k]]));
    return most;
}

static enum status count_work(struct sweeping *s, uint64_t entries)
{
    s->work += (double)entries;
    s->unhooked += (double)entries;
    if (s->unhooked < ENTRIES_HOOKED) return OK;
    s->unhooked = 0;
    return progress_hook_call("entries of sweeps", (uint64_t)s->work, 0) ? OK
                                                                         : progress_hook_stopped();
}

static void take_best(struct sweeping *s, double low, double high)
{
    s->low = low, s->high = high;
    for (uint32_t k = 0; k < s->n; k++) s->best[k] = s->x[s->member[k]];
}

/* Sweeps until bounds meet, or as close as rounding lets them. A mix that leads away is taken
 * back. */
static enum status sweep_component(struct sweeping *s)
{
    const uint64_t entries = entries_of(s);
    uint32_t plain = PLAIN_SWEEPS, resting = 0;
    s->kept = 0;
    s->low = -INFINITY, s->high = INFINITY;
    for (uint32_t k = 0; k < s->n; k++) s->x[s->member[k]] = 0;
    for (uint32_t sweep = 0; sweep < MOST_SWEEPS && s->work < most_entries; sweep++) {
        double low, high;
        look_ahead(s, entries, s->moved + (size_t)s->kept * s->n, &low, &high);
        MUST(count_work(s, entries + (uint64_t)MIXED * s->n));
        const double span = high - low, before = s->high - s->low,
                     size = largest_number(s) + fmax(fabs(low), fabs(high));
        const bool bad = !(span <= 4 * before);
        resting = span < 0.99 * before ? 0 : resting + 1;
        if (span < before) take_best(s, low, high);
        if (span <= DBL_EPSILON * fmax(fabs(low), fabs(high))) break;
        if (resting > RESTING_SWEEPS && s->high - s->low <= 1e3 * DBL_EPSILON * size) break;
        if (bad) {
            s->kept = 0, plain = PLAIN_SWEEPS;
            for (uint32_t k = 0; k < s->n; k++) s->x[s->member[k]] = s->best[k];
            continue;
        }
        keep_iterate(s, low + 0.5 * span);
        go_on(s, plain == 0 && s->kept > 1);
        plain -= plain > 0;
    }
    for (uint32_t k = 0; k < s->n; k++) s->x[s->member[k]] = s->best[k];
    return OK;
}

/* member = the states of all components, one component after another. first (count + 2 numbers):
 * first[c] = where those of component c begin. */
static void order_members(const struct gains_of *of, uint32_t *first, uint32_t *member)
{
    const uint32_t n = chain_states(of->chain);
    memset(first, 0, ((size_t)of->count + 2) * sizeof *first);
    for (uint32_t i = 0; i < n; i++)
        if (of->component[i] != NO_CLASS) first[of->component[i] + 2]++;
    for (uint32_t c = 0; c < of->count; c++) first[c + 2] += first[c + 1];
    for (uint32_t i = 0; i < n; i++)
        if (of->component[i] != NO_CLASS) member[first[of->component[i] + 1]++] = i;
}

static enum status allocate_vectors(const struct gains_of *of, const uint32_t *first,
                                    struct sweeping *s)
{
    uint32_t longest = 0;
    for (uint32_t c = 0; c < of->count; c++)
        if (first[c + 1] - first[c] > longest) longest = first[c + 1] - first[c];
    MUST(allocate(longest, sizeof *s->best, "averages", &s->best));
    MUST(allocate((size_t)MIXED * longest, sizeof *s->past, "averages", &s->past));
    return allocate((size_t)(MIXED + 1) * longest, sizeof *s->moved, "averages", &s->moved);
}

enum status find_gains(const struct gains_of *of, double *gain, double *bias)
{
    enum status status = OK;
    struct sweeping s = {.of = of, .x = bias};
    uint32_t *first = NULL, *member = NULL;
    TRY(allocate((size_t)of->count + 2, sizeof *first, "averages", &first));
    TRY(allocate(chain_states(of->chain), sizeof *member, "averages", &member));
    order_members(of, first, member);
    TRY(allocate_vectors(of, first, &s));
    for (uint32_t c = 0; c < of->count; c++) {
        s.member = member + first[c];
        s.n = first[c + 1] - first[c];
        TRY(sweep_component(&s));
        gain[c] = s.low + 0.5 * (s.high - s.low);
    }
out:
    free(first);
    free(member);
    free(s.best);
    free(s.past);
    free(s.moved);
    return status;
}
