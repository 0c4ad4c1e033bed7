/* Bounds on sums of any sign over schedulers that end for sure (Theorem 15), against all memoryless
 * ones in exact fractions: what is accepted is true, and what is close to the best is accepted. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sparse/choices_graph.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

static struct exact exact;

/* The chain of one row for each state. */
static void take_choice(const struct decision_case *c, const uint32_t *choice,
                        struct decision_case *out)
{
    uint64_t count = 0;
    *out = *c;
    out->row[0] = 0;
    for (uint32_t i = 0; i < c->d.n; i++) {
        for (uint64_t k = c->row[choice[i]]; k < c->row[choice[i] + 1]; k++) {
            out->col[count] = c->col[k];
            out->val[count++] = c->val[k];
        }
        out->row[i + 1] = count;
        out->diag[i] = c->diag[choice[i]];
        out->b[i] = c->b[choice[i]];
        out->d.group[i + 1] = i + 1;
    }
    out->a = (struct matrix){.off = {c->d.n, count, out->row, out->col, out->val},
                             .diag = out->diag,
                             .group = out->d.group,
                             .ngroups = c->d.n};
    out->o.a = &out->a;
    out->o.b = out->b;
    out->o.stated = out->stated;
    out->o.ends = false;
    out->o.rewards = true;
}

/* best[i] = the largest sum of those that end for sure from i, if ends[i]. more: each row that is
 * not stated pays so much more. */
static void find_best(const struct decision_case *c, double more, mpq_t *best, bool *ends)
{
    uint32_t choice[MOST];
    mpq_t x[MOST];
    bool infinite[MOST];
    for (uint32_t i = 0; i < MOST; i++) mpq_init(x[i]);
    memset(ends, 0, MOST * sizeof *ends);
    scheduler_first(&c->d, choice);
    do {
        struct decision_case one;
        take_choice(c, choice, &one);
        for (uint32_t i = 0; i < c->d.n; i++)
            if (!c->stated[i]) one.b[i] += more;
        best_values(&one.o, &exact, x, infinite);
        for (uint32_t i = 0; i < c->d.n; i++) {
            if (infinite[i]) continue;
            if (!ends[i] || mpq_cmp(x[i], best[i]) > 0) mpq_set(best[i], x[i]);
            ends[i] = true;
        }
    } while (scheduler_next(&c->d, choice));
    for (uint32_t i = 0; i < MOST; i++) mpq_clear(x[i]);
}

static bool is_true(const struct decision_case *c, enum side side, const double *x, mpq_t *best,
                    const bool *ends)
{
    mpq_t bound;
    bool good = true;
    mpq_init(bound);
    for (uint32_t i = 0; i < c->d.n; i++) {
        if (side == ABOVE && (isinf(x[i]) || !ends[i])) continue;
        if (!isfinite(x[i])) good = false;
        else mpq_set_d(bound, x[i]);
        good = good && ends[i] &&
               (side == ABOVE ? mpq_cmp(bound, best[i]) >= 0 : mpq_cmp(bound, best[i]) <= 0);
    }
    mpq_clear(bound);
    return good;
}

/* Near the best, of other payments, or something else. */
static void draw_vector(const struct decision_case *c, double more, double *x)
{
    mpq_t best[MOST];
    bool ends[MOST];
    for (uint32_t i = 0; i < MOST; i++) mpq_init(best[i]);
    find_best(c, more, best, ends);
    for (uint32_t i = 0; i < c->d.n; i++) x[i] = ends[i] ? mpq_get_d(best[i]) : 0;
    if (draw(3) == 0) small_change(x, c->d.n, (int)draw(SMALL_CHANGES));
    for (uint32_t i = 0; i < c->d.n; i++) {
        if (!ends[i] && draw(2)) x[i] = INFINITY;
        if (draw(12) == 0) x[i] += (double)draw(3) - 1;
        if (c->stated[i] && draw(8)) x[i] = c->b[c->d.group[i]];
    }
    for (uint32_t i = 0; i < MOST; i++) mpq_clear(best[i]);
}

static bool accepts(const struct decision_case *c, enum side side, const double *x)
{
    uint8_t holds[DECISION_ROWS];
    uint32_t *rank;
    certify_choices(&c->o, x, side, NULL, holds);
    const struct choices choices = {&c->a.off, c->d.group, c->d.n, holds};
    assert_ok(
        choices_rank(&choices, draw(4) ? BY_SURE_CHOICE : BY_SOME_CHOICE, NULL, c->stated, &rank));
    for (uint32_t i = 0; i < c->d.n; i++)
        if (draw(30) == 0) rank[i] = (uint32_t)draw(4);
    rounding_begin((int)draw(ROUNDINGS));
    const bool proven = side == ABOVE ? certify_above(&c->o, x, rank)
                                      : certify_below(&c->o, x, rank);
    rounding_end();
    free(rank);
    return proven;
}

static void draw_payments(struct decision_case *c)
{
    decision_case_draw(c, true, true, 1);
    for (uint32_t r = 0; r < c->d.rows; r++)
        if (draw(2)) c->b[r] = -c->b[r];
    for (uint32_t i = 0; i < c->d.n; i++)
        if (c->stated[i]) c->b[c->d.group[i]] = (double)draw(4) - 2;
    c->o.rewards = false;
    c->o.ends = true;
}

static void accepted_sums_are_true(void **state)
{
    unsigned long accepted[2] = {0}, refused = 0, wrong = 0;
    for (int k = 0; k < small_cases(1200); k++) {
        struct decision_case c;
        mpq_t best[MOST];
        bool ends[MOST];
        draw_payments(&c);
        for (uint32_t i = 0; i < MOST; i++) mpq_init(best[i]);
        find_best(&c, 0, best, ends);
        for (int t = 0; t < 8; t++) {
            double x[MOST];
            const enum side side = t % 2 ? ABOVE : BELOW;
            const double more = draw(3) ? ldexp(1, -(int)draw(50)) : 0;
            draw_vector(&c, side == ABOVE ? more : -more, x);
            if (!accepts(&c, side, x)) {
                refused++;
                continue;
            }
            accepted[side == ABOVE]++;
            wrong += !is_true(&c, side, x, best, ends);
        }
        for (uint32_t i = 0; i < MOST; i++) mpq_clear(best[i]);
    }
    printf("%lu above, %lu below, %lu refused, %lu wrong\n", accepted[1], accepted[0], refused,
           wrong);
    assert_int_equal(wrong, 0);
    assert_true(accepted[0] > 200 && accepted[1] > 200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(accepted_sums_are_true)};
    seed_begin();
    exact_init(&exact);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    exact_clear(&exact);
    return failed;
}
