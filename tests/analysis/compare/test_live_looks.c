#include <math.h>

#include "analysis/compare/live_looks.h"
#include "base/memory.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 40, TRIALS = 4000 };

static double test_of(size_t count, const double *ratio, double margin)
{
    double p = NAN;
    assert_int_equal(live_rounds_test(count, ratio, margin, &p), OK);
    return p;
}

/* Rounds that all lie beyond the margin: two sides, 2^-n each, over the share of the look. */
static void test_by_hand(void **state)
{
    assert_int_equal(live_looks[LIVE_LOOKS - 1], MOST);
    for (int sign = -1; sign <= 1; sign += 2) {
        double ratio[MOST];
        for (int k = 0; k < MOST; k++) ratio[k] = sign * (0.02 + 0.001 * k);
        assert_true(test_of(9, ratio, 0.01) == ldexp(1, 1 - 9 + 2));
        assert_true(test_of(12, ratio, 0.01) == ldexp(1, 1 - 12 + 2));
        assert_true(test_of(13, ratio, 0.01) == ldexp(1, 1 - 13 + 3));
        assert_true(test_of(18, ratio, 0.01) == ldexp(1, 1 - 18 + 3));
        assert_true(test_of(40, ratio, 0.01) == ldexp(1, 1 - 40 + 5));
        assert_true(test_of(40, ratio, 0.09) == 1);
        /* A result of an early look is not taken back by later rounds. */
        for (int k = 12; k < MOST; k++) ratio[k] = 0;
        assert_true(test_of(40, ratio, 0.01) == ldexp(1, 1 - 12 + 2));
    }
}

/* Returns how many of TRIALS are called different at 1 %. Rounds have noise, and some processes of
 * either side are 2 to 10 % slow. */
static int called(double change, double margin, double noise, double slow)
{
    int count = 0;
    for (int trial = 0; trial < TRIALS; trial++) {
        double ratio[MOST];
        for (int k = 0; k < MOST; k++) {
            ratio[k] = change + noise * draw_normal();
            if (draw_unit() < slow) ratio[k] += 0.02 + 0.08 * draw_unit();
            if (draw_unit() < slow) ratio[k] -= 0.02 + 0.08 * draw_unit();
        }
        count += test_of(MOST, ratio, margin) <= 0.01;
    }
    return count;
}

/* All looks together stay below 1 %, also where the change is the margin. */
static void test_false_verdicts(void **state)
{
    const int without = called(0, 0, 0.005, 0.05), edge = called(0.01, 0.01, 0.005, 0.05);
    print_message("%d and %d of %d false\n", without, edge, TRIALS);
    assert_true(without < TRIALS / 100 && edge < TRIALS / 100);
}

/* 3 % against a margin of 1 %. */
static void test_found(void **state)
{
    const int found = called(log(1.03), log(1.01), 0.004, 0.03);
    print_message("%d of %d found\n", found, TRIALS);
    assert_true(found > 95 * TRIALS / 100);
}

static void test_no_memory(void **state)
{
    const double ratio[MOST] = {0};
    double p;
    assert_memory_refused(4, live_rounds_test(MOST, ratio, 0, &p));
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_hand),
        cmocka_unit_test(test_false_verdicts),
        cmocka_unit_test(test_found),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("live looks", tests, NULL, NULL);
}
