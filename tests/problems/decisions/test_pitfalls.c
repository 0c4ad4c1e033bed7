/* Decision processes that solvers have got wrong (PRISM, Storm), or that are likely to be: each
 * with its value, proven, and by every method. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/case/variant.h"
#include "prove/prove.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"
#include "tests/support/known/every_method.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

/* A line of tra: state, choice, next state, probability, what the transition pays. The goal is the
 * last state, and the first is initial. */
static const struct pitfall {
    const char *what, *question;
    double value;
    bool slow;
    const char *tra;
} pitfalls[] = {
    {"a state that may stay for nothing and must in the end pay 1 (PRISM: 0)", "Rmin=?[F \"goal\"]",
     1, false, "0 0 0 1 0\n0 1 1 1 1\n1 0 1 1 0\n"},
    {"an end component that pays nothing, and an exit that costs", "Rmin=?[F \"goal\"]", 3, false,
     "0 0 1 1 0\n0 1 2 1 5\n1 0 0 1 0\n1 1 2 1 3\n2 0 2 1 0\n"},
    {"an end component that is paid for is no such one", "Rmin=?[F \"goal\"]", 1, false,
     "0 0 1 1 1\n0 1 2 1 10\n1 0 0 1 0\n1 1 2 1 0\n2 0 2 1 0\n"},
    {"the first choice may lead to where the goal is missed (Storm 555)", "Rmin=?[F \"goal\"]", 7,
     false, "0 0 1 0.5 0\n0 0 2 0.5 0\n0 1 2 1 7\n1 0 1 1 0\n2 0 2 1 0\n"},
    {"a cycle costs something, and the exit a lot", "Rmin=?[F \"goal\"]", 40, false,
     "0 0 1 1 1\n0 1 2 1 40\n1 0 0 1 1\n1 1 2 1 40\n2 0 2 1 0\n"},
    {"an end component from above: the share of an exit (Haddad and Monmege)", "Pmax=?[F \"goal\"]",
     0.5, false, "0 0 1 1 0\n1 0 0 1 0\n1 1 2 0.5 0\n1 1 3 0.5 0\n2 0 2 1 0\n3 0 3 1 0\n"},
    {"the best exit of an end component", "Pmax=?[F \"goal\"]", 0.75, false,
     "0 0 1 1 0\n0 1 2 0.5 0\n0 1 3 0.5 0\n1 0 0 1 0\n1 1 2 0.25 0\n1 1 3 0.75 0\n2 0 2 1 0\n"
     "3 0 3 1 0\n"},
    {"a self-loop beside an exit that is not sure", "Pmax=?[F \"goal\"]", 0.25, false,
     "0 0 0 1 0\n0 1 0 0.2 0\n0 1 1 0.6 0\n0 1 2 0.2 0\n1 0 1 1 0\n2 0 2 1 0\n"},
    {"whoever may stay for ever need not reach it", "Pmin=?[F \"goal\"]", 0, false,
     "0 0 0 1 0\n0 1 1 1 0\n1 0 1 1 0\n"},
    {"an end component pays for ever", "Rmax=?[F \"goal\"]", INFINITY, false,
     "0 0 0 1 1\n0 1 1 1 0\n1 0 1 1 0\n"},
    {"it may be missed for nothing", "Rmax=?[F \"goal\"]", INFINITY, false,
     "0 0 0 1 0\n0 1 1 1 2\n1 0 1 1 0\n"},
    {"choices that are the same", "Rmax=?[F \"goal\"]", 4, false,
     "0 0 0 0.5 1\n0 0 1 0.5 3\n0 1 0 0.5 1\n0 1 1 0.5 3\n1 0 1 1 0\n"},
    {"a self-loop of nearly 1", "Rmax=?[F \"goal\"]", 9007199254740992., true,
     "0 0 0 0.99999999999999988897769753748 1\n0 0 1 0.00000000000000011102230246251565 1\n"
     "0 1 1 1 5\n1 0 1 1 0\n"},
    {"rare, so relative", "Pmax=?[F \"goal\"]", 2.5e-10, false,
     "0 0 1 0.0001 0\n0 0 2 0.9999 0\n0 1 2 1 0\n1 0 3 0.0000025 0\n1 0 2 0.9999975 0\n2 0 2 1 0\n"
     "3 0 3 1 0\n"},
    {"a goal that is left again", "Pmax=?[F \"goal\"]", 0.5, false,
     "0 0 1 0.5 0\n0 0 2 0.5 0\n0 1 1 1 0\n1 0 1 1 0\n2 0 1 1 0\n"},
    {"a deadlock", "Pmin=?[F \"goal\"]", 0.5, false,
     "0 0 1 0.5 0\n0 0 2 0.5 0\n0 1 0 0.5 0\n0 1 1 0.25 0\n0 1 2 0.25 0\n2 0 2 1 0\n"},
    {"unreachable end components", "Rmin=?[F \"goal\"]", 2, false,
     "0 0 3 1 2\n0 1 3 1 3\n1 0 2 1 1\n1 1 3 1 1\n2 0 1 1 0\n2 1 2 1 1\n3 0 3 1 0\n"},
};

static FILE *open_file(const char *name)
{
    FILE *file = fopen(scratch_path(name), "w");
    assert_non_null(file);
    return file;
}

/* Writes the files; returns the number of states. */
static void write_model(const char *lines)
{
    FILE *tra = open_file("m.tra"), *trew = open_file("m.trew"), *lab = open_file("m.lab"),
         *srew = open_file("m.srew");
    unsigned i, c, j, states = 0, rows = 0, count = 0, at_i = 99, at_c = 99, used;
    char p[80];
    double pays;
    for (const char *at = lines;
         sscanf(at, "%u %u %u %79s %lf\n%n", &i, &c, &j, p, &pays, &used) == 5; at += used) {
        rows += i != at_i || c != at_c;
        at_i = i, at_c = c, count++;
        states = i + 1 > states ? i + 1 : states;
        states = j + 1 > states ? j + 1 : states;
    }
    fprintf(tra, "%u %u %u\n", states, rows, count);
    fprintf(trew, "%u %u %u\n", states, rows, count);
    for (const char *at = lines;
         sscanf(at, "%u %u %u %79s %lf\n%n", &i, &c, &j, p, &pays, &used) == 5; at += used) {
        fprintf(tra, "%u %u %u %s\n", i, c, j, p);
        fprintf(trew, "%u %u %u %.17g\n", i, c, j, pays);
    }
    fprintf(srew, "%u 0\n", states);
    fprintf(lab, "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n%u: 2\n", states - 1);
    fclose(tra);
    fclose(trew);
    fclose(lab);
    fclose(srew);
}

static void open_pitfall(const struct pitfall *of, struct problem *out)
{
    char source[400];
    write_model(of->tra);
    snprintf(source, sizeof source, "%s:type=mdp,reward=%s,prop=%s", scratch_path("m.tra"),
             "m.srew", of->question);
    assert_ok(problem_open(source, out));
}

static void pitfalls_are_passed(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof pitfalls / sizeof *pitfalls; k++) {
        const struct pitfall *of = &pitfalls[k];
        const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
        struct every_method counts = {0};
        struct problem problem;
        open_pitfall(of, &problem);
        for (int again = 0; again < 4; again++)
            check_every_method(&problem, of->value, of->slow, &counts);
        assert_ok(prove_problem(&problem, &settings));
        const double low = problem.proof.value_low, high = problem.proof.value_high,
                     room = 1e-9 * of->value;
        const bool good = isinf(of->value)
                              ? low == INFINITY
                              : low <= of->value * (1 + 1e-15) && of->value <= high * (1 + 1e-15) &&
                                    high - low <= room;
        if (!good || counts.wrong)
            fail_msg("%s: [%.17g, %.17g], not %.17g; %lu solves are wrong", of->what, low, high,
                     of->value, counts.wrong);
        problem_free(&problem);
    }
}

/* Some pitfalls, by every method in every layout at every place of the host. */
static void layouts_pass_too(void **state)
{
    (void)state;
    struct every_method counts = {0};
    struct problem problem;
    size_t tried = 0;
    for (size_t k = 0; k < sizeof pitfalls / sizeof *pitfalls; k++) {
        const struct pitfall *of = &pitfalls[k];
        if (of->slow || isinf(of->value) || of->value == 0) continue;
        open_pitfall(of, &problem);
        check_every_layout(&problem, of->value, &counts);
        tried += !problem.solved;
        problem_free(&problem);
    }
    printf("%lu answers to %zu questions\n", counts.converged, tried);
    assert_true(tried >= 5 && counts.converged > 4 * 12 * 2 * tried);
    assert_int_equal(counts.wrong, 0);
}

/* Layouts that hold rows of choices say so for vi, ii, ovi and svi at seq and omp; those that do
 * not say why. */
static void layouts_take_choices(void **state)
{
    (void)state;
    static const char *const names[] = {"vi", "ii", "ovi", "svi"};
    static const char *const others[] = {"generated", "sdia"};
    size_t refused = 0;
    for (int l = 0; l < layout_count; l++)
        for (int k = 0; k < 8; k++) {
            struct variant v = {.method = find_method(names[k / 2]),
                                .layout = layouts[l],
                                .place = find_place(k % 2 ? "omp" : "seq"),
                                .precision = F64};
            v.options = default_options(v.method, v.layout);
            if (!find_mat_ops(v.layout, v.place, F64) || v.layout->of_engines) continue;
            assert_ok(variant_check(&v));
            if (v.layout->square)
                assert_true(!strcmp(v.layout->name, others[0]) ||
                            !strcmp(v.layout->name, others[1]));
            refused += v.layout->square;
        }
    assert_int_equal(refused, 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pitfalls_are_passed),
                                       cmocka_unit_test(layouts_pass_too),
                                       cmocka_unit_test(layouts_take_choices)};
    seed_begin();
    return cmocka_run_group_tests(tests, scratch_create, scratch_remove);
}
