/* Forecasts of the time of cases. */
#include <math.h>

#include "harness/run/pace.h"
#include "tests/support/cmocka.h"

enum { PROBLEMS = 12 };

/* n = 100 .. 400 with density 0.1, 0.2, 0.4; a text, and an axis that is the same everywhere. */
static struct axis_value axes[PROBLEMS][4];
static struct result_problem problems[PROBLEMS];
static struct results plan;

static void make_plan(size_t nvariants)
{
    plan = (struct results){.settings = default_settings, /* warmup 1, max_time 5, 100 samples */
                            .problems = problems,
                            .nproblems = PROBLEMS,
                            .nvariants = nvariants};
    plan.settings.timeout = 60;
    for (int p = 0; p < PROBLEMS; p++) {
        const double n = 100 << p / 3, density = 0.1 * (1 << p % 3);
        axes[p][0] = (struct axis_value){"n", n, NULL};
        axes[p][1] = (struct axis_value){"density", density, NULL};
        axes[p][2] = (struct axis_value){"shape", NAN, "ring"};
        axes[p][3] = (struct axis_value){"k", 3, NULL};
        problems[p] = (struct result_problem){.axes = axes[p], .naxes = 4};
    }
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b))) fail_msg("%g, not %g", a, b);
}

static void test_unknown(void **state)
{
    struct pace pace;
    make_plan(3);
    assert_int_equal(pace_begin(&plan, &pace), OK);
    assert_int_equal(pace.naxes, 2);
    assert_true(isnan(pace_guess(&pace, 0, 0)));
    pace_learn_absent(&pace, 1);
    assert_true(isnan(pace_guess(&pace, 0, 0)));
    assert_true(pace_guess(&pace, 1, 4) == 0);
    pace_learn(&pace, 2, 0, 3, 0.1);
    near(pace_guess(&pace, 2, 0), 3);
    near(pace_guess(&pace, 0, 0), 3);
    pace_learn(&pace, 1, 0, 5, 0.1); /* it was there, after all */
    near(pace_guess(&pace, 0, 0), 4);
    pace_learn(&pace, 1, 0, 0, 0); /* as if it took nothing */
    near(pace_guess(&pace, 1, 0), 5);
    pace_learn(&pace, 1, 0, 7, 0.1); /* 5 and 7 s of twice the same budget */
    near(pace_guess(&pace, 1, 0), 6);
    pace_free(&pace);
}

/* Proportional before two values are known; cases take longer only when one solve takes longer than
 * all samples may. */
static void test_first_guess(void **state)
{
    struct pace pace;
    make_plan(1);
    assert_int_equal(pace_begin(&plan, &pace), OK);
    pace_learn(&pace, 0, 0, 5.1, 0.1);
    near(pace_guess(&pace, 0, 1), 5.1 * (0.2 + 5) / (0.1 + 5));
    near(pace_guess(&pace, 0, 3), 5.1 * (0.2 + 5) / (0.1 + 5));
    near(pace_guess(&pace, 0, 11), 5.1 * (3.2 + 5) / (0.1 + 5));
    pace_free(&pace);
    assert_int_equal(pace_begin(&plan, &pace), OK);
    pace_learn(&pace, 0, 0, 40, 20);
    near(pace_guess(&pace, 0, 11), 40 * 120 / 40.0); /* timeout */
    pace_free(&pace);
}

/* Solves of n^2 density^0.5 on half of the problems: the others follow within a few per cent, also
 * where an axis begins anew. */
static void test_powers(void **state)
{
    struct pace pace;
    make_plan(1);
    plan.settings.max_time = 0;
    assert_int_equal(pace_begin(&plan, &pace), OK);
    for (size_t p = 0; p < PROBLEMS; p++) {
        const double solve = 1e-6 * pow(axes[p][0].number, 2) * sqrt(axes[p][1].number);
        const double guess = pace_guess(&pace, 0, p);
        if (p >= 6 && fabs(guess / (2 * solve) - 1) > 0.08)
            fail_msg("problem %zu: %g, not %g", p, guess, 2 * solve);
        pace_learn(&pace, 0, p, 2 * solve, solve);
    }
    pace_free(&pace);
}

static void test_without_axes(void **state)
{
    struct pace pace;
    make_plan(1);
    problems[5].naxes = 0;
    assert_int_equal(pace_begin(&plan, &pace), OK);
    assert_int_equal(pace.naxes, 0);
    pace_learn(&pace, 0, 0, 5.4, 0.4);
    near(pace_guess(&pace, 0, 11), 5.4);
    pace_free(&pace);
}

static void test_rest(void **state)
{
    near(pace_rest(10, 4), 6);
    near(pace_rest(10, 25), 15);
    assert_true(pace_rest(0, 0) == 0 && isnan(pace_rest(NAN, 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown), cmocka_unit_test(test_first_guess),
        cmocka_unit_test(test_powers),  cmocka_unit_test(test_without_axes),
        cmocka_unit_test(test_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
