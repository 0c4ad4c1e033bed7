/* Bounds on answers of linear systems against the exact solution: A as it is stored, or moved
 * within the interval that a number of the model stands for. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/team.h"
#include "certify/checker.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/double_checker.h"
#include "tests/support/exact/exact.h"
#include "tests/support/seed.h"
#include "tests/support/exact/small.h"

static struct exact exact;
static const struct checker *by;
static struct check check; /* of the system at hand */

static int draw_rounding(void)
{
    return (int)draw(ROUNDINGS);
}

/* v = about the solution of <A> v = 1, or its sizes where that is none. */
static void good_weights(const struct small *s, double *v)
{
    struct small compared = *s;
    double ones[SMALL_MOST] = {0};
    const uint32_t n = s->a.off.rows;
    compared.a.diag = compared.diag;
    compared.a.off.val = compared.val;
    for (uint32_t i = 0; i < n; i++) {
        ones[i] = 1;
        compared.diag[i] = fabs(s->diag[i]);
    }
    for (uint64_t k = 0; k < s->a.off.nnz; k++) compared.val[k] = -fabs(s->val[k]);
    exact_set(&exact, &compared.a, ones);
    const bool solved = exact_solve(&exact);
    for (uint32_t i = 0; i < n; i++) v[i] = solved ? fabs(mpq_get_d(exact.x[i])) : 1;
}

struct counts {
    unsigned long answers, finite, wrong;
    double *ratio; /* of bound and error of each answer with a bound; or NULL */
};

static bool all_finite(const double *x, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

/* exact.x holds the solution. */
static bool holds(const struct small *s, const double *v, const double *answer, struct bound bound)
{
    const uint32_t n = s->a.off.rows;
    if (!all_finite(answer, n)) return isinf(bound.below) && isinf(bound.above);
    for (uint32_t i = 0; i < n; i++)
        if (!exact_within(exact.x[i], answer[i], bound.below, bound.above, v[i])) return false;
    return true;
}

static double ratio_of(const struct small *s, const double *v, const double *answer,
                       struct bound bound)
{
    double error = 0, claimed = 0;
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        mpq_t from;
        mpq_init(from);
        mpq_set_d(from, answer[i]);
        mpq_sub(from, from, exact.x[i]);
        error = fmax(error, fabs(mpq_get_d(from)));
        claimed = fmax(claimed, fmax(bound.below, bound.above) * v[i]);
        mpq_clear(from);
    }
    return error > 0 ? claimed / error : 1;
}

static struct bound bound_of(const double *answer)
{
    struct bound bound;
    rounding_begin(draw_rounding());
    const enum status status = by->answer(&check, answer, &bound);
    rounding_end();
    assert_ok(status);
    return bound;
}

static void check_answer(const struct small *s, const double *v, const double *answer,
                         struct counts *counts)
{
    const struct bound bound = bound_of(answer);
    counts->answers++;
    counts->wrong += !holds(s, v, answer, bound);
    if (!isfinite(bound.below) || !isfinite(bound.above)) return;
    if (counts->ratio) counts->ratio[counts->finite] = ratio_of(s, v, answer, bound);
    counts->finite++;
}

/* The weights are accepted only where the comparison matrix makes of them at least drift. All are
 * kept for the answers. */
static bool accepts_for(const struct small *s, const double *b, const struct reading *reading,
                        const double *v, double *drift)
{
    bool accepted = false;
    const struct check_subject subject = {.a = &s->a, .reading = *reading, .b = b, .drift = drift};
    check_close(&check);
    assert_ok(check_open(by, &subject, &check));
    rounding_begin(draw_rounding());
    const enum status status = by->weights(&check, v, drift, &accepted);
    rounding_end();
    assert_ok(status);
    return accepted;
}

static bool accepts(const struct small *s, const struct reading *reading, const double *v,
                    double *drift)
{
    return accepts_for(s, s->b, reading, v, drift);
}

static void assert_drift(const struct small *s, const double *v, const double *drift)
{
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        mpq_t sum, term, size;
        mpq_inits(sum, term, size, NULL);
        mpq_set_d(sum, fabs(s->diag[i]));
        mpq_set_d(term, v[i]);
        mpq_mul(sum, sum, term);
        for (uint64_t k = s->row[i]; k < s->row[i + 1]; k++) {
            mpq_set_d(term, v[s->col[k]]);
            mpq_set_d(size, fabs(s->val[k]));
            mpq_mul(term, term, size);
            mpq_sub(sum, sum, term);
        }
        mpq_set_d(term, drift[i]);
        assert_true(mpq_cmp(term, sum) <= 0);
        mpq_clears(sum, term, size, NULL);
    }
}

static void solve_exactly(const struct small *s)
{
    exact_set(&exact, &s->a, s->b);
    if (!exact_solve(&exact)) fail_msg("a singular system was accepted");
}

static void bounds_hold(void **state)
{
    struct counts counts = {0};
    unsigned long accepted = 0;
    const struct reading stored = {0};
    for (int k = 0; k < small_cases(12000); k++) {
        struct small s;
        double v[SMALL_MOST], drift[SMALL_MOST], answer[SMALL_MOST];
        small_draw(&s, k % SMALL_KINDS);
        good_weights(&s, v);
        team_always = k % 3000 == 0;
        small_change(v, s.a.off.rows, draw(2) ? 0 : (int)draw(SMALL_CHANGES));
        if (!accepts(&s, &stored, v, drift)) continue;
        accepted++;
        assert_drift(&s, v, drift);
        solve_exactly(&s);
        for (int how = 0; how < SMALL_CHANGES; how++) {
            for (uint32_t i = 0; i < s.a.off.rows; i++) answer[i] = mpq_get_d(exact.x[i]);
            small_change(answer, s.a.off.rows, how);
            check_answer(&s, v, answer, &counts);
        }
    }
    team_always = false;
    printf("%lu weights accepted, %lu answers, %lu of them with a bound, %lu bounds below the true "
           "error\n",
           accepted, counts.answers, counts.finite, counts.wrong);
    assert_int_equal(counts.wrong, 0);
    assert_true(accepted > 3000 && counts.finite > 15000);
}

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void perturbed_answers_are_bounded(void **state)
{
    static double ratio[11000];
    struct counts counts = {.ratio = ratio};
    const struct reading stored = {0};
    while (counts.answers < 10000) {
        struct small s;
        double v[SMALL_MOST], drift[SMALL_MOST], answer[SMALL_MOST];
        small_draw(&s, SMALL_CHAIN);
        good_weights(&s, v);
        if (!accepts(&s, &stored, v, drift)) continue;
        solve_exactly(&s);
        for (int how = 1; how < SMALL_CHANGES - 1; how++) {
            for (uint32_t i = 0; i < s.a.off.rows; i++) answer[i] = mpq_get_d(exact.x[i]);
            small_change(answer, s.a.off.rows, how);
            check_answer(&s, v, answer, &counts);
        }
    }
    qsort(ratio, counts.finite, sizeof *ratio, by_size);
    printf("%lu answers, %lu bounds below the true error, bound/error: median %.4g, 99 %% below "
           "%.3g, largest %.3g\n",
           counts.answers, counts.wrong, ratio[counts.finite / 2], ratio[counts.finite / 100 * 99],
           ratio[counts.finite - 1]);
    assert_int_equal(counts.wrong, 0);
}

/* x *= 1 + share, share being one of -1, 0, 1 times most, or between. */
static void move_number(mpq_t x, double most)
{
    mpq_t share;
    mpq_init(share);
    mpq_set_d(share, most * (draw(2) ? (double)draw(3) - 1 : 2 * draw_unit() - 1));
    mpq_mul(share, share, x);
    mpq_add(x, x, share);
    mpq_clear(share);
}

/* Any system that the reading allows. */
static void set_moved(const struct small *s, const struct reading *reading)
{
    exact_set(&exact, &s->a, s->b);
    for (uint32_t i = 0; i < s->a.off.rows; i++) {
        if (s->row[i] == s->row[i + 1]) continue;
        move_number(exact.b[i], reading->constant);
        if (reading->balanced) mpq_set_ui(exact.a[i][i], 0, 1);
        for (uint64_t k = s->row[i]; k < s->row[i + 1]; k++) {
            mpq_t *entry = &exact.a[i][s->col[k]];
            move_number(*entry, reading->entry);
            if (!reading->balanced) continue;
            if (mpq_sgn(*entry) < 0) mpq_sub(exact.a[i][i], exact.a[i][i], *entry);
            else mpq_add(exact.a[i][i], exact.a[i][i], *entry);
        }
    }
}

static void bounds_hold_for_the_model(void **state)
{
    struct counts counts = {0};
    for (int k = 0; k < small_cases(4000); k++) {
        struct small s;
        double v[SMALL_MOST], drift[SMALL_MOST], answer[SMALL_MOST];
        const struct reading reading = {.entry = k % 7 ? 4 * DBL_EPSILON : 1e-3,
                                        .constant = k % 3 ? 2 * DBL_EPSILON : 1e-2,
                                        .balanced = k % 2};
        small_draw(&s, k % SMALL_KINDS);
        good_weights(&s, v);
        if (!accepts(&s, &reading, v, drift)) continue;
        for (int moved = 0; moved < 5; moved++) {
            set_moved(&s, &reading);
            assert_true(exact_solve(&exact));
            for (int how = 0; how < 3; how++) {
                for (uint32_t i = 0; i < s.a.off.rows; i++) answer[i] = mpq_get_d(exact.x[i]);
                small_change(answer, s.a.off.rows, how);
                check_answer(&s, v, answer, &counts);
            }
        }
    }
    printf("moved matrices: %lu answers, %lu with a bound, %lu bounds below the true error\n",
           counts.answers, counts.finite, counts.wrong);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.finite > 5000);
}

static void empty_and_single_rows(void **state)
{
    const struct reading stored = {0};
    double drift[1], none[1], b = 3;
    struct small s;
    small_set(&s, 0, (double[1][SMALL_MOST]){{0}});
    assert_true(accepts_for(&s, NULL, &stored, none, drift));
    assert_true(bound_of(none).above == 0);
    small_set(&s, 1, (double[1][SMALL_MOST]){{0}});
    assert_false(accepts(&s, &stored, &(double){1}, drift));
    small_set(&s, 1, (double[1][SMALL_MOST]){{1}});
    assert_true(accepts_for(&s, &b, &stored, &(double){0}, drift));
    assert_true(bound_of(&b).above == 0);
    assert_true(isinf(bound_of(&(double){1}).above));
    assert_false(accepts(&s, &stored, &(double){-0.0}, drift));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold), cmocka_unit_test(perturbed_answers_are_bounded),
        cmocka_unit_test(bounds_hold_for_the_model), cmocka_unit_test(empty_and_single_rows)};
    seed_begin();
    exact_init(&exact);
    int failed = 0;
    for (const struct checker *const *next = checkers_here(); *next; next++) {
        by = *next;
        printf("the checker is %s\n", by->name);
        failed += cmocka_run_group_tests(tests, NULL, NULL);
        check_close(&check);
    }
    exact_clear(&exact);
    return failed;
}
