#include <math.h>
#include <stdio.h>

#include "analysis/statistics/effective_samples.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/noise_models.h"

static const struct noise_model *model(enum noise_kind kind, double a)
{
    for (int k = 0; k < NNOISE_MODELS; k++)
        if (noise_models[k].kind == kind && noise_models[k].a == a) return &noise_models[k];
    fail_msg("no such model");
    return NULL;
}

static double effective_of(size_t count, const double *value)
{
    double out;
    assert_int_equal(effective_count(count, value, &out), OK);
    assert_true(out > 0 && out <= (double)count);
    return out;
}

/* By definition: independent samples count fully. */
static void test_independent(void **state)
{
    double equal[100], zigzag[100], one[1] = {3};
    for (int k = 0; k < 100; k++) equal[k] = 2, zigzag[k] = k % 2 ? 1 + k : -k;
    assert_true(effective_of(1, one) == 1);
    assert_true(effective_of(100, equal) == 100);
    assert_true(effective_of(100, zigzag) == 100);
}

/* Few samples, by hand: with ranks around 0 of mean square s, r = (sum of products of neighbours) /
 * (n s) is too low by (1 + 4 r) / n on average; n (1 - r) / (1 + r) with that added are as good. */
static void test_few(void **state)
{
    const double rising[] = {1, 2, 3, 4}, longer[] = {1, 2, 3, 4, 5}, turning[] = {2, 1, 3, 4};
    assert_float_equal(effective_of(4, rising), 4 * (1 - 0.75) / (1 + 0.75), 1e-12);
    assert_float_equal(effective_of(5, longer), 5 * (1 - 0.92) / (1 + 0.92), 1e-12);
    assert_float_equal(effective_of(4, turning), 4 * (1 - 0.55) / (1 + 0.55), 1e-12);
}

/* Ranks count: neither the unit nor outliers matter. */
static void test_ranks(void **state)
{
    double value[100], stretched[100];
    noise_make(model(AUTOREGRESSIVE, 0.5), 100, 1, value);
    for (int k = 0; k < 100; k++) stretched[k] = exp(100 * value[k]) - 7;
    assert_true(effective_of(100, value) == effective_of(100, stretched));
}

/* n (1 - phi) / (1 + phi) of AR(1): on average over series of 300 within a third; the greatest of
 * several scales is taken, so that it is less. */
static void test_autoregression(void **state)
{
    static const struct {
        double phi, expected;
    } known[] = {{0.5, 100}, {0.9, 15.8}, {0.95, 7.7}};
    enum { SERIES = 50 };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        double sum = 0, value[MOST_SAMPLES];
        for (int s = 0; s < SERIES; s++) {
            noise_make(model(AUTOREGRESSIVE, known[k].phi), MOST_SAMPLES, 1, value);
            sum += effective_of(MOST_SAMPLES, value);
        }
        double mean = sum / SERIES;
        if (mean > 1.34 * known[k].expected || mean < 0.5 * known[k].expected)
            fail_msg("phi %g: %g for %g", known[k].phi, mean, known[k].expected);
    }
}

static void test_trends(void **state)
{
    double value[100];
    for (int k = 0; k < 100; k++) value[k] = k;
    for (size_t count = 12; count <= 100; count++) assert_true(effective_of(count, value) < 6);
    for (int k = 0; k < 100; k++) value[k] = k < 50;
    assert_true(effective_of(100, value) < 6);
    /* Neighbours hide the trend, which means of two show. */
    for (int k = 0; k < 100; k++) value[k] = k + 100 * (k % 2);
    assert_true(effective_of(100, value) < 6);
}

/* A short version of bench_noise: equal files with each kind of noise, and slower ones. */
static void test_false_verdicts(void **state)
{
    enum { PAIRS = 100, MOST_CALLED = 3 };
    static const size_t sizes[] = {0, 30, 100};
    int all = 0, all_called = 0;
    struct noise_pair pair;
    draw_from(1);
    noise_begin(&pair);
    for (int m = 0; m < NNOISE_MODELS; m++) {
        const double floor =
            !noise_shows(&noise_models[m]) ? noise_floor_of(&pair, &noise_models[m]) : 0;
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
            int called = 0, found = 0;
            for (int k = 0; k < PAIRS; k++) {
                struct compared_case c = noise_compare(&pair, &noise_models[m], sizes[s], 1, floor);
                called += noise_called(&c);
                if (noise_models[m].kind != WHITE) continue;
                c = noise_compare(&pair, &noise_models[m], sizes[s], 1.03, floor);
                found += c.judgement == JUDGED_SLOWER;
            }
            all += PAIRS, all_called += called;
            if (called > MOST_CALLED)
                fail_msg("%s, %zu samples: %d called", noise_models[m].name, sizes[s], called);
            if (noise_models[m].kind == WHITE) assert_true(found >= PAIRS * 95 / 100);
        }
    }
    noise_end(&pair);
    print_message("%d of %d equal pairs called different\n", all_called, all);
    assert_true(all_called <= all / 200);
}

/* Samples that are not enough, though the middle ones agree: the interval of the median of 100
 * reaches from rank 40 to 60, and 42 are 5 % below the 16 in the middle. */
static void test_middle_agrees(void **state)
{
    double value[100];
    bool enough;
    for (int k = 0, turn = 0; k < 100; k++) value[k] = k % 6 == 5 ? 1 : turn++ % 2 ? 1.03 : 0.95;
    assert_ok(effective_enough(100, value, 1, 0.03, &enough));
    assert_false(enough);
    for (int k = 0; k < 100; k++) value[k] = 1 + (value[k] - 1) / 10;
    assert_ok(effective_enough(100, value, 1, 0.03, &enough));
    assert_true(enough);
}

/* The interval of a median holds for dependent samples, too; fewer than six have none. */
static void test_interval(void **state)
{
    enum { TRIALS = 400, COUNT = 60 };
    for (int m = 0; m < 2; m++) {
        int inside = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double value[COUNT];
            struct summary plain, its;
            noise_make(&noise_models[m], COUNT, 1, value);
            assert_ok(summarise(COUNT, value, &plain));
            assert_ok(summarise_samples(COUNT, value, &its));
            assert_true(its.ci_low <= plain.ci_low && plain.ci_high <= its.ci_high);
            assert_true(its.median == plain.median && its.min == plain.min && its.q3 == plain.q3);
            inside += its.ci_low <= 1 && 1 <= its.ci_high;
        }
        if (inside < TRIALS * 93 / 100) fail_msg("%s: %d inside", noise_models[m].name, inside);
    }
    const double few[] = {1, 3, 2, 5, 4, 6};
    struct summary its;
    assert_ok(summarise_samples(5, few, &its));
    assert_true(isnan(its.ci_low) && isnan(its.ci_high) && its.median == 3);
    assert_ok(summarise_samples(6, few, &its));
    assert_true(its.ci_low < 3.5 && 3.5 < its.ci_high);
    /* A core that is lost half the time: the interval is wide, but no age of the universe. */
    double half[40];
    for (int k = 0; k < 40; k++) half[k] = (k < 20 ? 1e-3 : 3e-3) * (1 + 0.001 * k);
    assert_ok(summarise_samples(40, half, &its));
    assert_true(its.ci_low > 1e-5 && its.ci_high < 0.1 && its.ci_high > 3e-3);
}

static void test_no_memory(void **state)
{
    double value[20], out;
    bool enough;
    noise_make(&noise_models[0], 20, 1, value);
    for (int what = 0; what < 2; what++) {
        assert_memory_refused(3, what ? effective_enough(20, value, 1, 0.001, &enough)
                               : effective_count(20, value, &out));
    }
}

/* Shares of random series: the seed is fixed, so that no run is the one in many that is beyond a
 * bound. */
int main(void)
{
    draw_from(1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_independent),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_autoregression),
        cmocka_unit_test(test_trends),
        cmocka_unit_test(test_false_verdicts),
        cmocka_unit_test(test_middle_agrees),
        cmocka_unit_test(test_interval),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_few),
    };
    return cmocka_run_group_tests_name("effective", tests, NULL, NULL);
}
