/* Predictions of crossovers from results made by hand. */
#include "analysis/crossover/crossover_transfer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"
#include "tests/support/made/handmade.h"

enum { POINTS = 6 };

/* Ten iterations each of 1 us and 80 n B, and of 9 us and 20 n B, at 10 GB/s: equal at n = 1333.3.
 */
static double time_of(size_t variant, double n)
{
    return variant ? 10 * (9e-6 + 20 * n / 1e10) : 10 * (1e-6 + 80 * n / 1e10);
}

static struct result_run *add(struct results *r, size_t problem, size_t variant, double n,
                              double share)
{
    struct result_run *run =
        handmade_run(r, problem, variant, CASE_OK, share * time_of(variant, n), 5);
    run->iterations = 10;
    run->traffic = (uint64_t)((variant ? 20 : 80) * n);
    run->copy_bandwidth = 1e10;
    return run;
}

/* The times at the four points in the middle are nonsense, and must have no effect. */
static void begin(struct results *r)
{
    handmade_begin(r, "t");
    handmade_variant(r, "jacobi", "msr", "seq");
    handmade_variant(r, "power", "msr", "seq");
    for (size_t k = 0; k < POINTS; k++) {
        const double n = pow(10, (double)((k * 5) % POINTS)); /* in no order */
        const size_t problem = handmade_problem(r, "p", (uint64_t)n, 500);
        handmade_axis(r, "n", n, NULL);
        handmade_axis(r, CROSSOVER_AXIS, NAN, "c");
        for (size_t v = 0; v < 2; v++) add(r, problem, v, n, n == 1 || n == 1e5 ? 1 : 3);
    }
    struct result_crossover *c = APPEND(r->crossovers, r->ncrossovers);
    const struct crossover search = {.id = (char[]){"c"},
                                     .axis = (char[]){"n"},
                                     .a = r->variants[0].name,
                                     .b = r->variants[1].name,
                                     .study = (char[]){"c"},
                                     .over_value = NAN,
                                     .seed = NAN};
    assert_int_equal(crossover_begin(&search, c), OK);
    c->state = CROSSING_FOUND;
    c->at = 1200, c->low = 1100, c->high = 1300;
    free(c->below);
    c->below = text_of(c->a);
}

static struct crossover_transfer ask(const struct results *r)
{
    struct crossover_transfer out;
    assert_int_equal(crossover_transfer(r, r->crossovers, &out), OK);
    return out;
}

static void assert_refused(struct results *r, const char *why)
{
    const struct crossover_transfer out = ask(r);
    assert_true(isnan(out.at));
    if (!strstr(out.why.text, why)) fail_msg("'%s' does not have '%s'", out.why.text, why);
    results_free(r);
}

static void predicts(void **state)
{
    struct results r;
    begin(&r);
    struct crossover_transfer out = ask(&r);
    assert_string_equal(out.why.text, "");
    assert_true(fabs(out.at / (8e-6 / (60 / 1e10)) - 1) < 1e-9);
    assert_true(fabs(out.latency[0] / 1e-6 - 1) < 1e-6 && fabs(out.latency[1] / 9e-6 - 1) < 1e-6);
    assert_true(fabs(out.bandwidth[0] / 1e10 - 1) < 1e-12);
    /* a case that failed takes its point away, others stay */
    r.runs[10].status = CASE_TIMEOUT;
    r.runs[10].iterations = r.runs[10].traffic = MISSING;
    out = ask(&r);
    assert_true(fabs(out.at / (8e-6 / (60 / 1e10)) - 1) < 1e-9);
    results_free(&r);
}

static void says_why_not(void **state)
{
    struct results r;
    begin(&r);
    for (size_t k = 0; k < r.nruns; k++) r.runs[k].copy_bandwidth = NAN;
    assert_refused(&r, "no bandwidth of copies for a: measure with copy_samples=20");
    begin(&r);
    r.runs[5].traffic = MISSING;
    assert_refused(&r, "b: the file has no traffic of it");
    begin(&r);
    r.runs[4].iterations = 0;
    assert_refused(&r, "a: the file has no traffic of it, or no iterations");
    begin(&r);
    r.runs[5].copy_bandwidth = 2e10;
    assert_refused(&r, "copies for b differ, 10.0 GB/s and 20.0 GB/s: other machines");
    begin(&r);
    for (size_t k = 0; k < r.nruns; k++) r.runs[k].copy_bandwidth = k % 2 ? 1e10 : 1e5;
    assert_refused(&r, "a: its latency is negative");
    begin(&r);
    r.crossovers[0].low = 5;
    assert_refused(&r, "an end of the axis is next to the crossover, or in its interval");
    begin(&r);
    free(r.crossovers[0].below);
    r.crossovers[0].below = text_of(r.crossovers[0].b);
    assert_refused(&r, "a is predicted to be the faster one below, not b");
    begin(&r);
    for (size_t k = 2; k < r.nruns; k++) r.runs[k].status = CASE_TIMEOUT;
    r.crossovers[0].at = r.crossovers[0].low = r.crossovers[0].high = NAN;
    assert_refused(&r, "points where both ended well: 1, and two are needed");
}

/* Each variant has the copies of its own place. */
static void places_have_their_bandwidths(void **state)
{
    struct results r;
    begin(&r);
    for (size_t k = 1; k < r.nruns; k += 2) {
        r.runs[k].copy_bandwidth = 4e10;
        r.runs[k].traffic *= 4;
    }
    const struct crossover_transfer out = ask(&r);
    assert_true(fabs(out.at / (8e-6 / (60 / 1e10)) - 1) < 1e-9);
    assert_true(out.bandwidth[1] > 3.9 * out.bandwidth[0]);
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predicts), cmocka_unit_test(says_why_not),
                                       cmocka_unit_test(places_have_their_bandwidths)};
    return cmocka_run_group_tests_name("crossover_transfer", tests, NULL, NULL);
}
