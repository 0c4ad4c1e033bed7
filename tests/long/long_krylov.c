/* Long runs with a pinned row whose equation collects the residuals of millions of others, so that
 * their residuals must become far smaller than the answer's. */
#include "harness/case/case.h"
#include "tests/support/cmocka.h"

static void pinned_rows_collect_residuals(void **state)
{
    static char name[] = "bicgstab[precondition=ilu0]/msr/f64/omp";
    struct settings settings = DEFAULT_SETTINGS;
    struct problem problem;
    struct variant variant;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    assert_ok(problem_open("cluster:n=256", &problem));
    assert_ok(variant_parse(name, &variant));
    assert_ok(case_measure(&problem, &variant, &settings, 0, &result));
    if (result.run.status != CASE_OK || !(result.run.estimated_error <= settings.epsilon))
        fail_msg("%s, off by about %g: %s", case_status_names[result.run.status],
                 result.run.estimated_error, result.run.note);
    case_result_free(&result);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pinned_rows_collect_residuals)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
