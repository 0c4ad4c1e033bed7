/* Medians and ratios of cases of one file, with the levels of their processes. */
#include "analysis/compare/case_ratios.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

enum { CASES = 16 };

/* Cases of several processes of eight samples, with levels of 2 % and noise of 0.1 %. */
static void make(size_t cases, size_t processes, struct results *r, struct judged_cases *out)
{
    handmade_begin(r, "made");
    handmade_variant(r, "jacobi", "msr", "seq");
    for (size_t k = 0; k < cases; k++) {
        char label[32];
        snprintf(label, sizeof label, "case %zu", k);
        const size_t problem = handmade_problem(r, label, 10, 20);
        for (size_t p = 0; p < processes; p++) {
            const double level = exp(0.02 * draw_normal());
            struct result_run *run = handmade_run(r, problem, 0, CASE_OK, level, 8);
            for (size_t i = 0; i < 8; i++)
                r->samples[run->sample_offset + i].host = level * exp(0.001 * draw_normal());
        }
    }
    assert_int_equal(judged_cases_find(r, out), OK);
}

static void unmake(struct results *r, struct judged_cases *cases)
{
    judged_cases_free(cases);
    results_free(r);
}

/* With two processes a case, sixteen cases together know the level, or seldom say nothing: where
 * their levels differ so much by chance that they do not seem to have one size. */
static void test_coverage(void **state)
{
    enum { TRIALS = 25 };
    int inside = 0, equal = 0, told = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        struct results r;
        struct judged_cases cases;
        make(CASES, 2, &r, &cases);
        for (size_t k = 0; k < CASES; k++) {
            struct summary summary;
            struct ratio ratio;
            assert_int_equal(judged_summary(&cases, k, "solve", &summary), OK);
            assert_int_equal(judged_ratio(&cases, k, (k + 1) % CASES, false, &ratio), OK);
            assert_true(!(summary.ci_low > summary.median || summary.median > summary.ci_high));
            told += !isnan(summary.ci_low);
            inside += summary.ci_low <= 1 && 1 <= summary.ci_high;
            equal += ratio.low <= 1 && 1 <= ratio.high;
        }
        unmake(&r, &cases);
    }
    print_message("of %d medians with an interval %d in it, of %d ratios %d\n", told, inside,
                  TRIALS * CASES, equal);
    assert_true(told >= TRIALS * CASES * 80 / 100 && inside >= told * 90 / 100);
    assert_true(equal >= TRIALS * CASES * 90 / 100);
}

/* One process has the interval of its own samples; two of one case alone have none. */
static void test_few_processes(void **state)
{
    struct results r;
    struct judged_cases cases;
    struct summary summary;
    struct ratio ratio;
    size_t narrow = 0;
    make(CASES, 1, &r, &cases);
    for (size_t k = 0; k < CASES; k++) {
        assert_int_equal(judged_summary(&cases, k, "per_iteration", &summary), OK);
        assert_true(summary.ci_low < summary.ci_high);
        narrow += summary.ci_high < summary.ci_low * 1.05;
    }
    assert_true(narrow >= 10);
    unmake(&r, &cases);
    make(1, 2, &r, &cases);
    assert_int_equal(judged_summary(&cases, 0, "solve", &summary), OK);
    assert_true(isnan(summary.ci_low) && isnan(summary.ci_high) && summary.median > 0);
    assert_int_equal(judged_summary(&cases, 0, "solve_device", &summary), OK);
    assert_true(isnan(summary.median) && isnan(summary.ci_low));
    assert_int_equal(judged_ratio(&cases, 0, 0, true, &ratio), OK);
    assert_true(ratio.ratio == 1 && ratio.low == 0 && isinf(ratio.high));
    unmake(&r, &cases);
}

static void test_no_memory(void **state)
{
    struct results r;
    struct judged_cases cases;
    struct summary summary;
    make(2, 2, &r, &cases);
    judged_cases_free(&cases);
    long successes = 0;
    while (refused_after(successes, judged_cases_find(&r, &cases)) != OK) successes++;
    assert_true(successes > 4);
    successes = 0;
    while (refused_after(successes, judged_summary(&cases, 0, "solve", &summary)) != OK)
        successes++;
    assert_true(successes > 4);
    unmake(&r, &cases);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_coverage),
                                       cmocka_unit_test(test_few_processes),
                                       cmocka_unit_test(test_no_memory)};
    return cmocka_run_group_tests_name("case_ratios", tests, NULL, NULL);
}
