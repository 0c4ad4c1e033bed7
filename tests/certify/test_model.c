/* Proofs for the model: its rates and rewards are decimal fractions, which no double is. A chain
 * whose rates are 1000 times as large has whole numbers, and the same probabilities and long runs;
 * with rewards 1000 times as large, the same expected rewards. */
#include <math.h>
#include <stdio.h>

#include "prove/prove.h"
#include "tests/support/cmocka.h"
#include "tests/support/exact/chain_case.h"
#include "tests/support/scratch.h"
#include "tests/support/seed.h"

static struct exact exact;

/* Whole numbers, up to 20,000, 200 or 2. */
static void make_whole(struct chain_case *c)
{
    const double range = draw(2) ? 20000 : draw(2) ? 200 : 2;
    c->discrete = false;
    for (uint32_t i = 0; i < c->n; i++) {
        c->reward[i] = c->reward[i] > 0 ? 1 + (double)draw(5000) : 0;
        for (uint32_t j = 0; j < c->n; j++)
            if (c->rate[i][j] != 0) c->rate[i][j] = 1 + (double)draw((uint64_t)range);
    }
}

static struct chain_case thousandths(const struct chain_case *whole)
{
    struct chain_case c = *whole;
    for (uint32_t i = 0; i < c.n; i++) {
        c.reward[i] /= 1000;
        for (uint32_t j = 0; j < c.n; j++) c.rate[i][j] /= 1000;
    }
    return c;
}

/* Where a path leads to a state of the set. */
static uint32_t can_reach(const struct chain_case *c, uint32_t set)
{
    for (uint32_t round = 0; round < c->n; round++)
        for (uint32_t i = 0; i < c->n; i++)
            for (uint32_t j = 0; j < c->n; j++)
                if (c->rate[i][j] != 0 && (set >> j & 1)) set |= 1u << i;
    return set;
}

/* What is expected of state 0 until the goal: its probability, or the reward before it, which is
 * finite. */
static void expected_value(const struct chain_case *c, bool reward, mpq_t value)
{
    const uint32_t reaches = can_reach(c, c->goals);
    exact.n = c->n;
    for (uint32_t i = 0; i < c->n; i++) {
        const bool goal = c->goals >> i & 1, decided = goal || !(reaches >> i & 1);
        mpq_set_d(exact.b[i], decided ? goal && !reward : reward ? c->reward[i] : 0);
        for (uint32_t j = 0; j < c->n; j++)
            mpq_set_d(exact.a[i][j], decided ? i == j : j == i ? 0 : -c->rate[i][j]);
        for (uint32_t j = 0; j < c->n && !decided; j++)
            if (j != i) mpq_sub(exact.a[i][i], exact.a[i][i], exact.a[i][j]);
    }
    assert_true(exact_solve(&exact));
    mpq_set(value, exact.x[0]);
}

struct counts {
    unsigned long proven, unproven, of_model, wrong;
};

static void check(const char *property, const mpq_t value, struct counts *counts)
{
    char source[700];
    struct problem problem;
    const struct prove_settings settings = {.width = 1e-9, .seconds = 5, .model = true};
    snprintf(source, sizeof source, "%s:type=ctmc,%s", scratch_path("m.tra"), property);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const double low = problem.proof.value_low, high = problem.proof.value_high;
    counts->proven += isfinite(low);
    counts->unproven += isnan(low);
    counts->of_model += problem.proof.reading.entry > 0;
    if (isfinite(low) && !exact_within(value, 0, -low, high, 1)) {
        printf("%s: %.17g is not in [%.17g, %.17g]: %s\n", source, mpq_get_d(value), low, high,
               problem.proof.note);
        counts->wrong++;
    }
    problem_free(&problem);
}

static void values_are_those_of_the_model(void **state)
{
    struct counts counts = {0};
    mpq_t value;
    mpq_init(value);
    for (int k = 0; k < small_cases(400); k++) {
        struct chain_case whole;
        double weight[SMALL_MOST];
        chain_case_draw(&whole);
        make_whole(&whole);
        const struct chain_case c = thousandths(&whole);
        chain_case_write(&c);
        expected_value(&whole, false, value);
        check("goal=goal", value, &counts);
        expected_value(&whole, true, value);
        check("reward=m.srew,goal=goal", value, &counts); /* infinite ones are not compared */
        for (uint32_t i = 0; i < c.n; i++) weight[i] = whole.goals >> i & 1;
        chain_case_average(&whole, weight, &exact, value);
        check("steady=goal", value, &counts);
    }
    mpq_clear(value);
    printf("%lu values proven, %lu of them for every rounding of the model, %lu not proven, %lu "
           "wrong\n",
           counts.proven, counts.of_model, counts.unproven, counts.wrong);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.of_model > 400 && counts.unproven < counts.proven / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_are_those_of_the_model)};
    seed_begin();
    exact_init(&exact);
    int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    exact_clear(&exact);
    return failed;
}
