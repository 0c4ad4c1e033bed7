#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/change_points.h"
#include "analysis/statistics/trend.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/known_changes.h"
#include "tests/support/seed.h"

enum { MOST = 64, NKNOWN = sizeof known_series / sizeof *known_series };

static const struct change_test usual = {.level = 0.01, .permutations = 499};

static void assert_close(const char *what, double actual, double expected)
{
    if (fabs(actual - expected) > 1e-9 * (1e-3 + fabs(expected)))
        fail_msg("%s: %.17g is not %.17g", what, actual, expected);
}

static size_t find(size_t count, const double *values, const struct change_test *test,
                   struct change_point *out)
{
    struct change_point *found;
    size_t n;
    assert_int_equal(change_points_find(count, values, test, &found, &n), OK);
    for (size_t k = 0; k < n; k++) {
        out[k] = found[k];
        assert_true(found[k].p > 0 && found[k].p <= test->level);
        assert_true(found[k].at >= CHANGE_SEGMENT && found[k].at + CHANGE_SEGMENT <= count);
        assert_true(k == 0 || found[k - 1].at < found[k].at);
    }
    free(found);
    return n;
}

static void test_known_splits(void **state)
{
    for (const struct known_series *known = known_series; known < known_series + NKNOWN; known++) {
        struct split split;
        assert_int_equal(split_find(known->count, known->value, &split), OK);
        assert_close(known->name, split.statistic, known->statistic);
        assert_int_equal(split.at, known->at);
        assert_int_equal(split.end, known->end);
    }
}

static void test_known_changes(void **state)
{
    for (const struct known_series *known = known_series; known < known_series + NKNOWN; known++) {
        struct change_point changes[MOST];
        if (!isnan(known->exact_p)) continue;
        size_t count = find(known->count, known->value, &usual, changes);
        assert_int_equal(count, known->nchanges);
        for (size_t k = 0; k < count; k++) assert_int_equal(changes[k].at, known->change[k]);
    }
}

/* p lies between the levels at which the split is significant and at which it is not.
 * 20,000 permutations leave a standard deviation below 0.0025. */
static void test_exact_p(void **state)
{
    for (const struct known_series *known = known_series; known < known_series + NKNOWN; known++) {
        if (isnan(known->exact_p)) continue;
        const struct change_test above = {known->exact_p + 0.01, 20000, 0},
                                 below = {known->exact_p - 0.01, 20000, 0};
        struct change_point changes[MOST];
        assert_true(find(known->count, known->value, &above, changes) >= 1);
        assert_true(fabs(changes[0].p - known->exact_p) < 0.01);
        assert_int_equal(find(known->count, known->value, &below, changes), 0);
    }
}

static void test_known_trends(void **state)
{
    for (const struct known_series *known = known_series; known < known_series + NKNOWN; known++) {
        struct trend trend;
        assert_int_equal(trend_find(known->count, known->value, &trend), OK);
        assert_close(known->name, trend.slope, known->slope);
        assert_close(known->name, trend.intercept, known->intercept);
        assert_close(known->name, trend.s, known->s);
        assert_close(known->name, trend.p, known->trend_p);
    }
}

/* Normal noise; with tails: its cube. */
static void noise(size_t count, bool tails, double *out)
{
    for (size_t i = 0; i < count; i++) {
        out[i] = draw_normal();
        if (tails) out[i] *= out[i] * out[i];
    }
}

/* At most 5 % of 400 series without a change have one by chance, plus four standard deviations. */
static void test_false_alarms(void **state)
{
    const struct change_test test = {.level = 0.05, .permutations = 199};
    int changed = 0, drifting = 0;
    for (int trial = 0; trial < 400; trial++) {
        double values[MOST];
        struct change_point changes[MOST];
        struct trend trend;
        size_t count = 8 + draw(40);
        noise(count, trial % 2, values);
        changed += find(count, values, &test, changes) > 0;
        assert_int_equal(trend_find(count, values, &trend), OK);
        drifting += trend.p <= 0.05;
    }
    print_message("%d of 400 changed, %d drifting\n", changed, drifting);
    assert_in_range(changed, 3, 37);
    assert_in_range(drifting, 3, 37);
}

static bool near(size_t at, size_t where)
{
    return at + 1 >= where && at <= where + 1;
}

/* Found within one run of where it is, in 90 of 100 series at least. */
static void test_steps_are_found(void **state)
{
    int found = 0;
    for (int trial = 0; trial < 100; trial++) {
        double values[MOST];
        struct change_point changes[MOST];
        size_t count = 24 + draw(40), where = 6 + draw(count - 12);
        noise(count, false, values);
        for (size_t i = where; i < count; i++) values[i] += trial % 2 ? 3 : -3;
        size_t n = find(count, values, &usual, changes);
        for (size_t k = 0; k < n; k++) found += near(changes[k].at, where);
    }
    print_message("%d of 100 steps found\n", found);
    assert_true(found >= 90);
}

static void test_bumps_are_found(void **state)
{
    int found = 0;
    for (int trial = 0; trial < 50; trial++) {
        double values[MOST];
        struct change_point changes[MOST];
        noise(60, false, values);
        for (size_t i = 30; i < 40; i++) values[i] += 5;
        size_t n = find(60, values, &usual, changes);
        for (size_t k = 0; k < n; k++) found += near(changes[k].at, 30) + near(changes[k].at, 40);
    }
    print_message("%d of 100 ends of bumps found\n", found);
    assert_true(found >= 95);
}

static void test_drift_is_found(void **state)
{
    int found = 0;
    for (int trial = 0; trial < 100; trial++) {
        double values[MOST];
        struct trend trend;
        noise(40, trial % 2, values);
        for (size_t i = 0; i < 40; i++) values[i] += (trial % 2 ? 0.3 : 0.08) * (double)i;
        assert_int_equal(trend_find(40, values, &trend), OK);
        found += trend.p <= 0.01 && trend.s > 0 && trend.slope > 0;
    }
    print_message("%d of 100 drifts found\n", found);
    assert_true(found >= 90);
}

/* Other units and another zero change nothing but the size; the other direction of time changes the
 * sign of a slope. */
static void test_symmetries(void **state)
{
    for (int trial = 0; trial < 30; trial++) {
        double values[MOST], other[MOST], back[MOST];
        struct split split, same;
        struct trend trend, turned;
        size_t count = 4 + draw(40);
        noise(count, trial % 2, values);
        for (size_t i = 0; i < count; i++) other[i] = 10 - 4 * values[i];
        for (size_t i = 0; i < count; i++) back[count - 1 - i] = other[i];
        assert_int_equal(split_find(count, values, &split), OK);
        assert_int_equal(split_find(count, other, &same), OK);
        assert_true(split.at == same.at && split.end == same.end);
        assert_close("statistic", same.statistic, 4 * split.statistic);
        assert_int_equal(trend_find(count, values, &trend), OK);
        assert_int_equal(trend_find(count, back, &turned), OK);
        assert_close("slope", turned.slope, 4 * trend.slope);
        assert_true(turned.s == trend.s);
        assert_close("p", turned.p, trend.p);
    }
}

/* Nothing, too little, or nothing but rounding to divide. */
static void test_nothing_to_find(void **state)
{
    const struct change_test test = {.level = 0.9, .permutations = 99};
    double values[MOST];
    struct change_point changes[MOST];
    struct trend trend;
    for (size_t count = 0; count < MOST; count++) {
        for (size_t i = 0; i < count; i++) values[i] = -13.8 * (1 + (double)(i % 3) * 0x1p-53);
        assert_int_equal(find(count, values, &test, changes), 0);
    }
    for (size_t i = 0; i < MOST; i++) values[i] = 7;
    assert_int_equal(trend_find(MOST, values, &trend), OK);
    assert_true(trend.p == 1 && trend.s == 0 && trend.slope == 0 && trend.intercept == 7);
}

static void test_again(void **state)
{
    double values[MOST];
    struct change_point first[MOST], second[MOST];
    noise(MOST, false, values);
    for (size_t i = 20; i < MOST; i++) values[i] += 2;
    size_t count = find(MOST, values, &usual, first);
    assert_int_equal(find(MOST, values, &usual, second), count);
    for (size_t k = 0; k < count; k++)
        assert_true(first[k].at == second[k].at && first[k].p == second[k].p);
}

static enum status everything(const double *values)
{
    struct change_point *changes = NULL;
    struct trend trend;
    size_t count;
    struct split split;
    enum status status =
        change_points_find(10, values, &(struct change_test){0.05, 199, 0}, &changes, &count);
    free(changes);
    if (status == OK) status = split_find(10, values, &split);
    return status == OK ? trend_find(10, values, &trend) : status;
}

static void test_no_memory(void **state)
{
    const double values[] = {1, 1.1, 1, 0.9, 1, 9, 9.1, 9, 9.2, 8.9};
    assert_memory_refused(9, everything(values));
}

/* As many values as are said to be needed find the change about nine times of ten, and half of them
 * do not. */
static void test_needed(void **state)
{
    static const double noise[] = {0.05, 0.5, 0.7};
    const struct change_test test = {.level = 0.01, .permutations = 499};
    for (int k = 0; k < 3; k++) {
        enum { TIMES = 100 };
        size_t found[2] = {0, 0};
        const size_t needed = (size_t)change_points_needed(test.level, noise[k], 1);
        assert_in_range(needed, 10, MOST);
        for (int j = 0; j < 2 * TIMES; j++) {
            double value[MOST];
            struct change_point changes[MOST];
            const size_t count = j % 2 ? needed / 2 : needed;
            for (size_t i = 0; i < count; i++)
                value[i] = noise[k] * draw_normal() + (i >= count / 2);
            found[j % 2] += find(count, value, &test, changes) > 0;
        }
        assert_true(found[0] >= 78);
        assert_true(found[1] <= 80);
    }
}

static void test_deviation(void **state)
{
    double value[1000], deviation;
    for (int k = 0; k < 1000; k++) value[k] = 3 * draw_normal() + (k > 300 ? 50 : 0);
    assert_int_equal(change_points_deviation(1000, value, &deviation), OK);
    assert_true(fabs(deviation - 3) < 0.6);
    assert_int_equal(change_points_deviation(2, value, &deviation), OK);
    assert_true(isnan(deviation));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_splits),    cmocka_unit_test(test_known_changes),
        cmocka_unit_test(test_exact_p),         cmocka_unit_test(test_known_trends),
        cmocka_unit_test(test_false_alarms),    cmocka_unit_test(test_steps_are_found),
        cmocka_unit_test(test_bumps_are_found), cmocka_unit_test(test_drift_is_found),
        cmocka_unit_test(test_symmetries),      cmocka_unit_test(test_nothing_to_find),
        cmocka_unit_test(test_again),           cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_needed),          cmocka_unit_test(test_deviation),
    };
    seed_begin();
    return cmocka_run_group_tests_name("changes", tests, NULL, NULL);
}
