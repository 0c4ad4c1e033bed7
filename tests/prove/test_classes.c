/* Several closed classes: the probabilities of reaching them lie within bounds, however small they
 * are, and so does the value. */
#include <math.h>
#include <stdio.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

/* Each step is taken with probability `small`; else {1,2} is reached. From the last state, B =
 * {5,6} is reached with probability one half, and the walk begins again otherwise. */
static void write_chain(double small)
{
    char text[1024];
    snprintf(text, sizeof text,
             "7 13\n0 1 %.17g\n0 3 %.17g\n1 1 0.7\n1 2 0.3\n2 1 0.5\n2 2 0.5\n3 1 %.17g\n"
             "3 4 %.17g\n4 0 0.5\n4 5 0.5\n5 6 1\n6 5 0.25\n6 6 0.75\n",
             1 - small, small, 1 - small, small);
    scratch_write("classes.tra", text);
    scratch_write("classes.lab", "0=\"init\" 1=\"deadlock\" 2=\"b\"\n0: 0\n6: 2\n");
}

static void check(double small)
{
    struct problem problem;
    char source[600];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    const double wanted = 0.8 * 0.5 * small * small / (1 - 0.5 * small * small);
    write_chain(small);
    snprintf(source, sizeof source, "%s:type=dtmc,steady=b", scratch_path("classes.tra"));
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    assert_int_equal(prove_problem(&problem, &settings), OK);
    const struct problem_proof *proof = &problem.proof;
    const double low = proof->value_low, high = proof->value_high;
    if (!(low <= wanted * (1 + 1e-15) && high >= wanted * (1 - 1e-15) &&
          high - low <= 1e-9 * wanted))
        fail_msg("%g: [%.17g, %.17g] should hold %.17g", small, low, high, wanted);
    problem_free(&problem);
}

static void test_small_probabilities(void **state)
{
    (void)state;
    for (double small = 0.1; small > 1e-150; small *= 1e-10) check(small);
}

/* A product of probabilities that is below all doubles is not 0. */
static void test_lost_class(void **state)
{
    (void)state;
    struct problem problem;
    char source[600];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    write_chain(1e-170);
    snprintf(source, sizeof source, "%s:type=dtmc,steady=b", scratch_path("classes.tra"));
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    assert_int_equal(prove_problem(&problem, &settings), OK);
    assert_true(problem.proof.value_low == 0);
    assert_true(problem.proof.value_high > 0 && problem.proof.value_high < 1e-300);
    problem_free(&problem);
}

/* Two states that change 1e18 times before an end is reached: no iteration converges. The computed
 * value is right, and the interval, although wide, contains it. */
static void test_stiff(void **state)
{
    (void)state;
    struct problem problem;
    char source[600];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    scratch_write("stiff.tra", "4 6\n0 1 1e8\n0 2 1e-10\n1 0 1e8\n1 3 3e-10\n2 2 1\n3 3 1\n");
    scratch_write("stiff.lab", "0=\"init\" 1=\"deadlock\" 2=\"a\"\n0: 0\n2: 2\n");
    snprintf(source, sizeof source, "%s:type=ctmc,steady=a", scratch_path("stiff.tra"));
    if (problem_open(source, &problem) != OK) fail_msg("%s", fail_message());
    assert_true(fabs(problem_value(&problem, problem.system.x0) - 0.25) < 1e-14);
    assert_int_equal(prove_problem(&problem, &settings), OK);
    assert_true(problem.proof.value_low <= 0.25 && 0.25 <= problem.proof.value_high);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_small_probabilities),
                                       cmocka_unit_test(test_lost_class),
                                       cmocka_unit_test(test_stiff)};
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
