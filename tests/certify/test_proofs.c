/* Proofs of whole problems, from a file to the value, against the exact solution: random chains of
 * all kinds, answers from anywhere. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "prove/prove.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/chain_case.h"
#include "tests/support/exact/small.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static struct exact exact;

struct counts {
    unsigned long problems, proven, wide, answers, bounded, wrong;
};

static void mistake(struct counts *counts, const struct problem *problem, const char *what)
{
    counts->wrong++;
    printf("%s: %s (%s)\n", problem->source, what, problem->proof.note);
}

/* Returns whether |answer - x| <= error |x|, where |.| is the largest entry. */
static bool is_off_by(const double *answer, uint32_t n, double error)
{
    mpq_t size, off, by;
    mpq_inits(size, off, by, NULL);
    for (uint32_t i = 0; i < n; i++) {
        mpq_set_d(by, answer[i]);
        mpq_sub(by, by, exact.x[i]);
        mpq_abs(by, by);
        if (mpq_cmp(by, off) > 0) mpq_set(off, by);
        mpq_abs(by, exact.x[i]);
        if (mpq_cmp(by, size) > 0) mpq_set(size, by);
    }
    mpq_set_d(by, error);
    mpq_mul(size, size, by);
    const bool holds = mpq_cmp(off, size) <= 0;
    mpq_clears(size, off, by, NULL);
    return holds;
}

static bool has_value(const mpq_t value, double low, double high)
{
    return isnan(low) || isnan(high) || exact_within(value, 0, -low, high, 1);
}

static void check_answers(const struct problem *problem, const mpq_t value,
                          bool (*holds)(const struct problem *, const double *, double),
                          struct counts *counts)
{
    const uint32_t n = problem->system.a.off.rows;
    double answer[SMALL_MOST];
    struct proven proven;
    for (int how = 0; how < SMALL_CHANGES; how++) {
        for (uint32_t i = 0; i < n; i++) answer[i] = mpq_get_d(exact.x[i]);
        small_change(answer, n, how);
        assert_ok(prove_answer(problem, answer, &proven));
        counts->answers++;
        if (!has_value(value, proven.low, proven.high)) mistake(counts, problem, "answer's value");
        if (!isfinite(proven.error)) continue;
        counts->bounded++;
        if (!holds(problem, answer, proven.error)) mistake(counts, problem, "error of an answer");
    }
}

static bool largest_holds(const struct problem *problem, const double *answer, double error)
{
    return is_off_by(answer, problem->system.a.off.rows, error);
}

/* One initial state. */
static uint32_t initial_row(const struct problem *problem)
{
    uint32_t row = 0;
    while (!problem->fixpoint.initial[row]) row++;
    return row;
}

/* exact = the equations of what the file has, in rows that have any: of rates, or of probabilities
 * divided by their sum. */
static void set_written(const struct problem *problem, const struct chain_case *c)
{
    const struct csr *off = &problem->system.a.off;
    mpq_t sum;
    mpq_init(sum);
    exact_set(&exact, &problem->system.a, problem->system.b);
    for (uint32_t i = 0; i < c->n; i++) {
        if (off->row[i] == off->row[i + 1]) continue;
        chain_case_sum(c, i, sum);
        mpq_set_ui(exact.a[i][i], 0, 1);
        if (problem->kind == KIND_FIXPOINT && problem->range != RANGE_PROBABILITY)
            mpq_set_d(exact.b[i], c->reward[i]);
        for (uint32_t j = 0; j < c->n; j++) {
            if (j == i) continue;
            mpq_set_d(exact.a[i][j], -c->rate[i][j]);
            if (c->discrete) mpq_div(exact.a[i][j], exact.a[i][j], sum);
            mpq_sub(exact.a[i][i], exact.a[i][i], exact.a[i][j]);
        }
    }
    mpq_clear(sum);
}

static void check_numbers(const struct problem *problem, const struct chain_case *c,
                          struct counts *counts)
{
    const struct linear *s = &problem->system;
    const struct problem_proof *proof = &problem->proof;
    const uint32_t n = s->a.off.rows, first = initial_row(problem);
    set_written(problem, c);
    if (problem->kind == KIND_FIXPOINT) assert_true(exact_solve(&exact));
    else if (problem->steps) exact_steps(&exact, s->x0, problem->step, problem->steps);
    else exact_time(&exact, s->x0, problem->time);
    for (uint32_t i = 0; i < n; i++)
        if (!exact_within(exact.x[i], proof->x[i], proof->bound.below, proof->bound.above,
                          proof->v ? proof->v[i] : 1))
            mistake(counts, problem, "reference answer");
    if (problem->fixpoint.infinite && problem->fixpoint.infinite[first]) {
        if (proof->value_low != INFINITY) mistake(counts, problem, "infinite value");
        return;
    }
    if (!has_value(exact.x[first], proof->value_low, proof->value_high))
        mistake(counts, problem, "value");
    check_answers(problem, exact.x[first], largest_holds, counts);
}

/* In each class. */
static bool distances_hold(const struct problem *problem, const double *answer, double error)
{
    bool holds = true;
    const uint32_t n = problem->system.a.off.rows, *of = problem->steady.class_of;
    mpq_t mass, sum, part;
    mpq_inits(mass, sum, part, NULL);
    for (uint32_t c = 0; c < problem->steady.nclasses; c++) {
        mpq_set_ui(mass, 0, 1);
        mpq_set_ui(sum, 0, 1);
        for (uint32_t i = 0; i < n; i++) {
            if (of[i] != c) continue;
            mpq_set_d(part, answer[i]);
            mpq_add(mass, mass, part);
        }
        for (uint32_t i = 0; i < n && mpq_sgn(mass) != 0; i++) {
            if (of[i] != c) continue;
            mpq_set_d(part, answer[i]);
            mpq_div(part, part, mass);
            exact_add_distance(sum, part, exact.x[i]);
        }
        holds &= exact_within(sum, 0, 0, error, 1);
    }
    mpq_clears(mass, sum, part, NULL);
    return holds;
}

/* exact.x = the long runs of all classes, side by side. */
static void solve_classes(const struct problem *problem, const struct chain_case *c)
{
    const uint32_t n = problem->system.a.off.rows, *of = problem->steady.class_of;
    uint32_t state[SMALL_MOST];
    double dense[SMALL_MOST][SMALL_MOST] = {0};
    struct small s;
    mpq_t all[SMALL_MOST];
    assert_int_equal(chain_case_recurrent(c, state), n);
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < n; j++)
            if (j != i) dense[j][i] = -c->rate[state[i]][state[j]];
    small_set(&s, n, dense);
    for (uint32_t i = 0; i < n; i++) mpq_init(all[i]);
    for (uint32_t k = 0; k < problem->steady.nclasses; k++) {
        bool has_rows = false;
        for (uint32_t i = 0; i < n; i++) has_rows |= of[i] == k;
        if (!has_rows) continue;
        assert_true(exact_long_run(&exact, &s.a, of, k));
        chain_case_weigh(c, n, state, of, k, &exact);
        for (uint32_t i = 0; i < n; i++)
            if (of[i] == k) mpq_set(all[i], exact.x[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        mpq_swap(exact.x[i], all[i]);
        mpq_clear(all[i]);
    }
}

static void check_long_run(const struct problem *problem, const struct chain_case *c, bool label,
                           struct counts *counts)
{
    double weight[SMALL_MOST];
    mpq_t value;
    mpq_init(value);
    for (uint32_t i = 0; i < c->n; i++) weight[i] = label ? c->goals >> i & 1 : c->reward[i];
    chain_case_average(c, weight, &exact, value);
    if (!has_value(value, problem->proof.value_low, problem->proof.value_high))
        mistake(counts, problem, "value");
    solve_classes(problem, c);
    if (problem->system.a.off.rows > 0) check_answers(problem, value, distances_hold, counts);
    mpq_clear(value);
}

/* A vector of the proof, or none, changed in any way. */
static void spoil(double *vector, uint32_t n)
{
    if (vector && n > 0) small_change(vector, n, (int)draw(SMALL_CHANGES));
}

/* Checks the proof after its vectors were changed at random. */
static void check_spoilt(struct problem *problem, const struct chain_case *c, bool label,
                         struct counts *counts)
{
    struct problem_proof *proof = &problem->proof;
    const uint32_t n = problem->system.a.off.rows;
    if (!proof->x) return;
    spoil(proof->x, n);
    spoil(proof->v, n);
    spoil(proof->w, n);
    spoil(proof->y, n);
    spoil(proof->u, n);
    for (uint32_t i = 0; i < n; i++)
        if (!isfinite(proof->x[i])) proof->x[i] = 0.5; /* as prove_check asks for */
    free(proof->drift);
    free(proof->distance);
    free(proof->times.scale);
    free(proof->times.slack);
    proof->drift = proof->distance = proof->times.scale = proof->times.slack = NULL;
    assert_ok(prove_check(problem, false, 0));
    if (!proof->x) return;
    if (problem->kind == KIND_STEADY) check_long_run(problem, c, label, counts);
    else check_numbers(problem, c, counts);
}

/* A GPU on which two of three proofs are made; NULL: there is none. */
static const struct place *card;

static const struct place *draw_place(void)
{
    return draw(3) > 0 ? card : NULL;
}

static bool is_wide(const struct problem_proof *proof)
{
    return !(proof->value_high - proof->value_low <=
             2e-9 * fmax(fabs(proof->value_low), fabs(proof->value_high))) &&
           proof->value_low != INFINITY;
}

static void check_proof(const struct problem *problem, const struct chain_case *c, bool label,
                        struct counts *counts)
{
    counts->problems++;
    counts->proven += problem->proof.x != NULL;
    counts->wide += is_wide(&problem->proof);
    if (problem->kind == KIND_STEADY) check_long_run(problem, c, label, counts);
    else if (problem->proof.x) check_numbers(problem, c, counts);
}

/* Proves it again, by the exact answer as a candidate, or by it changed in any way. What the host
 * proved without one is proven; where double precision limits it, a GPU may prove more. */
static void check_candidate(const struct problem *plain, bool by_host, const struct chain_case *c,
                            bool label, struct counts *counts)
{
    enum { UNCHANGED = SMALL_CHANGES, ZEROS, HOWS };
    struct problem problem;
    double candidate[SMALL_MOST] = {0};
    const struct prove_settings settings = {
        .width = 1e-9, .seconds = 5, .place = draw_place(), .candidate = candidate};
    const uint32_t n = plain->system.a.off.rows;
    const int how = (int)draw(HOWS);
    for (uint32_t i = 0; i < n && how != ZEROS; i++) candidate[i] = mpq_get_d(exact.x[i]);
    if (how < UNCHANGED && n > 0) small_change(candidate, n, how);
    assert_ok(problem_open(plain->source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    check_proof(&problem, c, label, counts);
    if (by_host && ((plain->proof.x && !problem.proof.x) ||
                    (!is_wide(&plain->proof) && is_wide(&problem.proof))))
        mistake(counts, &problem, "a candidate makes it worse");
    problem_free(&problem);
}

static void check_source(const char *property, const struct chain_case *c, struct counts *counts)
{
    char source[700];
    struct problem problem;
    const struct prove_settings settings = {
        .width = 1e-9, .seconds = 5, .place = draw_place()};
    const bool label = strstr(property, "steady") != NULL;
    snprintf(source, sizeof source, "%s:type=%s,%s", scratch_path("m.tra"),
             c->discrete ? "dtmc" : "ctmc", property);
    if (problem_open(source, &problem) != OK) return; /* beyond what doubles can say */
    assert_ok(prove_problem(&problem, &settings));
    check_proof(&problem, c, label, counts);
    check_candidate(&problem, !settings.place, c, label, counts);
    check_spoilt(&problem, c, label, counts);
    problem_free(&problem);
}

static void proofs_hold(void **state)
{
    static const char *const all[] = {"goal=goal", "reward=m.srew,goal=goal", "steady=goal",
                                      "reward=m.srew"};
    struct counts counts[6] = {{0}}, sum = {0};
    for (int k = 0; k < small_cases(400); k++) {
        struct chain_case c;
        char bounded[2][64];
        chain_case_draw(&c);
        chain_case_write(&c);
        for (int p = 0; p < 4; p++) check_source(all[p], &c, &counts[p]);
        const double time = draw_decades(2) / chain_case_fastest(&c);
        const int steps = 1 + (int)draw(9);
        for (int p = 0; p < 2; p++)
            snprintf(bounded[p], sizeof bounded[p], "%s,%s=%.17g",
                     p ? "reward=m.srew" : "goal=goal", c.discrete ? "steps" : "time",
                     c.discrete ? steps : time);
        for (int p = 0; p < 2; p++) check_source(bounded[p], &c, &counts[4 + p]);
    }
    for (int p = 0; p < 6; p++) {
        printf(
            "%-26s %lu problems, %lu proven, %lu wider than 1e-9; %lu answers, %lu with a bound, "
            "%lu wrong\n",
            p < 4    ? all[p]
            : p == 4 ? "goal=goal, bounded"
                     : "reward=m.srew, bounded",
            counts[p].problems, counts[p].proven, counts[p].wide, counts[p].answers,
            counts[p].bounded, counts[p].wrong);
        sum.wrong += counts[p].wrong;
        assert_true(counts[p].proven > 0.9 * (double)counts[p].problems);
    }
    assert_int_equal(sum.wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(proofs_hold)};
    card = find_place("cuda");
    if (card && card->probe() != OK) card = NULL;
    seed_begin();
    exact_init(&exact);
    int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    exact_clear(&exact);
    return failed;
}
