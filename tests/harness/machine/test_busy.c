/* Load of a machine, from folders in the place of /proc and /sys, and from the present machine. */
#include <math.h>
#include <string.h>

#include "base/process/clock.h"
#include "harness/machine/busy.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

static void fake_moment(const char *load, const char *one, const char *two)
{
    fake_file("/proc/loadavg", load);
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-1\n");
    fake_file("/proc/self/task/7/schedstat", one);
    fake_file("/proc/self/task/8/schedstat", two);
}

static void test_shares(void **state)
{
    struct busy before, after;
    char text[200];
    fake_root_create();
    fake_moment("0.12 1 1 1/90 7\n", "1000000000 0 3\n", "0 500000000 3\n");
    busy_read(fake_root, &before);
    fake_moment("8.00 1 1 1/90 7\n", "2000000000 1000000000 3\n", "1000000000 2500000000 3\n");
    busy_read(fake_root, &after);
    assert_true(before.load == 0.12 && before.cores == 2);
    assert_true(fabs(busy_waited(&before, &after) - 0.6) < 1e-9);
    assert_string_equal(
        busy_text(&before, &after, text, sizeof text),
        "0.12 on 2 cores: threads waited 60 % of their time for a core, so times are too long. Run "
        "`warpmark doctor`");
    assert_string_equal(busy_text(&before, &before, text, sizeof text), "0.12 on 2 cores");
}

/* A kernel that tells nothing. */
static void test_unknown(void **state)
{
    struct busy before, after;
    char text[200];
    fake_root_create();
    busy_read(fake_root, &before);
    busy_read(fake_root, &after);
    assert_true(isnan(busy_waited(&before, &after)));
    assert_string_equal(busy_text(&before, &after, text, sizeof text), "unknown on 1 cores");
    fake_moment("", "none\n", "");
    busy_read(fake_root, &after);
    assert_true(isnan(busy_waited(&before, &after)));
    fake_root_remove();
}

static void test_refusal(void **state)
{
    fake_root_create();
    assert_int_equal(busy_refuse(fake_root, NAN), ERROR_ENVIRONMENT);
    assert_non_null(strstr(fail_message(), "the load of this machine is unknown"));
    fake_moment("0.20 1 1 1/90 7\n", "", "");
    assert_int_equal(busy_refuse(fake_root, NAN), OK); /* two cores */
    assert_int_equal(busy_refuse(fake_root, 0.2), OK);
    assert_int_equal(busy_refuse(fake_root, 0.19), ERROR_ENVIRONMENT);
    fake_moment("0.21 1 1 1/90 7\n", "", "");
    assert_int_equal(busy_refuse(fake_root, NAN), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(),
                        "--quiet-machine: nothing was measured, because the load is 0.21 on 2 "
                        "cores, more than 0.2. End other programs, or wait: the load is the mean "
                        "of a minute");
    assert_int_equal(busy_refuse(fake_root, 8), OK);
    fake_root_remove();
}

/* Work on the present machine is seen. */
static void test_here(void **state)
{
    struct busy before, after;
    busy_read("", &before);
    double end = clock_now() + 0.05;
    while (clock_now() < end) continue;
    busy_read("", &after);
    if (isnan(busy_waited(&before, &after))) skip();
    assert_true(after.ran > before.ran && busy_waited(&before, &after) < 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_refusal),
        cmocka_unit_test(test_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
