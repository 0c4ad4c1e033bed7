/* Questions of every kind on small chains whose answers are known by hand: the proven interval has
 * the answer and is narrow, and truth values are clear. Files are written here. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/problem.h"
#include "problems/questions/question.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* Knuth and Yao's die: states 7 to 12 are the faces 1 to 6, with reward 1 in each state before. */
static void write_die(void)
{
    scratch_write("die.tra",
                  "13 20\n0 1 0.5\n0 2 0.5\n1 3 0.5\n1 4 0.5\n2 5 0.5\n2 6 0.5\n3 1 0.5\n3 7 0.5\n"
                  "4 8 0.5\n4 9 0.5\n5 10 0.5\n5 11 0.5\n6 2 0.5\n6 12 0.5\n7 7 1\n8 8 1\n9 9 1\n"
                  "10 10 1\n11 11 1\n12 12 1\n");
    scratch_write("die.lab", "0=\"init\" 1=\"deadlock\" 2=\"done\" 3=\"one\" 4=\"six\" 5=\"low\"\n"
                             "0: 0\n7: 2 3 5\n8: 2 5\n9: 2 5\n10: 2\n11: 2\n12: 2 4\n");
    scratch_write("die.sta",
                  "(s,d)\n0:(0,0)\n1:(1,0)\n2:(2,0)\n3:(3,0)\n4:(4,0)\n5:(5,0)\n6:(6,0)\n"
                  "7:(7,1)\n8:(7,2)\n9:(7,3)\n10:(7,4)\n11:(7,5)\n12:(7,6)\n");
    scratch_write("die.srew", "13 7\n0 1\n1 1\n2 1\n3 1\n4 1\n5 1\n6 1\n");
}

/* Two states: on goes off with rate 2, off goes on with rate 6. */
static void write_switch(void)
{
    scratch_write("switch.tra", "2 2\n0 1 2\n1 0 6\n");
    scratch_write("switch.lab", "0=\"init\" 1=\"deadlock\" 2=\"on\"\n0: 0 2\n");
    scratch_write("switch.srew", "2 2\n0 3\n1 1\n");
}

/* A cycle of three states, and a way out of it: the reward is 2 in state 1. */
static void write_cycle(void)
{
    scratch_write("cycle.tra", "5 7\n0 1 1\n1 2 0.75\n1 3 0.25\n2 0 1\n3 4 0.5\n3 3 0.5\n4 3 1\n");
    scratch_write("cycle.lab", "0=\"init\" 1=\"deadlock\" 2=\"a\" 3=\"b\" 4=\"end\"\n"
                               "0: 0 2\n1: 3\n2: 2\n3: 4\n4: 4 2\n");
    scratch_write("cycle.srew", "5 1\n1 2\n");
}

struct asked_case {
    const char *question;
    double value;
};

static const struct asked_case die[] = {
    {"P=?[F \"six\"]", 1.0 / 6},
    {"filter(max, 6/d)", INFINITY},
    {"filter(min, 6/d)", 1},
    {"6/d", INFINITY},
    {"d>0 ? 6/d : 2", 2},
    {"P=?[F d>0 & s/d>3]", 1.0 / 3},
    {"P=?[F 6/d=2]", 1.0 / 6},
    {"P=?[F d=6]", 1.0 / 6},
    {"P=?[F s=7 & d<3]", 1.0 / 3},
    {"P=?[!\"low\" U \"six\"]", 1.0 / 6},
    {"P=?[G !\"six\"]", 5.0 / 6},
    {"P=?[G<=3 !\"six\"]", 7.0 / 8},
    {"P=?[X s=1]", 0.5},
    {"P=?[s<3 W s=3]", 0.25},
    {"P=?[s=3 R s<4]", 0.25},
    {"P=?[F<=3 \"six\"]", 0.125},
    {"P=?[F<4 \"six\"]", 0.125},
    {"P=?[F<=2+1 \"six\"]", 0.125},
    {"P=?[F=1 s=1]", 0.5},
    {"P=?[F[1,3] s=1]", 0.5},
    {"P=?[F[2,3] s=1]", 0.125},
    {"P=?[F>=2 s=1]", 0.125},
    {"P=?[F>1 s=1]", 0.125},
    {"P=?[s<3 U[2,3] s=3]", 0.25},
    {"P=?[F (s=3 & (X s=1))]", 0.125},
    {"P=?[(F s=3) & (F \"six\")]", 0},
    {"P=?[(F s=3) | (F s=6)]", 0.5},
    {"P=?[G F \"six\"]", 1.0 / 6},
    {"P=?[F G !\"done\"]", 0},
    {"P=?[true]", 1},
    {"P=?[s=0]", 1},
    {"P>=1[F \"done\"]", 1},
    {"P>=0.125[F<=3 \"six\"]", 1},
    {"P>0.125[F<=3 \"six\"]", 0},
    {"filter(count, P>0[F<=70 \"six\"])", 4},
    {"filter(count, P>=1[F<=70 \"six\"])", 1},
    {"filter(count, P>=0.5[X s=1])", 2},
    {"filter(sum, d, s=7)", 21},
    {"s+1", 1},
    {"min(d) + max(2,3,1)", 3},
    {"P>0.16[F \"six\"]", 1},
    {"P<=0.16[F \"six\"]", 0},
    {"P>0[F s=0 & d=6]", 0},
    {"!P>0.5[F \"six\"]", 1},
    {"P>0.16[F \"six\"] & P<0.17[F \"six\"]", 1},
    {"P=?[F P>=1[X d=6 | s=2]]", 0.25},
    {"P=?[F P>=0.5[X d=6]]", 0.25},
    {"P=?[F \"six\"]/P=?[F \"low\"]", 1.0 / 3},
    {"1-2*P=?[F \"six\"]", 2.0 / 3},
    {"P=?[F \"six\"]<0.2 ? 3 : 4", 3},
    {"R=?[F \"done\"]", 11.0 / 3},
    {"R=?[F d=6]", INFINITY},
    {"R=?[C]", 11.0 / 3},
    {"R=?[C<=2]", 2},
    {"R=?[C<=4]", 3.25},
    {"R=?[I=3]", 0.25},
    {"R=?[(F s=1) & (F \"done\")]", INFINITY},
    {"R=?[X X true]", 2},
    {"R=?[F (s=1 | s=2) ]", 1},
    {"R=?[F ((s=1 | s=2) & (X true))]", 2},
    {"R<4[F \"done\"]", 1},
    {"S=?[\"six\"]", 1.0 / 6},
    {"S>0.1[\"six\"]", 1},
    {"R=?[S]", 0},
    {"filter(max, P=?[F \"six\"], s<7)", 2.0 / 3},
    {"filter(min, P=?[F \"six\"], s<7)", 0},
    {"filter(sum, P=?[F \"six\"], s=2|s=6)", 1},
    {"filter(sum, P=?[F \"six\"], s=2|s=6|s=1)", 1},
    {"filter(count, P>0.3[F \"six\"])", 3},
    {"filter(avg, P=?[F \"six\"], s=1|s=2)", 1.0 / 6},
    {"filter(count, P>0[F \"six\"])", 4},
    {"filter(forall, P>=1[F \"done\"])", 1},
    {"filter(exists, P>=1[F \"six\"], s<7)", 0},
    {"filter(state, P=?[F \"six\"], s=6)", 2.0 / 3},
    {"filter(first, P=?[F \"six\"], s>0)", 0},
    {"filter(max, d)", 6},
    {"filter(max, S=?[\"six\"], s<7)", 2.0 / 3},
    {"P=?[F \"six\" {s=6}]", 2.0 / 3},
    {"P=?[F \"six\" {s<7}{max}]", 2.0 / 3},
    {"E[F \"six\"]", 1},
    {"A[F \"six\"]", 0},
    {"A[F \"done\"]", 0},
    {"E[G !\"done\"]", 1},
    {"E[(G F \"done\") & (F \"six\")]", 1},
    {"E[(G F \"done\") & (G F !\"done\")]", 0},
    {"A[(F \"six\") => (F G \"done\")]", 1},
    {"A[F G E[X !\"done\"]]", 0},
    {"E[\"done\"]", 0},
    {"filter(count, A[!\"done\"])", 7},
    {"filter(count, E[X \"done\"])", 10},
    {"\"init\" & !\"done\"", 1},
    {"max(P=?[F \"six\"], 0.5)", 0.5},
};

static const struct asked_case switches[] = {
    {"P=?[F<=0.5 !\"on\"]", 0.63212055882855767},
    {"P=?[F<0.5 !\"on\"]", 0.63212055882855767},
    {"P=?[F[0.5,0.5] \"on\"]", 0.25 * (3 + 0.018315638888734179)},
    {"P=?[F=0.5 \"on\"]", 0.25 * (3 + 0.018315638888734179)},
    {"P=?[F>=0.5 !\"on\"]", 1},
    {"P=?[G<=0.5 \"on\"]", 0.36787944117144233},
    {"P=?[G[0.25,0.5] \"on\"]", 0.78383382080915318 * 0.60653065971263342},
    {"P=?[X !\"on\"]", 1},
    {"P=?[G F \"on\"]", 1},
    {"R=?[I=0.5]", 1 + 2 * 0.25 * (3 + 0.018315638888734179)},
    {"R=?[C<=0.5]", 0.5 + 2 * (0.375 + 0.25 / 8 * (1 - 0.018315638888734179))},
    {"R=?[C<=0]", 0},
    {"R=?[C]", INFINITY},
    {"R=?[S]", 2.5},
    {"S=?[\"on\"]", 0.75},
    {"filter(max, P=?[F<=0.5 \"on\"])", 1},
};

static const struct asked_case cycles[] = {
    {"P=?[\"a\" W \"b\"]", 1},
    {"P=?[G (\"a\" | \"b\")]", 0},
    {"P=?[G F \"a\"]", 1},
    {"P=?[F G \"end\"]", 1},
    {"P=?[G (\"b\" => (X \"a\"))]", 0},
    {"P=?[\"a\" U (\"b\" & (X \"end\"))]", 0.25},
    {"R=?[C]", 8},
    {"R=?[F \"end\"]", 8},
    {"R=?[F (\"b\" & (X \"end\"))]", 8},
    {"R=?[C<=2]", 2},
    {"S=?[\"a\"]", 1.0 / 3},
    {"filter(range, P=?[X \"end\"])", NAN},
    {"S=?[P>=0.25[X \"end\"]]", 1},
    {"A[\"a\" W \"b\"]", 1},
    {"E[G \"a\"]", 0},
    {"A[G E[F \"end\"]]", 1},
};

/* The questions inside it that its text tells are those that were proven. Long runs from states of
 * several closed classes are no question of their own. */
static void compare_inside(const char *source, const struct problem *problem)
{
    const bool all_told = !strstr(source, "filter(max, S=?");
    char *inside = NULL;
    size_t count = 0;
    assert_int_equal(questions_inside(source, &inside), OK);
    for (char *at = inside, *end; (end = strchr(at, '\n')); at = end + 1) {
        struct problem one;
        *end = '\0';
        count++;
        if (problem_open(at, &one) != OK) fail_msg("%s: %s", at, fail_message());
        if (one.asked.inner >= problem->asked.inner) fail_msg("%s: as much inside", at);
        problem_free(&one);
    }
    if (all_told ? count != problem->asked.inner : count >= problem->asked.inner)
        fail_msg("%s: %zu questions inside, %llu proven", source, count,
                 (unsigned long long)problem->asked.inner);
    free(inside);
}

static void ask(const char *file, const char *keys, const struct asked_case *it)
{
    struct problem problem;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    char source[1200];
    snprintf(source, sizeof source, "%s:%s,prop=%s", scratch_path(file), keys, it->question);
    if (problem_open(source, &problem) != OK || prove_problem(&problem, &settings) != OK)
        fail_msg("%s: %s", it->question, fail_message());
    const double low = problem.proof.value_low, high = problem.proof.value_high,
                 width = 1e-8 * fmax(fabs(it->value), 1e-6), off = 1e-15 * fabs(it->value);
    const bool same = low == high && low == it->value;
    if (isnan(it->value)) {
        assert_true(problem.asked.range && low == 0 && high == 1);
    } else if (!same && !(low - off <= it->value && it->value <= high + off &&
                          high - low <= width && (!problem.asked.truth || low == high))) {
        fail_msg("%s: %.17g is not in [%.17g, %.17g], or that is wide: %s", it->question, it->value,
                 low, high, problem.proof.note);
    }
    compare_inside(source, &problem);
    problem_free(&problem);
}

static void ask_all(const char *file, const char *keys, size_t count,
                    const struct asked_case *cases)
{
    for (size_t k = 0; k < count; k++) ask(file, keys, &cases[k]);
}

static void test_die(void **state)
{
    write_die();
    ask_all("die.tra", "type=dtmc,reward=die.srew", sizeof die / sizeof *die, die);
}

static void test_switch(void **state)
{
    write_switch();
    ask_all("switch.tra", "type=ctmc,reward=switch.srew", sizeof switches / sizeof *switches,
            switches);
}

static void test_cycle(void **state)
{
    write_cycle();
    ask_all("cycle.tra", "type=dtmc,reward=cycle.srew", sizeof cycles / sizeof *cycles, cycles);
}

/* A variable is true or false if the file says so by these words; 0 and 1 are numbers. */
static void test_types(void **state)
{
    static const struct asked_case cases[] = {
        {"P=?[F b]", 1},
        {"P=?[X !b]", 0},
        {"b", 0},
        {"!b", 1},
        {"z", 0},
        {"z+1", 1},
        {"filter(count, b)", 1},
        {"filter(forall, b)", 0},
        {"filter(exists, b)", 1},
        {"P=?[F b=true]", 1},
        {"P=?[F b!=true]", 1},
        {"b=b", 1},
        {"b ? 3 : 4", 4},
        {"filter(max, z)", 1},
        {"P=?[F z=1]", 1},
        {"P=?[F b & z>0]", 1},
        {"filter(state, b, z=1)", 1},
    };
    static const char *const refused[][2] = {
        {"P=?[F z]", "column 7: 'z' is a number here"},
        {"P=?[F b=1]", "column 7: 'b' is true or false here, and a number is needed: write b al"},
        {"P=?[F b=z]", "column 9: 'z' is a number here"},
        {"b+1", "column 1: 'b' is true or false here"},
        {"filter(max, b)", "column 13: filter(max, ...) is for numbers"},
        {"filter(forall, z)", "column 16: 'z' is a number here"},
        {"filter(exists, x)", "column 16: the states have no variable 'x', only (b,z)"},
        {"P=?[F filter(max, z)]", "column 7: 'filter(max, z)' is a number here"},
    };
    struct problem problem;
    char source[1200];
    scratch_write("typed.tra", "2 2\n0 1 1\n1 1 1\n");
    scratch_write("typed.sta", "(b,z)\n0:(false,0)\n1:(true,1)\n");
    ask_all("typed.tra", "type=dtmc", sizeof cases / sizeof *cases, cases);
    for (size_t k = 0; k < sizeof refused / sizeof *refused; k++) {
        snprintf(source, sizeof source, "%s:type=dtmc,prop=%s", scratch_path("typed.tra"),
                 refused[k][0]);
        assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
        if (!strstr(fail_message(), refused[k][1]))
            fail_msg("%s: %s", refused[k][0], fail_message());
    }
}

/* What cannot be reached within the bound is exactly 0, though what comes after was rounded. */
static void test_zeros_behind_bounds(void **state)
{
    static const struct asked_case cases[] = {
        {"Pmax=?[F[1,2] \"end\"]", 0},  {"Pmin=?[F[1,3] \"end\"]", 0},
        {"Pmax=?[G[1,2] !\"end\"]", 1}, {"Pmax=?[F[1,3] \"end\"]", 0.3 * 0.3 * 0.3},
        {"Pmin=?[F[1,9] \"end\"]", 0},  {"filter(min, Pmax=?[F[1,2] \"end\"])", 0},
        {"P<=0[F[1,2] \"end\"]", 1},
    };
    static const struct asked_case chain[] = {{"P=?[F[1,2] \"end\"]", 0},
                                              {"P=?[F[1,3] \"end\"]", 0.3 * 0.3 * 0.3},
                                              {"P=?[G[1,2] !\"end\"]", 1},
                                              {"P>0[F[1,2] \"end\"]", 0}};
    scratch_write("line.tra", "4 5 8\n0 0 1 0.3 a\n0 0 0 0.7 a\n0 1 0 1 b\n1 0 2 0.3 a\n"
                              "1 0 0 0.7 a\n2 0 3 0.3 a\n2 0 1 0.7 a\n3 0 3 1 a\n");
    scratch_write("line.lab", "0=\"init\" 1=\"deadlock\" 2=\"end\"\n0: 0\n3: 2\n");
    ask_all("line.tra", "type=mdp", sizeof cases / sizeof *cases, cases);
    scratch_write("line.tra", "4 7\n0 1 0.3\n0 0 0.7\n1 2 0.3\n1 0 0.7\n2 3 0.3\n2 1 0.7\n3 3 1\n");
    ask_all("line.tra", "type=dtmc", sizeof chain / sizeof *chain, chain);
}

/* Definitions of a file of properties, and properties by name. */
static void test_files_of_properties(void **state)
{
    static const struct asked_case cases[] = {
        {"sixes", 1.0 / 6}, {"\"sixes\"", 1.0 / 6},   {"1-\"sixes\"", 5.0 / 6},
        {"soon", 0.125},    {"P=?[F \"high\"]", 0.5}, {"P=?[F<=T \"six\"]", 0.125},
    };
    write_die();
    scratch_write("die.props", "const int T = 3; // steps\nlabel \"high\" = s=7 & d>3;\n"
                               "\"sixes\": P=?[F \"six\"];\n\"soon\": P=?[F<=T \"six\"];\n");
    ask_all("die.tra", "type=dtmc,props=die.props", sizeof cases / sizeof *cases, cases);
}

/* The questions inside a question, those further inside first. */
static void test_inside(void **state)
{
    static const char *const lists[][3] = {
        {"type=dtmc", "P=?[F \"six\"]", ""},
        {"type=dtmc", "P=?[F[2,5] \"six\"]", "filter(max, P=?[F<=3 \"six\"])\n"},
        {"type=dtmc", "P>0.5[!(\"low\" U>1 \"six\")]", "filter(max, P=?[!(\"low\" U \"six\")])\n"},
        {"type=ctmc", "P=?[G[0.1,0.3] \"six\"]",
         "filter(max, P=?[G<=0.19999999999999998 \"six\"])\n"},
        {"type=dtmc", "P=?[F=3 \"six\"]", ""},
        {"type=ctmc", "P=?[F>0 \"six\"]", ""},
        {"type=dtmc", "P=?[F>0 \"six\"]", "filter(max, P=?[F \"six\"])\n"},
        {"type=dtmc", "P=?[F[1,2] P>=1[X P<0.5[X \"six\"]]]",
         "filter(max, P=?[X \"six\"])\nfilter(max, P=?[X P<0.5[X \"six\"]])\n"
         "filter(max, P=?[F<=1 P>=1[X P<0.5[X \"six\"]]])\n"},
        {"type=dtmc", "1-P=?[F \"six\"]/P=?[F \"six\"]", "filter(max, P=?[F \"six\"])\n"},
        {"type=dtmc", "P>0.1[F \"six\"] & P<0.2[F \"six\"]", "filter(max, P=?[F \"six\"])\n"},
        {"type=mdp", "P>0.1[F \"six\"] & P<0.2[F \"six\"]",
         "filter(max, Pmin=?[F \"six\"])\nfilter(max, Pmax=?[F \"six\"])\n"},
        {"const=k=4", "P=?[F P>=0.5[X d=k]]", "filter(max, P=?[X d=4])\n"},
        {"const=k=4", "!P>=0.5[X d=k]", "filter(max, Pmin=?[X d=4])\n"},
        {"type=dtmc", "filter(count, P>=0.5[X d=6])", ""},
        {"type=dtmc", "filter(max, P=?[F \"six\"], P>=0.5[X d=6])", "filter(max, P=?[X d=6])\n"},
        {"type=dtmc", "filter(range, R=?[F \"done\"])", "filter(max, R=?[F \"done\"])\n"},
        {"type=ctmc", "S=?[\"six\"]-R=?[S]+P=?[s<3]", "S=?[\"six\"]\nR=?[S]\n"},
        {"type=dtmc", "E[F A[G !P>=1[X s=1]]]", "filter(max, P=?[X s=1])\n"},
    };
    write_die();
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        char source[1200], before[1200], *inside, *got = NULL;
        snprintf(before, sizeof before, "%s:%s,prop=", scratch_path("die.tra"), lists[k][0]);
        snprintf(source, sizeof source, "%s%s", before, lists[k][1]);
        if (questions_inside(source, &inside) != OK) fail_msg("%s: %s", source, fail_message());
        assert_int_equal(copy_text("", &got), OK);
        for (char *at = inside, *end; (end = strchr(at, '\n')); at = end + 1) {
            assert_int_equal(strncmp(at, before, strlen(before)), 0);
            at += strlen(before);
            assert_int_equal(append_text(&got, "%.*s", (int)(end + 1 - at), at), OK);
        }
        assert_string_equal(got, lists[k][2]);
        free(inside);
        free(got);
    }
}

/* Random questions */

/* Replaces each mark of a random form by such a form, until none is left: Q a number, S a set of
 * states, T a path. */
static char *draw_question(void)
{
    static const char *const forms[][7] = {
        {"P=?[T]", "R=?[F S]", "R=?[C<=2]", "(Q+Q)", "filter(max, Q, S)", "(S ? Q : 0.5)", NULL},
        {"\"six\"", "s<3", "\"done\"", "!S", "(S & S)", "P>=0.3[T]", NULL},
        {"X S", "F S", "S U[1,3] S", "G>=2 S", "F=2 S", "(X S) & (F S)", NULL},
    };
    char *text = NULL;
    assert_int_equal(copy_text("Q", &text), OK);
    for (size_t at; text[at = strcspn(text, "QST")];) {
        const size_t kind = text[at] == 'Q' ? 0 : text[at] == 'S' ? 1 : 2;
        const bool long_now = strlen(text) > 60;
        const size_t choices = kind == 2 ? (long_now ? 2 : 6) : long_now ? 3 : 6;
        char *longer = NULL;
        assert_int_equal(format_text(&longer, "%.*s%s%s", (int)at, text, forms[kind][draw(choices)],
                                     text + at + 1),
                         OK);
        free(text);
        text = longer;
    }
    return text;
}

/* Questions inside random questions: those that their text tells are those that were proven. */
static void test_random_inside(void **state)
{
    struct problem problem;
    int asked = 0;
    write_die();
    for (int k = 0; k < 150; k++) {
        char source[4096], *question = draw_question();
        snprintf(source, sizeof source, "%s:type=dtmc,reward=die.srew,prop=%s",
                 scratch_path("die.tra"), question);
        free(question);
        const enum status status = problem_open(source, &problem);
        if (status != OK && status != ERROR_INPUT) fail_msg("%s: %s", source, fail_message());
        if (status == OK) compare_inside(source, &problem);
        if (status == OK) asked += problem.asked.inner > 0;
        problem_free(&problem);
    }
    assert_true(asked > 20);
}

static void assert_inside(const char *source, const char *before, const char *expected)
{
    char *inside, *whole;
    if (questions_inside(source, &inside) != OK) fail_msg("%s: %s", source, fail_message());
    assert_int_equal(format_text(&whole, "%s%s\n", before, expected), OK);
    assert_string_equal(inside, whole);
    free(inside);
    free(whole);
}

/* Parts that the builder of a model decides stand there as the user wrote them, and those of a file
 * of properties as they are there. */
static void test_inside_of_models(void **state)
{
    char source[1600], before[1200], model[1000];
    scratch_write("m.sm", "dtmc\nconst int N;\nmodule m\n  x : [0..3] init 0;\n"
                          "  [] x<N -> 0.5 : (x'=x+1) + 0.5 : true;\nendmodule\n");
    scratch_write("m.props", "label \"end\" = x=N;\nP=?[F[2,4] \"end\" & x>1];\n");
    snprintf(model, sizeof model, "%s:const=N=3", scratch_path("m.sm"));
    snprintf(before, sizeof before, "%s,prop=", model);
    snprintf(source, sizeof source, "%sP=?[F P>=0.5[X x=N|x=1]]", before);
    assert_inside(source, before, "filter(max, P=?[X (x=3 | x=1)])");
    snprintf(source, sizeof source, "%s,props=m.props", model);
    snprintf(before, sizeof before, "%s,props=m.props,prop=", model);
    assert_inside(source, before, "filter(max, P=?[F<=2 (x=3 & x>1)])");
}

/* Only chains and MDPs have questions; what cannot be read has an error. */
static void test_nothing_inside(void **state)
{
    char *inside;
    assert_int_equal(questions_inside("random_dd:n=10", &inside), OK);
    assert_string_equal(inside, "");
    free(inside);
    assert_int_equal(questions_inside("cluster:n=2,prop=P=?[F", &inside), ERROR_INPUT);
    assert_null(inside);
}

static void test_generators(void **state)
{
    struct problem problem;
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    assert_int_equal(problem_open("cluster:n=2,prop=S>0.5[\"premium\"]", &problem), OK);
    assert_int_equal(prove_problem(&problem, &settings), OK);
    assert_true(problem.asked.truth && problem.proof.value_low == 1);
    problem_free(&problem);
}

/* Messages name the column and what to do. */
static void test_refused(void **state)
{
    static const char *const questions[][2] = {
        {"P=?[F \"dne\"]", "column 7: unknown label 'dne', did you mean 'done'?"},
        {"P=?[F done]", "write a label in double quotes, \"done\""},
        {"P=?[F (X<=2 \"done\")]", "takes no bound"},
        {"P=?[X<=2 \"done\"]", "takes no bound"},
        {"P=?[F<=1.5 \"done\"]", "must be a whole number"},
        {"P=?[F[3,2] \"done\"]", "below the lower bound"},
        {"R{\"x\"}=?[F \"done\"]", "no reward 'x'"},
        {"R=?[G \"done\"]", "after finitely many steps"},
        {"P=?[F P=?[X \"done\"]]", "compare it"},
        {"E[G (F=5000 \"six\")]", "]: column 3: the formula is too large for E[...] and A[...]"},
        {"filter(state, P=?[F \"done\"])", "13 states are selected"},
        {"filter(max, P=?[F \"done\"], false)", "selects no state"},
        {"F \"done\"", "expected a property such as P=?[F \"done\"], found 'F'"},
    };
    struct problem problem;
    char source[1200];
    write_die();
    assert_int_equal(remove(scratch_path("die.sta")), 0);
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        snprintf(source, sizeof source, "%s:type=dtmc,reward=die.srew,prop=%s",
                 scratch_path("die.tra"), questions[k][0]);
        assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
        if (!strstr(fail_message(), questions[k][1]))
            fail_msg("%s: %s", questions[k][0], fail_message());
    }
}

/* What would have a value that nobody asked for. before: keys; the file of properties is in it. */
static void test_refused_meanings(void **state)
{
    static const struct {
        const char *before, *question, *message;
    } rows[] = {
        {"const=s=3,", "P=?[F s=2]", "const=s=3: the states have a variable 's'"},
        {"const=k=1,d=0,", "d+k", "const=d=0: the states have a variable 'd'"},
        {"props=shadow.props,", "a",
         "shadow.props:2: the states have a variable 's': give the con"},
        {"props=hides.props,", "a", "hides.props:1: the states have a variable 'd': give the for"},
        {"props=cycle.props,", "b", "column 5: the definition of b needs itself"},
        {"const=z=3,", "P=?[F zz=2]", "const=z=3: neither the question nor a file of prop"},
        {"const=k=1,const=k=5,", "k", "const=k=5: the constant 'k' is given twice: const=k=1"},
        {"", "1/0", "column 3: division by 0"},
        {"", "P=?[F d=6]/(1-1)", "column 13: division by 0"},
        {"", "filter(max, s/d)",
         "column 13: this is no number in state 0: a divisor is or may be 0"},
        {"", "s-6/d", "column 1: this is no number in state 0: a divisor is or may be 0"},
        {"", "filter(sum, mod(5,d))", "column 13: this is no number in state 0"},
        {"", "P=?[F s/d>1]", "column 7: whether this holds in state 0 is unclear"},
        {"", "P=?[F s]",
         "column 7: 's' is a number here, and a formula that is true or false is "
         "needed: compare it, such as s>0"},
        {"", "P=?[s=0 U !d]", "column 12: 'd' is a number here"},
        {"", "E[F d]", "column 5: 'd' is a number here"},
        {"", "filter(forall, d)", "column 16: 'd' is a number here"},
        {"", "filter(max, P=?[F d=6], s)", "column 25: 's' is a number here"},
        {"", "P=?[F filter(max, s)]", "column 7: 'filter(max, s)' is a number here"},
        {"", "P=?[F s=true]", "column 7: 's' is a number here"},
        {"", "P=?[F false!=s]", "column 14: 's' is a number here"},
        {"", "P=?[F<=true d=6]", "column 8: this is true or false, and a number is needed"},
        {"", "P=?[F<=10^400 d=6]", "column 8: a bound or a limit is a finite number"},
        {"", "R=?[I=10^400]", "column 7: a bound or a limit is a finite number"},
        {"", "P>=1.5[F d=6]", "column 4: the limit 1.5 is no probability, which is from 0 to 1"},
        {"", "P=?[F S<-1[d=6]]", "column 9: the limit -1 is no probability"},
        {"", "P>10^400[F d=6]", "column 3: a bound or a limit is a finite number"},
    };
    struct problem problem;
    char source[1200];
    write_die();
    scratch_write("shadow.props", "const k=1;\nconst int s=3;\n\"a\": P=?[F s=2];\n");
    scratch_write("hides.props", "formula d = s+1;\n\"a\": P=?[F d=2];\n");
    scratch_write("cycle.props", "formula f = s>2;\n\"a\": P=?[F f];\n\"b\": \"a\"+\"b\";\n");
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        snprintf(source, sizeof source, "%s:type=dtmc,%sprop=%s", scratch_path("die.tra"),
                 rows[k].before, rows[k].question);
        assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
        if (!strstr(fail_message(), rows[k].message)) fail_msg("%s: %s", source, fail_message());
    }
}

/* The column is that of the operator, and stands there once. */
static void test_refused_bounds(void **state)
{
    struct problem problem;
    char source[1200];
    write_switch();
    snprintf(source, sizeof source, "%s:type=ctmc,prop=E[G (F<=1 \"on\")]",
             scratch_path("switch.tra"));
    assert_int_equal(problem_open(source, &problem), ERROR_INPUT);
    if (!strstr(fail_message(), ")]: column 6: steps of a CTMC")) fail_msg("%s", fail_message());
}

/* Any allocation may fail: the question is refused, and nothing is lost. */
static void test_no_memory(void **state)
{
    static const char *const questions[] = {
        "P=?[s<3 U[2,3] s=3]/P=?[F P>=0.5[X d=6]]",
        "R=?[F (s=1 & (X true))]",
        "filter(max, S=?[\"six\"], s<7)",
        "filter(sum, R=?[C<=4], E[F \"six\"])",
    };
    struct problem problem;
    char source[1200];
    write_die();
    for (size_t k = 0; k < sizeof questions / sizeof *questions; k++) {
        enum status status = ERROR_HOST_MEMORY;
        snprintf(source, sizeof source, "%s:type=dtmc,reward=die.srew,prop=%s",
                 scratch_path("die.tra"), questions[k]);
        long failing = 0;
        for (; status != OK; failing++) {
            memory_fail_after(failing);
            status = problem_open(source, &problem);
            memory_fail_after(-1);
            assert_true(status == OK || status == ERROR_HOST_MEMORY);
        }
        assert_true(failing > 100);
        problem_free(&problem);
        char *inside = NULL;
        status = ERROR_HOST_MEMORY;
        for (failing = 0; status != OK; failing++) {
            memory_fail_after(failing);
            status = questions_inside(source, &inside);
            memory_fail_after(-1);
            assert_true(status == OK || status == ERROR_HOST_MEMORY);
        }
        free(inside);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_die),
        cmocka_unit_test(test_switch),
        cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_zeros_behind_bounds),
        cmocka_unit_test(test_files_of_properties),
        cmocka_unit_test(test_generators),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_refused_meanings),
        cmocka_unit_test(test_refused_bounds),
        cmocka_unit_test(test_inside),
        cmocka_unit_test(test_nothing_inside),
        cmocka_unit_test(test_inside_of_models),
        cmocka_unit_test(test_random_inside),
    };
    seed_begin();
    return cmocka_run_group_tests_name("questions", tests, scratch_create, scratch_remove);
}
