/* Messages about noise in results. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare/noise_told.h"
#include "tests/support/cmocka.h"
#include "tests/support/made/made_results.h"

static struct results made_load(const char *load)
{
    struct results r = made_results("2026-01-01T00:00:00", "0123abc", "key", "cc");
    made(reallocate(&r.machine, r.nmachine + 1, sizeof *r.machine, "facts"));
    free(r.machine[1].value);
    r.machine[1].value = made_text(load);
    r.machine[r.nmachine++] = (struct fact){made_text("cores"), made_text("2")};
    made_case(&r, "small", "jacobi/msr/f64/seq", CASE_OK, 1e-3);
    made_case(&r, "small", "jacobi/msr/f64/omp", CASE_OK, 1e-3);
    for (size_t k = 0; k < r.nruns; k++)
        r.runs[k].waited = r.runs[k].reference_low = r.runs[k].reference_high = NAN;
    for (size_t k = 0; k < r.nsamples; k++) r.samples[k].throttle = MISSING;
    return r;
}

static void tells(struct results *r, const char *expected)
{
    char *text;
    assert_int_equal(noise_sentences(r, &text), OK);
    assert_string_equal(text, expected);
    free(text);
}

static void test_load(void **state)
{
    struct results r = made_load("8.00 1 1 1/90 7");
    tells(&r, "Load was 8 on 2 cores when the run began: times of seq and omp may be up to 5 times "
              "too long.");
    r.runs[0].waited = 0.021, r.runs[1].waited = 0;
    tells(&r, "Load was 8 on 2 cores when the run began, but no solve waited for a core for more "
              "than 3 % of its time.");
    r.runs[1].waited = 0.6;
    tells(&r,
          "Load was 8 on 2 cores when the run began.\n"
          "In 1 of the 2 cases that took long enough to tell (50 ms), the solves waited for a core "
          "for 10 % of their time or more, at worst 60 % (jacobi/msr/f64/omp on small): these "
          "times may be up to 2.5 times too long.");
    results_free(&r);
    r = made_load("unknown");
    tells(&r, "");
    results_free(&r);
    r = made_load("0.15 1 1 1/90 7");
    tells(&r, "");
    results_free(&r);
}

/* Samples that were taken again count for nothing. */
static void test_slowed(void **state)
{
    struct results r = made_load("0.00 1 1 1/90 7");
    assert_true(r.nsamples > 3);
    for (size_t k = 0; k < r.nsamples; k++) {
        r.samples[k].throttle = 1;
        r.samples[k].sm_clock = 1.98e9;
    }
    tells(&r, "");
    r.samples[1].throttle = 0x40, r.samples[1].sm_clock = 1e9, r.samples[1].retried = true;
    char expected[600];
    snprintf(expected, sizeof expected,
             "The GPU was slowed down in 1 of %zu samples (hardware thermal slowdown).\n"
             "1 of %zu samples were disturbed and measured again: 0 lost their core, 1 had a "
             "slowed-down GPU.",
             r.nsamples, r.nsamples);
    tells(&r, expected);
    r.samples[2].throttle = 0x40, r.samples[2].sm_clock = 1.32e9;
    snprintf(expected, sizeof expected,
             "In 1 of 2 cases a tenth of the samples or more were disturbed, at worst 1 of %zu "
             "(%s on small): their times are marked ~, `warpmark table FILE samples` says which "
             "samples.\nThe GPU was slowed down in 2 of %zu samples (hardware thermal slowdown); "
             "its clock fell from 1980 to 1320 MHz: times may be up to 1.5 times too long.\n"
             "1 of %zu samples were disturbed and measured again: 0 lost their core, 1 had a "
             "slowed-down GPU.",
             samples_counted(&r.runs[0], r.samples, NULL), r.variants[r.runs[0].variant].name,
             r.nsamples, r.nsamples);
    tells(&r, expected);
    results_free(&r);
}

static void test_disturbed(void **state)
{
    struct results r = made_load("0.00 1 1 1/90 7");
    const struct result_run *run = &r.runs[1];
    struct result_sample *sample = r.samples + run->sample_offset;
    assert_true(run->sample_count > 2);
    for (size_t k = 0; k < r.nsamples; k++) r.samples[k].without_core = 0;
    tells(&r, "");
    for (size_t k = 0; k < run->sample_count; k++) sample[k].without_core = sample[k].host / 2;
    char expected[300];
    snprintf(expected, sizeof expected,
             "In 1 of 2 cases a tenth of the samples or more were disturbed, at worst %zu of %zu "
             "(jacobi/msr/f64/omp on small): their times are marked ~, `warpmark table FILE "
             "samples` says which samples.",
             (size_t)run->sample_count, (size_t)run->sample_count);
    tells(&r, expected);
    for (size_t k = 1; k < run->sample_count; k++) sample[k].without_core = 0;
    sample[0].retried = true;
    snprintf(expected, sizeof expected,
             "1 of %zu samples were disturbed and measured again: 1 lost their core, 0 had a "
             "slowed-down GPU.",
             r.nsamples);
    tells(&r, expected);
    results_free(&r);
}

static void test_speed(void **state)
{
    struct results r = made_load("0.00 1 1 1/90 7");
    r.runs[0].reference_low = r.runs[1].reference_low = 1e-4;
    r.runs[0].reference_high = r.runs[1].reference_high = 1.2e-4;
    tells(&r, "");
    r.runs[0].reference_high = r.runs[1].reference_high = 1.5e-4;
    tells(&r, "The speed of the cores changed: the reference solve, always the same, took 100 µs "
              "to 150 µs. Times of seq and omp may differ by a factor of up to 1.5.");
    results_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_slowed),
        cmocka_unit_test(test_disturbed),
        cmocka_unit_test(test_speed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
