/* Bounded properties. Let x be the exact iterate and y the computed one. If |x - y| <= off, then
 * |x' - y'| <= growth off + the rounding errors of the sums in this step. Rows that never change
 * are exact and are left out.
 *
 * Poisson: jumps.off bounds the sum over all k of |p_k - weight_k|. So its effect on the result is
 * at most jumps.off times the largest |x_k|. Beyond the last k the |x_k| do not grow if growth is 1
 * except for rounding, and b adds nothing.
 *
 * Where a step changes nothing but by rounding, the iterate stands for all later ones (settle).
 *
 * Where b adds, |x_k| <= most + (k - last) driven beyond the last k, with `driven` the largest step
 * |b_i| of a row that changes. The sum of p_k (k - last) over these k is at most the mean times
 * the probability of `last` jumps or more, which jumps.late bounds. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "certify/jumps.h"
#include "certify/nearest.h"
#include "certify/row_check.h"

enum { FEW_STEPS = 64 }; /* whose rows are also tried without any rounding */

static const double even = 1 + 1e-9;           /* largest growth that counts as none */
static const double unit = DBL_EPSILON / 2;    /* u */
static const double rounding = 1.01 * 0x1p-53; /* of a result that is rounded to a double */

static bool is_one(double a, double b)
{
    return a * b == 1 && fma(a, b, -1) == 0;
}

static bool never_stays(const struct matrix *a, uint32_t i, const struct walk_of_steps *walk)
{
    return walk->reading.balanced && is_one(walk->step, a->diag[i]) &&
           a->off.row[i] < a->off.row[i + 1];
}

/* Sum of the absolute values in row i of I - step A, rounded up. */
static double size_of_row(const struct matrix *a, uint32_t i, const struct walk_of_steps *walk)
{
    struct double_sum row = {0, 0, 0};
    const bool balanced = walk->reading.balanced;
    const double step = fabs(walk->step), entries = (double)(a->off.row[i + 1] - a->off.row[i]),
                 sign = fma(-walk->step, a->diag[i], 1) < 0 ? -1 : 1;
    if (!balanced) {
        add_double(&row, sign);
        add_product(&row, -sign * walk->step, a->diag[i]);
    }
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
        add_product(&row, step, fabs(a->off.val[k]));
    const double error = double_sum_error(&row, entries + 2, balanced ? walk->reading.entry : 0),
                 size = or_infinite(double_sum_above(&row, error));
    if (!balanced) return size;
    return never_stays(a, i, walk) || size <= 1 ? 1 : add_up(2 * size, -1);
}

/* Returns the largest size of a row. *driven: the largest step |b_i|, rounded up. */
static double find_growth(const struct matrix *a, const double *b, const double *x0,
                          const struct walk_of_steps *walk, double *driven)
{
    double most = 0;
    for (uint32_t i = 0; i < a->off.rows; i++) {
        if (row_stays(a, i, b, x0[i])) continue;
        if (b && b[i] != 0) *driven = fmax(*driven, multiply_up(fabs(walk->step), fabs(b[i])));
        const double size = size_of_row(a, i, walk);
        if (!(size <= most)) most = size;
    }
    return most;
}

/* Returns whether each term of row i is exactly 0, and not only below the smallest double. */
static bool is_still(const struct matrix *a, uint32_t i, bool balanced, const double *x,
                     double from)
{
    bool still = balanced || a->diag[i] == 0 || from == 0;
    for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++) {
        const double value = a->off.val[k], other = x[a->off.col[k]],
                     rest = !balanced        ? 0
                            : signbit(value) ? from
                                             : -from;
        still &= value == 0 || other == rest;
    }
    return still;
}

/* Returns whether product is exactly a b. Errors of tiny products cannot be seen. */
static bool is_product(double a, double b, double product)
{
    return a == 0 || b == 0 || (fma(a, b, -product) == 0 && fabs(product) > 0x1p-900);
}

/* Computes the same as advance_row without any rounding, for few steps with simple numbers. Returns
 * false if that is not possible. */
static bool exact_row(const struct row_check *c, uint32_t i, const struct walk_of_steps *walk,
                      double b, double *next)
{
    const struct csr *off = &c->a.off;
    const bool balanced = walk->reading.balanced && off->row[i] < off->row[i + 1];
    const double own = balanced ? 0 : c->a.diag[i], from = balanced ? *next : 0;
    double sum = own * *next;
    bool exact = is_product(own, *next, sum);
    for (uint64_t k = off->row[i]; exact && k < off->row[i + 1]; k++) {
        const double other = c->x[off->col[k]], apart = other - from,
                     entry = balanced ? -fabs(off->val[k]) : off->val[k], side = entry * apart,
                     total = sum + side;
        exact = lost_by(other, -from, apart) == 0 && is_product(entry, apart, side) &&
                lost_by(sum, side, total) == 0;
        sum = total;
    }
    const double residual = sum - b, change = -walk->step * residual, moved = *next + change;
    exact = exact && lost_by(sum, -b, residual) == 0 && is_product(-walk->step, residual, change) &&
            lost_by(*next, change, moved) == 0;
    if (exact) *next = moved;
    return exact;
}

/* Computes from - step (A x - b)_i in *next, including what the product and the sum lost to
 * rounding. These corrections are off by some u^2 of the terms, which the error of the sum covers,
 * so only the last addition counts. Returns a bound on the distance of *next from the exact result
 * for x. */
static double advance_row(const struct row_check *c, uint32_t i, const struct walk_of_steps *walk,
                          double b, double *next)
{
    const struct csr *off = &c->a.off;
    const bool balanced = walk->reading.balanced && off->row[i] < off->row[i + 1];
    const double from = *next, step = walk->step;
    struct row_sums row = NO_SUMS;
    row_check_own(c, &(struct row_at){.own = from, .diagonal = c->a.diag[i]}, balanced, &row);
    for (uint64_t k = off->row[i]; k < off->row[i + 1]; k++)
        row_check_entry(c, from, balanced, off->val[k], c->x[off->col[k]], &row);
    add_double(&row.sum, -b);
    if (row.sum.size == 0 && is_still(&c->a, i, balanced, c->x, from)) return 0;
    const double given =
        or_infinite(multiply_up(fabs(step), multiply_up(1.01 * walk->reading.constant, fabs(b))));
    if (walk->steps && walk->steps <= FEW_STEPS && walk->reading.entry == 0 &&
        exact_row(c, i, walk, b, next))
        return given;
    const double sum_off = double_sum_error(&row.sum, (double)row.entries + 2,
                                            balanced ? walk->reading.entry : 0),
                 change = -step * row.sum.head, moved = from + change,
                 rest = fma(-step, row.sum.head, -change) - step * row.sum.tail;
    *next = moved + (lost_by(from, change, moved) + rest);
    const double rounded = add_up(multiply_up(rounding, fabs(*next)), 4 * DBL_MIN);
    return or_infinite(add_up(add_up(multiply_up(fabs(step), sum_off), rounded), given));
}

/* Computes the next iterate. Returns a bound on the distance of its entries from the exact result
 * for x. *change: a bound on its distance from x. */
static double advance_iterate(const struct matrix *a, const double *b, const double *x0,
                              const struct walk_of_steps *walk, const double *x, double *next,
                              double *change)
{
    double worst = 0, most = 0;
    const struct csr *off = &a->off;
    const struct row_check c = {.rule = CHECK_ANSWER, .a = *a, .x = x};
#pragma omp parallel reduction(max : worst, most) if (team_again(off->nnz + off->rows))
    {
        TO_NEAREST;
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < off->rows; i++) {
            next[i] = never_stays(a, i, walk) ? x[off->col[off->row[i]]] : x[i];
            if (row_stays(a, i, b, x0[i])) continue;
            const double error = advance_row(&c, i, walk, b ? b[i] : 0, &next[i]);
            if (error > worst) worst = error;
            if (!(fabs(next[i] - x[i]) <= most)) most = fabs(next[i] - x[i]);
        }
    }
    *change = multiply_up(1.01, most);
    return worst;
}

static double largest_absolute(uint32_t n, const double *x)
{
    double most = 0;
#pragma omp parallel for schedule(static) reduction(max : most) if (team_again(n))
    for (uint32_t i = 0; i < n; i++)
        if (!(fabs(x[i]) <= most)) most = fabs(x[i]) < DBL_MAX / 2 ? fabs(x[i]) : INFINITY;
    return most;
}

struct walk {
    double *now, *next, *sum;
    double off;   /* bound on the error of each entry of now */
    double total; /* bound on the error of each entry of sum */
    double most;  /* upper bound of the entries of all exact iterates */
};

/* A product and a sum are rounded, where the weight is not 1. */
static void count_in(struct walk *w, uint32_t n, double weight)
{
    const double rounded = multiply_up(add_up(1.01, weight), multiply_up(rounding, w->most));
    w->total = add_up(w->total, multiply_up(weight, w->off));
    if (weight != 1) w->total = add_up(w->total, add_up(rounded, DBL_MIN));
#pragma omp parallel if (team_again(n))
    {
        TO_NEAREST;
#pragma omp for schedule(static)
        for (uint32_t i = 0; i < n; i++) w->sum[i] += weight * w->now[i];
    }
}

/* Bound on growth^steps, or infinity where that is more than 2. */
static double growth_after(double growth, double steps)
{
    const double more = multiply_up(growth > 1 ? growth - 1 : 0, steps);
    return more < 0.5 ? add_up(1, multiply_up(2, more)) : INFINITY;
}

/* Takes now for all later iterates. If one exact step changes x by at most c, m steps change it by
 * at most growth^m m c. change, rounded: of the step after it. */
static void settle(struct walk *w, uint32_t n, const struct jumps *jumps, uint64_t k, double growth,
                   double change)
{
    const double left = (double)(jumps->last - k), grown = growth_after(growth, left);
    double weight = 0, sums = -1;
    w->off = or_infinite(multiply_up(grown, add_up(w->off, multiply_up(left, change))));
    for (uint64_t j = k + 1 > jumps->first ? k + 1 : jumps->first; j <= jumps->last; j++) {
        weight += jumps->weight[j - jumps->first].head;
        sums++;
    }
    const double most = add_up(largest_absolute(n, w->now), w->off);
    if (!(most <= w->most)) w->most = most;
    count_in(w, n, weight);
    w->total = add_up(w->total, multiply_up(multiply_up(sums, 2 * unit), w->most)); /* of weight */
}

enum status certify_steps(const struct matrix *a, const double *b, const double *x0,
                          const struct walk_of_steps *walk, double *x, double *radius)
{
    TO_NEAREST;
    enum status status = OK;
    const uint32_t n = matrix_unknowns(a);
    struct jumps jumps = {0};
    struct walk w = {.sum = x};
    double driven = 0, change;
    const double growth = find_growth(a, b, x0, walk, &driven);
    *radius = INFINITY;
    TRY(find_jumps(walk, &jumps));
    TRY(allocate(n, sizeof *w.now, "a check", &w.now));
    TRY(allocate(n, sizeof *w.next, "a check", &w.next));
    w.off = walk->off;
    memcpy(w.now, x0, n * sizeof *x0);
    memset(x, 0, n * sizeof *x);
    for (uint64_t k = 0;; k++) {
        double *now = w.now;
        const double most = add_up(largest_absolute(n, now), w.off);
        if (!(most <= w.most)) w.most = most;
        if (k >= jumps.first) count_in(&w, n, jumps.weight[k - jumps.first].head);
        if (k == jumps.last) break;
        if (!progress_hook_call("proving", k, jumps.last)) TRY(progress_hook_stopped());
        if (walk->go_on && !walk->go_on(walk->with)) goto out;
        const double rounded = advance_iterate(a, b, x0, walk, now, w.next, &change);
        if (change <= rounded && isfinite(growth_after(growth, (double)(jumps.last - k)))) {
            settle(&w, n, &jumps, k, growth, add_up(change, rounded));
            break;
        }
        if (w.off != 0 || rounded != 0)
            w.off = or_infinite(add_up(multiply_up(growth, w.off), rounded));
        w.now = w.next, w.next = now;
    }
    if (walk->steps || growth <= even)
        *radius = or_infinite(add_up(add_up(w.total, multiply_up(2 * jumps.off, w.most)),
                                     multiply_up(4 * driven, jumps.late)));
out:
    free(jumps.weight);
    free(w.now);
    free(w.next);
    return status;
}
