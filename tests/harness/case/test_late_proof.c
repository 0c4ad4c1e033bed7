/* Proofs that are made when the first answer of a case is there. */
#include <stdbool.h>
#include <unistd.h>

#include "base/process/clock.h"
#include "harness/case/case.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

struct made_late {
    struct problem problem;
    int calls;
    bool has_answer;
    double seconds;
};

static enum status make_late(void *with, const double *answer)
{
    struct made_late *made = with;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    const double start = clock_now();
    settings.candidate = answer;
    made->calls++;
    made->has_answer = answer != NULL;
    usleep(300000);
    const enum status status = prove_problem(&made->problem, &settings);
    made->seconds = clock_now() - start;
    return status;
}

/* A proof is made once, with the first answer, and its time is part of no other. */
static void test_late(void **state)
{
    static const struct {
        const char *source, *variant;
        uint64_t most;
        int calls;
        bool has_answer;
    } cases[] = {{"herman:n=5", "jacobi/msr/f64/seq", 1000, 1, true},
                 {"tandem:c=5", "jacobi/msr/f64/seq", 100000, 1, true},
                 {"tandem:c=5", "interval_jor/msr/f64/seq", 100000, 1, false},
                 {"herman:n=5,property=4,steps=10", "bounded/msr/f64/seq", 1000, 1, true},
                 {"brp:property=6", "jacobi/msr/f64/seq", 1000, 1, true},
                 {"tandem:c=5", "jacobi/msr/f64/seq", 3, 0, false},
                 {"tandem:c=5", "bounded/msr/f64/seq", 1000, 0, false}};
    struct settings settings = default_settings;
    settings.warmup = settings.min_samples = settings.max_samples = 1;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct made_late made = {.seconds = 0};
        struct case_result result;
        struct variant variant;
        const struct late_proof late = {make_late, &made};
        settings.max_iterations = cases[k].most;
        assert_ok(problem_open(cases[k].source, &made.problem));
        assert_ok(variant_parse(cases[k].variant, &variant));
        assert_ok(case_measure_and_prove(&made.problem, &variant, &settings, clock_now(), &late,
                                         &result));
        assert_int_equal(made.calls, cases[k].calls);
        assert_true(made.has_answer == cases[k].has_answer);
        assert_true((result.run.proof == PROOF_CERTIFIED) == (cases[k].calls > 0));
        assert_true(!made.calls || result.run.verify < made.seconds);
        case_result_free(&result);
        problem_free(&made.problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_late)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
