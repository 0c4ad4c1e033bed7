/* Messages that omp was slower than seq. */
#include <math.h>
#include <stdlib.h>

#include "analysis/compare/slower_omp.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/made_results.h"

static struct results made_load(void)
{
    struct results r = made_results("2026-01-01T00:00:00", "0123abc", "key", "cc");
    made(reallocate(&r.machine, r.nmachine + 1, sizeof *r.machine, "facts"));
    free(r.machine[1].value);
    r.machine[1].value = made_text("8.00 1 1 1/90 7");
    r.machine[r.nmachine++] = (struct fact){made_text("cores"), made_text("2")};
    return r;
}

static void test_pairs(void **state)
{
    struct results r = made_load();
    struct slower_omp found;
    char *text;
    made_case(&r, "small", "jacobi/msr/f64/seq", CASE_OK, 1e-6);
    made_case(&r, "small", "jacobi/msr/f64/omp", CASE_OK, 5e-6);
    made_case(&r, "small", "jacobi/msr/f32/omp", CASE_OK, 9e-6); /* alone */
    made_case(&r, "large", "jacobi/msr/f64/omp", CASE_OK, 6e-3);
    made_case(&r, "large", "jacobi/msr/f64/seq", CASE_OK, 1e-2);
    made_case(&r, "even", "jacobi/msr/f64/seq", CASE_OK, 1e-2);
    made_case(&r, "even", "jacobi/msr/f64/omp", CASE_OK, 1.02e-2);
    made_case(&r, "late", "jacobi/msr/f64/seq", CASE_OK, 1);
    made_case(&r, "late", "jacobi/msr/f64/omp", CASE_TIMEOUT, 0);
    assert_int_equal(slower_omp_find(&r, &found), OK);
    assert_int_equal(found.pairs, 3);
    assert_int_equal(found.slower, 1);
    assert_true(fabs(found.most - 5) < 0.01);
    assert_int_equal(slower_omp_text(&r, &text), OK);
    assert_string_equal(text, "omp was slower than seq in 1 of 3 pairs of cases, by up to 5.00 "
                              "times (jacobi/msr/f64/omp on "
                              "small). Load was 8.00 on 2 cores when the run began");
    free(text);
    results_free(&r);
}

static void test_none(void **state)
{
    struct results r = made_load();
    char *text;
    made_case(&r, "large", "jacobi/msr/f64/seq", CASE_OK, 1e-2);
    made_case(&r, "large", "jacobi/msr/f64/omp", CASE_OK, 6e-3);
    made_case(&r, "large", "omp", CASE_OK, 6);
    assert_int_equal(slower_omp_text(&r, &text), OK);
    assert_string_equal(text, "");
    free(text);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pairs),
        cmocka_unit_test(test_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
