/* Hard cases, each from a file to the proof: periodic, reducible and singular problems, goals that
 * are missed, tiny probabilities, stiff rates, negative numbers, floats, and answers of other
 * programs. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"

/* Labels: 0 init in state 0, 2 goal in the state that is named. Rewards: 1 in each state. */
static void write_chain(const char *tra, uint32_t states, uint32_t goal)
{
    char lab[128], rew[512];
    size_t used = (size_t)snprintf(rew, sizeof rew, "%u %u\n", states, states);
    snprintf(lab, sizeof lab, "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0%s\n", goal ? "" : " 2");
    if (goal) snprintf(lab + strlen(lab), sizeof lab - strlen(lab), "%u: 2\n", goal);
    for (uint32_t i = 0; i < states; i++)
        used += (size_t)snprintf(rew + used, sizeof rew - used, "%u 1\n", i);
    scratch_write("m.tra", tra);
    scratch_write("m.lab", lab);
    scratch_write("m.srew", rew);
}

static void prove(const char *property, struct problem *problem)
{
    char source[700];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    snprintf(source, sizeof source, "%s:%s", scratch_path("m.tra"), property);
    assert_ok(problem_open(source, problem));
    assert_ok(prove_problem(problem, &settings));
}

/* The value lies in an interval that is narrow: at most `wide` of itself. */
static void check(const char *property, double value, double wide)
{
    struct problem problem;
    prove(property, &problem);
    const double low = problem.proof.value_low, high = problem.proof.value_high,
                 room = 1e-15 * fabs(value);
    if (!(low <= value + room && high >= value - room && high - low <= wide * fabs(value)))
        fail_msg("%s: %.17g and [%.17g, %.17g]: %s", property, value, low, high,
                 problem.proof.note);
    problem_free(&problem);
}

static void periodic(void **state)
{
    write_chain("3 3\n0 1 1\n1 2 1\n2 0 1\n", 3, 2);
    check("type=dtmc,steady=goal", 1. / 3, 1e-12);
    check("type=ctmc,steady=goal", 1. / 3, 1e-12);
    check("type=dtmc,goal=goal", 1, 0);
    check("type=dtmc,reward=m.srew,goal=goal", 2, 1e-12);
    check("type=dtmc,reward=m.srew,steps=1", 1, 1e-12);
    check("type=dtmc,goal=goal,steps=2", 1, 1e-12);
}

/* Half of the walk never comes to the goal. */
static void goals_that_are_missed(void **state)
{
    struct problem problem;
    write_chain("3 4\n0 1 0.5\n0 2 0.5\n1 1 1\n2 2 1\n", 3, 2);
    check("type=dtmc,goal=goal", 0.5, 1e-12);
    prove("type=dtmc,reward=m.srew,goal=goal", &problem);
    assert_true(problem.proof.value_low == INFINITY && problem.proof.value_high == INFINITY);
    problem_free(&problem);
    write_chain("3 3\n0 1 1\n1 0 1\n2 2 1\n", 3, 2); /* nobody comes there */
    check("type=dtmc,goal=goal", 0, 0);
    prove("type=dtmc,reward=m.srew,goal=goal", &problem);
    assert_true(problem.proof.value_low == INFINITY);
    problem_free(&problem);
    write_chain("2 2\n0 1 1\n1 0 1\n", 2, 0); /* where it begins */
    check("type=dtmc,goal=goal", 1, 0);
    check("type=dtmc,reward=m.srew,goal=goal", 0, 0);
}

/* The first class is reached with probability 1e-12 or 1e-200, the second otherwise; each has a
 * goal state or none. */
static void tiny_probabilities_of_classes(void **state)
{
    write_chain("5 7\n0 1 1e-12\n0 3 1\n1 2 1\n2 1 3\n3 4 2\n4 3 1\n4 4 1\n", 5, 1);
    check("type=ctmc,steady=goal", 1e-12 / (1 + 1e-12) * 0.75, 1e-9);
    write_chain("5 7\n0 1 1e-200\n0 3 1\n1 2 1\n2 1 3\n3 4 2\n4 3 1\n4 4 1\n", 5, 1);
    check("type=ctmc,steady=goal", 0.75e-200, 1e-9);
    write_chain("5 7\n0 1 1e-200\n0 3 1\n1 2 1\n2 1 3\n3 4 2\n4 3 1\n4 4 1\n", 5, 3);
    check("type=ctmc,steady=goal", 1. / 3, 1e-9);
}

static void stiff_rates(void **state)
{
    write_chain("3 4\n0 1 1e12\n1 0 1e-12\n1 2 1e-12\n2 1 1e12\n", 3, 2);
    check("type=ctmc,steady=goal", 1e-24 / (1 + 2e-24), 1e-9);
    check("type=ctmc,goal=goal", 1, 0);
    check("type=ctmc,reward=m.srew,goal=goal", 1e12, 1e-9);
    check("type=ctmc,reward=m.srew", 1, 1e-12);
}

/* A class that is left once in 1e9 steps is none. What is missing of its rows' sums, 1e-17, is not
 * lost in each step. */
static void nearly_reducible(void **state)
{
    write_chain("4 7\n0 1 1\n1 0 0.999999999\n1 2 1e-9\n2 3 1\n3 2 0.5\n3 3 0.499999\n3 1 1e-6\n",
                4, 2);
    check("type=dtmc,reward=m.srew,goal=goal", 2 / 1e-9, 1e-6);
    struct problem problem;
    prove("type=dtmc,steady=goal", &problem);
    assert_true(problem.proof.value_high - problem.proof.value_low < 1e-8);
    problem_free(&problem);
}

/* Numbers of a file that do not sum to 1 in the last digits are divided by their sum, for each kind
 * of question; nobody knows what they were meant for. */
static void rows_that_do_not_sum_to_one(void **state)
{
    struct problem problem;
    const struct prove_settings model = {.width = 1e-9, .seconds = 60, .model = true};
    char source[700];
    write_chain("3 5\n0 0 0.333333333\n0 1 0.333333333\n0 2 0.333333333\n1 1 1\n2 2 1\n", 3, 2);
    check("type=dtmc,goal=goal", 0.5, 1e-12);
    check("type=dtmc,goal=goal,steps=2", 4. / 9, 1e-12);
    check("type=dtmc,steady=goal", 0.5, 1e-12);
    check("type=dtmc,reward=m.srew,steps=3", 1, 1e-12);
    for (int k = 0; k < 2; k++) {
        snprintf(source, sizeof source, "%s:type=dtmc,%s=goal", scratch_path("m.tra"),
                 k ? "steady" : "goal");
        assert_ok(problem_open(source, &problem));
        assert_ok(prove_problem(&problem, &model));
        if (!strstr(problem.proof.note, "do not sum to one")) fail_msg("%s", problem.proof.note);
        problem_free(&problem);
    }
}

#define MARKET "%%MatrixMarket matrix coordinate real general\n"

static void open_system(const char *matrix, const char *b, struct problem *problem)
{
    char source[700];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    scratch_write("m.mtx", matrix);
    scratch_write("b.mtx", b);
    snprintf(source, sizeof source, "%s:rhs=b.mtx", scratch_path("m.mtx"));
    assert_ok(problem_open(source, problem));
    assert_ok(prove_problem(problem, &settings));
}

static void negative_numbers(void **state)
{
    struct problem problem;
    struct proven proven;
    open_system(MARKET "2 2 4\n1 1 -3\n1 2 1\n2 1 -1\n2 2 4\n",
                "%%MatrixMarket matrix array real general\n2 1\n-7\n-2\n", &problem);
    const double exact[] = {26. / 11, 1. / 11}, wrong[] = {26. / 11, 1.1 / 11};
    assert_ok(prove_answer(&problem, exact, &proven));
    assert_true(proven.error < 1e-15);
    assert_ok(prove_answer(&problem, wrong, &proven));
    assert_true(proven.error >= 0.1 / 26 && proven.error < 0.2 / 26);
    problem_free(&problem);
}

static void singular_systems_have_no_proof(void **state)
{
    struct problem problem;
    struct proven proven;
    open_system(MARKET "2 2 4\n1 1 1\n1 2 -1\n2 1 -1\n2 2 1\n",
                "%%MatrixMarket matrix array real general\n2 1\n1\n-1\n", &problem);
    assert_ok(prove_answer(&problem, (double[]){1, 0}, &proven));
    assert_true(isinf(proven.error) && *problem.proof.note);
    problem_free(&problem);
}

/* Also if the usual stopping rule ends far from the value, the error of its answer is proven. */
static void early_stops_are_found(void **state)
{
    struct problem problem;
    struct proven proven;
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    assert_ok(problem_open("haddad_monmege:n=12", &problem));
    assert_ok(prove_problem(&problem, &settings));
    assert_true(problem.proof.value_low <= 0.5 && problem.proof.value_high >= 0.5 &&
                problem.proof.value_high - problem.proof.value_low < 1e-9);
    assert_ok(prove_answer(&problem, problem.system.x0, &proven)); /* the start: 0 and the goal */
    assert_true(proven.error > 0.49);
    problem_free(&problem);
}

static void long_walks_end_in_time(void **state)
{
    struct problem problem;
    const struct prove_settings hurry = {.width = 1e-9, .seconds = 0.05};
    assert_ok(problem_open("tandem:c=31,property=3,time=1e7", &problem));
    assert_ok(prove_problem(&problem, &hurry));
    assert_true(!problem.proof.x && isnan(problem.proof.value_low) && *problem.proof.note);
    assert_true(problem.proof.seconds < 20);
    problem_free(&problem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(periodic),
                                       cmocka_unit_test(goals_that_are_missed),
                                       cmocka_unit_test(tiny_probabilities_of_classes),
                                       cmocka_unit_test(stiff_rates),
                                       cmocka_unit_test(nearly_reducible),
                                       cmocka_unit_test(rows_that_do_not_sum_to_one),
                                       cmocka_unit_test(negative_numbers),
                                       cmocka_unit_test(singular_systems_have_no_proof),
                                       cmocka_unit_test(early_stops_are_found),
                                       cmocka_unit_test(long_walks_end_in_time)};
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
