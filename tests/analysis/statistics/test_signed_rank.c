#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "analysis/statistics/signed_rank.h"
#include "analysis/statistics/stats.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { MOST = 12 };

static double above(size_t count, const double *values, double bound)
{
    double p = NAN;
    assert_int_equal(signed_rank_above(count, values, bound, &p), OK);
    return p;
}

static struct centre centre(size_t count, const double *values)
{
    struct centre out = {NAN, NAN, NAN};
    assert_int_equal(signed_rank_centre(count, values, &out), OK);
    return out;
}

/* Twice the sum of the ranks above 0, of numbers with the signs of `flips`; by definition. */
static double twice_sum(size_t count, const double *values, unsigned flips)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        double rank = 1; /* zeros have no rank */
        for (size_t j = 0; j < count; j++) {
            if (values[j] == 0) continue;
            rank += 2 * (fabs(values[j]) < fabs(values[i]));
            rank += j != i && fabs(values[j]) == fabs(values[i]);
        }
        if (values[i] != 0 && (values[i] > 0) != (flips >> i & 1)) sum += rank + 1;
    }
    return sum;
}

/* Over all signs. */
static double expected(size_t count, const double *values)
{
    unsigned as_clear = 0;
    for (unsigned flips = 0; flips < 1u << count; flips++)
        as_clear += twice_sum(count, values, flips) >= twice_sum(count, values, 0);
    return (double)as_clear / (double)(1u << count);
}

static void test_by_definition(void **state)
{
    for (int k = 0; k < 100; k++) {
        double value[MOST];
        const size_t count = draw(MOST);
        const bool ties = draw(2);
        for (size_t i = 0; i < count; i++)
            value[i] = ties ? (double)draw(7) - 3 : draw_normal() + 0.3;
        assert_true(fabs(above(count, value, 0) - expected(count, value)) < 1e-12);
    }
}

static void test_all_above(void **state)
{
    double value[SIGNED_RANK_MOST];
    for (size_t k = 0; k < SIGNED_RANK_MOST; k++) value[k] = 1 + draw_unit();
    for (size_t n = 1; n <= 60; n++)
        assert_true(fabs(above(n, value, 0.5) * exp2((double)n) - 1) < 1e-9);
    assert_true(above(SIGNED_RANK_MOST, value, 0.5) < 1e-100);
    assert_true(above(SIGNED_RANK_MOST, value, 3) > 1 - 1e-9);
    assert_true(above(0, value, 0) == 1);
}

/* The interval ends where the test changes its mind. */
static void test_interval_inverts_the_test(void **state)
{
    for (int k = 0; k < 100; k++) {
        double value[60], mirror[60];
        const size_t count = 6 + draw(54);
        for (size_t i = 0; i < count; i++) mirror[i] = -(value[i] = draw_normal());
        const struct centre c = centre(count, value);
        assert_true(c.low < c.estimate && c.estimate < c.high);
        assert_true(above(count, value, c.low - 1e-9) <= 0.025);
        assert_true(above(count, value, c.low + 1e-9) > 0.025);
        assert_true(above(count, mirror, -c.high - 1e-9) <= 0.025);
        assert_true(above(count, mirror, -c.high + 1e-9) > 0.025);
    }
    assert_true(isinf(centre(5, (double[]){1, 2, 3, 4, 5}).low));
}

/* Numbers about their bound are called above it as often as the level says, and those at the
 * planned distance nine times of ten. */
static void test_level_and_power(void **state)
{
    enum { TIMES = 2000 };
    const double level = 0.01, shift = 0.4;
    const size_t count = (size_t)signed_rank_count(level, 1, shift);
    unsigned wrong = 0, found = 0;
    for (int k = 0; k < TIMES; k++) {
        double value[SIGNED_RANK_MOST];
        for (size_t i = 0; i < count; i++) value[i] = draw_normal();
        wrong += above(count, value, 0) <= level;
        found += above(count, value, -shift) <= level;
    }
    assert_true(wrong < TIMES * (level + 5 * sqrt(level / TIMES)));
    assert_true(fabs(found - 0.9 * TIMES) < 0.04 * TIMES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_definition),
        cmocka_unit_test(test_all_above),
        cmocka_unit_test(test_interval_inverts_the_test),
        cmocka_unit_test(test_level_and_power),
    };
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
