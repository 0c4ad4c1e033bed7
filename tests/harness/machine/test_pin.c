/* Choice of CPUs, on machines in the place of /proc and /sys; and binding on the present one. */
#define _GNU_SOURCE
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/pin.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

/* Two packages of two cores with two threads each; CPU numbers alternate between packages. */
static void fake_machine(const char *usable)
{
    char path[120], text[60];
    fake_root_create();
    snprintf(text, sizeof text, "Cpus_allowed_list:\t%s\n", usable);
    fake_file("/proc/self/status", text);
    for (int cpu = 0; cpu < 8; cpu++) {
        const char *const folder = "/sys/devices/system/cpu/cpu%d/topology/%s";
        snprintf(path, sizeof path, folder, cpu, "thread_siblings_list");
        snprintf(text, sizeof text, "%d,%d\n", cpu % 4, cpu % 4 + 4);
        fake_file(path, text);
        snprintf(path, sizeof path, folder, cpu, "physical_package_id");
        fake_file(path, cpu % 2 ? "1\n" : "0\n");
    }
}

static void chooses(size_t count, int cores, const char *expected)
{
    struct pin pin;
    char text[100] = "";
    assert_int_equal(pin_choose(fake_root, count, &pin), OK);
    for (int k = 0; k < pin.count; k++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%d ", pin.cpu[k]);
    assert_string_equal(text, expected);
    assert_int_equal(pin.cores, cores);
}

static void test_choice(void **state)
{
    struct pin pin;
    fake_machine("0-7");
    chooses(1, 1, "0 ");
    chooses(2, 2, "0 2 ");
    chooses(0, 4, "0 2 1 3 ");
    chooses(5, 4, "0 2 1 3 4 ");
    chooses(8, 4, "0 2 1 3 4 6 5 7 ");
    assert_int_equal(pin_choose(fake_root, 9, &pin), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "--pin=9: this process may use 8 CPUs (0-7), of 4 cores. "
                                        "Ask for 8 at most");
    fake_machine("4-6,2"); /* 6 is of the core of 2 */
    chooses(0, 3, "2 4 5 ");
    chooses(4, 3, "2 4 5 6 ");
    fake_root_remove();
}

/* Without topology each CPU is a core. */
static void test_unknown(void **state)
{
    struct pin pin;
    fake_root_create();
    assert_int_equal(pin_choose(fake_root, 1, &pin), ERROR_ENVIRONMENT);
    fake_file("/proc/self/status", "Cpus_allowed_list:\t3,5-6\n");
    chooses(0, 3, "3 5 6 ");
    fake_root_remove();
}

static int cpus_of_thread(void)
{
    cpu_set_t set;
    assert_int_equal(sched_getaffinity(0, sizeof set, &set), 0);
    return CPU_COUNT(&set);
}

/* Before anything is bound nothing changes; then threads get one CPU each, and all back. */
static void test_here(void **state)
{
    struct pin all;
    char text[256];
    const int before = cpus_of_thread();
    pin_thread(0);
    pin_release();
    assert_int_equal(cpus_of_thread(), before);
    assert_string_equal(pin_text(text, sizeof text), "");
    unsetenv("OMP_NUM_THREADS");
    assert_int_equal(pin_choose("", (size_t)before, &all), OK);
    assert_int_equal(pin_process((size_t)before), OK);
    assert_true(omp_get_max_threads() <= before);
    int wrong = 0;
#pragma omp parallel reduction(+ : wrong)
    {
        pin_thread(omp_get_thread_num());
        wrong += sched_getcpu() != all.cpu[omp_get_thread_num() % all.count];
        wrong += cpus_of_thread() != 1;
        pin_release();
        wrong += cpus_of_thread() != all.count;
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(pin_process(1), OK);
    assert_int_equal(cpus_of_thread(), 1);
    assert_int_equal(omp_get_max_threads(), 1);
    snprintf(text, sizeof text, "%d (1 CPU of 1 core)", all.cpu[0]);
    char said[256];
    assert_string_equal(pin_text(said, sizeof said), text);
    assert_int_equal(pin_process(2), ERROR_ENVIRONMENT); /* only one is left */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_unknown),
        cmocka_unit_test(test_here),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
