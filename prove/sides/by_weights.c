#include "prove/sides/by_weights.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/choices_graph.h"
#include "certify/optimum.h"
#include "prove/sides/policies.h"

/* The reduced process, and vectors for it: n numbers each, but ones has one for each row. */
struct weighed {
    struct optimum of;
    const struct problem *problem;
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
    return OK;
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

/* Solves with few digits first: that is enough to replace most choices. */
static enum status find_answer(struct weighed *s, struct sides *sides, double *share)
{
    struct policies values = {.a = s->of.a,
                              .b = s->of.b,
                              .largest = s->of.largest,
                              .balanced = s->of.reading.balanced,
                              .share = 1e-7};
    memcpy(s->choice, s->first_choice, s->n * sizeof *s->choice);
    memset(s->x, 0, s->n * sizeof *s->x);
    MUST(refine_policies(&values, s->budget, s->choice, s->x));
    state_numbers(s, s->x);
    take_distance(s, sides, share);
    values.share = 2 * DBL_EPSILON; /* what a rounded answer can have */
    MUST(refine_policies(&values, s->budget, s->choice, s->x));
    state_numbers(s, s->x);
    take_distance(s, sides, share);
    return OK;
}

static enum status find_distance(struct weighed *s, const double *candidate, double width,
                                 struct sides *sides, bool *found)
{
    double share = INFINITY;
    if (candidate) {
        memcpy(s->x, candidate, s->n * sizeof *s->x);
        state_numbers(s, s->x);
        take_distance(s, sides, &share);
        s->budget->led |= share <= width;
    }
    if (!(share <= width)) MUST(find_answer(s, sides, &share));
    *found = share < INFINITY;
    return OK;
}

enum status sides_by_weights(const struct problem *problem, const double *candidate, double width,
                             struct budget *budget, struct sides *sides, bool *found)
{
    enum status status = OK;
    struct weighed s;
    *found = false;
    TRY(weighed_open(problem, budget, &s));
    TRY(begin(&s, found));
    if (*found) TRY(find_weights_of_all(&s, found));
    if (*found) TRY(find_distance(&s, candidate, width, sides, found));
out:
    weighed_close(&s);
    return status;
}
