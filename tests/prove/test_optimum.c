/* Proofs of decision processes against exact values: every interval contains its value, and nearly
 * all are narrow. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certify/intervals.h"
#include "certify/reading.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/best_value.h"
#include "tests/support/exact/exact.h"
#include "tests/support/exact/optimum_problem.h"
#include "tests/support/exact/small.h"
#include "tests/support/seed.h"

enum { MOST = DECISION_STATES };

static struct exact exact;
static mpq_t value[MOST];
static bool infinite[MOST];

static bool is_within(const mpq_t x, double low, double high)
{
    mpq_t bound;
    bool within = low <= high;
    mpq_init(bound);
    if (isfinite(low)) mpq_set_d(bound, low), within &= mpq_cmp(bound, x) <= 0;
    if (isfinite(high)) mpq_set_d(bound, high), within &= mpq_cmp(bound, x) >= 0;
    mpq_clear(bound);
    return within && low < INFINITY;
}

static void prove(struct problem *problem, const double *candidate)
{
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.seconds = 0.2;
    settings.candidate = candidate;
    settings.model = true;
    assert_ok(prove_problem(problem, &settings));
}

static void check_value(const struct problem *problem, uint32_t i)
{
    const struct problem_proof *proof = &problem->proof;
    if (infinite[i]) assert_true(proof->value_low == INFINITY);
    else if (!is_within(value[i], proof->value_low, proof->value_high))
        fail_msg("state %u: %.17g is not in [%.17g, %.17g], %s", i, mpq_get_d(value[i]),
                 proof->value_low, proof->value_high, proof->note);
}

/* The scheduler of the proof is within its bounds. */
static void check_scheduler(const struct decision_case *c, const struct problem *problem)
{
    struct decision_case one;
    uint32_t *choice, row[MOST];
    mpq_t own[MOST];
    bool endless[MOST];
    assert_ok(optimum_scheduler(problem, &choice));
    for (uint32_t i = 0; i < c->d.n; i++) {
        mpq_init(own[i]);
        row[i] = c->d.group[i] + choice[i];
        assert_true(row[i] < c->d.group[i + 1]);
    }
    decision_case_follow(c, row, &one);
    best_values(&one.o, &exact, own, endless);
    for (uint32_t i = 0; i < c->d.n; i++) {
        const double low = problem->proof.low[i], high = problem->proof.high[i];
        assert_int_equal(endless[i], infinite[i]);
        if (!infinite[i] && !is_within(own[i], low, high))
            fail_msg("state %u: %.17g is not in [%.17g, %.17g]", i, mpq_get_d(own[i]), low, high);
        mpq_clear(own[i]);
    }
    free(choice);
}

/* Checks all numbers of a proof. */
static void check_proof(const struct decision_case *c, const struct problem *problem,
                        uint32_t initial)
{
    const struct problem_proof *proof = &problem->proof;
    if (!proof->x) return;
    for (uint32_t i = 0; i < c->d.n; i++) {
        const uint32_t u = problem->optimum.unknown_of[i];
        assert_true(isfinite(proof->x[u]) && proof->v[u] >= 0);
        const struct interval known = certify_entry(proof->x[u], &proof->bound, proof->v[u]);
        if (infinite[i]) assert_true(problem->fixpoint.infinite[u]);
        else if (!is_within(value[i], known.low, known.high))
            fail_msg("state %u: %.17g is not in [%.17g, %.17g], %s", i, mpq_get_d(value[i]),
                     known.low, known.high, proof->note);
    }
    check_value(problem, initial);
    check_scheduler(c, problem);
}

static bool is_narrow(const struct problem *problem)
{
    const struct problem_proof *proof = &problem->proof;
    if (!proof->x) return false;
    return proof->value_low == proof->value_high ||
           (proof->value_high < INFINITY &&
            proof->value_high - proof->value_low <= 2.0001e-9 * proof->value_high);
}

/* Returns whether a transition is rarer than once in a thousand, or all together so rare that the
 * value is above 10^12. */
static bool is_rare(const struct decision_case *c, uint32_t initial)
{
    if (!infinite[initial] && mpq_get_d(value[initial]) > 1e12) return true;
    for (uint32_t r = 0; r < c->d.rows; r++) {
        double sum = 0;
        for (uint64_t k = c->row[r]; k < c->row[r + 1]; k++) sum -= c->val[k];
        for (uint64_t k = c->row[r]; k < c->row[r + 1]; k++)
            if (-c->val[k] < 1e-3 * sum) return true;
    }
    return false;
}

static void draw_problem(int k, struct decision_case *c, uint32_t *initial, struct problem *problem)
{
    const bool rewards = k % 4 / 2;
    decision_case_draw(c, k % 2, rewards, 1);
    for (uint32_t i = 0; i < c->d.n; i++)
        for (uint32_t r = c->d.group[i]; !rewards && !c->stated[i] && r < c->d.group[i + 1]; r++)
            c->b[r] = 0;
    for (uint32_t r = 0; r < c->d.rows; r++) { /* as a reading of a model needs it */
        double sum = 0;
        for (uint64_t e = c->row[r]; e < c->row[r + 1]; e++) sum -= c->val[e];
        if (c->row[r] < c->row[r + 1]) c->diag[r] = sum;
    }
    best_values(&c->o, &exact, value, infinite);
    *initial = (uint32_t)draw(c->d.n);
    optimum_problem_make(c, *initial, problem);
    if (k % 3 == 0) problem->model = (struct reading){reading_share(3), reading_share(2), true};
}

/* What a solve might give: near the values, or not. */
static void draw_candidate(const struct decision_case *c, const struct problem *problem, double *x)
{
    const double off = draw_decades(12) * 1e-12;
    for (uint32_t i = 0; i < c->d.n; i++)
        x[problem->optimum.unknown_of[i]] =
            infinite[i] ? 0 : mpq_get_d(value[i]) * (1 + off * (draw_unit() - 0.5));
    if (draw(6) == 0) small_change(x, (uint32_t)problem_unknowns(problem), (int)draw(10));
}

static void intervals_contain_values(void **state)
{
    unsigned long tried[2] = {0}, proven[2] = {0}, narrow[2] = {0}, models = 0;
    (void)state;
    for (int k = 0; k < small_cases(800); k++) {
        struct decision_case c;
        struct problem problem;
        uint32_t initial;
        double x[MOST];
        draw_problem(k, &c, &initial, &problem);
        draw_candidate(&c, &problem, x);
        prove(&problem, draw(2) ? x : NULL);
        models += problem.proof.x && problem.proof.model;
        check_proof(&c, &problem, initial);
        const bool rare = is_rare(&c, initial);
        tried[rare]++;
        proven[rare] += problem.proof.x != NULL;
        narrow[rare] += is_narrow(&problem);
        if (!rare && !is_narrow(&problem))
            printf("%d: [%.17g, %.17g], %s\n", k, problem.proof.value_low, problem.proof.value_high,
                   problem.proof.note);
        problem_free(&problem);
    }
    for (int rare = 0; rare < 2; rare++)
        printf("%s: %lu tried, %lu proven, %lu narrow\n", rare ? "rare" : "usual", tried[rare],
               proven[rare], narrow[rare]);
    printf("%lu of a model\n", models);
    assert_true(models > 200);
    assert_true(tried[0] > 100 && tried[1] > 30);
    assert_int_equal(narrow[0], tried[0]);
    assert_true(10 * narrow[1] > 9 * tried[1]);
}

/* A row of a process: its state, what it pays, and its probabilities. */
struct choice_row {
    uint32_t state;
    double b, p[MOST];
};

static void make_case(uint32_t n, uint32_t rows, const struct choice_row *from, unsigned stated,
                      bool largest, bool rewards, struct decision_case *c)
{
    *c = (struct decision_case){.d = {.n = n, .rows = rows}};
    uint64_t count = 0;
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t i = from[r].state;
        c->stated[i] = stated >> i & 1;
        c->d.group[i + 1] = r + 1;
        for (uint32_t j = 0; j < n; j++)
            if (from[r].p[j] > 0 && j != i) c->col[count] = j, c->val[count++] = -from[r].p[j];
        c->row[r + 1] = count;
        c->diag[r] = 1 - from[r].p[i];
        c->b[r] = from[r].b;
    }
    c->a = (struct matrix){.off = {rows, count, c->row, c->col, c->val},
                           .diag = c->diag,
                           .group = c->d.group,
                           .ngroups = n};
    c->o = (struct optimum){.a = &c->a,
                            .reading = {.balanced = true},
                            .b = c->b,
                            .stated = c->stated,
                            .largest = largest,
                            .rewards = rewards};
    best_values(&c->o, &exact, value, infinite);
}

static void check_case(const struct decision_case *c)
{
    for (uint32_t i = 0; i < c->d.n; i++) {
        struct problem problem;
        optimum_problem_make(c, i, &problem);
        prove(&problem, NULL);
        if (!is_narrow(&problem))
            fail_msg("state %u: [%g, %g], %s", i, problem.proof.value_low, problem.proof.value_high,
                     problem.proof.note);
        check_proof(c, &problem, i);
        problem_free(&problem);
    }
}

#define CHECK(n, stated, rewards, ...)                                                    \
    do {                                                                                  \
        const struct choice_row rows[] = {__VA_ARGS__};                                   \
        for (int largest = 0; largest < 2; largest++) {                                   \
            struct decision_case c;                                                       \
            make_case(n, sizeof rows / sizeof *rows, rows, stated, largest, rewards, &c); \
            check_case(&c);                                                               \
        }                                                                                 \
    } while (0)

static void known_traps(void **state)
{
    (void)state;
    /* Haddad and Monmege: value iteration is slow, and nearly rests far from the value */
    CHECK(6, 1 << 4 | 1 << 5, false, {0, 0, {0.5, 0.5}}, {1, 0, {0.5, 0, 0.5}},
          {2, 0, {0.5, 0, 0, 0.5}}, {3, 0, {0.5, 0, 0, 0, 0.25, 0.25}}, {3, 0, {1}}, {4, 1, {0}},
          {5, 0, {0}});
    /* an end component, from which 1/2 can be reached: 1 is a solution, too */
    CHECK(4, 1 << 2 | 1 << 3, false, {0, 0, {0, 1}}, {1, 0, {1}}, {1, 0, {0, 0, 0.5, 0.5}},
          {2, 1, {0}}, {3, 0, {0}});
    /* a component that costs nothing, with an exit that does */
    CHECK(3, 1 << 2, true, {0, 0, {0, 1}}, {1, 0, {1}}, {1, 5, {0, 0, 1}}, {2, 0, {0}});
    /* one that costs something each time */
    CHECK(3, 1 << 2, true, {0, 1, {0, 1}}, {1, 0, {1}}, {1, 5, {0, 0, 1}}, {2, 0, {0}});
    /* the goal is missed by all, by some, and by no scheduler */
    CHECK(4, 1 << 3, true, {0, 1, {0, 0, 0.5, 0.5}}, {1, 1, {0, 0, 1}}, {1, 2, {0, 0.5, 0, 0.5}},
          {2, 1, {0, 0, 1}}, {3, 0, {0}});
    /* sweeps would take long */
    const double rare = 0x1p-18;
    CHECK(4, 1 << 2 | 1 << 3, false, {0, 0, {0, 1 - rare, rare}},
          {0, 0, {0, 1 - 2 * rare, rare, rare}}, {1, 0, {1 - rare, 0, 0, rare}}, {1, 0, {0.5, 0.5}},
          {2, 1, {0}}, {3, 0, {0}});
    CHECK(3, 1 << 2, true, {0, 1, {0, 1 - rare, rare}}, {0, 2, {0, 1 - 2 * rare, 2 * rare}},
          {1, 1, {1 - rare, 0, rare}}, {2, 0, {0}});
    /* an empty goal */
    CHECK(2, 0, false, {0, 0, {0, 1}}, {1, 0, {1}});
    CHECK(2, 0, true, {0, 0, {0, 1}}, {1, 0, {1}});
    /* nothing but a goal */
    CHECK(1, 1, false, {0, 1, {0}});
    CHECK(1, 1, true, {0, 0, {0}});
    /* a choice that stays and pays, and one that hardly ever stays */
    CHECK(2, 2, true, {0, 1, {1}}, {0, 3, {0x1p-53, 1 - 0x1p-53}}, {1, 0, {0}});
}

/* Where some scheduler can pay for ever, steps of all schedulers have no weights; those of the rows
 * that are close to the best have. Sweeps would take a day. Without an upper bound, the scheduler
 * is one with which the goal is certain. */
static void paying_for_ever(void **state)
{
    (void)state;
    for (int k = 0; k < 8; k++) {
        const double rare = k % 2 ? 0x1p-20 : 0x1p-40;
        const struct choice_row leaves = {0, 1, {0, 1 - rare, rare}}, stays = {0, 1, {0, 1}};
        const struct choice_row rows[] = {k / 2 % 2 ? stays : leaves,
                                          k / 2 % 2 ? leaves : stays,
                                          {0, 1, {0, 1 - rare / 2, rare / 2}},
                                          {1, k / 4, {1}},
                                          {1, 1, {0, 1}},
                                          {2, 0, {0}}};
        struct decision_case c;
        struct problem problem;
        make_case(3, 6, rows, 1 << 2, false, true, &c);
        optimum_problem_make(&c, 0, &problem);
        prove(&problem, NULL);
        check_proof(&c, &problem, 0);
        const double low = problem.proof.value_low, high = problem.proof.value_high;
        assert_true(low > 1000 && high - low <= 8 * DBL_EPSILON / rare * low);
        for (uint32_t i = 0; i < 2; i++) problem.proof.high[i] = INFINITY;
        check_scheduler(&c, &problem);
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(known_traps),
                                       cmocka_unit_test(paying_for_ever),
                                       cmocka_unit_test(intervals_contain_values)};
    seed_begin();
    exact_init(&exact);
    for (int k = 0; k < MOST; k++) mpq_init(value[k]);
    const int failed = cmocka_run_group_tests_name("optimum", tests, NULL, NULL);
    for (int k = 0; k < MOST; k++) mpq_clear(value[k]);
    exact_clear(&exact);
    return failed;
}
