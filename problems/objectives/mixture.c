#include "problems/objectives/mixture.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/objectives/simplex.h"

enum status schedulers_add(struct schedulers *s, const struct achieved *one)
{
    MUST(reserve(&s->of, &s->room, s->count + 1, sizeof *s->of, "schedulers"));
    s->of[s->count++] = *one;
    free(s->share);
    return allocate_zeroed(s->count, sizeof *s->share, "schedulers", &s->share);
}

void schedulers_free(struct schedulers *s)
{
    free(s->of);
    free(s->share);
}

static double excess_of(const struct schedulers *s, size_t j, size_t k, const double *limit,
                        const double *scale)
{
    return (s->of[j].low[k] - limit[k]) / scale[k];
}

/* A game: one side draws a scheduler, the other one an objective, and the excess is paid. Shifted,
 * so that all is positive: the largest sum of y where each scheduler's payment to y is 1 at most.
 */
enum status mix_to_meet(struct schedulers *s, const double *limit, const double *scale,
                        size_t first, double *weight, double *excess)
{
    enum status status = OK;
    struct program p;
    double least = 0, sum = 0, y[MOST_OBJECTIVES];
    const size_t columns = s->objectives - first;
    TRY(program_new(s->count, columns, &p));
    for (size_t j = 0; j < s->count; j++)
        for (size_t k = 0; k < columns; k++)
            least = fmin(least, excess_of(s, j, first + k, limit, scale));
    for (size_t j = 0; j < s->count; j++) {
        p.b[j] = 1;
        for (size_t k = 0; k < columns; k++)
            p.a[j * columns + k] = excess_of(s, j, first + k, limit, scale) - least + 1;
    }
    for (size_t k = 0; k < columns; k++) p.c[k] = 1;
    TRY(program_solve(&p, y, s->share));
    for (size_t k = 0; k < columns; k++) sum += y[k];
    for (size_t k = 0; k < s->objectives; k++) weight[k] = k < first ? 0 : y[k - first] / sum;
    for (size_t j = 0; j < s->count; j++) s->share[j] /= sum;
    *excess = 1 / sum + least - 1;
out:
    program_free(&p);
    return status;
}

/* Columns: schedulers, and what is missed. Rows: limits, and all shares together. */
static void write_gain(const struct schedulers *s, const double *limit, const double *scale,
                       double more, double worth, struct program *p)
{
    double least = INFINITY;
    for (size_t j = 0; j < s->count; j++) least = fmin(least, s->of[j].low[0] / scale[0]);
    for (size_t j = 0; j < s->count; j++) {
        for (size_t k = 1; k < s->objectives; k++)
            p->a[(k - 1) * p->columns + j] = more - excess_of(s, j, k, limit, scale);
        p->a[(p->rows - 1) * p->columns + j] = 1;
        p->c[j] = s->of[j].low[0] / scale[0] - least + 1;
    }
    for (size_t k = 1; k < s->objectives; k++) p->a[(k - 1) * p->columns + s->count] = -1;
    p->b[p->rows - 1] = 1;
    p->c[s->count] = -worth;
}

enum status mix_to_gain(struct schedulers *s, const double *limit, const double *scale, double more,
                        double *weight, bool *met)
{
    enum status status = OK;
    struct program p;
    double *x = NULL, price[MOST_OBJECTIVES + 1], sum = 0;
    TRY(program_new(s->objectives, s->count + 1, &p));
    TRY(allocate(s->count + 1, sizeof *x, "a mixture", &x));
    write_gain(s, limit, scale, more, 1e7, &p);
    TRY(program_solve(&p, x, price));
    for (size_t j = 0; j < s->count; j++) sum += s->share[j] = fmax(x[j], 0);
    weight[0] = 1;
    for (size_t k = 1; k < s->objectives; k++)
        weight[k] = fmax(price[k - 1], 0) * scale[0] / scale[k];
    *met = fabs(sum - 1) < 1e-9 && x[s->count] < 1e-12;
out:
    free(x);
    program_free(&p);
    return status;
}

/* Checks */

/* A lower end of the mixture's objective minus limit, for sums of less than 500 terms. */
static double sum_below(const struct schedulers *s, size_t k, double limit)
{
    double sum = 0, size = 0, all = 0;
    for (size_t j = 0; j < s->count; j++) {
        const double share = s->share[j], low = s->of[j].low[k];
        sum += share * (low - limit);
        size += share * (fabs(low) + fabs(limit));
        all += share;
    }
    return (sum - size * 0x1p-43) / all;
}

static bool meets_roughly(const struct schedulers *s, const struct objective *o, double *low)
{
    bool meets = true;
    for (size_t k = 0; k < s->objectives; k++)
        if (!o[k].asked) meets = meets && sum_below(s, k, o[k].high) > 0;
    const double first = sum_below(s, 0, 0);
    *low = first - fabs(first) * 4 * DBL_EPSILON;
    return meets;
}

/* Shares in fractions: of the schedulers in `used`, so that limits that are nearly met are met
 * exactly, as far as there are shares to choose. */
struct exactly {
    size_t used[MOST_OBJECTIVES + 1], count;
    struct fraction a[MOST_OBJECTIVES + 1][MOST_OBJECTIVES + 2]; /* equations, and right sides */
    size_t equations;
    struct fraction share[MOST_OBJECTIVES + 1];
};

static bool all_known(const struct fraction *f, size_t count)
{
    bool known = true;
    for (size_t k = 0; k < count; k++) known = known && fraction_is_known(f[k]);
    return known;
}

/* Adds an equation if it is independent of the others; each has a 1 where the others have 0. */
static void add_equation(struct exactly *e, struct fraction *row)
{
    const size_t n = e->count;
    for (size_t q = 0; q < e->equations; q++) {
        size_t lead = 0;
        while (e->a[q][lead].up == 0) lead++;
        const struct fraction times = row[lead];
        for (size_t k = 0; k <= n; k++)
            row[k] = fraction_minus(row[k], fraction_times(times, e->a[q][k]));
    }
    size_t lead = 0;
    while (lead < n && row[lead].up == 0) lead++;
    if (lead == n || !all_known(row, n + 1) || e->equations == n) return;
    const struct fraction by = row[lead];
    for (size_t k = 0; k <= n; k++) row[k] = fraction_over(row[k], by);
    for (size_t q = 0; q < e->equations; q++) {
        const struct fraction times = e->a[q][lead];
        for (size_t k = 0; k <= n; k++)
            e->a[q][k] = fraction_minus(e->a[q][k], fraction_times(times, row[k]));
    }
    memcpy(e->a[e->equations++], row, (n + 1) * sizeof *row);
}

static bool solve_exactly(struct exactly *e)
{
    for (size_t k = 0; k < e->count; k++) e->share[k] = (struct fraction){0, 1};
    for (size_t q = 0; q < e->equations; q++) {
        size_t lead = 0;
        while (e->a[q][lead].up == 0) lead++;
        e->share[lead] = e->a[q][e->count];
    }
    bool good = all_known(e->share, e->count);
    for (size_t k = 0; k < e->count; k++) good = good && e->share[k].up >= 0;
    return good;
}

static struct fraction exact_sum(const struct schedulers *s, const struct exactly *e, size_t k)
{
    struct fraction sum = {0, 1};
    for (size_t q = 0; q < e->count; q++)
        sum = fraction_plus(
            sum, fraction_times(e->share[q], fraction_of_double(s->of[e->used[q]].low[k])));
    return sum;
}

static bool take_used(const struct schedulers *s, struct exactly *e)
{
    for (size_t j = 0; j < s->count; j++) {
        if (s->share[j] < 1e-9) continue;
        if (e->count > MOST_OBJECTIVES) return false;
        e->used[e->count++] = j;
    }
    return e->count > 0;
}

/* The equations: shares sum to 1, and the limits that are nearly met. */
static void write_equations_of(const struct schedulers *s, const struct objective *o,
                               struct exactly *e)
{
    struct fraction row[MOST_OBJECTIVES + 2];
    for (size_t q = 0; q <= e->count; q++) row[q] = (struct fraction){1, 1};
    add_equation(e, row);
    for (size_t k = 0; k < s->objectives; k++) {
        if (o[k].asked || fabs(sum_below(s, k, o[k].high)) > 1e-7 * (1 + fabs(o[k].high))) continue;
        for (size_t q = 0; q < e->count; q++) row[q] = fraction_of_double(s->of[e->used[q]].low[k]);
        row[e->count] = o[k].limit;
        if (all_known(row, e->count + 1)) add_equation(e, row);
    }
}

/* The mixture's first objective or a little less, where fractions do not fit. */
static double first_below(const struct schedulers *s, const struct exactly *e)
{
    double sum = 0, size = 0;
    const struct fraction first = exact_sum(s, e, 0);
    if (fraction_is_known(first)) return fraction_below(first);
    for (size_t q = 0; q < e->count; q++) {
        const double term =
            (double)e->share[q].up / (double)e->share[q].down * s->of[e->used[q]].low[0];
        sum += term;
        size += fabs(term);
    }
    return sum - size * 0x1p-43;
}

static bool meets_exactly(const struct schedulers *s, const struct objective *o, double *low)
{
    struct exactly e = {0};
    if (!take_used(s, &e)) return false;
    write_equations_of(s, o, &e);
    if (!solve_exactly(&e)) return false;
    struct fraction all = {0, 1};
    for (size_t q = 0; q < e.count; q++) all = fraction_plus(all, e.share[q]);
    bool meets = all.up == 1 && all.down == 1;
    for (size_t k = 0; k < s->objectives && meets; k++) {
        const struct fraction over = fraction_minus(exact_sum(s, &e, k), o[k].limit);
        if (!o[k].asked) meets = fraction_is_known(over) && over.up >= 0;
    }
    if (meets) *low = first_below(s, &e);
    return meets;
}

bool mixture_meets(struct schedulers *s, const struct objective *objective, double *low)
{
    return meets_roughly(s, objective, low) || meets_exactly(s, objective, low);
}
