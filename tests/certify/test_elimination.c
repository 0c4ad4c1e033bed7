/* Answers by elimination against the exact solution: each entry is within its share of itself, for
 * the stored numbers and for those that a reading stands for. */
#include <math.h>
#include <stdio.h>

#include "certify/check.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

static struct exact exact;

static bool solve_exactly(const struct matrix *a, const double *b)
{
    exact_set(&exact, a, b);
    return exact_solve(&exact);
}

static double eliminate(const struct small *s, const struct reading *reading, const double *b,
                        double *x)
{
    double share;
    rounding_begin((int)draw(ROUNDINGS));
    const enum status status = certify_elimination(&s->a, reading, b, x, &share);
    rounding_end();
    assert_ok(status);
    return share;
}

static bool all_within(uint32_t n, const double *x, double share)
{
    for (uint32_t i = 0; i < n; i++)
        if (!exact_within(exact.x[i], x[i], share, share, x[i])) return false;
    return true;
}

static void answers_are_near(void **state)
{
    const struct reading stored = {0};
    unsigned long proven[SMALL_KINDS] = {0}, wrong = 0;
    const int cases = small_cases(12000);
    for (int k = 0; k < cases; k++) {
        struct small s;
        double x[SMALL_MOST];
        small_draw(&s, k % SMALL_KINDS);
        for (uint32_t i = 0; i < s.a.off.rows; i++) /* rewards of any sign are no case of these */
            if (draw(4)) s.b[i] = fabs(s.b[i]);
        const double share = eliminate(&s, &stored, s.b, x);
        if (isinf(share)) continue;
        proven[k % SMALL_KINDS]++;
        if (!solve_exactly(&s.a, s.b)) fail_msg("a singular system was solved");
        wrong += !all_within(s.a.off.rows, x, share);
    }
    for (int kind = 0; kind < SMALL_KINDS; kind++) printf("%lu ", proven[kind]);
    printf("answers of each kind, %lu wrong\n", wrong);
    assert_int_equal(wrong, 0);
    assert_true(proven[SMALL_CHAIN] > (unsigned long)cases / 60);
}

/* A walk up and down with a goal above and nothing below. Rates are multiples of 2^16. */
static void draw_walk(double rate[SMALL_MOST][2], uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        for (int up = 0; up < 2; up++) rate[i][up] = 65536.0 * (double)(1 + draw(1000));
}

/* shift: what is added to a rate of 65536, up and down. */
static void set_walk(struct small *s, uint32_t n, double rate[SMALL_MOST][2], double up,
                     double down)
{
    double dense[SMALL_MOST][SMALL_MOST] = {{0}};
    for (uint32_t i = 1; i + 1 < n; i++) {
        const double above = rate[i][1] * (1 + up / 65536), below = rate[i][0] * (1 + down / 65536);
        dense[i][i + 1] = -above;
        dense[i][i - 1] = -below;
        dense[i][i] = above + below;
    }
    dense[0][0] = dense[n - 1][n - 1] = 1;
    small_set(s, n, dense);
}

/* The numbers of the model are as far from the stored ones as they may be. */
static void readings_are_covered(void **state)
{
    const struct reading reading = {.entry = 1.0 / 65536, .balanced = true};
    double nearest = INFINITY;
    for (int k = 0; k < small_cases(2000); k++) {
        struct small s, moved;
        double rate[SMALL_MOST][2], x[SMALL_MOST], b[SMALL_MOST] = {0};
        const uint32_t n = 3 + (uint32_t)draw(SMALL_MOST - 2);
        const double sign = draw(2) ? 1 : -1;
        draw_walk(rate, n);
        set_walk(&s, n, rate, 0, 0);
        set_walk(&moved, n, rate, sign, -sign);
        b[n - 1] = 1;
        const double share = eliminate(&s, &reading, b, x);
        assert_true(isfinite(share));
        assert_true(solve_exactly(&moved.a, b));
        assert_true(all_within(n, x, share));
        for (uint32_t i = 1; i + 1 < n; i++)
            nearest = fmin(nearest, share * x[i] / fabs(x[i] - mpq_get_d(exact.x[i])));
    }
    printf("a share is at least %.3g times as large as what the reading does\n", nearest);
    assert_true(nearest < 4); /* so that a share that is too small is seen */
}

/* From 0 two walks of n steps, which fall back to 0 half of the time: no weights of doubles prove
 * it. */
static void stiff_chains_have_values(void **state)
{
    static const int sizes[] = {30, 50, 100, 300};
    const struct prove_settings settings = {.width = 1e-9, .seconds = 60};
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        char source[64];
        struct problem problem;
        snprintf(source, sizeof source, "haddad_monmege:n=%d", sizes[k]);
        assert_ok(problem_open(source, &problem));
        assert_ok(prove_problem(&problem, &settings));
        const struct problem_proof *proof = &problem.proof;
        if (!(proof->value_low <= 0.5 && 0.5 <= proof->value_high))
            fail_msg("%s: from %.17g to %.17g", source, proof->value_low, proof->value_high);
        assert_true(proof->value_high - proof->value_low <= 1e-9);
        problem_free(&problem);
    }
}

/* A state that never ends, one that is paid a negative number, a positive entry, a tiny rate. */
static void others_are_refused(void **state)
{
    const struct reading stored = {0};
    double x[SMALL_MOST], good[2][SMALL_MOST] = {{1, -0.5}, {0, 1}};
    struct small s;
    double dense[SMALL_MOST][SMALL_MOST];
    const double b[] = {1, 1}, negative[] = {-1, 1};
    for (int how = 0; how < 5; how++) {
        for (int i = 0; i < 2; i++)
            for (int j = 0; j < 2; j++) dense[i][j] = good[i][j];
        if (how == 1) dense[0][0] = 0.25;
        if (how == 2) dense[0][1] = 0.5;
        if (how == 3) dense[0][1] = -1e-310;
        if (how == 4) dense[0][0] = 1, dense[0][1] = dense[1][0] = -1;
        small_set(&s, 2, dense);
        assert_int_equal(isfinite(eliminate(&s, &stored, b, x)), how == 0);
    }
    small_set(&s, 2, (double[2][SMALL_MOST]){{1, -0.5}, {0, 1}});
    assert_true(isinf(eliminate(&s, &stored, negative, x)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_near),
        cmocka_unit_test(readings_are_covered),
        cmocka_unit_test(stiff_chains_have_values),
        cmocka_unit_test(others_are_refused),
    };
    seed_begin();
    exact_init(&exact);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    exact_clear(&exact);
    return failed;
}
