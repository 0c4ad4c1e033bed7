/* Cold caches, and samples that a slowed-down card spoils. The readings are this test's own: the
 * functions below replace those of harness/case/gpu_sensors.c. */
/* runs alone: it times reads after caches are flushed */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "harness/case/case.h"
#include "harness/machine/gpu_sensors.h"
#include "solvers/registry.h"
#include "tests/support/cmocka.h"

/* The throttle reasons of each solve, warm-up first; the last one stays. */
static const uint64_t *reasons;
static size_t nreasons, solves, rests;

void sensors_open(const struct place *place, struct sensors *out)
{
    (void)place;
    *out = (struct sensors){.count = 1};
    solves = rests = 0;
}

void sensors_begin(struct sensors *sensors)
{
    assert_int_equal(sensors->count, 1);
}

void sensors_end(struct sensors *sensors, struct result_sample *sample)
{
    assert_int_equal(sensors->count, 1);
    sample->throttle = reasons[solves < nreasons ? solves : nreasons - 1];
    sample->power = 100 + (double)solves++;
}

double sensors_energy(const struct sensors *sensors)
{
    assert_int_equal(sensors->count, 1);
    return 250 * clock_now();
}

void sensors_rest(void)
{
    rests++;
}

static void measure(const struct settings *settings, const char *name, struct case_result *out)
{
    struct problem problem;
    struct variant variant;
    if (variant_parse(name, &variant) != OK || problem_open("identity:n=100", &problem) != OK)
        fail_msg("%s", fail_message());
    assert_int_equal(case_measure(&problem, &variant, settings, clock_now(), out), OK);
    if (out->run.status != CASE_OK)
        fail_msg("%s: %s", case_status_names[out->run.status], out->run.note);
    problem_free(&problem);
}

static struct settings three_samples(void)
{
    struct settings settings = default_settings;
    settings.min_samples = settings.max_samples = 3;
    settings.max_time = 1e6;
    return settings;
}

#define SCRIPT(...)                                 \
    static const uint64_t script[] = {__VA_ARGS__}; \
    reasons = script, nreasons = sizeof script / sizeof *script

/* Two spoilt samples are kept and marked; three others are taken. Throttling in the warm-up has no
 * effect. */
static void test_spoilt(void **state)
{
    SCRIPT(NVML_HW_SLOWDOWN, 0, NVML_HW_THERMAL, NVML_POWER_CAP, NVML_POWER_BRAKE | NVML_IDLE,
           MISSING);
    static const bool retried[] = {false, true, false, true, false};
    struct settings settings = three_samples();
    struct case_result result;
    measure(&settings, "jacobi/msr/f64/seq", &result);
    assert_int_equal(result.run.sample_count, 5);
    assert_int_equal(rests, 2);
    double seconds[5];
    assert_int_equal(samples_counted(&result.run, result.sample, seconds), 3);
    assert_true(seconds[0] == result.sample[0].host && seconds[1] == result.sample[2].host &&
                seconds[2] == result.sample[4].host);
    for (int k = 0; k < 5; k++) {
        assert_int_equal(result.sample[k].retried, retried[k]);
        assert_true(result.sample[k].throttle == script[k + 1]);
        assert_true(result.sample[k].power == 101 + k);
    }
    case_result_free(&result);
    settings.throttle = THROTTLE_NEVER;
    measure(&settings, "jacobi/msr/f64/seq", &result);
    assert_int_equal(result.run.sample_count, 3);
    assert_int_equal(samples_counted(&result.run, result.sample, NULL), 3);
    case_result_free(&result);
}

/* The energy of a case is that of its blocks together; of a short one there is none. */
static void test_energy(void **state)
{
    SCRIPT(0);
    struct settings settings = three_samples();
    struct case_result result;
    measure(&settings, "jacobi/msr/f64/seq", &result);
    assert_true(isnan(result.run.gpu_energy) && isnan(result.run.energy_time));
    assert_true(result.run.peak_memory != MISSING && result.run.peak_memory > 100000);
    case_result_free(&result);
    settings.min_samples = settings.max_samples = 1000000;
    settings.max_time = 0.6;
    measure(&settings, "jacobi/msr/f64/seq", &result);
    assert_true(result.run.energy_time >= 0.5 && result.run.energy_time < 60);
    assert_float_equal(result.run.gpu_energy, 250 * result.run.energy_time,
                       20 * result.run.energy_time);
    case_result_free(&result);
}

/* A card that stays hot costs throttle_retries samples and no more, and no more than count; the
 * others count, marked by their reasons. */
static void test_always_hot(void **state)
{
    SCRIPT(NVML_SW_THERMAL);
    struct settings settings = three_samples();
    struct case_result result;
    for (uint64_t most = 0; most < 4; most++) {
        settings.throttle_retries = most;
        measure(&settings, "jacobi/msr/f64/seq", &result);
        assert_int_equal(result.run.sample_count, most + 3);
        assert_int_equal(rests, most);
        assert_int_equal(result.run.stop_reason, STOP_MAX_SAMPLES);
        for (uint64_t k = 0; k < most + 3; k++) {
            assert_int_equal(result.sample[k].retried, k % 2 == 0 && k < 2 * most);
            assert_int_equal(result.sample[k].throttle, NVML_SW_THERMAL);
        }
        case_result_free(&result);
    }
}

/* A sample that is marked as taken again is followed by another, also when time is up. */
static void test_time_is_up(void **state)
{
    SCRIPT(0, NVML_HW_THERMAL, NVML_HW_THERMAL, 0);
    struct settings settings = three_samples();
    struct case_result result;
    settings.max_time = 1e-9;
    measure(&settings, "jacobi/msr/f64/seq", &result);
    assert_int_equal(result.run.sample_count, 2);
    assert_int_equal(samples_counted(&result.run, result.sample, NULL), 1);
    assert_int_equal(result.run.stop_reason, STOP_MAX_TIME);
    case_result_free(&result);
}

/* Flushing does not change memory, at every place that is here. */
static void test_flush(void **state)
{
    enum { N = 1000 };
    double x[N], y[N];
    for (int i = 0; i < N; i++) x[i] = i;
    for (int p = 0; p < place_count; p++) {
        void *there;
        const struct place *place = places[p];
        if (place->probe() != OK) continue;
        assert_true(place->flush != NULL);
        if (place->on_host && p == 0) {
            memory_fail_after(0);
            assert_int_equal(place->flush(), ERROR_HOST_MEMORY);
            memory_fail_after(-1);
        }
        assert_int_equal(place->allocate(sizeof x, &there), OK);
        assert_int_equal(place->put(there, x, sizeof x), OK);
        for (int k = 0; k < 2; k++) assert_int_equal(place->flush(), OK);
        assert_int_equal(place->synchronise(), OK);
        memset(y, 0, sizeof y);
        assert_int_equal(place->get(y, there, N, sizeof *y), OK);
        assert_memory_equal(x, y, sizeof x);
        place->release(there);
    }
}

/* Seconds of a walk through 64 KiB, each step of which waits for the one before. */
static double walk(const volatile uint32_t *next)
{
    uint32_t at = 0;
    double start = clock_now();
    do at = next[at];
    while (at);
    return clock_now() - start;
}

static void test_flush_is_felt(void **state)
{
    enum { LINES = 1024, WORDS = 16, TRIES = 40 };
    static uint32_t next[LINES * WORDS];
    for (uint32_t k = 0; k < LINES; k++)
        next[k * WORDS] = (k * 521 + 257) % LINES * WORDS; /* all lines, in no order */
    for (int p = 0; p < place_count; p++) {
        double hot = INFINITY, cold = INFINITY;
        if (!places[p]->on_host) continue;
        for (int k = 0; k < TRIES; k++) {
            assert_int_equal(places[p]->flush(), OK);
            cold = fmin(cold, walk(next));
            hot = fmin(hot, walk(next));
        }
        if (cold < 1.5 * hot)
            fail_msg("%s: %g s after a flush, %g s otherwise", places[p]->name, cold, hot);
    }
}

static void test_cold_case(void **state)
{
    SCRIPT(0);
    struct settings settings = three_samples();
    settings.cache = CACHE_COLD;
    for (int k = 0; k < 2; k++) {
        struct case_result result;
        measure(&settings, k ? "jacobi/msr/f64/omp" : "jacobi/msr/f64/seq", &result);
        assert_int_equal(result.run.sample_count, 3);
        case_result_free(&result);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spoilt),     cmocka_unit_test(test_energy),
        cmocka_unit_test(test_always_hot), cmocka_unit_test(test_time_is_up),
        cmocka_unit_test(test_flush),      cmocka_unit_test(test_flush_is_felt),
        cmocka_unit_test(test_cold_case),
    };
    return cmocka_run_group_tests_name("conditions", tests, NULL, NULL);
}
