/* CUPTI without a GPU: a replacement of the library (fake_cupti.c) that checks the size of every
 * struct, and fails where FAKE_CUPTI says. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/counters/gpu_counters.h"
#include "tests/support/cmocka.h"

static char program_folder[512];

static enum status open_fake(const char *kind, const char *wrong, struct gpu_counters **out)
{
    char path[600];
    setenv("FAKE_CUPTI", wrong, 1);
    snprintf(path, sizeof path, "%s/%s/libcupti.so.13", program_folder, kind);
    return gpu_counters_open(path, path, out);
}

static void check_refused(const char *kind, const char *wrong, const char *message)
{
    struct gpu_counters *counters;
    assert_int_equal(open_fake(kind, wrong, &counters), ERROR_ENVIRONMENT);
    assert_null(counters);
    assert_non_null(strstr(fail_message(), message));
}

static void test_refused(void **state)
{
    struct gpu_counters *counters;
    assert_int_equal(gpu_counters_open("/nowhere/libcupti.so", NULL, &counters), ERROR_ENVIRONMENT);
    assert_non_null(
        strstr(fail_message(), "CUPTI, of the CUDA toolkit, cannot be loaded: /nowhere"));
    check_refused("cupti_old", "",
                  "CUPTI has no cuptiRangeProfilerEnable: it is older than CUDA 12.6");
    check_refused("cupti", "context=0", "CUDA has no context here");
    check_refused("cupti", "cuptiRangeProfilerEnable=35", "the driver lets only root count");
    check_refused("cupti", "cuptiProfilerHostInitialize=8",
                  "CUPTI: metrics of the chip: error 8, fake error 8");
    check_refused("cupti", "cuptiRangeProfilerSetConfig=9", "CUPTI: configuring: error 9");
}

/* Three passes, then the values: percent become a share. */
static void test_passes(void **state)
{
    struct gpu_counters *counters;
    struct counts counts;
    bool done = false;
    int passes = 0;
    if (open_fake("cupti", "", &counters) != OK) fail_msg("%s", fail_message());
    for (; !done; passes++) {
        assert_int_equal(gpu_counters_begin(counters), OK);
        assert_int_equal(gpu_counters_end(counters, &done), OK);
    }
    assert_int_equal(passes, 3);
    counts_clear(&counts);
    assert_int_equal(gpu_counters_read(counters, &counts), OK);
    assert_float_equal(counts.value[COUNTER_gpu_instructions], 1000, 0);
    assert_float_equal(counts.value[COUNTER_gpu_dram_read], 2000, 0);
    assert_float_equal(counts.value[COUNTER_gpu_dram_written], 3000, 0);
    assert_float_equal(counts.value[COUNTER_gpu_l2_hits], 0.75, 1e-12);
    assert_true(isnan(counts.value[COUNTER_instructions]));
    setenv("FAKE_CUPTI", "lost=1", 1);
    assert_int_equal(gpu_counters_read(counters, &counts), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "CUPTI lost what it counted");
    setenv("FAKE_CUPTI", "cuptiRangeProfilerStop=7", 1);
    assert_int_equal(gpu_counters_begin(counters), OK);
    assert_int_equal(gpu_counters_end(counters, &done), ERROR_ENVIRONMENT);
    gpu_counters_close(counters);
    gpu_counters_close(NULL);
}

int main(int argc, char **argv)
{
    (void)argc;
    snprintf(program_folder, sizeof program_folder, "%s", argv[0]);
    *strrchr(program_folder, '/') = '\0';
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_passes),
    };
    return cmocka_run_group_tests_name("gpu_counters", tests, NULL, NULL);
}
