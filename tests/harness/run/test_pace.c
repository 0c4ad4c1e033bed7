/* How long cases will take. */
#include <math.h>

#include "harness/run/pace.h"
#include "tests/support/cmocka.h"

static struct settings settings(void)
{
    struct settings s = default_settings; /* warmup 1, max_time 5, max_samples 100 */
    s.timeout = 60;
    return s;
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * fabs(b))) fail_msg("%g, not %g", a, b);
}

static void test_unknown(void **state)
{
    const struct settings s = settings();
    struct pace pace;
    assert_int_equal(pace_begin(&s, 3, &pace), OK);
    assert_true(isnan(pace_guess(&pace, 0, 0)));
    pace_learn_absent(&pace, 1);
    assert_true(isnan(pace_guess(&pace, 0, 0)));
    assert_true(pace_guess(&pace, 1, 4) == 0);
    pace_learn(&pace, 2, 0, 3, 0.1);
    near(pace_guess(&pace, 2, 0), 3);
    near(pace_guess(&pace, 0, 7), 3);
    pace_learn(&pace, 1, 1, 5, 0.1); /* it was there, after all */
    near(pace_guess(&pace, 0, 1), 4);
    pace_free(&pace);
}

/* Solves grow; cases only when one solve takes longer than all samples may. */
static void test_growth(void **state)
{
    const struct settings s = settings();
    struct pace pace;
    assert_int_equal(pace_begin(&s, 1, &pace), OK);
    pace_learn(&pace, 0, 0, 5.1, 0.1);
    near(pace_guess(&pace, 0, 1), 5.1);
    pace_learn(&pace, 0, 1, 5.4, 0.4);
    near(pace_guess(&pace, 0, 2), 5.4 * (1.6 + 5) / (0.4 + 5));
    near(pace_guess(&pace, 0, 3), 5.4 * (6.4 + 6.4) / (0.4 + 5));
    near(pace_guess(&pace, 0, 9), 5.4 * (60 + 60) / (0.4 + 5)); /* timeout */
    pace_learn(&pace, 0, 3, 2, 0.2);                            /* not slower */
    near(pace_guess(&pace, 0, 9), 2);
    pace_learn(&pace, 0, 4, 0, 0); /* as if it took nothing */
    near(pace_guess(&pace, 0, 9), 0);
    pace_free(&pace);
}

static void test_rest(void **state)
{
    near(pace_rest(10, 4), 6);
    near(pace_rest(10, 25), 15);
    assert_true(pace_rest(0, 0) == 0 && isnan(pace_rest(NAN, 3)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_growth),
        cmocka_unit_test(test_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
