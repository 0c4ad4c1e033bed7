/* Proofs of problems without a stored matrix: an answer is bounded by its residual, and the proven
 * value agrees with the proof of the same problem with its matrix. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

static const char *const sources[] = {
    "tandem:c=1",   "tandem:c=2", "tandem:c=3", "tandem:c=15", "tandem:c=63",
    "tandem:c=255", "herman:n=3", "herman:n=5", "herman:n=9",  "herman:n=7,property=2"};
enum { NSOURCES = sizeof sources / sizeof *sources };

static void open_and_prove(const char *source, const char *more, struct problem *out)
{
    char text[80];
    const struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    snprintf(text, sizeof text, "%s%s", source, more);
    if (problem_open(text, out) != OK || prove_problem(out, &settings) != OK)
        fail_msg("%s: %s", text, fail_message());
}

/* How far x is from the exact answer, as struct proven measures it, by a reference that is known
 * much better. */
static double true_error(const struct problem *stored, const double *x)
{
    const uint32_t n = stored->system.a.off.rows;
    const double *exact = stored->proof.x;
    double own = 0, its = 0, sum = 0, most = 0, size = 0;
    for (uint32_t i = 0; i < n; i++) own += x[i], its += exact[i];
    for (uint32_t i = 0; i < n; i++) {
        sum += fabs(x[i] / own - exact[i] / its);
        most = fmax(most, fabs(x[i] - exact[i]));
        size = fmax(size, fabs(exact[i]));
    }
    return stored->kind == KIND_STEADY ? sum : most / size;
}

/* x = the reference, each entry off by a share up to `off`; with `one`, a single entry. */
static void spoil(const struct problem *stored, double off, bool one, double *x)
{
    const uint32_t n = stored->system.a.off.rows;
    for (uint32_t i = 0; i < n; i++)
        x[i] = stored->proof.x[i] * (1 + (one ? 0 : off * (double)((int)(i % 7) - 3) / 3));
    if (one) x[n / 2] += off;
}

/* A proven bound is true, and not far from the true error. */
static void check_answer(const struct problem *stored, const struct problem *closed, double off,
                         bool one, double *x)
{
    struct proven proven;
    const struct problem_proof *known = &stored->proof;
    spoil(stored, off, one, x);
    const double error = true_error(stored, x), room = 1e-9;
    assert_ok(prove_answer(closed, x, &proven));
    if (!(proven.error >= error - room))
        fail_msg("%s: off by %g, and proven is %g", stored->source, error, proven.error);
    if (!isfinite(proven.error)) {
        if (off < 0.1) fail_msg("%s: off by %g, and nothing is proven", stored->source, error);
        return;
    }
    assert_true(proven.low <= known->value_high && proven.high >= known->value_low);
    if (off <= 1e-3) assert_true(isfinite(proven.low) && isfinite(proven.high));
    if (off == 0) assert_true(proven.error < 1e-8);
}

static void answers_are_bounded(void **state)
{
    static const double off[] = {0, 1e-9, 1e-6, 1e-3, 0.1, 1};
    for (int k = 0; k < NSOURCES; k++) {
        struct problem stored, closed;
        double *x;
        open_and_prove(sources[k], "", &stored);
        open_and_prove(sources[k], ",matrix=none", &closed);
        const struct problem_proof *proof = &closed.proof;
        assert_true(stored.proof.x && proof_bounds_answers(&stored.proof));
        assert_true(proof->by_residual && !proof->x && proof_bounds_answers(proof));
        assert_non_null(strstr(proof->note, "by the residual"));
        assert_true(isnan(proof->value_low) && isnan(proof->value_high));
        assert_true(closed.kind != KIND_STEADY || (!proof->v && !proof->drift && !proof->distance));
        assert_ok(allocate(stored.system.a.off.rows, sizeof *x, "an answer", &x));
        for (size_t m = 0; m < sizeof off / sizeof *off; m++)
            for (int one = 0; one < 2; one++) check_answer(&stored, &closed, off[m], one, x);
        free(x);
        problem_free(&stored);
        problem_free(&closed);
    }
}

/* An answer that is wrong is not called right, and what is no number has no bound. */
static void wrong_answers_are_not_accepted(void **state)
{
    static const char *const some[] = {"tandem:c=15", "herman:n=7"};
    for (int k = 0; k < 2; k++) {
        struct problem stored, closed;
        struct proven proven;
        double *x;
        open_and_prove(some[k], "", &stored);
        open_and_prove(some[k], ",matrix=none", &closed);
        const uint32_t n = stored.system.a.off.rows;
        assert_ok(allocate(n, sizeof *x, "an answer", &x));
        spoil(&stored, 1e-3, false, x);
        assert_ok(prove_answer(&closed, x, &proven));
        assert_true(proven.error > 0.3e-3);
        x[n / 2] = NAN;
        assert_ok(prove_answer(&closed, x, &proven));
        assert_true(isinf(proven.error) && isnan(proven.low) && isnan(proven.high));
        x[n / 2] = INFINITY;
        assert_ok(prove_answer(&closed, x, &proven));
        assert_true(isinf(proven.error) && isnan(proven.low) && isnan(proven.high));
        memset(x, 0, n * sizeof *x);
        assert_ok(prove_answer(&closed, x, &proven));
        assert_true(isinf(proven.error) || closed.kind != KIND_STEADY);
        assert_false(proven.high < stored.proof.value_low); /* nor is it a proof of zero */
        free(x);
        problem_free(&stored);
        problem_free(&closed);
    }
}

/* Nothing is kept for each row of a long run, so this takes very little memory. */
static void a_large_one_takes_little_memory(void **state)
{
    struct problem closed;
    open_and_prove("tandem:c=600", ",matrix=none", &closed);
    assert_true(closed.proof.by_residual && closed.proof.times.scale[0] > 0 &&
                closed.proof.times.scale[0] < 1 / (1.8 * 600 - 2.001));
    assert_non_null(strstr(closed.proof.note, "closed form"));
    problem_free(&closed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(answers_are_bounded),
                                       cmocka_unit_test(wrong_answers_are_not_accepted),
                                       cmocka_unit_test(a_large_one_takes_little_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
