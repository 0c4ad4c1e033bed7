/* Levels of processes: what processes say of them, how the variance of one case is moderated by
 * those of others, and how often intervals hold for other processes. */
#include "analysis/statistics/levels.h"

#include <math.h>

#include "analysis/statistics/prediction.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * fabs(b);
}

/* Two processes of three and two samples. */
static void test_process_levels(void **state)
{
    double value[] = {2, 1, 4, 8, 2};
    size_t block[] = {0, 1, 3, 5}, process[] = {0, 2, 3};
    const struct timings t = {5, 3, 2, value, block, process, 0};
    struct process_levels levels;
    assert_int_equal(process_levels_find(&t, &levels), OK);
    assert_int_equal(levels.count, 2);
    assert_true(is_near(levels.mean, (log(2) + log(5)) / 2));
    assert_true(is_near(levels.squares, pow(log(2.5), 2) / 2));
    assert_true(levels.within > 0);
    assert_true(value[0] == 2 && value[3] == 8);
    const struct process_levels other = {.count = 3, .squares = 0.5, .within = 0.1};
    const struct level_part both = level_part_of(&levels, &other),
                            one = level_part_of(&other, NULL);
    assert_true(both.freedom == 3 && is_near(both.variance, (levels.squares + 0.5) / 3));
    assert_true(is_near(both.within, (2 * levels.within + 0.3) / 5));
    assert_true(one.freedom == 2 && one.variance == 0.25 && is_near(one.within, 0.1));
}

/* 100 samples with normal noise of 1 %, independent or each like the nine after it. Geometric
 * means: a trial whose samples seem to depend on each other by chance has several times the
 * variance. */
static void test_within(void **state)
{
    double value[100], sum[2] = {0, 0};
    size_t block[] = {0, 100}, process[] = {0, 1};
    const struct timings t = {100, 1, 1, value, block, process, 0};
    for (int trial = 0; trial < 100; trial++)
        for (int alike = 0; alike < 2; alike++) {
            struct process_levels levels;
            for (int k = 0; k < 100; k++)
                value[k] = alike && k % 10 ? value[k - 1] : exp(0.01 * draw_normal());
            assert_int_equal(process_levels_find(&t, &levels), OK);
            sum[alike] += log(levels.within) / 100;
        }
    assert_true(fabs(exp(sum[0]) / 1.57e-6 - 1) < 0.4);
    assert_true(sum[1] > log(5) + sum[0]);
}

static void test_unknown(void **state)
{
    const struct level_part none = {0, 0, 1e-6}, few = {1e-4, LEAST_FREEDOM - 1, 0};
    struct level_variance all = levels_fit(0, NULL);
    assert_true(levels_moderated(&all, &none).freedom == 0);
    all = levels_fit(1, &none);
    assert_true(levels_moderated(&all, &few).freedom == 0);
    all = levels_fit(1, &few);
    assert_true(levels_moderated(&all, &few).freedom == 0);
}

/* A floor that is 99 % of the differences of two processes, each with this deviation. */
static void test_floor(void **state)
{
    const struct level_part none = {0, 0, 4e-6}, part = level_part_of_floor(expm1(3.643 * 0.01));
    const struct level_variance all = levels_fit(1, &part), its = levels_moderated(&all, &none);
    assert_true(fabs(sqrt(part.variance) / 0.01 - 1) < 1e-3);
    assert_true(fabs(sqrt(all.variance) / 0.01 - 1) < 0.15);
    assert_true(its.freedom == FLOOR_FREEDOM && is_near(its.variance, all.variance + 4e-6));
}

/* The own variance of a case counts with its freedom, and is at least what samples explain. */
static void test_moderated(void **state)
{
    const struct level_variance all = {1e-4, 6, 100};
    const struct level_part wide = {9e-4, 3, 1e-5}, narrow = {0, 3, 1e-2};
    const struct level_variance its = levels_moderated(&all, &wide);
    assert_true(is_near(its.variance, (6 * 1.1e-4 + 3 * 9e-4) / 9) && its.freedom == 9);
    assert_true(is_near(levels_moderated(&all, &narrow).variance, 1e-2));
    const struct level_variance seen_few = {1e-4, 1024, 8};
    assert_true(levels_moderated(&seen_few, &wide).freedom == 8);
}

enum { CASES = 40 };

/* Variances of two sides of count processes, with these deviations of levels and samples. */
static struct level_part draw_part(size_t count, double level, double within)
{
    struct level_part part = {0, 2 * (double)count - 2, within * within};
    for (int k = 0; k < (int)part.freedom; k++)
        part.variance += pow(hypot(level, within) * draw_normal(), 2) / part.freedom;
    return part;
}

/* Equal levels count much; levels that differ from case to case count little. */
static void test_fit(void **state)
{
    struct level_part part[CASES];
    for (int differ = 0; differ < 2; differ++) {
        double logs = 0, freedom = 0;
        for (int trial = 0; trial < 20; trial++) {
            for (int k = 0; k < CASES; k++)
                part[k] = draw_part(3, 0.01 * (differ ? exp(draw_normal()) : 1), 0.004);
            const struct level_variance all = levels_fit(CASES, part);
            logs += log(sqrt(all.variance) / 0.01) / 20;
            freedom += fmin(all.freedom, 100) / 20;
        }
        assert_true(fabs(logs) < (differ ? 0.6 : 0.1));
        assert_true(differ ? freedom < 10 : freedom > 20);
    }
}

/* Intervals of the difference of two sides hold as often as they say, where processes are few, and
 * are narrower than those of a case by itself. */
static void test_coverage(void **state)
{
    enum { TRIALS = 100 };
    for (size_t count = 2; count <= 4; count++) {
        double inside = 0, pooled = 0, alone = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            struct level_part part[CASES];
            for (int k = 0; k < CASES; k++) part[k] = draw_part(count, 0.01, 0.002);
            const struct level_variance all = levels_fit(CASES, part);
            for (int k = 0; k < CASES; k++) {
                const struct level_variance its = levels_moderated(&all, &part[k]);
                const double reach =
                    student_quantile((size_t)its.freedom) * sqrt(2 * its.variance / (double)count);
                const double error = hypot(0.01, 0.002) * sqrt(2 / (double)count);
                inside += fabs(error * draw_normal()) <= reach;
                pooled += reach;
                alone +=
                    student_quantile(2 * count - 2) * sqrt(2 * part[k].variance / (double)count);
            }
        }
        const double share = inside / (TRIALS * CASES);
        if (share < 0.93 || share > 0.97 || pooled > alone)
            fail_msg("%zu processes: %g inside; widths %g, %g", count, share, pooled, alone);
    }
}

static void test_beyond(void **state)
{
    for (size_t freedom = 1; freedom < 40; freedom++)
        assert_true(fabs(student_beyond(freedom, student_quantile(freedom)) - 0.05) < 1e-9);
    assert_true(fabs(student_beyond(8, 3.3554) - 0.01) < 1e-5);
    assert_true(student_beyond(3, 0) == 1 && student_beyond(1000, 1e9) < 1e-9);
}

static void test_no_memory(void **state)
{
    double value[] = {1, 2, 3};
    size_t block[] = {0, 3}, process[] = {0, 1};
    const struct timings t = {3, 1, 1, value, block, process, 0};
    struct process_levels levels;
    long successes = 0;
    while (refused_after(successes, process_levels_find(&t, &levels)) != OK) successes++;
    assert_true(successes >= 2);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_process_levels), cmocka_unit_test(test_within),
        cmocka_unit_test(test_unknown),        cmocka_unit_test(test_floor),
        cmocka_unit_test(test_moderated),      cmocka_unit_test(test_fit),
        cmocka_unit_test(test_coverage),       cmocka_unit_test(test_beyond),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
