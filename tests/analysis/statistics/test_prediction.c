/* Student's quantiles against tables, and how often the next value lies where it should. */
#include "analysis/statistics/prediction.h"

#include <math.h>

#include "base/random.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

static void test_quantiles(void **state)
{
    static const struct {
        size_t freedom;
        double t;
    } known[] = {{1, 12.7062}, {2, 4.3027},  {3, 3.1824},  {4, 2.7764},  {5, 2.5706},
                 {9, 2.2622},  {10, 2.2281}, {29, 2.0452}, {30, 2.0423}, {1000, 1.9623}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        assert_true(fabs(student_quantile(known[k].freedom) - known[k].t) < 6e-5);
}

static double normal(void)
{
    const double u = (double)(draw(1 << 30) + 1) / (1 << 30), v = (double)draw(1 << 30) / (1 << 30);
    return sqrt(-2 * log(u)) * cos(2 * M_PI * v);
}

/* 95 %, within four deviations of the count. */
static void test_coverage(void **state)
{
    enum { ROUNDS = 20000 };
    for (size_t count = 2; count <= 8; count += 2) {
        double value[8], inside = 0;
        for (int k = 0; k < ROUNDS; k++) {
            double mean = 0, squares = 0;
            for (size_t i = 0; i < count; i++)
                mean += (value[i] = 3 + 2 * normal()) / (double)count;
            for (size_t i = 0; i < count; i++) squares += (value[i] - mean) * (value[i] - mean);
            const double reach = prediction_reach(count, sqrt(squares / (double)(count - 1)));
            inside += fabs(3 + 2 * normal() - mean) <= reach;
        }
        if (fabs(inside - 0.95 * ROUNDS) > 4 * sqrt(0.95 * 0.05 * ROUNDS))
            fail_msg("%zu values: %g of %d", count, inside, ROUNDS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_quantiles),
                                       cmocka_unit_test(test_coverage)};
    seed_begin();
    return cmocka_run_group_tests_name("prediction", tests, NULL, NULL);
}
