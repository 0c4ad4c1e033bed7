#include "prove/sides/by_weights.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/sparse/choices_graph.h"
#include "certify/optimum.h"
#include "prove/sides/policies.h"

/* The reduced process, and vectors for it: n numbers each, but ones has one for each row. */
struct weighed {
    struct optimum of;
    const struct problem *problem;
    const double *candidate; /* or NULL */
    uint32_t n;
    uint8_t *stated;
    double *ones, *w, *drift, *x;
    uint32_t *choice, *first_choice;
    struct budget *budget;
};

static void weighed_close(struct weighed *s)
{
    free(s->stated);
    free(s->ones);
    free(s->w);
    free(s->drift);
    free(s->x);
    free(s->choice);
    free(s->first_choice);
}

static enum status weighed_open(const struct problem *problem, struct budget *budget,
                                struct weighed *s)
{
    const struct matrix *a = &problem->system.a;
    *s = (struct weighed){.problem = problem, .n = (uint32_t)matrix_unknowns(a), .budget = budget};
    MUST(allocate(s->n, 1, "a proof", &s->stated));
    MUST(allocate(a->off.rows, sizeof *s->ones, "a proof", &s->ones));
    MUST(allocate_zeroed(s->n, sizeof *s->w, "a proof", &s->w));
    MUST(allocate(s->n, sizeof *s->drift, "a proof", &s->drift));
    MUST(allocate_zeroed(s->n, sizeof *s->x, "a proof", &s->x));
    MUST(allocate(s->n, sizeof *s->choice, "a proof", &s->choice));
    MUST(allocate(s->n, sizeof *s->first_choice, "a proof", &s->first_choice));
    s->of = (struct optimum){.a = a,
                             .reading = problem->proof.reading,
                             .b = problem->system.b,
                             .stated = s->stated,
                             .largest = problem->optimum.largest,
                             .rewards = problem->range == RANGE_NOT_NEGATIVE};
    return OK;
}

/* Schedulers begin with choices on the way to stated unknowns. *ends: there are such. */
static enum status begin(struct weighed *s, bool *ends)
{
    const struct matrix *a = s->of.a;
    for (uint32_t i = 0; i < s->n; i++) s->stated[i] = matrix_is_stated(a, i);
    for (uint32_t r = 0; r < a->off.rows; r++) s->ones[r] = a->off.row[r] < a->off.row[r + 1];
    return choices_that_end(a, s->first_choice, ends);
}

/* The most steps over all schedulers. *found: the check accepts them. */
static enum status find_weights_of_all(struct weighed *s, bool *found)
{
    struct policies steps = {.a = s->of.a,
                             .b = s->ones,
                             .largest = true,
                             .balanced = s->of.reading.balanced,
                             .tolerance = 0.03};
    memcpy(s->choice, s->first_choice, s->n * sizeof *s->choice);
    MUST(refine_policies(&steps, s->budget, s->choice, s->w));
    *found = certify_drift(&s->of, s->w, s->drift);
    return progress_hook_check();
}

static double largest_diagonal(const struct weighed *s, uint32_t i)
{
    const struct matrix *a = s->of.a;
    const uint32_t first = matrix_first_row(a, i), end = matrix_first_row(a, i + 1);
    double most = 0;
    for (uint32_t r = first; r < end; r++) {
        double sum = 0;
        for (uint64_t k = a->off.row[r]; k < a->off.row[r + 1]; k++) sum -= a->off.val[k];
        most = fmax(most, fmax(sum, a->diag[r]));
    }
    return most;
}

/* The weights in a row have to outweigh the rounding of the numbers that they are added to. */
static double grain(const struct weighed *s)
{
    double most = 0;
    for (uint32_t i = 0; i < s->n; i++)
        if (!s->stated[i]) most = fmax(most, fabs(s->x[i]) * largest_diagonal(s, i) / s->drift[i]);
    return 1.5 * DBL_EPSILON * most;
}

static double stated_number(const struct weighed *s, uint32_t i)
{
    const uint8_t *infinite = s->problem->fixpoint.infinite;
    return infinite && infinite[i] ? INFINITY : s->of.b[matrix_first_row(s->of.a, i)];
}

/* Takes the sides for x if their largest distance, relative to the largest number, is below *share,
 * which becomes that. */
static void take_distance(const struct weighed *s, struct sides *sides, double *share)
{
    const struct bound bound = certify_distance(&s->of, s->drift, s->x);
    const double more = grain(s), below = 1.001 * bound.below + more,
                 above = 1.001 * bound.above + more;
    double most = 0, gap = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (s->stated[i]) continue;
        most = fmax(most, s->x[i]);
        gap = fmax(gap, (below + above) * s->w[i]);
    }
    if (!(gap / most < *share)) return;
    *share = gap / most;
    for (uint32_t i = 0; i < s->n; i++) {
        sides->low[i] = s->stated[i] ? stated_number(s, i) : fmax(0, s->x[i] - below * s->w[i]);
        sides->high[i] = s->stated[i] ? stated_number(s, i) : s->x[i] + above * s->w[i];
    }
}

/* Infinite numbers are 0 here, as b is. */
static void state_numbers(const struct weighed *s, double *x)
{
    const struct matrix *a = s->of.a;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->stated[i]) x[i] = s->of.b[matrix_first_row(a, i)];
}

static enum status improve_answer(struct weighed *s, double share)
{
    struct policies values = {.a = s->of.a,
                              .b = s->of.b,
                              .largest = s->of.largest,
                              .balanced = s->of.reading.balanced,
                              .share = share};
    MUST(refine_policies(&values, s->budget, s->choice, s->x));
    state_numbers(s, s->x);
    return OK;
}

/* Solves with few digits first: that is enough to replace most choices. */
static enum status find_rough_answer(struct weighed *s)
{
    memcpy(s->choice, s->first_choice, s->n * sizeof *s->choice);
    memset(s->x, 0, s->n * sizeof *s->x);
    return improve_answer(s, 1e-7);
}

/* Returns how much more than x_i a row says. */
static double excess_of(const struct weighed *s, uint32_t row, uint32_t i)
{
    const struct csr *off = &s->of.a->off;
    double sum = s->of.b[row];
    for (uint64_t k = off->row[row]; k < off->row[row + 1]; k++)
        sum += off->val[k] * (s->x[i] - s->x[off->col[k]]);
    return sum;
}

static const double of_rounding = 2 * DBL_EPSILON; /* what a rounded answer can have */

/* Each number becomes what its row says, one after another. Of an answer that is as exact as its
 * system can be solved, the last digits may be better then. */
static void sweep_once(struct weighed *s)
{
    const struct csr *off = &s->of.a->off;
    for (uint32_t i = 0; i < s->n; i++) {
        const uint64_t first = off->row[s->choice[i]], end = off->row[s->choice[i] + 1];
        double sum = s->of.b[s->choice[i]], weight = 0;
        if (s->stated[i] || first == end) continue;
        for (uint64_t k = first; k < end; k++) {
            sum -= off->val[k] * s->x[off->col[k]];
            weight -= off->val[k];
        }
        s->x[i] = sum / (s->of.reading.balanced ? weight : s->of.a->diag[s->choice[i]]);
    }
}

static enum status find_answer(struct weighed *s, struct sides *sides, double *share)
{
    MUST(find_rough_answer(s));
    take_distance(s, sides, share);
    MUST(improve_answer(s, of_rounding));
    take_distance(s, sides, share);
    sweep_once(s);
    take_distance(s, sides, share);
    return OK;
}

static enum status find_distance(struct weighed *s, double width, struct sides *sides, bool *found)
{
    double share = INFINITY;
    if (s->candidate) {
        memcpy(s->x, s->candidate, s->n * sizeof *s->x);
        state_numbers(s, s->x);
        take_distance(s, sides, &share);
        s->budget->led |= share <= width;
    }
    if (!(share <= width)) MUST(find_answer(s, sides, &share));
    *found = share < INFINITY;
    return OK;
}

/* Rows that are close to the best of their states. The smallest reward needs no others: a row with
 * which a scheduler pays for ever is far from the best. */
struct close_rows {
    struct matrix a;
    double *b, *ones;
    uint32_t *choice; /* of the scheduler, in their numbers */
    struct sides sides;
};

static void close_rows_free(struct close_rows *c)
{
    matrix_free(&c->a);
    free(c->b);
    free(c->ones);
    free(c->choice);
    sides_free(&c->sides);
}

static bool is_close(const struct weighed *s, uint32_t row, uint32_t i, double most)
{
    return s->stated[i] || row == s->choice[i] || excess_of(s, row, i) <= most;
}

/* Differences of numbers are off by as much as the largest of them. */
static double excess_of_rounding(const struct weighed *s)
{
    double most = 0;
    for (uint32_t i = 0; i < s->n; i++) most = fmax(most, s->x[i]);
    return 64 * DBL_EPSILON * most;
}

static void copy_row(const struct weighed *s, uint32_t row, struct close_rows *c)
{
    const struct csr *from = &s->of.a->off;
    struct csr *off = &c->a.off;
    const uint64_t first = from->row[row], count = from->row[row + 1] - first;
    memcpy(off->col + off->nnz, from->col + first, count * sizeof *off->col);
    memcpy(off->val + off->nnz, from->val + first, count * sizeof *off->val);
    c->a.diag[off->rows] = s->of.a->diag[row];
    c->b[off->rows] = s->of.b[row];
    c->ones[off->rows] = s->ones[row];
    off->nnz += count;
    off->row[++off->rows] = off->nnz;
}

static enum status close_rows_create(const struct weighed *s, struct close_rows *c)
{
    const struct matrix *a = s->of.a;
    const double most = excess_of_rounding(s);
    MUST(matrix_allocate(a->off.rows, a->off.nnz, &c->a));
    MUST(allocate((size_t)s->n + 1, sizeof *c->a.group, "a proof", &c->a.group));
    MUST(allocate(a->off.rows, sizeof *c->b, "a proof", &c->b));
    MUST(allocate(a->off.rows, sizeof *c->ones, "a proof", &c->ones));
    MUST(allocate(s->n, sizeof *c->choice, "a proof", &c->choice));
    MUST(allocate(s->n, sizeof *c->sides.low, "a proof", &c->sides.low));
    MUST(allocate(s->n, sizeof *c->sides.high, "a proof", &c->sides.high));
    c->a.off.rows = 0, c->a.off.nnz = c->a.off.row[0] = 0;
    c->a.ngroups = s->n;
    for (uint32_t i = 0; i < s->n; i++) {
        c->a.group[i] = c->a.off.rows;
        for (uint32_t r = matrix_first_row(a, i); r < matrix_first_row(a, i + 1); r++) {
            if (!is_close(s, r, i, most)) continue;
            if (r == s->choice[i]) c->choice[i] = c->a.off.rows;
            copy_row(s, r, c);
        }
    }
    c->a.group[s->n] = c->a.off.rows;
    return OK;
}

/* Returns whether all rows hold for the lower numbers. Infinite ones are 0 here, as b is. */
static bool all_rows_hold(struct weighed *s, const double *low)
{
    for (uint32_t i = 0; i < s->n; i++) s->x[i] = isinf(low[i]) ? 0 : low[i];
    return certify_below(&s->of, s->x, NULL);
}

/* The same where some scheduler pays for ever: weights exist for the rows that are close to the
 * best, and the others are far enough. */
static enum status find_by_close_rows(struct weighed *s, struct sides *sides, bool *found)
{
    enum status status = OK;
    struct close_rows c = {0};
    struct weighed of_close = *s;
    double share = INFINITY;
    TRY(find_rough_answer(s));
    TRY(improve_answer(s, of_rounding));
    sweep_once(s);
    TRY(close_rows_create(s, &c));
    of_close.of.a = &c.a, of_close.of.b = c.b;
    of_close.ones = c.ones, of_close.first_choice = c.choice;
    TRY(find_weights_of_all(&of_close, found));
    if (*found) take_distance(&of_close, &c.sides, &share);
    *found = share < INFINITY && all_rows_hold(s, c.sides.low);
    for (uint32_t i = 0; *found && i < s->n; i++)
        sides->low[i] = c.sides.low[i], sides->high[i] = c.sides.high[i];
out:
    close_rows_free(&c);
    return status;
}

enum status sides_by_weights(const struct problem *problem, const double *candidate, double width,
                             struct budget *budget, struct sides *sides, bool *found)
{
    enum status status = OK;
    struct weighed s;
    *found = false;
    TRY(weighed_open(problem, budget, &s));
    s.candidate = candidate;
    TRY(begin(&s, found));
    if (!*found) goto out;
    TRY(find_weights_of_all(&s, found));
    if (*found) TRY(find_distance(&s, width, sides, found));
    else if (s.of.rewards && !s.of.largest) TRY(find_by_close_rows(&s, sides, found));
out:
    weighed_close(&s);
    return status;
}
