/* The noise that the reference solve shows between two files. */
#include <math.h>

#include "analysis/compare/reference_noise.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

static void add_run(struct results *r, enum case_status status, double low, double high)
{
    struct result_run *run = handmade_run(r, 0, 0, status, 1, status == CASE_OK ? 3 : 0);
    run->reference_low = low, run->reference_high = high;
}

static void begin(struct results *r)
{
    handmade_begin(r, "made");
    handmade_variant(r, "jacobi", "msr", "seq");
    handmade_problem(r, "a", 10, 20);
}

static double noise_between(const struct results *a, const struct results *b)
{
    double noise, back;
    assert_int_equal(reference_noise(a, b, &noise), OK);
    assert_int_equal(reference_noise(b, a, &back), OK);
    assert_true(noise == back || (isnan(noise) && isnan(back)));
    return noise;
}

static void test_noise(void **state)
{
    struct results a, b;
    begin(&a);
    begin(&b);
    assert_true(isnan(noise_between(&a, &b)));
    add_run(&a, CASE_OK, 2e-3, 2e-3);
    add_run(&a, CASE_TIMEOUT, 8e-3, 9e-3);
    add_run(&b, CASE_OK, NAN, NAN);
    add_run(&b, CASE_TIMEOUT, 1e-3, 1e-3);
    assert_true(isnan(noise_between(&a, &b)));
    add_run(&b, CASE_OK, 2e-3, 2e-3);
    assert_true(noise_between(&a, &b) == 0);
    add_run(&b, CASE_OK, 1e-3, 3e-3); /* against 2e-3: by 1/2, by 1 */
    double noise = noise_between(&a, &b);
    assert_true(noise > 0.98 && noise <= 1);
    results_free(&a);
    results_free(&b);
}

/* One outlier among many readings has no effect; and there may be very many readings. */
static void test_many(void **state)
{
    struct results a, b;
    begin(&a);
    begin(&b);
    for (int k = 0; k < 1000; k++) {
        add_run(&a, CASE_OK, 2e-3, 2e-3);
        add_run(&b, CASE_OK, 2e-3, k == 500 ? 9e-3 : 2.02e-3);
    }
    double noise = noise_between(&a, &b);
    assert_true(fabs(noise - 0.01) < 1e-9);
    results_free(&a);
    results_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_noise),
        cmocka_unit_test(test_many),
    };
    return cmocka_run_group_tests_name("reference_noise", tests, NULL, NULL);
}
