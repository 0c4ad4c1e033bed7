/* Proofs for the model: its rates and rewards are decimal fractions, which no double is. A chain
 * whose rates are 1000 times as large has whole numbers, and the same probabilities and long runs;
 * with rewards 1000 times as large, the same expected rewards. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "certify/reading.h"
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

/* Returns the states from which a path leads to a state of the set. */
static uint32_t can_reach(const struct chain_case *c, uint32_t set)
{
    for (uint32_t round = 0; round < c->n; round++)
        for (uint32_t i = 0; i < c->n; i++)
            for (uint32_t j = 0; j < c->n; j++)
                if (c->rate[i][j] != 0 && (set >> j & 1)) set |= 1u << i;
    return set;
}

/* Computes the expected value for state 0 until the goal: its probability, or the reward before it,
 * which is finite. */
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

static void check(const char *file, const char *property, const mpq_t value, double width,
                  struct counts *counts)
{
    char source[700];
    struct problem problem;
    const struct prove_settings settings = {.width = width, .seconds = 5, .model = true};
    snprintf(source, sizeof source, "%s:%s", scratch_path(file), property);
    assert_ok(problem_open(source, &problem));
    assert_ok(prove_problem(&problem, &settings));
    const double low = problem.proof.value_low, high = problem.proof.value_high;
    counts->proven += isfinite(low);
    counts->unproven += isnan(low);
    counts->of_model += problem.proof.reading.entry > 0;
    if (isfinite(low) && value && !exact_within(value, 0, -low, high, 1)) {
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
        check("m.tra", "type=ctmc,goal=goal", value, 1e-9, &counts);
        expected_value(&whole, true, value);
        /* infinite ones are not compared */
        check("m.tra", "type=ctmc,reward=m.srew,goal=goal", value, 1e-9, &counts);
        for (uint32_t i = 0; i < c.n; i++) weight[i] = whole.goals >> i & 1;
        chain_case_average(&whole, weight, &exact, value);
        check("m.tra", "type=ctmc,steady=goal", value, 1e-9, &counts);
    }
    mpq_clear(value);
    printf("%lu values proven, %lu of them for every rounding of the model, %lu not proven, %lu "
           "wrong\n",
           counts.proven, counts.of_model, counts.unproven, counts.wrong);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.of_model > 400 && counts.unproven < counts.proven / 50);
}

/* Rates and rewards as quotients, which no decimal fraction is. */
static void write_sevenths(const struct chain_case *c)
{
    char text[16384];
    size_t used = (size_t)snprintf(text, sizeof text,
                                   "@type: CTMC\n@parameters\n\n@reward_models\nr\n@nr_states\n%u\n"
                                   "@nr_choices\n%u\n@model\n",
                                   c->n, c->n);
    for (uint32_t i = 0; i < c->n; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "state %u [%g/7]%s%s\n\taction 0 [0]\n", i, c->reward[i],
                                 i ? "" : " init", c->goals >> i & 1 ? " goal" : "");
        for (uint32_t j = 0; j < c->n; j++)
            if (c->rate[i][j] != 0)
                used += (size_t)snprintf(text + used, sizeof text - used, "\t\t%u : %g/7\n", j,
                                         c->rate[i][j]);
    }
    scratch_write("q.drn", text);
}

static void quotients_are_those_of_the_model(void **state)
{
    struct counts counts = {0};
    mpq_t value;
    mpq_init(value);
    for (int k = 0; k < small_cases(100); k++) {
        struct chain_case whole;
        double weight[SMALL_MOST];
        chain_case_draw(&whole);
        make_whole(&whole);
        write_sevenths(&whole);
        expected_value(&whole, false, value);
        check("q.drn", "goal=goal", value, 1e-14, &counts);
        expected_value(&whole, true, value);
        check("q.drn", "reward=r,goal=goal", value, 1e-14, &counts);
        for (uint32_t i = 0; i < whole.n; i++) weight[i] = whole.goals >> i & 1;
        chain_case_average(&whole, weight, &exact, value);
        check("q.drn", "steady=goal", value, 1e-14, &counts);
    }
    mpq_clear(value);
    assert_int_equal(counts.wrong, 0);
    assert_true(counts.of_model > 100);
}

/* Each of 31 lines more for one pair of states is lost in the sum, all of them together are not. */
static void several_lines_for_a_pair_count(void **state)
{
    struct counts counts = {0};
    char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "3 35\n0 1 1\n");
    for (int k = 0; k < 30; k++)
        used += (size_t)snprintf(text + used, sizeof text - used, "0 1 1.1e-16\n");
    snprintf(text + used, sizeof text - used, "0 1 1e-16\n0 2 1\n1 1 1\n2 2 1\n");
    scratch_write("d.tra", text);
    scratch_write("d.lab", "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n1: 2\n");
    mpq_t value;
    mpq_init(value);
    /* 1 + 30 1.1e-16 + 1e-16 of that plus 1, by 1e16 */
    mpz_set_ui(mpq_numref(value), 10000000000000034);
    mpz_set_ui(mpq_denref(value), 20000000000000034);
    mpq_canonicalize(value);
    check("d.tra", "type=ctmc,goal=goal", value, 1e-15, &counts);
    check("d.tra", "type=ctmc,steady=goal", value, 1e-15, &counts);
    assert_int_equal(counts.of_model, 2);
    assert_int_equal(counts.wrong, 0);
    mpq_clear(value);
}

/* State 0 leads to each of `leaves` states, and these back through a binary tree. The first leaf
 * earns 1, and each other so little that it is lost in the sum. */
static void write_hub(uint32_t leaves, uint32_t *depth)
{
    enum { FAST = 1048576, ROOM = 1 << 16 };
    char *tra = malloc(ROOM), *rewards = malloc(ROOM), text[64];
    assert_true(tra && rewards);
    size_t used = (size_t)snprintf(tra, ROOM, "%u %u\n", 2 * leaves, 3 * leaves - 1),
           paid = (size_t)snprintf(rewards, ROOM, "%u %u\n", 2 * leaves, leaves);
    for (uint32_t i = 1; i <= leaves; i++) {
        used += (size_t)snprintf(tra + used, ROOM - used, "0 %u 1\n", i);
        paid +=
            (size_t)snprintf(rewards + paid, ROOM - paid, "0 %u %s\n", i, i == 1 ? "1" : "1.1e-16");
    }
    *depth = 1;
    for (uint32_t first = 1, count = leaves; count > 0; first += count, count /= 2, ++*depth)
        for (uint32_t i = 0; i < count; i++)
            used += (size_t)snprintf(tra + used, ROOM - used, "%u %u %d\n", first + i,
                                     count > 1 ? first + count + i / 2 : 0, FAST);
    --*depth;
    scratch_write("hub.tra", tra);
    scratch_write("hub.trew", rewards);
    snprintf(text, sizeof text, "%u 0\n", 2 * leaves);
    scratch_write("hub.srew", text);
    scratch_write("hub.lab", "0=\"init\" 1=\"deadlock\"\n0: 0\n");
    free(tra);
    free(rewards);
}

/* State 0 lasts 1 / leaves, each level of the tree 1 / 1048576; what is earned in a round is 1 and
 * the little ones. */
static void rewards_of_many_transitions_count(void **state)
{
    struct counts counts = {0};
    mpq_t value, round;
    mpq_inits(value, round, NULL);
    for (uint32_t leaves = 16; leaves <= 64; leaves *= 4) {
        uint32_t depth;
        write_hub(leaves, &depth);
        mpq_set_ui(round, depth * leaves + 1048576, 1); /* of a round, by 1048576 leaves */
        mpz_set_ui(mpq_numref(value), 100000000000000000 + 11 * (leaves - 1)); /* by 1e17 */
        mpz_set_ui(mpq_denref(value), 100000000000000000);
        mpq_canonicalize(value);
        mpz_mul_ui(mpq_numref(value), mpq_numref(value), 1048576);
        mpq_canonicalize(value);
        mpq_div(value, value, round);
        check("hub.tra", "type=ctmc,reward=hub.srew", value, leaves == 16 ? 1e-13 : 1e-12, &counts);
    }
    assert_int_equal(counts.of_model, 2);
    assert_int_equal(counts.wrong, 0);
    mpq_clears(value, round, NULL);
}

/* If a number was rounded to a denormal one, nothing is proven for the model. */
static void small_numbers_are_as_stored(void **state)
{
    static const struct {
        const char *tra, *srew, *trew, *property;
    } cases[] = {
        {"3 4\n0 1 4e-324\n0 2 7e-324\n1 1 1\n2 2 1\n", NULL, NULL, "type=ctmc,goal=goal"},
        {"3 4\n0 1 4e-324\n0 2 7e-324\n1 1 1\n2 2 1\n", NULL, NULL, "type=ctmc,steady=goal"},
        {"3 4\n0 0 1\n0 1 1e-400\n1 1 1\n2 2 1\n", NULL, NULL, "type=dtmc,goal=goal"},
        {"3 3\n0 1 1\n1 2 1\n2 0 1\n", "3 1\n1 1e-310\n", NULL, "type=ctmc,reward=s.srew"},
        {"3 3\n0 1 1e-200\n1 2 1\n2 0 1\n", "3 0\n", "3 1\n0 1 1e-200\n",
         "type=ctmc,reward=s.srew"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct counts counts = {0};
        scratch_clear();
        scratch_write("s.tra", cases[k].tra);
        scratch_write("s.lab", "0=\"init\" 1=\"deadlock\" 2=\"goal\"\n0: 0\n1: 2\n");
        if (cases[k].srew) scratch_write("s.srew", cases[k].srew);
        if (cases[k].trew) scratch_write("s.trew", cases[k].trew);
        check("s.tra", cases[k].property, NULL, 1e-9, &counts);
        if (counts.of_model) fail_msg("case %zu is proven for the model", k);
    }
}

/* From state 0 a class is reached with probability 1.23e-320 / 2, or with what a double holds of
 * it; its reward makes a value of that which is no small number. */
static void small_jumps_are_bounded(void **state)
{
    struct counts counts = {0};
    mpq_t value;
    mpq_init(value);
    scratch_write("j.tra", "3 4\n0 1 1.23e-160\n0 2 1e160\n1 1 1\n2 2 1\n");
    scratch_write("j.lab", "0=\"init\" 1=\"deadlock\"\n0: 0\n");
    scratch_write("j.srew", "3 1\n1 1e300\n");
    const double rate[] = {1.23e-160, 1e160, 1e300};
    mpq_t other;
    mpq_init(other);
    mpq_set_d(value, rate[0]);
    mpq_set_d(other, rate[1]);
    mpq_add(other, other, value);
    mpq_div(value, value, other);
    mpq_set_d(other, rate[2]);
    mpq_mul(value, value, other);
    check("j.tra", "type=ctmc,reward=j.srew", value, 1e-9, &counts);
    assert_int_equal(counts.wrong, 0);
    mpq_clears(value, other, NULL);
}

/* Two rows that lead to each other; the numbers of the first are given. */
static bool is_known(double value, double diagonal, double b, struct reading model)
{
    uint64_t row[] = {0, 1, 2};
    uint32_t col[] = {1, 0};
    double val[] = {value, -1}, diag[] = {diagonal, 1}, right[] = {b, 0};
    const struct matrix a = {.off = {2, 2, row, col, val}, .diag = diag};
    return reading_of_model(&a, right, model).entry > 0;
}

static void readings_are_refused_where_they_are_wrong(void **state)
{
    const struct reading model = {.entry = reading_share(1), .constant = reading_share(3)},
                         balanced = {reading_share(1), reading_share(3), true};
    assert_true(reading_share(0) == 0 && reading_share(1) == 0x1p-53);
    for (uint64_t k = 0; k < 90000000000000; k += 1 + k / 3)
        assert_int_equal(reading_roundings(reading_share(k)), k);
    assert_true(reading_share(100) > 100 * 0x1p-53 && reading_share(100) < 102 * 0x1p-53);
    assert_true(reading_share(2) > 2 * 0x1p-53 && reading_share(90000000000000) < 0.0102);
    assert_true(isinf(reading_share(UINT64_C(1) << 50)) && isinf(reading_share(90100000000000)));
    assert_true(is_known(-0.5, 1, 0, model) && is_known(-0.5, 0.5, 1, balanced));
    assert_true(is_known(-0x1p-60, 0x1p-60, 1, balanced) &&
                is_known(-0x1p60, 0x1.0000000000001p60, 1, balanced));
    assert_false(is_known(-0.5, 1, 0, balanced) || is_known(-0x1p60, 0x1.001p60, 0, balanced));
    assert_true(is_known(-DBL_MIN, 1, DBL_MIN, model));
    assert_false(is_known(-0x1p-1030, 1, 0, model) || is_known(0, 1, 0, model));
    assert_false(is_known(-0.5, 1, 0x1p-1030, model) || is_known(-0.5, 1, 0, (struct reading){0}));
    assert_false(is_known(-0.5, 1, 0, (struct reading){.entry = INFINITY}) ||
                 is_known(-0.5, 1, 0, (struct reading){0x1p-53, INFINITY, false}));
}

/* One entry: nine units and what the numbers may be off by, of the diagonal or of 1. */
static void rows_that_sum_to_zero_but_for_rounding(void **state)
{
    const struct reading model = {reading_share(2), 0, true};
    for (double size = 0.25; size <= 8; size *= 2) {
        const double unit = fmax(size, 1) * DBL_EPSILON;
        assert_true(is_known(-size, size + 10 * unit, 0, model));
        assert_true(is_known(-size, size - 10 * unit, 0, model));
        assert_false(is_known(-size, size + 11 * unit, 0, model));
        assert_false(is_known(-size, size - 11 * unit, 0, model));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_that_sum_to_zero_but_for_rounding),
                                       cmocka_unit_test(values_are_those_of_the_model),
                                       cmocka_unit_test(quotients_are_those_of_the_model),
                                       cmocka_unit_test(several_lines_for_a_pair_count),
                                       cmocka_unit_test(rewards_of_many_transitions_count),
                                       cmocka_unit_test(small_numbers_are_as_stored),
                                       cmocka_unit_test(small_jumps_are_bounded),
                                       cmocka_unit_test(readings_are_refused_where_they_are_wrong)};
    seed_begin();
    exact_init(&exact);
    int failed = cmocka_run_group_tests(tests, scratch_create, scratch_remove);
    exact_clear(&exact);
    return failed;
}
