/* Skipped cases: the lines along an axis, the limit of the cost, and the order of problems. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/run/skip_rule.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

/* Problem 0 is the smallest of its line; two variants; a budget of 10 s. */
static const struct {
    const char *source;
    double n;
    const char *shape; /* NULL: no such axis */
    bool spared;       /* once problem 0 took too long */
} problems[] = {
    {"grid:k=2,n=20,shape=round", 20, "round", false},
    {"grid:k=2,n=10,shape=round", 10, "round", false},
    {"grid:k=2,n=20,shape=thin", 20, "round", false},
    {"grid:k=2,n=40,shape=round", 40, "round", true},
    {"grid:k=2,n=30,shape=round", 30, "round", true},
    {"grid:k=2,n=30,shape=round", 30, "flat", false},
    {"grid:k=3,n=30,shape=round", 30, "round", false},
    {"ring:k=2,n=30,shape=round", 30, "round", false},
    {"grid:k=2,n=30,shape=round", 30, NULL, false},
    {"grid:k=2,shape=round", NAN, "round", false},
    {"./grid.tra:goal=n", 30, "round", false},
    {"grid:k=2,n=30,shape=round,z=1", 30, "round", false},
    {"grid:n=30,k=2,shape=round", 30, "round", true},
};

enum { NPROBLEMS = sizeof problems / sizeof *problems };

static void make(struct results *plan)
{
    handmade_begin(plan, "plan");
    handmade_variant(plan, "jacobi", "msr", "seq");
    handmade_variant(plan, "jacobi", "msr", "omp");
    for (size_t p = 0; p < NPROBLEMS; p++) {
        handmade_problem(plan, problems[p].source, 10, 20);
        if (!isnan(problems[p].n)) handmade_axis(plan, "n", problems[p].n, NULL);
        if (problems[p].shape) handmade_axis(plan, "shape", NAN, problems[p].shape);
    }
    assert_int_equal(copy_text("n", &plan->skip_axis), OK);
    plan->skip_budget = 10;
    plan->settings = default_settings;
}

static void learn(struct skip_rule *skip, struct results *plan, const struct result_run *run)
{
    assert_int_equal(skip_rule_learn(skip, run, plan->samples + run->sample_offset), OK);
}

static bool finds(const struct skip_rule *skip, size_t problem, const char *note)
{
    char text[512] = "";
    assert_false(skip_rule_finds(skip, problem, 1, text, sizeof text));
    bool found = skip_rule_finds(skip, problem, 0, text, sizeof text);
    if (found) assert_string_equal(text, note);
    return found;
}

static void test_lines(void **state)
{
    struct results plan;
    struct skip_rule skip;
    make(&plan);
    assert_int_equal(skip_rule_begin(&plan, &skip), OK);
    for (size_t p = 0; p < NPROBLEMS; p++) assert_false(finds(&skip, p, ""));
    learn(&skip, &plan, handmade_run(&plan, 0, 0, CASE_OK, 12, 3));
    for (size_t p = 0; p < NPROBLEMS; p++) {
        bool spared =
            finds(&skip, p, "dominated: took 12.0 s at n = 20, more than 10.0 s (skip_dominated)");
        if (spared != problems[p].spared) fail_msg("%s: %d", problems[p].source, spared);
    }
    learn(&skip, &plan,
          handmade_run(&plan, 4, 0, CASE_TIMEOUT, 1, 0)); /* the first that was too much is named */
    assert_true(
        finds(&skip, 3, "dominated: took 12.0 s at n = 20, more than 10.0 s (skip_dominated)"));
    skip_rule_free(&skip);
    results_free(&plan);
}

/* Checks whether problem 3 is skipped after problem 0 ended with this status. */
static void check_outcome(enum case_status status, double seconds, uint64_t iterations, bool count,
                          const char *note)
{
    struct results plan;
    struct skip_rule skip;
    make(&plan);
    plan.settings.count_iterations = count;
    assert_int_equal(skip_rule_begin(&plan, &skip), OK);
    struct result_run *run = handmade_run(&plan, 0, 0, status, seconds, 3);
    if (iterations != 100)
        run->extrapolated = true, run->iterations_timed = 10, run->iterations = iterations;
    learn(&skip, &plan, run);
    assert_int_equal(finds(&skip, 3, note), *note != 0);
    learn(&skip, &plan,
          handmade_run(&plan, 0, 0, CASE_OK, 1e-3, 3)); /* a better process does not help */
    assert_int_equal(finds(&skip, 3, note), *note != 0);
    skip_rule_free(&skip);
    results_free(&plan);
}

static void test_outcomes(void **state)
{
    check_outcome(CASE_OK, 9.9, 100, true, "");
    check_outcome(CASE_OK, 10, 100, true, "");
    check_outcome(CASE_OK, 10.5, 100, true,
                  "dominated: took 10.5 s at n = 20, more than 10.0 s (skip_dominated)");
    check_outcome(CASE_TIMEOUT, 1, 100, true, "dominated: timeout at n = 20 (skip_dominated)");
    check_outcome(CASE_OOM_HOST, 1, 100, true, "dominated: oom_host at n = 20 (skip_dominated)");
    check_outcome(CASE_OOM_DEVICE, 1, 100, true,
                  "dominated: oom_device at n = 20 (skip_dominated)");
    check_outcome(CASE_NOT_CONVERGED, 99, 100, true, "");
    check_outcome(CASE_CRASHED, 99, 100, true, "");
    check_outcome(CASE_INTERRUPTED, 99, 100, true, "");
    check_outcome(CASE_SKIPPED, 99, 100, true, "");
    /* ten iterations a sample */
    check_outcome(CASE_OK, 1, 90, true, "");
    check_outcome(CASE_OK, 1, 120, true,
                  "dominated: took 12.0 s at n = 20, more than 10.0 s (skip_dominated)");
    check_outcome(CASE_OK, 99, MISSING, false, "");
    check_outcome(CASE_OK, 1, MISSING, true,
                  "dominated: a solve took more than 300 s (timeout) at n = 20 (skip_dominated)");
}

static void test_order(void **state)
{
    static const size_t sorted[NPROBLEMS] = {9, 1, 0, 2, 4, 5, 6, 7, 8, 10, 11, 12, 3};
    struct results plan;
    size_t order[NPROBLEMS];
    make(&plan);
    skip_rule_order(&plan, order);
    assert_memory_equal(order, sorted, sizeof order);
    free(plan.skip_axis);
    plan.skip_axis = NULL;
    skip_rule_order(&plan, order);
    for (size_t k = 0; k < NPROBLEMS; k++) assert_int_equal(order[k], k);
    struct skip_rule skip;
    assert_int_equal(skip_rule_begin(&plan, &skip), OK);
    learn(&skip, &plan, handmade_run(&plan, 0, 0, CASE_TIMEOUT, 1, 0));
    assert_false(finds(&skip, 3, ""));
    skip_rule_free(&skip);
    results_free(&plan);
}

static void test_marks(void **state)
{
    struct result_run run = {.status = CASE_SKIPPED, .note = (char[]){"dominated: by another"}};
    assert_true(run_is_dominated(&run));
    run.status = CASE_OK;
    assert_false(run_is_dominated(&run));
    run = (struct result_run){.status = CASE_SKIPPED, .note = (char[]){"no such file"}};
    assert_false(run_is_dominated(&run));
}

static void test_memory(void **state)
{
    struct results plan;
    struct skip_rule skip;
    make(&plan);
    memory_fail_after(0);
    assert_int_equal(skip_rule_begin(&plan, &skip), ERROR_HOST_MEMORY);
    memory_fail_after(-1);
    skip_rule_free(&skip);
    assert_int_equal(skip_rule_begin(&plan, &skip), OK);
    const struct result_run *run = handmade_run(&plan, 0, 0, CASE_OK, 12, 3);
    memory_fail_after(0);
    assert_int_equal(skip_rule_learn(&skip, run, plan.samples), ERROR_HOST_MEMORY);
    memory_fail_after(-1);
    skip_rule_free(&skip);
    results_free(&plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines), cmocka_unit_test(test_outcomes), cmocka_unit_test(test_order),
        cmocka_unit_test(test_marks), cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests_name("dominance", tests, NULL, NULL);
}
