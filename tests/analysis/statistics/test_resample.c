#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/hypothesis.h"
#include "analysis/statistics/resample.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/known_statistics.h"
#include "tests/support/seed.h"

enum { MOST = 400 };

static void assert_near(double actual, double expected, double tolerance)
{
    if (!(fabs(actual - expected) <= tolerance)) fail_msg("%.17g is not %.17g", actual, expected);
}

/* SciPy */

static void test_known_rank_tests(void **state)
{
    for (size_t k = 0; k < sizeof known_rank_tests / sizeof *known_rank_tests; k++) {
        struct rank_test t;
        assert_int_equal(mann_whitney(known_rank_tests[k].nx, known_rank_tests[k].x,
                                      known_rank_tests[k].ny, known_rank_tests[k].y, &t),
                         OK);
        assert_near(t.u, known_rank_tests[k].u, 0);
        assert_near(t.greater, known_rank_tests[k].greater, 1e-12 * known_rank_tests[k].greater);
        assert_near(t.less, known_rank_tests[k].less, 1e-12 * known_rank_tests[k].less);
    }
}

static void test_known_discoveries(void **state)
{
    for (size_t k = 0; k < sizeof known_discoveries / sizeof *known_discoveries; k++) {
        double p[16];
        memcpy(p, known_discoveries[k].p, sizeof p);
        assert_int_equal(benjamini_hochberg(known_discoveries[k].count, p), OK);
        for (size_t j = 0; j < known_discoveries[k].count; j++)
            assert_near(p[j], known_discoveries[k].least_rate[j], 1e-14);
    }
}

/* By hand: the smallest counts three times, the next twice, and none is below one before it. */
static void test_holm(void **state)
{
    double p[] = {0.01, 0.04, 0.03, 0.5}, one[] = {0.2};
    const double by_hand[] = {0.04, 0.09, 0.09, 0.5};
    assert_int_equal(holm(4, p), OK);
    for (int k = 0; k < 4; k++) assert_near(p[k], by_hand[k], 1e-15);
    assert_int_equal(holm(1, one), OK);
    assert_near(one[0], 0.2, 0);
    assert_int_equal(holm(0, NULL), OK);
}

static struct timings pool(const struct known_pool *known)
{
    return (struct timings){.count = known->count,
                            .nblocks = known->nblocks,
                            .nprocesses = known->nprocesses,
                            .value = (double *)known->value,
                            .block = (size_t *)known->block,
                            .process = (size_t *)known->process,
                            .effective = (double)known->count};
}

/* 2,000 resamples against 100,000: an end may be off by a tenth of the width. */
static void test_known_ratios(void **state)
{
    for (size_t k = 0; k < sizeof known_ratios / sizeof *known_ratios; k++) {
        struct timings base = pool(&known_ratios[k].base), fresh = pool(&known_ratios[k].fresh);
        double width = known_ratios[k].high - known_ratios[k].low;
        for (uint64_t stream = 0; stream < 3; stream++) {
            struct ratio r;
            assert_int_equal(median_ratio(&base, &fresh, false, stream, NULL, &r), OK);
            assert_near(r.ratio, known_ratios[k].ratio, 1e-14);
            assert_near(r.low, known_ratios[k].low, 0.1 * width);
            assert_near(r.high, known_ratios[k].high, 0.1 * width);
        }
    }
}

static void test_known_intervals(void **state)
{
    for (size_t k = 0; k < sizeof known_intervals / sizeof *known_intervals; k++) {
        struct summary s;
        double width = known_intervals[k].high - known_intervals[k].low;
        assert_int_equal(summarise(known_intervals[k].count, known_intervals[k].values, &s), OK);
        assert_near(s.ci_low, known_intervals[k].low, 0.1 * width);
        assert_near(s.ci_high, known_intervals[k].high, 0.1 * width);
    }
}

/* By hand and by definition */

/* P(U >= u) by all orders of nx + ny values. */
static void test_all_orders(void **state)
{
    for (unsigned nx = 1; nx <= 5; nx++) {
        for (unsigned ny = 1; ny <= 5; ny++) {
            double at_least[26] = {0}, orders = 0;
            for (unsigned set = 0; set < 1u << (nx + ny); set++) {
                if ((unsigned)__builtin_popcount(set) != nx) continue;
                unsigned u = 0;
                for (unsigned i = 0; i < nx + ny; i++)
                    for (unsigned j = 0; j < i; j++) u += (set >> i & 1) && !(set >> j & 1);
                for (unsigned k = 0; k <= u; k++) at_least[k]++;
                orders++;
            }
            double x[5], y[5];
            for (unsigned k = 0; k < nx; k++) x[k] = draw_unit();
            for (unsigned k = 0; k < ny; k++) y[k] = draw_unit();
            struct rank_test t;
            assert_int_equal(mann_whitney(nx, x, ny, y, &t), OK);
            assert_near(t.greater, at_least[(int)t.u] / orders, 1e-14);
        }
    }
}

/* A random structure: *out is new. */
static void draw_pool(size_t nprocesses, size_t nblocks, double spread, struct timings *out)
{
    *out = (struct timings){.nprocesses = nprocesses};
    assert_int_equal(allocate(MOST, sizeof(double), "values", &out->value), OK);
    assert_int_equal(allocate(MOST + 1, sizeof(size_t), "blocks", &out->block), OK);
    assert_int_equal(allocate(nprocesses + 1, sizeof(size_t), "processes", &out->process), OK);
    for (size_t p = 0; p < nprocesses; p++) {
        out->process[p] = out->nblocks;
        for (size_t b = 0; b < nblocks; b++) {
            out->block[out->nblocks++] = out->count;
            for (size_t k = 1 + draw(4); k > 0; k--)
                out->value[out->count++] = exp(spread * draw_unit());
        }
    }
    out->process[nprocesses] = out->nblocks;
    out->block[out->nblocks] = out->count;
    out->effective = (double)out->count;
}

static void test_properties(void **state)
{
    for (int trial = 0; trial < 30; trial++) {
        struct timings a, b;
        struct ratio r, again, scaled, paired;
        double logs[RATIO_RESAMPLES];
        draw_pool(1 + draw(3), 1 + draw(20), 0.1, &a);
        draw_pool(1 + draw(3), 1 + draw(20), 0.1, &b);
        assert_int_equal(median_ratio(&a, &b, false, 1, logs, &r), OK);
        assert_int_equal(median_ratio(&a, &b, false, 1, NULL, &again), OK);
        assert_memory_equal(&r, &again, sizeof r);
        assert_true(r.low <= r.ratio && r.ratio <= r.high);
        double inside = 0;
        for (size_t k = 0; k < RATIO_RESAMPLES; k++)
            inside += exp(logs[k]) >= r.low && exp(logs[k]) <= r.high;
        assert_in_range((uintmax_t)inside, 0.94 * RATIO_RESAMPLES, RATIO_RESAMPLES);
        for (size_t k = 0; k < b.count; k++) b.value[k] *= 2;
        assert_int_equal(median_ratio(&a, &b, false, 1, NULL, &scaled), OK);
        assert_near(scaled.low, 2 * r.low, 1e-12);
        assert_near(scaled.high, 2 * r.high, 1e-12);
        /* The same samples, drawn together, have no spread at all. */
        assert_int_equal(median_ratio(&a, &a, true, 1, NULL, &paired), OK);
        assert_true(paired.low == 1 && paired.high == 1);
        timings_free(&a);
        timings_free(&b);
    }
}

/* Samples that repeat within a block, and blocks that repeat within a process, tell nothing new. */
static void test_copies_tell_nothing(void **state)
{
    double value[120];
    size_t single[13], triple[13], process[13] = {0, 12};
    for (size_t k = 0; k < 12; k++) {
        single[k] = k, triple[k] = 3 * k;
        value[3 * k] = value[3 * k + 1] = value[3 * k + 2] = 1 + draw_unit();
    }
    single[12] = 12, triple[12] = 36;
    double once[12];
    for (size_t k = 0; k < 12; k++) once[k] = value[3 * k];
    struct timings plain = {12, 12, 1, once, single, process, 12},
                   copied = {36, 12, 1, value, triple, process, 12};
    struct ratio a, b;
    assert_int_equal(median_ratio(&plain, &plain, false, 0, NULL, &a), OK);
    assert_int_equal(median_ratio(&copied, &copied, false, 0, NULL, &b), OK);
    /* drawn alike, block by block; the median of an odd number of triples is that of the singles */
    assert_near(b.low, a.low, 1e-12);
    assert_near(b.high, a.high, 1e-12);
}

/* Processes that differ, and do not vary in themselves: the interval is theirs. */
static void test_processes_come_first(void **state)
{
    double value[60], level[3] = {1, 1.1, 1.2};
    size_t block[61], process[4] = {0, 20, 40, 60};
    for (size_t k = 0; k <= 60; k++) block[k] = k;
    for (size_t k = 0; k < 60; k++) value[k] = level[k / 20] * (1 + 1e-6 * draw_unit());
    struct timings three = {60, 60, 3, value, block, process, 60};
    struct ratio r;
    assert_int_equal(median_ratio(&three, &three, false, 0, NULL, &r), OK);
    assert_true(r.low < 0.9 && r.high > 1.1);
}

static void assert_cut(size_t nvisits, size_t each, size_t nblocks, size_t longest)
{
    struct timings visits = {.count = nvisits * each, .nblocks = nvisits, .nprocesses = 1}, blocks;
    double value[MOST] = {0};
    size_t block[MOST + 1], process[2] = {0, nvisits};
    for (size_t k = 0; k <= nvisits; k++) block[k] = k * each;
    visits.value = value, visits.block = block, visits.process = process;
    assert_int_equal(timings_cut(&visits, &blocks), OK);
    assert_int_equal(blocks.nblocks, nblocks);
    assert_int_equal(blocks.process[1], nblocks);
    for (size_t k = 0; k < nblocks; k++) {
        assert_in_range(blocks.block[k + 1] - blocks.block[k], 1, longest);
        size_t inside = blocks.block[k] / each; /* no block reaches over the end of a visit */
        assert_true((blocks.block[k + 1] - 1) / each == inside);
    }
    assert_int_equal(blocks.block[nblocks], nvisits * each);
    timings_free(&blocks);
}

static void test_blocks(void **state)
{
    assert_cut(1, 30, 10, 3);   /* default settings, one visit */
    assert_cut(1, 10, 10, 1);   /* ten samples are ten blocks */
    assert_cut(1, 3, 3, 1);     /* three stay three */
    assert_cut(1, 300, 43, 7);  /* the cube root of 300 is 6.7 */
    assert_cut(10, 30, 10, 30); /* ten visits stay whole */
    assert_cut(9, 3, 18, 2);    /* nine do not */
}

/* The rank tests of many A/A pairs of medians: P(p <= q) <= q, but for chance. */
static void test_level(void **state)
{
    int below = 0;
    for (int trial = 0; trial < 2000; trial++) {
        double x[9], y[11];
        struct rank_test t;
        for (int k = 0; k < 9; k++) x[k] = draw_unit();
        for (int k = 0; k < 11; k++) y[k] = draw_unit();
        assert_int_equal(mann_whitney(9, x, 11, y, &t), OK);
        assert_near(t.greater + t.less, 1, 0.2);
        below += t.greater <= 0.05;
    }
    assert_in_range(below, 40, 150); /* 100 expected, deviation 10 */
}

static void test_no_memory(void **state)
{
    struct timings a, cut;
    struct ratio r;
    struct rank_test t;
    double medians[MOST], p[3] = {0.1, 0.2, 0.3};
    draw_pool(2, 6, 0.1, &a);
    for (int what = 0; what < 6; what++) {
        assert_memory_refused(1, what == 0   ? median_ratio(&a, &a, false, 0, NULL, &r)
                          : what == 1 ? timings_cut(&a, &cut)
                          : what == 2 ? timings_block_medians(&a, medians)
                          : what == 3 ? mann_whitney(3, p, 3, p, &t)
                          : what == 4 ? holm(3, p)
                                      : benjamini_hochberg(3, p));
        if (what == 1) timings_free(&cut);
    }
    timings_free(&a);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_rank_tests),
        cmocka_unit_test(test_known_discoveries),
        cmocka_unit_test(test_holm),
        cmocka_unit_test(test_known_ratios),
        cmocka_unit_test(test_known_intervals),
        cmocka_unit_test(test_all_orders),
        cmocka_unit_test(test_properties),
        cmocka_unit_test(test_copies_tell_nothing),
        cmocka_unit_test(test_processes_come_first),
        cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_level),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("resample", tests, NULL, NULL);
}
