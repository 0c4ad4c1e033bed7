/* The time that the cases of a problem are expected to take, which limits its proof. */
#include <math.h>
#include <string.h>

#include "harness/run/run_pieces.h"
#include "tests/support/cmocka.h"

enum { VARIANTS = 3, PROBLEMS = 2, PROCESSES = 4 };

static struct row rows[PROBLEMS * VARIANTS * PROCESSES];
static struct result_problem problems[PROBLEMS];
static bool wanted[PROBLEMS * VARIANTS];
static struct results plan;
static struct recording recording;

static struct run begin(uint64_t processes)
{
    struct run run = {.results = &plan, .rows = rows, .recording = &recording, .problem = 1};
    plan = (struct results){.settings = default_settings,
                            .nproblems = PROBLEMS,
                            .problems = problems,
                            .nvariants = VARIANTS};
    plan.settings.processes = processes;
    plan.settings.max_time = 5;
    recording = (struct recording){.wanted = wanted, .nvariants = VARIANTS};
    memset(rows, 0, sizeof rows);
    for (int k = 0; k < PROBLEMS * VARIANTS; k++) wanted[k] = true;
    assert_int_equal(pace_begin(&plan, &run.pace), OK);
    return run;
}

/* Nothing is known: max_time for each process of a case that is wanted and open. */
static void test_unknown(void **state)
{
    struct run run = begin(1);
    assert_true(run_measuring_time(&run) == 15);
    wanted[VARIANTS] = false;
    assert_true(run_measuring_time(&run) == 10);
    run_row(&run, 1, 2, 0)->ended = true;
    assert_true(run_measuring_time(&run) == 5);
    pace_free(&run.pace);
    run = begin(PROCESSES);
    assert_true(run_measuring_time(&run) == 60);
    pace_free(&run.pace);
}

/* A variant that was measured foretells its next case, and others of which nothing is known. */
static void test_known(void **state)
{
    struct run run = begin(PROCESSES);
    pace_learn(&run.pace, 0, 0, 2, 0.5);
    assert_true(fabs(run_measuring_time(&run) - 2 * VARIANTS * PROCESSES) < 1e-6);
    pace_learn_absent(&run.pace, 1);
    assert_true(fabs(run_measuring_time(&run) - 2 * (VARIANTS - 1) * PROCESSES) < 1e-6);
    pace_free(&run.pace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_unknown),
                                       cmocka_unit_test(test_known)};
    return cmocka_run_group_tests_name("measuring_time", tests, NULL, NULL);
}
