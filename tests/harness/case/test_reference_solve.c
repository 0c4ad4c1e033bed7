/* The reference solve: its time, and the variants that it concerns. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/case/reference_solve.h"
#include "tests/support/cmocka.h"

static void test_time(void **state)
{
    for (int k = 0; k < 5; k++) {
        double seconds = reference_time();
        assert_true(seconds > 0 && isfinite(seconds));
    }
}

static void test_concerns(void **state)
{
    char *patterns[] = {"{jacobi,null}/msr/f64/{seq,omp,cuda}"};
    struct variant *variants;
    size_t count, concerned = 0;
    assert_int_equal(variants_expand(1, patterns, &variants, &count), OK);
    assert_int_equal(count, 6);
    for (size_t k = 0; k < count; k++) {
        bool expected = variants[k].place->on_host && !strcmp(variants[k].method->name, "jacobi");
        assert_int_equal(reference_concerns(&variants[k]), expected);
        concerned += expected;
    }
    assert_int_equal(concerned, 2);
    free(variants);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_time),
        cmocka_unit_test(test_concerns),
    };
    return cmocka_run_group_tests_name("reference_solve", tests, NULL, NULL);
}
