#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/machine/noise.h"
#include "tests/support/cmocka.h"

#define KEY "Example CPU (9000); 8 cores; 32 GB; no GPU"
#define NAME "Example-CPU-9000-8-cores-32-GB-no-GPU"

static const struct noise example = {0.0123, 0.001, 1e-9, 2.5e-8, "2026-03-04T05:06:07+0000"};
static char folder[] = "/tmp/warpmark-noise-XXXXXX";

static int make_folder(void **state)
{
    unsetenv("XDG_STATE_HOME");
    return mkdtemp(folder) && setenv("HOME", folder, 1) == 0 ? 0 : -1;
}

static int remove_folder(void **state)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static void test_paths(void **state)
{
    char *path, expected[256];
    assert_int_equal(noise_path(KEY, &path), OK);
    snprintf(expected, sizeof expected, "%s/.local/state/warpmark/" NAME, folder);
    assert_string_equal(path, expected);
    free(path);
    setenv("XDG_STATE_HOME", "/elsewhere", 1);
    assert_int_equal(noise_path("../../a/b", &path), OK);
    assert_string_equal(path, "/elsewhere/warpmark/a-b");
    free(path);
    setenv("XDG_STATE_HOME", "relative", 1); /* to be ignored, as the XDG specification says */
    assert_int_equal(noise_path(KEY, &path), OK);
    assert_string_equal(path, expected);
    free(path);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    struct noise noise;
    assert_int_equal(noise_path(KEY, &path), ERROR_ENVIRONMENT);
    assert_int_equal(noise_write(KEY, &example), ERROR_ENVIRONMENT);
    assert_false(noise_read(KEY, &noise));
    setenv("HOME", folder, 1);
}

static void test_round_trip(void **state)
{
    struct noise noise;
    assert_false(noise_read(KEY, &noise));
    for (int k = 0; k < 2; k++) { /* with the folders to be made, and over what is there */
        assert_int_equal(noise_write(KEY, &example), OK);
        assert_true(noise_read(KEY, &noise));
        assert_true(noise.floor == example.floor &&
                    noise.false_positives == example.false_positives);
        assert_true(noise.resolution == example.resolution && noise.overhead == example.overhead);
        assert_string_equal(noise.measured, example.measured);
    }
    /* Another machine whose key makes the same name. */
    assert_false(noise_read("Example CPU 9000; 8 cores; 32 GB; no GPU", &noise));
}

/* A record that ends anywhere, or has a number that is none, is no record. */
static void test_damage(void **state)
{
    char *path, text[512];
    struct noise noise;
    assert_int_equal(noise_write(KEY, &example), OK);
    assert_int_equal(noise_path(KEY, &path), OK);
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    size_t size = fread(text, 1, sizeof text, in);
    fclose(in);
    for (size_t length = 0; length + strlen(example.measured) + 2 < size; length++) {
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fwrite(text, 1, length, out);
        fclose(out);
        assert_false(noise_read(KEY, &noise));
    }
    char *floor = strstr(text, "noise_floor ");
    assert_non_null(floor);
    memcpy(floor + strlen("noise_floor "), "-", 1);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fwrite(text, 1, size, out);
    fclose(out);
    assert_false(noise_read(KEY, &noise));
    free(path);
}

static void test_nowhere_to_write(void **state)
{
    setenv("XDG_STATE_HOME", "/dev/null", 1);
    assert_int_equal(noise_write(KEY, &example), ERROR_IO);
    unsetenv("XDG_STATE_HOME");
}

static void test_no_memory(void **state)
{
    assert_memory_refused(2, noise_write(KEY, &example));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),     cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_damage),    cmocka_unit_test(test_nowhere_to_write),
        cmocka_unit_test(test_no_memory),
    };
    return cmocka_run_group_tests_name("noise", tests, make_folder, remove_folder);
}
