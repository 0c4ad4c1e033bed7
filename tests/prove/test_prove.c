/* Every problem of this list is proven to the width that is asked for, and bounds of answers hold.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct {
    const char *source;
    double value; /* NaN: not known */
} cases[] = {
    {"random_dd:n=50,density=0.2", NAN},
    {"identity:n=3", NAN},
    {"tandem:c=5", 5.679249959967679},
    {"tandem:c=7", 7.7465621853360425},
    {"tandem:c=15", 15.798592927169762},
    {"tandem:c=31", 31.81500388515128},
    {"herman:n=5", NAN},
    {"brp:n=4,max=2", NAN},
};

static void test_proofs(void **state)
{
    (void)state;
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    for (size_t k = 0; k < COUNT(cases); k++) {
        struct problem problem;
        struct proven proven;
        assert_int_equal(problem_open(cases[k].source, &problem), OK);
        assert_int_equal(prove_problem(&problem, &settings), OK);
        assert_non_null(problem.proof.x);
        assert_int_equal(prove_answer(&problem, problem.proof.x, &proven), OK);
        if (!(proven.error <= 1e-9))
            fail_msg("%s: error %g, %s", cases[k].source, proven.error, problem.proof.note);
        const double low = problem.proof.value_low, high = problem.proof.value_high,
                     value = problem_value(&problem, problem.proof.x);
        if (!isnan(value)) {
            assert_true(low <= value && value <= high);
            if (!(high - low <= 2e-9 * fabs(value)))
                fail_msg("%s: [%.17g, %.17g]", cases[k].source, low, high);
        }
        if (!isnan(cases[k].value)) assert_true(fabs(value - cases[k].value) < 1e-8 * value);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_proofs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
