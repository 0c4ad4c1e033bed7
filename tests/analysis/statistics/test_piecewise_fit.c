#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/statistics/piecewise_fit.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 80 };

static const struct change_test usual = {.level = 0.01, .permutations = 499};

static void noise(size_t count, double deviation, double *out)
{
    for (size_t i = 0; i < count; i++) out[i] = deviation * draw_normal();
}

/* Checks that the stretches follow each other from the first value to the last. */
static size_t find(size_t count, const double *values, struct stretch **out)
{
    size_t n;
    assert_int_equal(piecewise_fit(count, values, &usual, out, &n), OK);
    assert_true(n >= 1 && (*out)[0].first == 0 && (*out)[n - 1].end == count && (*out)[0].p == 1);
    for (size_t k = 0; k < n; k++) {
        assert_true((*out)[k].first < (*out)[k].end);
        assert_true(k == 0 || ((*out)[k].first == (*out)[k - 1].end && (*out)[k].p <= usual.level));
    }
    return n;
}

static bool near(double a, double b, double tolerance)
{
    return fabs(a - b) <= tolerance;
}

/* Levels 0, 0.3, 0.7, 1 for 15 values each are three steps, not one slope. */
static void test_stairs(void **state)
{
    int right = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[60];
        struct stretch *s;
        noise(60, 0.05, values);
        for (size_t i = 15; i < 60; i++) values[i] += i < 30 ? 0.3 : i < 45 ? 0.7 : 1;
        size_t n = find(60, values, &s);
        right += n == 4 && s[1].first == 15 && s[2].first == 30 && s[3].first == 45 &&
                 near(stretch_step(&s[1], &s[2]), 0.4, 0.08) && s[3].slope == 0;
        free(s);
    }
    print_message("%d of 50 stairs found\n", right);
    assert_true(right >= 40);
}

/* A drift of 12 % under noise of 1 % is one slope, whatever E-divisive makes of it. */
static void test_slopes(void **state)
{
    int right = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[60], rise = trial % 2 ? 0.12 : -0.12;
        struct stretch *s;
        noise(60, 0.01, values);
        for (size_t i = 0; i < 60; i++) values[i] += rise * (double)i / 59;
        size_t n = find(60, values, &s);
        right += n == 1 && near(stretch_rise(&s[0]), rise, 0.02) && near(s[0].level, 0, 0.015) &&
                 s[0].trend_p < 1e-6;
        free(s);
    }
    print_message("%d of 50 slopes found\n", right);
    assert_true(right >= 40);
}

/* A step stays a step, wherever it is. */
static void test_steps(void **state)
{
    int right = 0;
    for (int trial = 0; trial < 100; trial++) {
        double values[MOST];
        struct stretch *s;
        size_t count = 30 + draw(MOST - 30), where = 4 + draw(count - 8);
        noise(count, 0.01, values);
        for (size_t i = where; i < count; i++) values[i] += 0.08;
        size_t n = find(count, values, &s);
        right += n == 2 && s[1].first == where && near(stretch_step(&s[0], &s[1]), 0.08, 0.02);
        free(s);
    }
    print_message("%d of 100 steps found\n", right);
    assert_true(right >= 85);
}

/* A step, and then a slope of its own. */
static void test_step_and_slope(void **state)
{
    int right = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[MOST];
        struct stretch *s;
        noise(MOST, 0.01, values);
        for (size_t i = 30; i < MOST; i++) values[i] += -0.5 + 0.004 * (double)(i - 30);
        size_t n = find(MOST, values, &s);
        right += n == 2 && s[1].first == 30 && near(stretch_rise(&s[1]), 0.196, 0.03);
        free(s);
    }
    print_message("%d of 50 steps with a slope behind them found\n", right);
    assert_true(right >= 40);
}

/* A step down from the end of a slope. */
static void test_slope_and_step(void **state)
{
    int right = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[MOST];
        struct stretch *s;
        noise(MOST, 0.01, values);
        for (size_t i = 0; i < MOST; i++) values[i] += i < 50 ? 0.004 * (double)i : -0.3;
        size_t n = find(MOST, values, &s);
        right += n == 2 && s[1].first == 50 && near(stretch_step(&s[0], &s[1]), -0.496, 0.03);
        free(s);
    }
    print_message("%d of 50 steps behind a slope found\n", right);
    assert_true(right >= 40);
}

static void test_short(void **state)
{
    const double values[] = {5, 1, 4, 9, 0, 7, 6, 2, 8, 3};
    for (size_t count = 1; count < 10; count++) {
        struct stretch *s;
        size_t n = find(count, values, &s);
        assert_int_equal(n, 1);
        assert_true(s[0].slope == 0 && stretch_rise(&s[0]) == 0);
        assert_true(count >= TREND_LEAST || s[0].trend_p == 1);
        if (count == 3) assert_true(s[0].level == 4);
        if (count == 4) assert_true(s[0].level == 4.5);
        free(s);
    }
}

static void test_constant(void **state)
{
    double values[MOST];
    struct stretch *s;
    for (size_t i = 0; i < MOST; i++) values[i] = i < 40 ? -3 : -2;
    assert_int_equal(find(MOST, values, &s), 2);
    assert_true(s[0].level == -3 && s[1].level == -2 && s[0].slope == 0 && s[1].slope == 0 &&
                s[1].first == 40);
    free(s);
}

static void test_no_memory(void **state)
{
    double values[20];
    for (size_t i = 0; i < 20; i++) values[i] = (i < 10 ? 0 : 5) + 0.01 * (double)(i * i % 7);
    long successes = 0;
    enum status status;
    do {
        struct stretch *s;
        size_t n;
        status = refused_after(successes++, piecewise_fit(20, values, &usual, &s, &n));
        assert_true(status == OK ? n == 2 : status == ERROR_HOST_MEMORY && !s);
        free(s);
    } while (status != OK);
    assert_true(successes > 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_stairs),         cmocka_unit_test(test_slopes),
        cmocka_unit_test(test_steps),          cmocka_unit_test(test_step_and_slope),
        cmocka_unit_test(test_slope_and_step), cmocka_unit_test(test_short),
        cmocka_unit_test(test_constant),       cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("course", tests, NULL, NULL);
}
