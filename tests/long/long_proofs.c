/* Proofs of larger models: their intervals have the known values. */
#include <math.h>
#include <stdio.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"

static const struct {
    const char *source;
    double low, high; /* has the value */
} rows[] = {
    {"kanban:t=5,property=5", 0.3071247592692875, 0.3071247593307125},
    {"tandem:c=255", 255.82809698, 255.82809699},
    {"herman:n=11", NAN, NAN},
    {"cluster:n=26,property=2", NAN, NAN},
    {"cluster:n=122", NAN, NAN},
    {"polling:n=12", NAN, NAN},
    {"fms:n=4", NAN, NAN},
};

static void values_are_proven(void **state)
{
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct problem problem;
        const struct prove_settings settings = {.width = 1e-9, .seconds = 600};
        assert_ok(problem_open(rows[k].source, &problem));
        assert_ok(prove_problem(&problem, &settings));
        const double low = problem.proof.value_low, high = problem.proof.value_high;
        printf("%-28s [%.16g, %.16g] %.1f s\n", rows[k].source, low, high, problem.proof.seconds);
        if (!(high - low <= 2e-9 * fabs(high)) || rows[k].low > high || rows[k].high < low)
            fail_msg("%s: [%.17g, %.17g]: %s", rows[k].source, low, high, problem.proof.note);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_proven)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
