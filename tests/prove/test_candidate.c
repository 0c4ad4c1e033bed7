/* Candidates for the reference answer: a good one is taken as it is, a close one is refined, and
 * others change nothing. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "prove/prove.h"
#include "tests/support/cmocka.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const sources[] = {"tandem:c=15",
                                      "kanban:t=1,property=5",
                                      "fms:n=1,property=5",
                                      "cluster:n=4",
                                      "polling:n=4",
                                      "cluster:n=4,property=2",
                                      "herman:n=7",
                                      "leader_sync",
                                      "dice",
                                      "dice:property=3",
                                      "brp:n=4,max=2",
                                      "embedded:property=5",
                                      "random_dd:n=50,density=0.2"};

static void open_and_prove(const char *source, const double *candidate, struct problem *problem)
{
    struct prove_settings settings = DEFAULT_PROVE_SETTINGS;
    settings.candidate = candidate;
    if (problem_open(source, problem) != OK || prove_problem(problem, &settings) != OK)
        fail_msg("%s: %s", source, fail_message());
    if (!problem->proof.x) fail_msg("%s: %s", source, problem->proof.note);
}

static double error_of(const struct problem *problem)
{
    struct proven proven;
    assert_ok(prove_answer(problem, problem->proof.x, &proven));
    return proven.error;
}

/* Proves it by the candidate: as narrow as was wanted, of the same value. */
static void prove_by(const struct problem *plain, const double *candidate, struct problem *out)
{
    open_and_prove(plain->source, candidate, out);
    const struct problem_proof *a = &plain->proof, *b = &out->proof;
    if (!(error_of(out) <= 1e-9)) fail_msg("%s: error %g", out->source, error_of(out));
    if (plain->kind == KIND_LINEAR) return;
    if (!(a->value_low <= b->value_high && b->value_low <= a->value_high &&
          b->value_high - b->value_low <= 2e-9 * b->value_high))
        fail_msg("%s: [%.17g, %.17g] and [%.17g, %.17g]", out->source, a->value_low, a->value_high,
                 b->value_low, b->value_high);
}

static bool has_entries(const struct problem *problem, uint32_t i)
{
    return problem->system.a.off.row[i] < problem->system.a.off.row[i + 1];
}

/* No system is solved for x: it is the candidate, in the scale of long runs, which is 1 in a
 * state. */
static void test_good(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem plain, by;
        open_and_prove(sources[k], NULL, &plain);
        double *x = plain.proof.x, most = 0;
        const uint32_t n = problem_unknowns(&plain);
        for (uint32_t i = 0; i < n; i++) most = fmax(most, x[i]);
        prove_by(&plain, x, &by);
        for (uint32_t i = 0; i < n; i++)
            if (has_entries(&plain, i) &&
                by.proof.x[i] != (plain.kind == KIND_STEADY ? x[i] / most : x[i]))
                fail_msg("%s: x[%u] is %.17g, not %.17g", sources[k], i, by.proof.x[i], x[i]);
        problem_free(&by);
        problem_free(&plain);
    }
}

/* Single precision, and entries with errors of either sign. */
static void test_close(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem plain, by;
        double *x;
        open_and_prove(sources[k], NULL, &plain);
        const uint32_t n = problem_unknowns(&plain);
        assert_ok(allocate(n, sizeof *x, "a candidate", &x));
        for (uint32_t i = 0; i < n; i++) x[i] = (float)plain.proof.x[i];
        prove_by(&plain, x, &by);
        problem_free(&by);
        for (uint32_t i = 0; i < n; i++) x[i] = plain.proof.x[i] + (i % 2 ? 1e-5 : -1e-5);
        prove_by(&plain, x, &by);
        problem_free(&by);
        free(x);
        problem_free(&plain);
    }
}

static void spoil(uint32_t n, int how, const double *x, double *out)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = how == 0   ? NAN
                 : how == 1 ? 0
                 : how == 2 ? -x[i]
                 : how == 3 ? (i == n / 2 ? INFINITY : x[i])
                 : how == 4 ? DBL_MAX
                            : 1e6 * (1 + i % 7);
}

/* Candidates from which nothing can be learnt: the proof is the same, bit for bit. */
static void test_useless(void **state)
{
    (void)state;
    for (size_t k = 0; k < COUNT(sources); k++) {
        struct problem plain, by;
        double *x;
        open_and_prove(sources[k], NULL, &plain);
        const uint32_t n = problem_unknowns(&plain);
        assert_ok(allocate(n, sizeof *x, "a candidate", &x));
        for (int how = 0; how < 6; how++) {
            spoil(n, how, plain.proof.x, x);
            prove_by(&plain, x, &by);
            if (memcmp(by.proof.x, plain.proof.x, n * sizeof *x))
                fail_msg("%s: candidate %d changes x", sources[k], how);
            problem_free(&by);
        }
        free(x);
        problem_free(&plain);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_good), cmocka_unit_test(test_close),
                                       cmocka_unit_test(test_useless)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
