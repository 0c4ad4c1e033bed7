/* NVML without a GPU: a replacement of the driver's library (fake_nvml.c), whose cards have the
 * readings of FAKE_NVML. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process/clock.h"
#include "harness/case/stopping_rules.h"
#include "harness/machine/gpu_sensors.h"
#include "tests/support/cmocka.h"

/* Path of a replacement, which is beside this program. */
static char program_folder[512];

static const char *library(const char *kind)
{
    static char path[600];
    snprintf(path, sizeof path, "%s/%s/libnvidia-ml.so.1", program_folder, kind);
    return path;
}

static void open_fake(const char *kind, const char *script)
{
    setenv("FAKE_NVML", script, 1);
    nvml_close();
    if (nvml_open(library(kind)) != OK) fail_msg("%s", fail_message());
}

static void test_missing(void **state)
{
    nvml_close();
    assert_int_equal(nvml_open("/nowhere/libnvidia-ml.so.1"), ERROR_ENVIRONMENT);
    assert_non_null(
        strstr(fail_message(), "NVML, of the NVIDIA driver, cannot be loaded: /nowhere/"));
    assert_int_equal(nvml_open(library("nvml_broken")), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "has no nvmlDeviceGetHandleByPciBusId_v2"));
    setenv("FAKE_NVML", "init=9", 1);
    assert_int_equal(nvml_open(library("nvml")), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "NVML: starting: fake error 9");
    setenv("FAKE_NVML", "", 1);
    assert_int_equal(nvml_open(library("nvml")), OK);
    assert_int_equal(nvml_open("/nowhere/libnvidia-ml.so.1"), OK); /* one is open */
    nvml_close();
    nvml_close();
}

static void test_cards(void **state)
{
    struct nvml_card card;
    unsigned count;
    open_fake("nvml", "cards=3");
    assert_int_equal(nvml_count(&count), OK);
    assert_int_equal(count, 3);
    assert_string_equal(nvml_driver(), "555.42");
    assert_int_equal(nvml_card_at(2, &card), OK);
    assert_int_equal(nvml_card_at(3, &card), ERROR_ENVIRONMENT);
    assert_int_equal(nvml_card_on("0000:03:00.0", &card), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "NVML: opening GPU 0000:03:00.0: fake error 6");
}

static void test_readings(void **state)
{
    struct nvml_card card;
    struct nvml_reading reading;
    open_fake(
        "nvml",
        "cards=2 sm=1755 memory=2619 temperature=61 power=512345 energy=7000,9500 reasons=4,a0");
    assert_int_equal(nvml_card_on("0000:01:00.0", &card), OK);
    nvml_read(card, &reading);
    assert_true(reading.sm_clock == 1756e6 && reading.memory_clock == 2620e6);
    assert_true(reading.temperature == 62);
    assert_true(fabs(reading.power - 512.346) < 1e-9 && fabs(reading.energy - 7) < 1e-9);
    assert_int_equal(reading.reasons, NVML_POWER_CAP);
    assert_true(fabs(nvml_energy(card) - 9.5) < 1e-9);
    nvml_read(card, &reading);
    assert_int_equal(reading.reasons, NVML_SW_THERMAL | NVML_POWER_BRAKE);
}

/* Drivers before 535 know the reasons by another name only. */
static void test_old_driver(void **state)
{
    struct nvml_card card;
    struct nvml_reading reading;
    struct nvml_facts facts;
    open_fake("nvml_old", "reasons=40 processes=3");
    assert_int_equal(nvml_card_at(0, &card), OK);
    nvml_read(card, &reading);
    assert_int_equal(reading.reasons, NVML_HW_THERMAL);
    nvml_describe(card, &facts);
    assert_true(isnan(facts.processes));
}

static void test_unsupported(void **state)
{
    struct nvml_card card;
    struct nvml_reading reading;
    struct nvml_facts facts;
    open_fake("nvml",
              "unsupported=sm,memory,temperature,power,energy,reasons,limit,default_limit,most_sm,"
              "persistence,ecc,mig,busy");
    assert_int_equal(nvml_card_at(0, &card), OK);
    nvml_read(card, &reading);
    assert_true(isnan(reading.sm_clock) && isnan(reading.memory_clock) &&
                isnan(reading.temperature));
    assert_true(isnan(reading.power) && isnan(reading.energy));
    assert_true(reading.reasons == MISSING);
    nvml_describe(card, &facts);
    assert_true(isnan(facts.power_limit) && isnan(facts.default_power_limit) &&
                isnan(facts.most_sm_clock));
    assert_true(isnan(facts.persistence) && isnan(facts.ecc) && isnan(facts.mig) &&
                isnan(facts.busy));
}

static void test_facts(void **state)
{
    struct nvml_card card;
    struct nvml_facts facts;
    open_fake("nvml",
              "limit=350000 default_limit=700000 persistence=0 ecc=0 mig=1 processes=2 busy=37");
    assert_int_equal(nvml_card_at(0, &card), OK);
    nvml_describe(card, &facts);
    assert_string_equal(facts.name, "Fake GPU");
    assert_true(facts.power_limit == 350 && facts.default_power_limit == 700 &&
                facts.most_sm_clock == 1980e6);
    assert_true(facts.persistence == 0 && facts.ecc == 0 && facts.mig == 1 && facts.processes == 2);
    assert_true(fabs(facts.busy - 0.37) < 1e-12);
}

static void test_names(void **state)
{
    char buffer[200], tiny[8];
    assert_string_equal(throttle_reason_names(0, buffer, sizeof buffer), "none");
    assert_string_equal(throttle_reason_names(NVML_POWER_CAP, buffer, sizeof buffer),
                        "software power cap");
    assert_string_equal(throttle_reason_names(0x48, buffer, sizeof buffer),
                        "hardware slowdown, hardware thermal slowdown");
    assert_int_equal(strlen(throttle_reason_names(0x1ff, tiny, sizeof tiny)), sizeof tiny - 1);
}

/* Conditions of a sample */

static enum status identify(int k, struct card_identity *out)
{
    snprintf(out->bus, sizeof out->bus, "0000:%02X:00.0", k + 1);
    return OK;
}

static enum status no_identity(int k, struct card_identity *out)
{
    (void)k, (void)out;
    return ERROR_DEVICE;
}

static const struct place one_card = {.cards = 1, .identify = identify},
                          two_cards = {.cards = 2, .identify = identify},
                          many_cards = {.cards = 9, .identify = identify},
                          lost_card = {.cards = 1, .identify = no_identity},
                          no_card = {.on_host = true};

static struct result_sample sample_of(struct sensors *sensors, double seconds)
{
    struct result_sample sample = result_sample_unknown();
    sample.host = seconds;
    sensors_begin(sensors);
    sensors->read_at = -INFINITY; /* as after a sample of some length */
    sensors_end(sensors, &sample);
    return sample;
}

static void check_nothing_known(const struct place *place)
{
    struct sensors sensors;
    sensors_open(place, &sensors);
    assert_int_equal(sensors.count, 0);
    struct result_sample sample = sample_of(&sensors, 1);
    assert_true(isnan(sample.sm_clock) && isnan(sample.power) && isnan(sample.energy) &&
                sample.throttle == MISSING);
}

static void test_nothing_to_read(void **state)
{
    open_fake("nvml", "cards=1"); /* the cards of the places are on buses 01 and up */
    check_nothing_known(&one_card);
    open_fake("nvml", "cards=10");
    check_nothing_known(&no_card);
    check_nothing_known(&lost_card);
    check_nothing_known(&many_cards);
}

static void test_sample(void **state)
{
    struct sensors sensors;
    open_fake("nvml", "cards=10 energy=1000,2000,8000 reasons=4,20");
    sensors_open(&one_card, &sensors);
    assert_int_equal(sensors.count, 1);
    struct result_sample sample = sample_of(&sensors, 0.6);
    assert_true(sample.sm_clock == 1501e6 && sample.memory_clock == 2601e6 &&
                sample.temperature == 41);
    assert_true(fabs(sample.power - 300.001) < 1e-9);
    assert_true(fabs(sample.energy - 6) <
                1e-9); /* a reading takes 1000, the moment before the sample 2000 */
    assert_int_equal(sample.throttle, NVML_POWER_CAP | NVML_SW_THERMAL);
    assert_true(isnan(sample_of(&sensors, 0.9 * ENERGY_SECONDS).energy));
}

static void test_several_cards(void **state)
{
    struct sensors sensors;
    open_fake("nvml", "cards=10 energy=1000,1000,1000,1000,3000,4000 reasons=0,0,4,8");
    sensors_open(&two_cards, &sensors);
    struct result_sample sample = sample_of(&sensors, 1);
    assert_true(sample.sm_clock == 1501e6 && sample.memory_clock == 2601e6); /* the slowest */
    assert_true(sample.temperature == 42);                                   /* the hottest */
    assert_true(fabs(sample.power - 600.003) < 1e-9);
    assert_true(fabs(sample.energy - 5) < 1e-9);
    assert_int_equal(sample.throttle, NVML_POWER_CAP | NVML_HW_SLOWDOWN);
    open_fake("nvml", "cards=10 unsupported=temperature,power");
    sensors_open(&two_cards, &sensors);
    sample = sample_of(&sensors, 1);
    assert_true(isnan(sample.temperature) && isnan(sample.power) && sample.sm_clock == 1501e6);
}

/* Short samples share a reading. */
static void test_reading_age(void **state)
{
    struct sensors sensors;
    struct result_sample sample = result_sample_unknown();
    open_fake("nvml", "cards=10 reasons=4,20");
    sensors_open(&one_card, &sensors);
    sensors_begin(&sensors);
    sensors.read_at = clock_now() + 10;
    sensors_end(&sensors, &sample);
    assert_int_equal(sample.throttle, NVML_POWER_CAP);
    sensors_begin(&sensors);
    sensors.read_at = clock_now() - 2 * READING_SECONDS;
    sensors_end(&sensors, &sample);
    assert_int_equal(sample.throttle, NVML_POWER_CAP | NVML_SW_THERMAL);
}

static void test_rule(void **state)
{
    static const struct {
        uint64_t reason;
        bool heat, any;
    } cases[] = {
        {0, false, false},
        {NVML_IDLE, false, false},
        {NVML_CLOCK_SETTING, false, false},
        {NVML_POWER_CAP, false, true},
        {NVML_HW_SLOWDOWN, true, true},
        {NVML_SYNC_BOOST, false, false},
        {NVML_SW_THERMAL, true, true},
        {NVML_HW_THERMAL, true, true},
        {NVML_POWER_BRAKE, true, true},
        {NVML_DISPLAY, false, false},
        {NVML_IDLE | NVML_POWER_BRAKE, true, true},
        {MISSING, false, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct result_sample sample = result_sample_unknown();
        sample.throttle = cases[k].reason;
        assert_false(sample_was_slowed(&sample, THROTTLE_NEVER));
        assert_int_equal(sample_was_slowed(&sample, THROTTLE_HEAT), cases[k].heat);
        assert_int_equal(sample_was_slowed(&sample, THROTTLE_ANY), cases[k].any);
    }
}

int main(int argc, char **argv)
{
    (void)argc;
    snprintf(program_folder, sizeof program_folder, "%s", argv[0]);
    *strrchr(program_folder, '/') = '\0';
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_missing),     cmocka_unit_test(test_cards),
        cmocka_unit_test(test_readings),    cmocka_unit_test(test_old_driver),
        cmocka_unit_test(test_unsupported), cmocka_unit_test(test_facts),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_nothing_to_read),
        cmocka_unit_test(test_sample),      cmocka_unit_test(test_several_cards),
        cmocka_unit_test(test_reading_age), cmocka_unit_test(test_rule),
    };
    return cmocka_run_group_tests_name("nvml", tests, NULL, NULL);
}
