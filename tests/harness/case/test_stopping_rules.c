/* When the samples of a case suffice. */
#include <math.h>

#include "harness/case/stopping_rules.h"
#include "store/throttle_reasons.h"
#include "tests/support/cmocka.h"

enum { MOST = 40 };

/* Samples that differ by a per mille. */
static struct result_sample sample[MOST];
static struct result_run run;
static struct settings settings;
static struct sampling sampling;

static int set_up(void **state)
{
    (void)state;
    run = result_run_unknown();
    settings = default_settings;
    settings.min_samples = 12;
    sampling = (struct sampling){0};
    for (int k = 0; k < MOST; k++) {
        sample[k] = result_sample_unknown();
        sample[k].host = 1 + 1e-3 * (k % 5);
    }
    return 0;
}

static enum stop_reason ask(enum stop_when when, uint64_t count)
{
    enum stop_reason reason;
    run.sample_count = count;
    assert_int_equal(stopping_rules_ask(when, &settings, &run, sample, &sampling, &reason), OK);
    return reason;
}

static void test_samples(void **state)
{
    (void)state;
    settings.max_samples = 20;
    assert_int_equal(ask(AFTER_SAMPLE, 19), STOP_NONE);
    assert_int_equal(ask(AFTER_SAMPLE, 20), STOP_MAX_SAMPLES);
    sampling.repeated = 1;
    assert_int_equal(ask(AFTER_SAMPLE, 20), STOP_NONE);
    assert_int_equal(ask(AFTER_SAMPLE, 21), STOP_MAX_SAMPLES);
}

static void test_time(void **state)
{
    (void)state;
    settings.max_time = 2;
    sampling.seconds = 1.9;
    assert_int_equal(ask(AFTER_SAMPLE, 1), STOP_NONE);
    sampling.seconds = 2;
    assert_int_equal(ask(AFTER_SAMPLE, 1), STOP_MAX_TIME);
    sample[0].retried = true; /* it is to be taken again */
    assert_int_equal(ask(AFTER_SAMPLE, 1), STOP_NONE);
}

/* Asked after blocks only, and again when there are half as many samples more. */
static void test_interval(void **state)
{
    (void)state;
    settings.max_ci = 1e-9;
    assert_int_equal(ask(AFTER_BLOCK, 11), STOP_NONE);
    assert_int_equal(sampling.next_look, 0);
    assert_int_equal(ask(AFTER_BLOCK, 12), STOP_NONE);
    assert_int_equal(sampling.next_look, 19);
    settings.max_ci = 0.02;
    assert_int_equal(ask(AFTER_BLOCK, 18), STOP_NONE);
    assert_int_equal(ask(AFTER_SAMPLE, 19), STOP_NONE);
    assert_int_equal(ask(AFTER_BLOCK, 19), STOP_CI);
}

/* A sample that lost its core or whose GPU was slowed down, within both bounds: no more than count,
 * and no more than the setting. */
static void test_measured_again(void **state)
{
    struct result_sample *s = &sample[0];
    settings.throttle_retries = 3;
    assert_false(is_measured_again(&settings, &sampling, 0, s)); /* nothing is known of it */
    s->without_core = 0.09 * s->host;
    assert_false(is_measured_again(&settings, &sampling, 0, s));
    s->without_core = 0.11 * s->host;
    for (uint64_t counted = 0; counted < 6; counted++)
        for (sampling.repeated = 0; sampling.repeated < 6; sampling.repeated++)
            assert_int_equal(is_measured_again(&settings, &sampling, counted, s),
                             sampling.repeated <= counted && sampling.repeated < 3);
    sampling.repeated = 0, settings.throttle = THROTTLE_NEVER;
    assert_true(is_measured_again(&settings, &sampling, 0, s));
    s->without_core = NAN, s->throttle = NVML_HW_THERMAL;
    assert_false(is_measured_again(&settings, &sampling, 0, s));
    settings.throttle = THROTTLE_HEAT;
    assert_true(is_measured_again(&settings, &sampling, 0, s));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_samples, set_up),
        cmocka_unit_test_setup(test_time, set_up),
        cmocka_unit_test_setup(test_interval, set_up),
        cmocka_unit_test_setup(test_measured_again, set_up),
    };
    return cmocka_run_group_tests_name("stopping_rules", tests, NULL, NULL);
}
