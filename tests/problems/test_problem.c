/* From a source to a system and back to a value: chains with known answers, solved directly, and
 * every way to get a source wrong. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "problems/structure.h"
#include "tests/support/cmocka.h"
#include "tests/support/csr_sound.h"
#include "tests/support/dense.h"
#include "tests/support/scratch.h"

static double value_of(const char *file, const char *property)
{
    char source[1100];
    struct problem p;
    snprintf(source, sizeof source, "%s:%s", scratch_path(file), property);
    if (problem_open(source, &p) != OK) fail_msg("%s", fail_message());
    double value = direct_value(&p);
    problem_free(&p);
    return value;
}

static void assert_value(const char *file, const char *property, double wanted)
{
    double value = value_of(file, property);
    if (!(value == wanted || fabs(value - wanted) <= 1e-12 * fmax(1, fabs(wanted))))
        fail_msg("%s:%s is %.17g, not %.17g", file, property, value, wanted);
}

/* 0 goes to 1 or 2 or stays, 1 to the goal 3 or the trap 4, 2 to the goal only. Two states are
 * initial in the second file. */
static void write_small_chain(void)
{
    static const char *const tra =
        "5 9\n0 0 0.5\n0 1 0.25\n0 2 0.25\n1 3 0.5\n1 4 0.5\n2 3 1\n3 3 1\n4 4 0.5\n4 4 0.5\n";
    scratch_write("small.tra", tra);
    scratch_write("small.lab",
                  "0=\"init\" 1=\"goal\" 2=\"trap\" 3=\"one\"\n0: 0\n1: 3\n3: 1\n4: 2\n");
    scratch_write("several.tra", tra);
    scratch_write("several.lab", "0=\"init\" 1=\"goal\" 2=\"none\"\n0: 0\n1: 0\n2: 0\n3: 1\n");
    scratch_write("steps.srew", "5 3\n0 1\n1 1\n2 1\n");
    scratch_write("end.lab", "0=\"init\" 1=\"end\"\n0: 0\n3: 1\n4: 1\n");
    scratch_write("end.tra",
                  "5 8\n0 0 0.5\n0 1 0.25\n0 2 0.25\n1 3 0.5\n1 4 0.5\n2 3 1\n3 3 1\n4 4 1\n");
}

static void write_long_runs(void)
{
    /* Birth and death at rates 1 and 2: pi_i ~ 2^-i. The self-loop changes nothing. */
    scratch_write("queue.tra", "3 5\n0 1 1\n1 0 2\n1 2 1\n2 1 2\n2 2 7\n");
    scratch_write("queue.srew", "3 2\n1 1\n2 2\n");
    scratch_write("served.srew", "3 0\n");
    scratch_write("served.trew", "3 2\n1 0 1\n2 1 1\n");
    scratch_write("queue.lab", "0=\"init\" 1=\"empty\"\n0: 0 1\n");
    /* From 0: a third into the class {1, 2}, where 2 holds 3/4 of the time; two thirds into the
     * absorbing 3. */
    scratch_write("classes.tra", "4 5\n0 1 1\n0 3 2\n1 2 3\n2 1 1\n3 3 1\n");
    scratch_write("classes.lab", "0=\"init\" 1=\"two\" 2=\"end\"\n0: 0\n2: 1\n3: 2\n");
}

static void reachability_has_its_values(void **state)
{
    write_small_chain();
    assert_value("small.tra", "format=prism,type=dtmc,goal=goal", 0.75);
    assert_value("small.tra", "type=dtmc,goal=trap", 0.25);
    assert_value("small.tra", "type=dtmc,goal=goal,avoid=one", 0.5);
    assert_value("small.tra", "type=dtmc,goal=!init", 1);
    assert_value("small.tra", "type=dtmc,goal=init", 1);
    assert_value("several.tra", "type=dtmc,goal=none,filter=avg", 0);
    assert_value("several.tra", "type=dtmc,goal=goal,filter=max", 1);
    assert_value("several.tra", "type=dtmc,goal=goal,filter=min", 0.5);
    assert_value("several.tra", "type=dtmc,goal=goal,filter=avg", 0.75);
}

static void rewards_have_their_values(void **state)
{
    write_small_chain();
    assert_value("small.tra", "type=dtmc,reward=steps.srew,goal=goal",
                 INFINITY); /* the goal may be missed */
    assert_value("end.tra", "type=dtmc,reward=steps.srew,goal=end", 3);
    scratch_write("moves.srew", "5 0\n");
    scratch_write("moves.trew", "5 1\n0 0 2\n");
    assert_value("end.tra", "type=dtmc,reward=moves.srew,goal=end", 2);
    /* A CTMC: 0 is left at rate 2 in all, half of it into itself; a reward of 1 a time unit in 0
     * until 1 takes 1. */
    scratch_write("rate.tra", "2 3\n0 0 1\n0 1 1\n1 1 1\n");
    scratch_write("rate.lab", "0=\"init\" 1=\"done\"\n0: 0\n1: 1\n");
    scratch_write("time.srew", "2 1\n0 1\n");
    assert_value("rate.tra", "type=ctmc,reward=time.srew,goal=done", 1);
    struct problem p;
    scratch_write("tiny.tra", "2 2\n0 1 1e-300\n1 1 1\n");
    scratch_write("tiny.lab", "0=\"init\" 1=\"done\"\n0: 0\n1: 1\n");
    scratch_write("large.srew", "2 1\n0 1e9\n");
    char source[1100];
    snprintf(source, sizeof source, "%s:type=ctmc,reward=large.srew,goal=done",
             scratch_path("tiny.tra"));
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
    assert_non_null(
        strstr(fail_message(), "state 0: its reward is 1e+09 and its exit rate 1e-300"));
}

static void long_runs_have_their_values(void **state)
{
    write_long_runs();
    assert_value("queue.tra", "type=ctmc,steady=empty", 4.0 / 7);
    assert_value("queue.tra", "type=ctmc,steady=!empty", 3.0 / 7);
    assert_value("queue.tra", "type=ctmc,reward=queue.srew", 4.0 / 7);
    assert_value("queue.tra", "type=ctmc,reward=served.srew", 6.0 / 7);
    assert_value("classes.tra", "type=ctmc,steady=two", 0.25);
    assert_value("classes.tra", "type=ctmc,steady=end", 2.0 / 3);
    /* Nothing but absorbing states: no system is left. */
    scratch_write("ends.tra", "3 4\n0 1 0.3\n0 2 0.7\n1 1 1\n2 2 1\n");
    scratch_write("ends.lab", "0=\"init\" 1=\"one\"\n0: 0\n1: 1\n");
    assert_value("ends.tra", "type=dtmc,steady=one", 0.3);
}

/* The system alone, as in a file, has the value of the problem for any answer; or no value. */
static void systems_alone_have_the_values(void **state)
{
    static const struct {
        const char *file, *property;
        bool has;
    } cases[] = {{"small.tra", "type=dtmc,goal=goal", true},
                 {"several.tra", "type=dtmc,goal=goal,filter=avg", true},
                 {"several.tra", "type=dtmc,goal=goal,filter=max", false},
                 {"several.tra", "type=dtmc,goal=goal,filter=min", false},
                 {"small.tra", "type=dtmc,goal=goal,filter=max", true},
                 {"small.tra", "type=dtmc,goal=goal,steps=3", false},
                 {"small.tra", "type=dtmc,reward=steps.srew,goal=goal", false},
                 {"end.tra", "type=dtmc,reward=steps.srew,goal=end", true},
                 {"queue.tra", "type=ctmc,steady=empty", true},
                 {"queue.tra", "type=ctmc,reward=queue.srew", true},
                 {"classes.tra", "type=ctmc,steady=two", false}};
    static const double x[] = {0.3, 0.7, 2, 5, 11};
    write_small_chain();
    write_long_runs();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char source[1100];
        struct problem p;
        double *weight;
        snprintf(source, sizeof source, "%s:%s", scratch_path(cases[k].file), cases[k].property);
        assert_ok(problem_open(source, &p));
        assert_ok(problem_weights(&p, &weight));
        if ((weight != NULL) != cases[k].has) fail_msg("%s: weights", source);
        struct problem alone = {.kind = KIND_LINEAR, .system = p.system};
        assert_true(isnan(problem_value(&alone, x)));
        alone.system.weight = weight;
        if (weight && fabs(problem_value(&alone, x) - problem_value(&p, x)) > 1e-15)
            fail_msg("%s is %.17g", source, problem_value(&alone, x));
        free(weight);
        problem_free(&p);
    }
}

static void facts_are_counted(void **state)
{
    char source[1100];
    struct problem p;
    write_small_chain();
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("small.tra"));
    assert_int_equal(problem_open(source, &p), OK);
    assert_string_equal(p.source, source);
    assert_int_equal(p.kind, KIND_FIXPOINT);
    assert_int_equal(p.states, 5);
    assert_int_equal(p.transitions, 8); /* the two lines 4 4 are one transition */
    assert_int_equal(p.classes, 2);
    assert_int_equal(p.system.a.off.nnz, 4); /* 0 → 1, 0 → 2 and what leaves 1 */
    assert_false(p.solved);
    assert_true(p.step == 1 && p.start == 0);
    problem_free(&p);
    assert_int_equal(problem_open("identity:n=3", &p), OK);
    assert_true(p.step == 0 && p.start == 0);
    assert_true(isnan(problem_value(&p, p.system.x0)));
    assert_true(problem_scale(&p) == 1);
    problem_free(&p);
}

/* A goal's b = 1 is no measure for the rows that lead there: state 0 reaches the goal 1 with 1e-7.
 */
static void scale_leaves_fixed_rows_out(void **state)
{
    char source[1100];
    struct problem p;
    scratch_write("rare.tra", "3 5\n0 0 0.9999998\n0 1 1e-7\n0 2 1e-7\n1 1 1\n2 2 1\n");
    scratch_write("rare.lab", "0=\"init\" 1=\"goal\"\n0: 0\n1: 1\n");
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("rare.tra"));
    assert_int_equal(problem_open(source, &p), OK);
    assert_true(problem_scale(&p) == 1e-7);
    p.system.b[0] = -2;
    assert_true(problem_scale(&p) == 2 - 1e-7);
    problem_free(&p);
}

/* PRISM's step, self-loops included; the start is the row of the first initial state, which need
 * not have one. */
static void steps_and_starts(void **state)
{
    static const struct {
        const char *labels;
        uint32_t start;
    } cases[] = {{"0=\"init\" 1=\"a\"\n0: 0\n2: 1\n", 0},
                 {"0=\"init\" 1=\"a\"\n2: 0 1\n3: 0\n", 1},
                 {"0=\"init\" 1=\"a\"\n3: 0\n2: 1\n", 2}};
    char source[1100];
    scratch_write("loop.tra",
                  "4 6\n0 1 9\n1 1 3\n1 2 4\n2 3 1\n3 1 5\n3 2 1\n"); /* 0 is transient */
    snprintf(source, sizeof source, "%s:type=ctmc,steady=a", scratch_path("loop.tra"));
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct problem p;
        scratch_write("loop.lab", cases[k].labels);
        assert_int_equal(problem_open(source, &p), OK);
        assert_int_equal(p.system.a.off.rows, 3);
        assert_true(p.step == 0.99 / 7);
        assert_int_equal(p.start, cases[k].start);
        problem_free(&p);
    }
}

static void matrices_become_systems(void **state)
{
    char source[2200];
    struct problem p;
    double x[MOST];
    scratch_write("a.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 5\n1 1 4\n1 2 -1\n2 "
                           "2 5\n3 1 2\n3 3 6\n");
    scratch_write("b.mtx", "%%MatrixMarket matrix array real general\n3 1\n2\n5\n14\n");
    assert_int_equal(problem_open(scratch_path("a.mtx"), &p), OK);
    solve_directly(&p, x);
    for (int i = 0; i < 3; i++) assert_true(fabs(x[i] - 1) < 1e-14 && p.system.answer[i] == 1);
    problem_free(&p);
    snprintf(source, sizeof source, "%s:rhs=b.mtx", scratch_path("a.mtx"));
    assert_int_equal(problem_open(source, &p), OK);
    assert_true(p.system.b[2] == 14 && p.system.answer == NULL);
    problem_free(&p);
    scratch_write("zero.mtx",
                  "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n2 1 1\n");
    assert_int_equal(problem_open(scratch_path("zero.mtx"), &p), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "row 2: the diagonal is zero"));
}

static void names_may_hold_blanks_and_colons(void **state)
{
    char source[1200];
    struct problem p;
    write_small_chain();
    rename(scratch_path("small.tra"), scratch_path("depth limit reached: 3.tra"));
    rename(scratch_path("small.lab"), scratch_path("depth limit reached: 3.lab"));
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal",
             scratch_path("depth limit reached: 3.tra"));
    if (problem_open(source, &p) != OK) fail_msg("%s", fail_message());
    problem_free(&p);
}

static void wrong_sources_are_named(void **state)
{
    static const struct {
        const char *source, *message; /* a source that begins with '@' is in the scratch folder */
    } cases[] = {
        {"", "the source is empty"},
        {"random_d:n=3", "unknown generator 'random_d', did you mean 'random_dd'?"},
        {"nosuch.tra:type=dtmc,goal=x", "nosuch.tra: No such file"},
        {"/tmp:goal=x", "/tmp: is a folder"},
        {"@small.lab", "a file of labels. Name the file of the transitions"},
        {"@small.tra", "no property"},
        {"@small.tra:type=dtmc,goal=gaol", "unknown label 'gaol', did you mean 'goal'?"},
        {"@small.tra:type=mdp,goal=goal", "two numbers: this is a DTMC or CTMC"},
        {"@small.tra:type=dtmc,gaol=goal", "unknown key 'gaol', did you mean 'goal'?"},
        {"@small.tra:type=dtmc,goal", "'goal' is not of the form key=value"},
        {"@small.tra:type=dtmc,goal=goal,goal=trap", "key 'goal' is given twice"},
        {"@small.tra:type=dtmc,steady=goal,avoid=trap", "steady= stands alone"},
        {"@small.tra:type=dtmc,reward=steps.srew,filter=max", "filter= goes with goal="},
        {"@small.tra:goal=goal,steps=3",
         "a bound is steps in the one, time in the other: say type=dtmc"},
        {"@small.tra:goal=goal,time=3", "does not say whether it is a DTMC or a CTMC"},
        {"@small.tra:prop=filter(max, P=?[(F \"goal\") & (G[0,3] true)])", "say type=dtmc"},
        {"@small.tra:prop=R{(1)}=?[C<=3]", "say type=dtmc"},
        {"@small.tra:prop=R{(1)}=?[I=3]", "say type=dtmc"},
        {"@small.tra:format=prsm,goal=goal", "unknown format, did you mean 'prism'?"},
        {"@several.tra:type=dtmc,goal=goal", "3 states are initial"},
        {"@a.mtx:goal=x", "takes no keys but rhs=FILE"},
        {"@small.tra:type=dtmc,goal=!gaol", "unknown label 'gaol', did you mean 'goal'?"},
        {"@small.tra:type=dtmc,goal=", "'goal=' is not of the form key=value"},
        {"@small.tra:type=dtmc,=goal", "unknown key ''"},
        {"@small.tra:type=dtmc,goal=goal,filter=mean", "filter=mean: unknown value"},
        {"@small.tra:type=dtmc,goal=goal,rhs=b.mtx", "rhs= belongs to Matrix Market files"},
        {"@small.tra:type=dtmc,avoid=trap", "no property"},
        {"@small.tra:type=dtmc,reward=steps.srew,goal=goal,avoid=trap",
         "avoid= goes with goal= alone"},
        {"@small.tra:type=dtmc,reward=none.srew", "none.srew: No such file"},
        {"@a.mtx:rhs=none.mtx", "none.mtx: No such file"},
        {"@huge.mtx:rhs=a.mtx", "a.mtx:2: "},
        {"@huge.mtx", "row 1: its entries add up to infinity"},
        {"@:goal=goal", "is a folder"},
        {":", "unknown generator ''"},
        {"two\nlines", "unknown generator 'two?lines'"},
        {"tandem:c=2,property=9", "property=9: it has properties 1 to 4"}};
    write_small_chain();
    scratch_write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
    scratch_write(
        "huge.mtx",
        "%%MatrixMarket matrix coordinate real general\n2 2 3\n1 1 1e308\n1 2 1e308\n2 2 1\n");
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char source[1200];
        struct problem p;
        bool here = cases[k].source[0] == '@';
        snprintf(source, sizeof source, "%s%s%s", here ? scratch_folder : "", here ? "/" : "",
                 cases[k].source + here);
        if (problem_open(source, &p) == OK) fail_msg("%s was opened", source);
        if (!strstr(fail_message(), cases[k].message) || strchr(fail_message(), '\n'))
            fail_msg("%s: %s", cases[k].source, fail_message());
        assert_true(!p.source && !p.system.a.diag && !p.system.a.off.row && !p.system.b &&
                    !p.system.x0);
    }
}

static void refused(const char *file, const char *keys, const char *message)
{
    char source[1200];
    snprintf(source, sizeof source, "%s:%s", scratch_path(file), keys);
    assert_int_equal(problem_check(source), ERROR_INPUT);
    if (!strstr(fail_message(), message)) fail_msg("%s: %s", source, fail_message());
}

/* Keys of chains belong to chains, each of them. */
static void keys_of_chains(void **state)
{
    static const char *const keys[] = {"goal=x",     "avoid=x", "steady=x", "reward=x",
                                       "filter=max", "steps=1", "time=1"};
    scratch_write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
    scratch_write("a.aut", "des (0, 1, 1)\n(0, \"a\", 0)\n");
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        refused("a.mtx", keys[k], "a matrix takes no keys but rhs=FILE");
        refused("a.aut", keys[k], "a product takes no keys");
    }
    refused("a.aut", "rhs=x", "a product takes no keys");
    refused("a.aut", "type=dtmc", "a product takes no keys");
    refused("a.mtx", "type=dtmc", "no property");
}

/* A matrix is one of a chain where the user says so. */
static void matrices_of_chains(void **state)
{
    struct problem p;
    char source[1200];
    scratch_write("c.mtx", "%%MatrixMarket matrix coordinate real general\n"
                           "3 3 5\n1 2 0.25\n1 3 0.75\n2 2 1\n3 1 0\n3 3 1\n");
    scratch_write("c.lab", "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n1: 2\n");
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("c.mtx"));
    if (problem_open(source, &p) != OK) fail_msg("%s", fail_message());
    assert_int_equal(p.states, 3);
    assert_int_equal(p.transitions, 4);
    assert_true(problem_value(&p, (double[]){0.25, 1, 0}) == 0.25);
    problem_free(&p);
    scratch_write("c.mtx", "%%MatrixMarket matrix coordinate real general\n"
                           "3 3 3\n1 2 0.5\n2 2 1\n3 3 1\n");
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "row 1: the probabilities sum to 0.5, not to 1"));
    scratch_write("c.mtx", "%%MatrixMarket matrix coordinate real general\n"
                           "3 3 3\n1 2 1\n2 2 1\n3 3 -1\n");
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
    assert_non_null(strstr(fail_message(), "row 3: -1 is no probability"));
}

/* For looking at a system, the initial state need not be named. */
static void looking_needs_no_filter(void **state)
{
    char source[1200];
    struct problem p;
    write_small_chain();
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal", scratch_path("several.tra"));
    assert_int_equal(problem_look(source, &p), OK);
    assert_int_equal(p.states, 5);
    problem_free(&p);
    assert_int_equal(problem_open(source, &p), ERROR_INPUT);
}

/* Rewards of transitions are multiplied and added up during reading, and this is rounded. */
static void rewards_of_transitions_are_rounded(void **state)
{
    static const char *const rewards[] = {"end.tra:type=dtmc,reward=steps.srew,goal=end",
                                          "end.tra:type=dtmc,reward=moves.srew,goal=end"};
    struct problem p;
    write_small_chain();
    scratch_write("moves.srew", "5 0\n");
    scratch_write("moves.trew", "5 1\n0 0 2\n");
    for (int k = 0; k < 2; k++) {
        assert_int_equal(problem_open(scratch_path(rewards[k]), &p), OK);
        assert_true(k ? p.reading.constant >= 0x1p-53 && p.reading.constant <= 0x1p-49
                      : p.reading.constant == 0);
        problem_free(&p);
    }
}

/* Checking a source gives the same result as opening it, as far as this can be known from outside.
 */
static void checking_opens_nothing(void **state)
{
    assert_int_equal(problem_check("random_dd:n=1000000,density=0.5"), OK);
    assert_int_equal(problem_check("random_dd:n=0"), ERROR_INPUT);
    assert_int_equal(problem_check("tandem:c=2047"), OK);
    assert_int_equal(problem_check("tandem:c=1000000"), ERROR_INPUT);
    assert_int_equal(problem_check("nosuch.tra:goal=x"), ERROR_INPUT);
}

/* The matrix of a chain is there without a property. One that is given must be right. */
static void structures_of_chains(void **state)
{
    static const char *const cases[][2] = {{"", NULL},
                                           {",goal=goal", NULL},
                                           {",filter=max", "no property"},
                                           {",rhs=b.mtx", "rhs= belongs to Matrix Market files"},
                                           {",avoid=trap", "no property"},
                                           {",steady=goal,avoid=trap", "steady= stands alone"},
                                           {",reward=steps.srew,filter=max", "filter= goes"}};
    write_small_chain();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char source[1200];
        struct structure s;
        snprintf(source, sizeof source, "%s:type=dtmc%s", scratch_path("small.tra"), cases[k][0]);
        assert_int_equal(structure_open(source, &s), cases[k][1] ? ERROR_INPUT : OK);
        if (cases[k][1]) assert_non_null(strstr(fail_message(), cases[k][1]));
        else assert_true(s.chain && s.a.nnz == 8 && s.start[0]);
        structure_free(&s);
    }
}

/* In the structure of a system, the diagonal is in its place. */
static void structures_of_systems(void **state)
{
    struct structure s;
    struct problem p;
    assert_int_equal(structure_open("random_dd:n=30,density=0.2", &s), OK);
    assert_int_equal(problem_open("random_dd:n=30,density=0.2", &p), OK);
    assert_true(!s.chain && csr_sound(&s.a) && s.a.nnz == p.system.a.off.nnz + 30);
    for (uint32_t i = 0; i < 30; i++)
        assert_true(s.a.val[csr_find(&s.a, i, i)] == p.system.a.diag[i]);
    structure_free(&s);
    problem_free(&p);
}

static void check_failures(const char *source)
{
    long k = 0;
    for (;; k++) {
        struct problem p;
        enum status status = refused_after(k, problem_open(source, &p));
        problem_free(&p);
        if (status == OK) break;
        if (status != ERROR_HOST_MEMORY)
            fail_msg("%s, allocation %ld: %s", source, k, fail_message());
        assert_true(k < 1000);
    }
    assert_true(k > 3);
}

static void failing_allocations_leave_nothing(void **state)
{
    char source[1200];
    write_small_chain();
    scratch_write("classes.tra", "4 5\n0 1 1\n0 3 2\n1 2 3\n2 1 1\n3 3 1\n");
    scratch_write("classes.lab", "0=\"init\" 1=\"two\" 2=\"end\"\n0: 0\n2: 1\n3: 2\n");
    scratch_write("a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 4\n");
    snprintf(source, sizeof source, "%s:type=dtmc,goal=goal,avoid=one", scratch_path("small.tra"));
    check_failures(source);
    snprintf(source, sizeof source, "%s:type=ctmc,steady=two", scratch_path("classes.tra"));
    check_failures(source);
    snprintf(source, sizeof source, "%s:type=dtmc,reward=steps.srew,goal=goal",
             scratch_path("small.tra"));
    check_failures(source);
    check_failures(scratch_path("a.mtx"));
    snprintf(source, sizeof source, "%s:rhs=b.mtx", scratch_path("a.mtx"));
    scratch_write("b.mtx", "%%MatrixMarket matrix array real general\n1 1\n2\n");
    check_failures(source);
    check_failures("identity:n=3");
    check_failures("tandem:c=2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reachability_has_its_values),
        cmocka_unit_test(rewards_have_their_values),
        cmocka_unit_test(long_runs_have_their_values),
        cmocka_unit_test(systems_alone_have_the_values),
        cmocka_unit_test(scale_leaves_fixed_rows_out),
        cmocka_unit_test(facts_are_counted),
        cmocka_unit_test(steps_and_starts),
        cmocka_unit_test(matrices_become_systems),
        cmocka_unit_test(names_may_hold_blanks_and_colons),
        cmocka_unit_test(wrong_sources_are_named),
        cmocka_unit_test(keys_of_chains),
        cmocka_unit_test(matrices_of_chains),
        cmocka_unit_test(looking_needs_no_filter),
        cmocka_unit_test(rewards_of_transitions_are_rounded),
        cmocka_unit_test(checking_opens_nothing),
        cmocka_unit_test(structures_of_chains),
        cmocka_unit_test(structures_of_systems),
        cmocka_unit_test(failing_allocations_leave_nothing),
    };
    return cmocka_run_group_tests_name("problem", tests, scratch_create, scratch_remove);
}
