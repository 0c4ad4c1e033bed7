#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/replayed.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"
#include "tests/support/seed.h"

enum { PROCESSES = 6, SAMPLES = 20 };

/* What one side has of a case. */
struct made_side {
    enum case_status status;
    double solve; /* s; the samples lie within 0.2 % of it */
    double value, low, high;
    enum cycle verdict;
    double bound;
};

struct made_case {
    struct made_side side[NSIDES];
    const char *why; /* it was left out; NULL: it was not */
    enum replay_verdict verdict;
    const char *note; /* a part of it */
};

/* A case that ended well: 1 ms, value 0.25 without a proof. */
#define FINE .solve = 1e-3, .value = 0.25, .low = NAN, .high = NAN, .bound = NAN

static void add_side(struct results *r, const char *label, const struct made_side *side,
                     size_t processes)
{
    const size_t problem = handmade_problem(r, label, 10, 20);
    for (size_t q = 0; q < processes; q++) {
        struct result_run *run = handmade_run(r, problem, 0, side->status, side->solve, SAMPLES);
        run->process = q;
        run->value = side->value;
        run->value_low = side->low;
        run->value_high = side->high;
        run->verdict = side->verdict;
        run->error_bound = side->bound;
        for (size_t k = 0; k < SAMPLES; k++) {
            struct result_sample *sample = &r->samples[run->sample_offset + k];
            sample->host = side->solve * (1 + 0.002 * (k % 2 ? draw_unit() : -draw_unit()));
            sample->order = run->sample_offset + k;
        }
    }
}

static void begin(struct results r[NSIDES])
{
    for (int side = 0; side < NSIDES; side++) {
        handmade_begin(&r[side], "made");
        handmade_variant(&r[side], "jacobi", "msr", "seq");
        r[side].settings.epsilon = 1e-6;
    }
}

static void make(size_t count, const struct made_case *cases, size_t processes,
                 struct results r[NSIDES])
{
    char label[32];
    draw_from(1); /* examples, as in test_compare */
    begin(r);
    for (size_t k = 0; k < count; k++) {
        snprintf(label, sizeof label, "case %zu", k);
        for (int side = 0; side < NSIDES; side++)
            if (side == BASE || !cases[k].why)
                add_side(&r[side], label, &cases[k].side[side], processes);
    }
}

static void check(size_t count, const struct made_case *cases, struct results r[NSIDES],
                  struct replayed *out)
{
    struct matching matching;
    char *why[32] = {NULL};
    assert_int_equal(match_cases(&r[BASE], &r[BASE], NULL, &matching), OK);
    assert_int_equal(matching.count, count);
    for (size_t k = 0; k < count; k++) why[k] = (char *)cases[k].why;
    const struct replay_sides sides = {&r[BASE], &r[FRESH], &matching, why, 0.05};
    if (replay_judge(&sides, out) != OK) fail_msg("%s", fail_message());
    for (size_t k = 0; k < count; k++) {
        const struct replayed_case *c = &out->cases[k];
        if (c->verdict != cases[k].verdict || !strstr(c->note, cases[k].note))
            fail_msg("case %zu: %s '%s'", k, replay_verdict_names[c->verdict], c->note);
        assert_true(isnan(c->within) || (c->within >= 0 && c->within <= out->margin));
    }
    matching_free(&matching);
}

static void free_sides(struct results r[NSIDES])
{
    results_free(&r[BASE]);
    results_free(&r[FRESH]);
}

static const struct made_case fine = {{{FINE}, {FINE}}, NULL, REPLAY_REPRODUCED, ""};

static void test_times(void **state)
{
    struct made_case cases[4] = {fine, fine, fine, fine};
    struct results r[NSIDES];
    struct replayed replayed;
    cases[1].side[FRESH].solve = 1.5e-3, cases[1].verdict = REPLAY_DIFFERS;
    cases[2].side[FRESH].solve = 0.5e-3, cases[2].verdict = REPLAY_DIFFERS;
    cases[3].side[FRESH].solve = 1.05e-3, cases[3].verdict = REPLAY_UNTOLD; /* on the margin */
    make(4, cases, PROCESSES, r);
    check(4, cases, r, &replayed);
    assert_false(isnan(replayed.cases[0].within));
    assert_int_equal(replayed.judged[REPLAY_DIFFERS], 2);
    assert_false(replayed.failed);
    replayed_free(&replayed);
    free_sides(r);
}

static void test_answers(void **state)
{
    struct made_case cases[9];
    struct results r[NSIDES];
    struct replayed replayed;
    for (size_t k = 0; k < 9; k++) cases[k] = fine;
    /* 1: within ten epsilon. 2: not, and nothing is proven. */
    cases[1].side[FRESH].value = 0.25 * (1 + 9e-6);
    cases[2].side[FRESH].value = 0.25 * (1 + 11e-6);
    cases[2].verdict = REPLAY_DIFFERS, cases[2].note = "value 0.25, now 0.25000275";
    /* 3: outside what was proven. 4: as far outside as then. 5: then outside what is proven now. */
    for (size_t k = 3; k < 6; k++) {
        struct made_side *proven = &cases[k].side[k == 5 ? FRESH : BASE];
        proven->low = 0.2499, proven->high = 0.2501;
    }
    cases[3].side[FRESH].value = 0.26;
    cases[4].side[FRESH].value = cases[4].side[BASE].value = 0.26;
    cases[5].side[BASE].value = 0.24;
    cases[3].verdict = cases[5].verdict = REPLAY_CONTRADICTS;
    cases[3].note = cases[5].note = "a proven interval excludes it";
    /* 6: two intervals. */
    cases[6].side[BASE].low = 0.1, cases[6].side[BASE].high = 0.2;
    cases[6].side[FRESH].low = 0.21, cases[6].side[FRESH].high = 0.3;
    cases[6].verdict = REPLAY_CONTRADICTS, cases[6].note = "contradict each other";
    cases[7].side[BASE].verdict = CYCLE_FOUND, cases[7].side[FRESH].verdict = CYCLE_NONE;
    cases[7].verdict = REPLAY_CONTRADICTS, cases[7].note = "cycle, now no cycle";
    cases[8].side[BASE].bound = 1e-9, cases[8].side[FRESH].bound = 1e-6;
    cases[8].note = "proven to 1e-09, now to 1e-06";
    make(9, cases, PROCESSES, r);
    check(9, cases, r, &replayed);
    replayed_free(&replayed);
    free_sides(r);
}

static void test_endings(void **state)
{
    struct made_case cases[6];
    struct results r[NSIDES];
    struct replayed replayed;
    for (size_t k = 0; k < 6; k++) cases[k] = fine;
    cases[0].side[BASE].status = cases[0].side[FRESH].status = CASE_NOT_CONVERGED;
    cases[0].note = "not converged, as then";
    cases[1].side[BASE].status = CASE_TIMEOUT;
    cases[1].verdict = REPLAY_DIFFERS, cases[1].note = "timeout, now ok";
    cases[2].side[FRESH].status = CASE_NO_DEVICE;
    cases[2].verdict = REPLAY_NOT_RUN, cases[2].note = "no GPU: for a reason";
    cases[3].why = "its source is gone", cases[3].note = "its source is gone";
    cases[3].verdict = REPLAY_NOT_RUN;
    cases[4].side[BASE].status = CASE_SKIPPED, cases[4].why = "skipped", cases[4].note = "skipped";
    cases[4].verdict = REPLAY_NOTHING;
    make(5, cases, PROCESSES, r);
    check(5, cases, r, &replayed);
    assert_false(replayed.failed);
    assert_int_equal(replayed.judged[REPLAY_NOT_RUN], 2);
    replayed_free(&replayed);
    free_sides(r);

    cases[5].side[FRESH].status = CASE_CRASHED;
    cases[5].verdict = REPLAY_DIFFERS, cases[5].note = "ok, now crashed";
    make(1, &cases[5], PROCESSES, r);
    check(1, &cases[5], r, &replayed);
    assert_true(replayed.failed);
    replayed_free(&replayed);
    free_sides(r);
}

/* Nothing could run: no comparison is made. */
static void test_nothing_runs(void **state)
{
    struct made_case gone = fine;
    struct results r[NSIDES];
    struct replayed replayed;
    gone.why = gone.note = "gone", gone.verdict = REPLAY_NOT_RUN;
    make(1, &gone, PROCESSES, r);
    check(1, &gone, r, &replayed);
    replayed_free(&replayed);
    free_sides(r);
}

/* One process on both sides, and another machine: their times say nothing. */
static void test_untold(void **state)
{
    struct made_case cases[2] = {fine, fine};
    struct results r[NSIDES];
    struct replayed replayed;
    cases[0].verdict = REPLAY_UNTOLD, cases[0].note = "one process";
    make(1, cases, 1, r);
    check(1, cases, r, &replayed);
    replayed_free(&replayed);
    free_sides(r);

    cases[0].note = "another machine";
    cases[1].side[FRESH].status = CASE_TIMEOUT; /* that machine may be slower */
    cases[1].verdict = REPLAY_UNTOLD, cases[1].note = "ok, now timeout";
    make(2, cases, PROCESSES, r);
    free(r[BASE].machine[0].value);
    r[BASE].machine[0].value = text_of("another");
    check(2, cases, r, &replayed);
    assert_string_equal(replayed.other_machine, "another");
    replayed_free(&replayed);
    free_sides(r);
}

static void test_judge_without_memory(void **state)
{
    struct results r[NSIDES];
    struct replayed replayed;
    struct matching matching;
    char *why[1] = {NULL};
    make(1, &fine, PROCESSES, r);
    assert_int_equal(match_cases(&r[BASE], &r[BASE], NULL, &matching), OK);
    const struct replay_sides sides = {&r[BASE], &r[FRESH], &matching, why, 0.05};
    assert_memory_refused(5, replay_judge(&sides, &replayed));
    replayed_free(&replayed);
    matching_free(&matching);
    free_sides(r);
}

int main(void)
{
    seed_begin();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),   cmocka_unit_test(test_answers),
        cmocka_unit_test(test_endings), cmocka_unit_test(test_nothing_runs),
        cmocka_unit_test(test_untold),  cmocka_unit_test(test_judge_without_memory),
    };
    return cmocka_run_group_tests_name("replayed", tests, NULL, NULL);
}
