/* Poisson probabilities against the library's lgamma, and their truncation against a tail summed by
 * hand. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/poisson.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

enum { ROUNDS = 300 };

static double density(double mean, uint64_t k)
{
    return exp((double)k * log(mean) - mean - lgamma((double)k + 1));
}

/* A mean between 1e-6 and 1e6, spread over the orders of magnitude. */
static double random_mean(void)
{
    return pow(10, (double)draw(12000) / 1000 - 6);
}

static void weights_are_probabilities(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        double mean = random_mean(), sum = 0;
        struct poisson p;
        assert_int_equal(poisson_create(mean, 1e-12, &p), OK);
        for (uint64_t k = p.first; k <= p.last; k++) {
            double wanted = density(mean, k), got = p.weight[k - p.first];
            sum += got;
            if (!(fabs(got - wanted) <= 1e-8 * wanted + 1e-16))
                fail_msg("mean %g, k %llu: %g, not %g", mean, (unsigned long long)k, got, wanted);
        }
        assert_true(fabs(sum - 1) < 1e-12);
        poisson_free(&p);
        assert_null(p.weight);
    }
}

/* The weights left out sum to less than epsilon, and not many more weights are kept than necessary.
 */
static void truncation_is_bounded(void **state)
{
    for (int round = 0; round < ROUNDS; round++) {
        double mean = random_mean(), epsilon = pow(10, -1 - (double)draw(13)), left_out = 0;
        struct poisson p;
        assert_int_equal(poisson_create(mean, epsilon, &p), OK);
        for (uint64_t k = 0; k < p.first; k++) left_out += density(mean, k);
        for (uint64_t k = p.last + 1; density(mean, k) > 1e-20; k++) left_out += density(mean, k);
        if (!(left_out < epsilon * (1 + 1e-6)))
            fail_msg("mean %g: %g left out, allowed %g", mean, left_out, epsilon);
        if (p.last > (uint64_t)mean)
            assert_true(density(mean, p.last) > epsilon * 1e-4 / (1 + sqrt(mean)));
        poisson_free(&p);
    }
}

static void large_means(void **state)
{
    struct poisson p;
    assert_int_equal(poisson_create(1e10, 1e-6, &p), OK);
    assert_true(p.first > 9990000000 && p.last < 10010000000);
    poisson_free(&p);
    assert_int_equal(poisson_create(1e17, 1e-6, &p), ERROR_INPUT);
    assert_null(p.weight);
    assert_int_equal(poisson_create(NAN, 1e-6, &p), ERROR_INPUT);
}

static void no_memory(void **state)
{
    struct poisson p;
    enum status status = refused_after(0, poisson_create(5, 1e-6, &p));
    assert_int_equal(status, ERROR_HOST_MEMORY);
    assert_null(p.weight);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(weights_are_probabilities),
                                       cmocka_unit_test(truncation_is_bounded),
                                       cmocka_unit_test(large_means), cmocka_unit_test(no_memory)};
    seed_begin();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
