/* Samples that lost their core are measured again. The times and the lost cores are this test's
 * own: the functions below replace those of harness/machine/usage.c. */
#include <math.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/machine/usage.h"
#include "store/marks.h"
#include "tests/support/cmocka.h"
#include "tests/support/seed.h"

/* How long a solve takes and how long it waits for a core, in s. */
static struct {
    double spread;  /* standard deviation of the solves' logarithms; the median is 1 ms */
    double rate;    /* how often a solve loses its core, a second of its own work */
    double slice;   /* for how long, on average */
    bool always;    /* or every time, for a slice */
} machine;

void usage_begin(const char *root, struct usage *usage)
{
    (void)root;
    (void)usage;
}

void usage_end(const char *root, struct usage *usage, struct result_sample *sample)
{
    (void)root;
    (void)usage;
    const double work = 1e-3 * exp(machine.spread * draw_normal());
    double waits = machine.always ? machine.slice : 0;
    for (double at = 0; machine.rate > 0 && !machine.always;) {
        at -= log(1 - draw_unit()) / machine.rate;
        if (at > work) break;
        waits -= machine.slice * log(1 - draw_unit());
    }
    sample->without_core = waits;
    sample->involuntary = waits > 0;
    sample->host = work + waits;
}

uint64_t usage_peak(void)
{
    return MISSING;
}

void usage_forget_peak(void) {}

static void measure(uint64_t samples, struct case_result *out)
{
    struct problem problem;
    struct variant variant;
    struct settings settings = default_settings;
    settings.min_samples = settings.max_samples = samples;
    settings.max_time = 1e6;
    assert_int_equal(variant_parse("jacobi/msr/f64/seq", &variant), OK);
    assert_int_equal(problem_open("identity:n=100", &problem), OK);
    assert_int_equal(case_measure(&problem, &variant, &settings, clock_now(), out), OK);
    assert_int_equal(out->run.status, CASE_OK);
    problem_free(&problem);
}

/* All are disturbed: twice as many are taken, as many count as were asked for, and the case has its
 * mark. The number and cause of all stay in the samples. */
static void test_always_disturbed(void **state)
{
    struct case_result result;
    machine.spread = 0.01, machine.always = true, machine.slice = 1e-3;
    measure(20, &result);
    assert_int_equal(result.run.sample_count, 40);
    assert_int_equal(samples_counted(&result.run, result.sample, NULL), 20);
    assert_true(samples_disturbed(&result.run, result.sample) == 20);
    assert_true(run_disturbed(&result.run, result.sample) == 1);
    for (size_t k = 0; k < 40; k++) {
        assert_true(sample_lost_core(&result.sample[k]) == 1);
        assert_int_equal(result.sample[k].order, k);
    }
    case_result_free(&result);
    measure(1, &result);
    assert_int_equal(result.run.sample_count, 2);
    assert_int_equal(samples_counted(&result.run, result.sample, NULL), 1);
    case_result_free(&result);
}

/* Draws times of many cases. Returns the median of their medians against the true one, the mean
 * number of samples for each that counts, and the share of those that count and are disturbed. */
static double shift(double *taken, double *disturbed)
{
    enum { CASES = 200, SAMPLES = 50 };
    double median[CASES], seconds[2 * SAMPLES];
    *taken = *disturbed = 0;
    for (size_t k = 0; k < CASES; k++) {
        struct case_result result;
        measure(SAMPLES, &result);
        assert_true(result.run.sample_count <= 2 * SAMPLES);
        assert_int_equal(samples_counted(&result.run, result.sample, seconds), SAMPLES);
        median[k] = sort_to_median(SAMPLES, seconds);
        *taken += (double)result.run.sample_count / (CASES * SAMPLES);
        *disturbed += samples_disturbed(&result.run, result.sample) / (CASES * SAMPLES);
        case_result_free(&result);
    }
    return sort_to_median(CASES, median) / 1e-3 - 1;
}

/* A longer solve is disturbed more often, so fewer of the long ones are left. This shifts the
 * median by less than the variance of the solves' logarithms. Disturbed samples that are left lie
 * above the median of the others: a share d of them moves it by about 1.25 d standard deviations.
 */
static void test_shift(void **state)
{
    static const double spreads[] = {0.02, 0.05, 0.1}, rates[] = {50, 250, 700};
    machine.always = false, machine.slice = 4e-3;
    for (size_t s = 0; s < 3; s++)
        for (size_t r = 0; r < 3; r++) {
            double taken, disturbed;
            machine.spread = spreads[s], machine.rate = rates[r];
            const double by = shift(&taken, &disturbed);
            print_message("spread %g, %2.0f %% disturbed: median %+.2f %%, %.2f solves a sample, "
                          "%.1f %% of samples disturbed\n",
                          spreads[s], 100 * (1 - exp(-1e-3 * rates[r])), 100 * by, taken,
                          100 * disturbed);
            assert_true(fabs(by) < spreads[s] * spreads[s] + 4 * spreads[s] / sqrt(200 * 50) +
                                       1.5 * disturbed * spreads[s]);
            assert_true(taken <= 2);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_always_disturbed),
        cmocka_unit_test(test_shift),
    };
    return cmocka_run_group_tests_name("measured_again", tests, NULL, NULL);
}
