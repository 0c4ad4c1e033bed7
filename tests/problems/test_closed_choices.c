/* Choices in closed form: those of the model, state by state; the states that are reached, and how
 * many; the problems without a matrix; and what is refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/closed/consensus.h"
#include "base/random.h"
#include "base/sparse/rows.h"
#include "generators/step.h"
#include "problems/problem.h"
#include "problems/source.h"
#include "tests/support/cmocka.h"

static const char *const sources[] = {"consensus:n=2,k=1", "consensus:n=2,k=7",
                                      "consensus:n=3,k=2", "consensus:n=4,k=1",
                                      "consensus:n=4,k=3", "consensus:n=5,k=1"};
enum { NSOURCES = sizeof sources / sizeof *sources };

/* The code of state i in the model: the counter, then location and coin of each process. */
static uint64_t code_of(const struct stepper *stepper, const struct closed_rows *closed, uint64_t i)
{
    static const int location[] = {0, 1, 1, 2, 3, 3}, coin[] = {0, 0, 1, 0, 0, 1};
    const uint32_t width = consensus_width(closed);
    uint64_t line = i / width, code = (i % width + 1) * stepper->weight[0];
    for (uint32_t p = 0; p < closed->size; p++, line /= 6)
        code += (uint64_t)location[line % 6] * stepper->weight[1 + 2 * p] +
                (uint64_t)coin[line % 6] * stepper->weight[2 + 2 * p];
    return code;
}

static void same_choice(const struct step *step, uint32_t first, uint32_t end,
                        const struct closed_rows *closed, const struct closed_choice *choice)
{
    assert_int_equal(choice->count, end - first);
    for (uint32_t k = 0; k < choice->count; k++) {
        assert_true(closed_is_reached(closed, choice->col[k]));
        assert_true(code_of(step->stepper, closed, choice->col[k]) == step->entry[first + k].code);
        assert_true(choice->val[k] == step->entry[first + k].value);
    }
}

/* Returns the number of its choices in the model. */
static uint32_t same_choices(struct step *step, const struct closed_rows *closed, uint64_t i)
{
    struct closed_choice choice[CLOSED_CHOICES];
    const uint64_t code = code_of(step->stepper, closed, i);
    const unsigned count = closed_choices(closed, i, choice);
    step_row(step, code, NULL, 0);
    const uint32_t rows = step_rows(step);
    if (count == 0) { /* all have finished */
        assert_true(rows == 1 && step->count == 1 && step->entry[0].code == code);
        return rows;
    }
    assert_int_equal(count, rows);
    for (uint32_t c = 0, first = 0, end; c < rows; c++, first = end) {
        end = step_row_end(step, first);
        same_choice(step, first, end, closed, &choice[c]);
    }
    return rows;
}

static void choices_are_those_of_the_model(void **state)
{
    for (int k = 0; k < NSOURCES; k++) {
        struct source source;
        struct closed_rows closed;
        struct stepper stepper;
        assert_int_equal(source_parse(sources[k], &source), OK);
        const struct generator *generator = source.generator;
        assert_int_equal(generator->closed(source.arguments, &closed), OK);
        assert_int_equal(
            stepper_create(generator->name, generator->model, source.arguments, NULL, &stepper),
            OK);
        struct step step = {.stepper = &stepper};
        uint64_t states = 0, choices = 0, transitions = 0;
        for (uint64_t i = 0; i < closed.n; i++) {
            struct closed_choice none[CLOSED_CHOICES];
            if (!closed_is_reached(&closed, i)) {
                assert_true(closed_choices(&closed, i, none) == 0 &&
                            closed_stated(&closed, i) == 0);
                continue;
            }
            states++;
            choices += same_choices(&step, &closed, i);
            transitions += step.count;
        }
        assert_true(code_of(&stepper, &closed, closed.process.initial) == stepper.start);
        assert_true(states == closed.process.states && choices == closed.process.choices);
        assert_true(transitions == closed.transitions);
        step_free(&step);
        source_free(&source);
    }
}

/* As many are reached as the walk through the model finds. */
static void reached_states_are_those_of_a_walk(void **state)
{
    for (int k = 0; k < NSOURCES; k++) {
        struct problem stored, without;
        char text[80];
        snprintf(text, sizeof text, "%s,matrix=none", sources[k]);
        assert_int_equal(problem_open(sources[k], &stored), OK);
        assert_int_equal(problem_open(text, &without), OK);
        assert_true(without.states == stored.states && without.choices == stored.choices);
        assert_true(without.transitions == stored.transitions);
        assert_true(stored.system.a.closed.form == CLOSED_NONE);
        problem_free(&stored);
        problem_free(&without);
    }
}

/* As many as Storm counts for n = 8 (QComp 2019), and more than 2^31. */
static void large_ones_have_their_sizes(void **state)
{
    const struct closed_rows eight = consensus_closed(8, 2, 1), ten = consensus_closed(10, 2, 1);
    assert_true(eight.process.states == 61018112 && eight.process.choices == 323981312);
    assert_true(eight.transitions == 403856384 && eight.n == 1679616u * 47);
    assert_true(ten.process.states == 2761248768 && ten.n == (uint64_t)60466176 * 59);
    assert_true(ten.n < UINT32_MAX);
}

/* Weights lose at least 1 by each choice, where numbers of states pass 2^32, too. */
static void choices_lose_weight(void **state)
{
    const struct closed_rows closed = consensus_closed(10, 40, 3);
    uint64_t seen = 0;
    assert_true(closed.n > UINT32_MAX);
    for (uint64_t k = 0; k < 200000; k++) {
        struct closed_choice choice[CLOSED_CHOICES];
        const uint64_t i = random_bits(1, 2, k) % closed.n;
        const unsigned count = closed_choices(&closed, i, choice);
        const double own = closed_choices_weight(&closed, i);
        assert_true(own >= 0 && closed_is_reached(&closed, i) >= (count > 0));
        for (unsigned c = 0; c < count; c++, seen++) {
            double next = 0;
            for (uint32_t e = 0; e < choice[c].count; e++) {
                assert_true(choice[c].col[e] < closed.n &&
                            closed_is_reached(&closed, choice[c].col[e]));
                next += choice[c].val[e] * closed_choices_weight(&closed, choice[c].col[e]);
            }
            assert_true(own - next >= 1);
        }
    }
    assert_true(seen > 100000);
}

static void refused(const char *source, const char *words)
{
    struct problem p;
    assert_int_not_equal(problem_open(source, &p), OK);
    if (!strstr(fail_message(), words)) fail_msg("%s: %s", source, fail_message());
    assert_int_not_equal(problem_check(source), OK);
}

static void others_are_refused(void **state)
{
    refused("consensus:n=2,property=5,matrix=none", "the rows of property=5 have no closed form");
    refused("consensus:n=2,choices=uniform,matrix=none", "have no closed form");
    refused("consensus:n=2,matrix=none,prop=Pmax=?[F \"finished\"]", "leave it out to ask prop=");
    refused("rabin:n=2,matrix=none", "unknown parameter 'matrix'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_are_those_of_the_model),
        cmocka_unit_test(reached_states_are_those_of_a_walk),
        cmocka_unit_test(large_ones_have_their_sizes),
        cmocka_unit_test(choices_lose_weight),
        cmocka_unit_test(others_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
