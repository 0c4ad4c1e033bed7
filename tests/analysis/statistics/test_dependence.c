#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/statistics/change_points.h"
#include "analysis/statistics/dependence.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { COUNT = 100 };

/* An autoregression of variance 1; a walk of steps of variance 1 for phi = 1. */
static void dependent(double phi, double *out)
{
    double now = phi < 1 ? draw_normal() : 0;
    for (size_t k = 0; k < COUNT; k++) {
        out[k] = now;
        now = phi * now + (phi < 1 ? sqrt(1 - phi * phi) : 1) * draw_normal();
    }
}

/* A step of no height in the middle has p <= 5 % in about 5 % of the series, whatever phi is; in at
 * most 9 % here, plus four standard deviations. */
static void test_no_step(void **state)
{
    static const double phis[] = {0, 0.3, 0.5, 0.8, 0.95, 1};
    for (size_t k = 0; k < sizeof phis / sizeof *phis; k++) {
        int called = 0;
        for (int trial = 0; trial < 500; trial++) {
            double values[COUNT];
            dependent(phis[k], values);
            called += step_against_dependence(COUNT, values, COUNT / 2, 0) <= 0.05;
        }
        print_message("phi %g: %d of 500 called\n", phis[k], called);
        assert_in_range(called, 1, 71);
    }
}

/* The standard error of a step is about sqrt((1 + phi) / (1 - phi) / 25) for 50 values on each
 * side; in a walk it is that of one of its steps. Seven of them are found. */
static void test_large_steps(void **state)
{
    static const double phis[] = {0, 0.5, 0.8, 1};
    for (size_t k = 0; k < sizeof phis / sizeof *phis; k++) {
        const double phi = phis[k], error = phi < 1 ? sqrt((1 + phi) / (1 - phi) / 25) : 1;
        int found = 0;
        for (int trial = 0; trial < 50; trial++) {
            double values[COUNT];
            dependent(phi, values);
            for (size_t i = COUNT / 2; i < COUNT; i++) values[i] += 7 * error;
            found += step_against_dependence(COUNT, values, COUNT / 2, 0) <= 1e-3;
        }
        print_message("phi %g: %d of 50 found\n", phi, found);
        assert_in_range(found, 45, 50);
    }
}

/* Of 100 walks, independent values would call nearly all changed. */
static void test_walks_have_no_changes(void **state)
{
    const struct change_test tests[] = {{0.01, 199, 0}, {0.01, 199, 0.001}};
    int changed[2] = {0};
    for (int trial = 0; trial < 100; trial++) {
        double values[COUNT];
        dependent(1, values);
        for (int k = 0; k < 2; k++) {
            struct change_point *changes;
            size_t count;
            assert_int_equal(change_points_find(COUNT, values, &tests[k], &changes, &count), OK);
            changed[k] += count > 0;
            free(changes);
        }
    }
    print_message("%d of 100 changed, %d against dependence\n", changed[0], changed[1]);
    assert_in_range(changed[0], 90, 100);
    assert_in_range(changed[1], 0, 5);
}

/* Of 20,000 such drifts, 4 had p > 1e-3, and a fifth p > 1e-6. */
static void test_drift(void **state)
{
    double values[COUNT];
    int found = 0;
    for (int trial = 0; trial < 50; trial++) {
        for (size_t i = 0; i < COUNT; i++) values[i] = 0.1 * (double)i + draw_normal();
        found += drift_against_dependence(COUNT, values) <= 1e-3;
    }
    assert_in_range(found, 48, 50);
    for (size_t i = 0; i < COUNT; i++) values[i] = i < COUNT / 2 ? 3 : 4;
    assert_true(step_against_dependence(COUNT, values, COUNT / 2, 0) == 0);
    for (size_t i = 0; i < COUNT; i++) values[i] = 3;
    assert_true(step_against_dependence(COUNT, values, COUNT / 2, 0) == 1);
    assert_true(step_against_dependence(4, values, 2, 0) == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_step),
        cmocka_unit_test(test_large_steps),
        cmocka_unit_test(test_walks_have_no_changes),
        cmocka_unit_test(test_drift),
    };
    seed_begin();
    return cmocka_run_group_tests_name("dependence", tests, NULL, NULL);
}
