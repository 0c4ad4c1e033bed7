#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/random.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

static struct summary summary_of(size_t count, const double *values)
{
    struct summary summary;
    assert_int_equal(summarise(count, values, &summary), OK);
    return summary;
}

static void assert_close(double actual, double expected)
{
    if (fabs(actual - expected) > 1e-14 * fabs(expected))
        fail_msg("%.17g is not %.17g", actual, expected);
}

/* Expected: numpy 1.24 quantile (its default method is type 7), mean and std(ddof=1). */
static void test_known_values(void **state)
{
    static const struct {
        size_t count;
        double values[10], min, q1, median, q3, max, mean, deviation;
    } cases[] = {
        {10, {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, 1, 2.25, 3.5, 5, 9, 3.9, 2.4698178070456938},
        {7,
         {0.31, 0.27, 0.295, 0.4, 0.28, 0.3, 0.29},
         0.27,
         0.28500000000000003,
         0.295,
         0.305,
         0.4,
         0.30642857142857144,
         0.043273768585819376},
        {2, {2, 1}, 1, 1.25, 1.5, 1.75, 2, 1.5, 0.7071067811865476},
        {1, {2.5}, 2.5, 2.5, 2.5, 2.5, 2.5, 2.5, 0},
        {4, {0.1, 0.1, 0.1, 0.1}, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct summary s = summary_of(cases[k].count, cases[k].values);
        assert_close(s.min, cases[k].min);
        assert_close(s.q1, cases[k].q1);
        assert_close(s.median, cases[k].median);
        assert_close(s.q3, cases[k].q3);
        assert_close(s.max, cases[k].max);
        assert_close(s.mean, cases[k].mean);
        assert_close(s.deviation, cases[k].deviation);
    }
}

static void test_quantiles(void **state)
{
    const double values[] = {10, 20, 30, 40, 50};
    assert_close(sorted_quantile(5, values, 0), 10);
    assert_close(sorted_quantile(5, values, 1), 50);
    assert_close(sorted_quantile(5, values, 0.1), 14);
    assert_close(sorted_quantile(5, values, 0.75), 40);
    assert_close(sorted_quantile(1, values, 0.3), 10);
}

/* The interval that infinitely many resamples give. The median of n = 2m + 1 draws is at most the
 * k-th smallest value (from 0) when at least m + 1 draws are, which is binomial with p = (k + 1) /
 * n; its 2.5 % and 97.5 % quantiles, from Python's math.comb, are the values number 1 and 5 of 7, 2
 * and 8 of 11, 40 and 60 of 101. For 7 and 11 no quantile lies so near a step that 1000 resamples
 * could miss it; for 101 they may miss by one. */
static void test_exact_bootstrap(void **state)
{
    double ascending[101];
    for (size_t k = 0; k < 101; k++) ascending[k] = 1 + (double)k;
    struct summary seven = summary_of(7, ascending), eleven = summary_of(11, ascending);
    assert_close(seven.ci_low, 1 + 1);
    assert_close(seven.ci_high, 1 + 5);
    assert_close(eleven.ci_low, 1 + 2);
    assert_close(eleven.ci_high, 1 + 8);
    struct summary many = summary_of(101, ascending);
    assert_in_range((uintmax_t)many.ci_low, 40, 42);
    assert_in_range((uintmax_t)many.ci_high, 60, 62);
}

static double *random_values(uint64_t key, uint64_t stream, size_t count)
{
    double *values;
    assert_int_equal(allocate(count, sizeof *values, "values", &values), OK);
    for (size_t k = 0; k < count; k++)
        values[k] = exp(3 * random_unit(random_bits(key, stream, k)));
    return values;
}

static void test_interval_properties(void **state)
{
    for (uint64_t trial = 0; trial < 50; trial++) {
        size_t count = 1 + random_below(random_bits(seed, 1000, trial), 60);
        double *values = random_values(seed, trial, count);
        struct summary s = summary_of(count, values), again = summary_of(count, values);
        assert_memory_equal(&s, &again, sizeof s);
        assert_true(s.min <= s.q1 && s.q1 <= s.median && s.median <= s.q3 && s.q3 <= s.max);
        assert_true(s.min <= s.ci_low && s.ci_low <= s.median && s.median <= s.ci_high &&
                    s.ci_high <= s.max);
        assert_true(s.min <= s.mean && s.mean <= s.max && s.deviation >= 0);
        free(values);
    }
}

static void test_order_does_not_matter(void **state)
{
    double forward[] = {4, 8, 15, 16, 23, 42}, backward[] = {42, 23, 16, 15, 8, 4};
    const double before[] = {42, 23, 16, 15, 8, 4};
    struct summary a = summary_of(6, forward), b = summary_of(6, backward);
    assert_memory_equal(&a, &b, sizeof a);
    assert_memory_equal(backward, before, sizeof before);
}

/* Sixteen times the samples make the interval about four times as narrow. */
static void test_interval_shrinks(void **state)
{
    double width[3];
    const size_t counts[] = {25, 400, 6400};
    for (size_t k = 0; k < 3; k++) {
        double *values = random_values(42, k, counts[k]);
        struct summary s = summary_of(counts[k], values);
        width[k] = s.ci_high - s.ci_low;
        free(values);
    }
    assert_true(width[1] > 0 && width[1] < width[0] / 2);
    assert_true(width[2] > 0 && width[2] < width[1] / 2);
}

static void test_scale(void **state)
{
    double values[] = {3e-7, 5e-7, 4e-7, 9e-7}, scaled[4];
    for (size_t k = 0; k < 4; k++) scaled[k] = values[k] * 0x1p30;
    struct summary s = summary_of(4, values), t = summary_of(4, scaled);
    assert_close(t.ci_low, s.ci_low * 0x1p30);
    assert_close(t.ci_high, s.ci_high * 0x1p30);
    assert_close(t.deviation, s.deviation * 0x1p30);
}

static void test_no_memory(void **state)
{
    const double values[] = {1, 2, 3};
    struct summary summary;
    assert_memory_refused(1, summarise(3, values, &summary));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_quantiles),
        cmocka_unit_test(test_exact_bootstrap),
        cmocka_unit_test(test_interval_properties),
        cmocka_unit_test(test_order_does_not_matter),
        cmocka_unit_test(test_interval_shrinks),
        cmocka_unit_test(test_scale),
        cmocka_unit_test(test_no_memory),
    };
    seed_begin();
    return cmocka_run_group_tests_name("stats", tests, NULL, NULL);
}
