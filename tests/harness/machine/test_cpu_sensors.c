/* Clocks and energy of CPUs, as folders in the place of /sys tell them. */
#include <math.h>
#include <stdio.h>

#include "harness/machine/cpu_sensors.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

static void fake_package(int k, const char *name, const char *energy, const char *range)
{
    char path[120];
    const char *const files[][2] = {
        {"name", name}, {"energy_uj", energy}, {"max_energy_range_uj", range}};
    for (int f = 0; f < 3; f++) {
        snprintf(path, sizeof path, "/sys/class/powercap/intel-rapl:%d/%s", k, files[f][0]);
        fake_file(path, files[f][1]);
    }
}

static void test_clock(void **state)
{
    fake_root_create();
    fake_file("/sys/devices/system/cpu/cpu3/cpufreq/scaling_cur_freq", "2450000\n");
    assert_float_equal(cpu_clock(fake_root, 3), 2.45e9, 1);
    assert_true(isnan(cpu_clock(fake_root, 4)) && isnan(cpu_clock(fake_root, -1)));
    fake_root_remove();
}

/* Two packages, of which one begins again; what is no package does not count twice. */
static void test_energy(void **state)
{
    struct cpu_energy before, after;
    fake_root_create();
    cpu_energy_read(fake_root, &before);
    assert_int_equal(before.count, 0);
    assert_true(isnan(cpu_energy_between(&before, &before, 1)));
    fake_package(0, "package-0\n", "5000000\n", "262143328850\n");
    fake_package(1, "package-1\n", "99000000\n", "100000000\n");
    fake_package(2, "psys\n", "1\n", "100000000\n");
    cpu_energy_read(fake_root, &before);
    fake_package(0, "package-0\n", "12500000\n", "262143328850\n");
    fake_package(1, "package-1\n", "2000000\n", "100000000\n");
    fake_package(2, "psys\n", "60000000\n", "100000000\n");
    cpu_energy_read(fake_root, &after);
    assert_int_equal(after.count, 2);
    assert_float_equal(cpu_energy_between(&before, &after, 0.05), 7.5 + 3, 1e-9);
    assert_true(isnan(cpu_energy_between(&before, &after, 0.1))); /* could be 100 J and more */
    fake_package(1, "package-1\n", "", "100000000\n"); /* as where only root may read it */
    cpu_energy_read(fake_root, &after);
    assert_true(isnan(cpu_energy_between(&before, &after, 0.05)));
    fake_root_remove();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clock),
        cmocka_unit_test(test_energy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
