/* Reading of files under /proc and /sys: real files of several kinds of machine, and files with
 * wrong content. */
#include <math.h>
#include <stdio.h>

#include "base/system.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

static void test_lines(void **state)
{
    char text[32], tiny[4];
    fake_root_create();
    fake_file("/etc/os-release", "NAME=\"Debian\"\nPRETTY_NAME=\"Debian 12 (x)\"\n");
    fake_file("/proc/meminfo", "MemTotal:       24684084 kB\nMemFree: none\n");
    fake_file("/empty", "");
    fake_file("/sys/limit", "max\n");
    assert_true(system_line(fake_root, "/etc/os-release", "PRETTY_NAME", text, sizeof text));
    assert_string_equal(text, "Debian 12 (x)");
    assert_true(system_line(fake_root, "/etc/os-release", "PRETTY_NAME", tiny, sizeof tiny));
    assert_string_equal(tiny, "Deb");
    assert_false(system_line(fake_root, "/etc/os-release", "VERSION", text, sizeof text));
    assert_string_equal(text, "");
    assert_false(system_line(fake_root, "/empty", "", text, sizeof text));
    assert_false(system_line(fake_root, "/nothing", "", text, sizeof text));
    assert_true(system_number(fake_root, "/proc/meminfo", "MemTotal") == 24684084);
    assert_true(isnan(system_number(fake_root, "/proc/meminfo", "MemFree")));
    assert_true(isnan(system_number(fake_root, "/proc/meminfo", "SwapTotal")));
    assert_true(isinf(system_number(fake_root, "/sys/limit", "")));
}

static void test_lists(void **state)
{
    assert_int_equal(system_list_count("0"), 1);
    assert_int_equal(system_list_count("0-3,8,10-11"), 7);
    assert_int_equal(system_list_count(""), 0);
    assert_int_equal(system_list_count("none"), 0);
    assert_int_equal(system_list_count("3-1"), 0);
    assert_true(system_list_has("0-3,8", 3) && system_list_has("0-3,8", 8));
    assert_false(system_list_has("0-3,8", 4) || system_list_has("", 0));
}

static struct system_share share_of(void)
{
    struct system_share share;
    system_share(fake_root, &share);
    return share;
}

static void test_no_limits(void **state)
{
    fake_root_create();
    struct system_share share = share_of();
    assert_string_equal(share.cpus, "");
    assert_true(isinf(share.quota) && isinf(share.memory_limit) && isnan(share.throttled));
    assert_int_equal(system_cores(&share), 1);
    fake_file("/sys/devices/system/cpu/online", "0-15\n");
    share = share_of();
    assert_int_equal(system_cores(&share), 16);
    fake_file("/proc/self/status", "Name:\tx\nCpus_allowed:\tff\nCpus_allowed_list:\t0-3,8-9\n");
    share = share_of();
    assert_string_equal(share.cpus, "0-3,8-9");
    assert_int_equal(system_cores(&share), 6);
}

/* Version 2: limits of the group and of those it lies in. */
static void test_groups_2(void **state)
{
    fake_root_create();
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-7\n");
    fake_file("/proc/self/cgroup", "0::/jobs/one\n");
    fake_file("/sys/fs/cgroup/jobs/one/cpu.max", "max 100000\n");
    fake_file("/sys/fs/cgroup/jobs/one/cpu.stat", "usage_usec 5\nnr_periods 9\nnr_throttled 7\n");
    fake_file("/sys/fs/cgroup/jobs/one/memory.max", "8589934592\n");
    fake_file("/sys/fs/cgroup/jobs/cpu.max", "250000 100000\n");
    fake_file("/sys/fs/cgroup/jobs/memory.max", "max\n");
    struct system_share share = share_of();
    assert_true(share.quota == 2.5 && share.memory_limit == 8589934592.0 && share.throttled == 7);
    assert_int_equal(system_cores(&share), 3);
    fake_file("/sys/fs/cgroup/jobs/one/cpu.max", "150000 100000\n");
    fake_file("/sys/fs/cgroup/jobs/memory.max", "1024\n");
    share = share_of();
    assert_true(share.quota == 1.5 && share.memory_limit == 1024);
}

/* In a container the root of the mount is the group itself. */
static void test_groups_2_container(void **state)
{
    fake_root_create();
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-7\n");
    fake_file("/proc/self/cgroup", "0::/\n");
    fake_file("/sys/fs/cgroup/cpu.max", "400000 100000\n");
    fake_file("/sys/fs/cgroup/memory.max", "1048576\n");
    struct system_share share = share_of();
    assert_true(share.quota == 4 && share.memory_limit == 1048576);
    assert_int_equal(system_cores(&share), 4);
}

static void test_groups_1(void **state)
{
    fake_root_create();
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-7\n");
    fake_file("/proc/self/cgroup",
              "9:name=systemd:/\n4:memory:/docker/ab\n2:cpuacct,cpu:/docker/ab\n0::/\n");
    fake_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
    fake_file("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
    fake_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
    struct system_share share = share_of();
    assert_true(isinf(share.quota) && isinf(share.memory_limit));
    fake_file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "120000\n");
    fake_file("/sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648\n");
    fake_file("/sys/fs/cgroup/cpu/docker/ab/cpu.stat", "nr_throttled 3\n");
    share = share_of();
    assert_true(share.quota == 1.2 && share.memory_limit == 2147483648.0 && share.throttled == 3);
    assert_int_equal(system_cores(&share), 2);
}

static void test_senseless_groups(void **state)
{
    static const char *const texts[] = {"",      "\n",         "max\n",     "x y\n",
                                        "0 0\n", "100000 0\n", "1e999 1\n", "-5 100000\n"};
    fake_root_create();
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-1\n");
    fake_file("/proc/self/cgroup", "no colon\n1:half\n::\n0::/\n");
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        fake_file("/sys/fs/cgroup/cpu.max", texts[k]);
        struct system_share share = share_of();
        unsigned cores = system_cores(&share);
        if (cores < 1 || cores > 2) fail_msg("%u cores with cpu.max '%s'", cores, texts[k]);
    }
}

/* Two groups of two CPUs that share a last level each, as on EPYC. */
static void test_caches(void **state)
{
    struct system_cache cache[8];
    fake_root_create();
    for (unsigned cpu = 0; cpu < 4; cpu++) {
        char own[8];
        snprintf(own, sizeof own, "%u", cpu);
        fake_cache(cpu, 0, "1", "Data", "32K", own);
        fake_cache(cpu, 1, "1", "Instruction", "64K", own);
        fake_cache(cpu, 2, "2", "Unified", "1024K", own);
        fake_cache(cpu, 3, "3", "Unified", "32M", cpu < 2 ? "0-1" : "2-3");
    }
    assert_int_equal(system_caches(fake_root, "0-3", 8, cache), 4);
    assert_true(cache[0].level == 1 && cache[0].type == 'd' && cache[0].bytes == 32 * 1024 &&
                cache[0].count == 4);
    assert_true(cache[1].type == 'i' && cache[1].bytes == 64 * 1024);
    assert_true(cache[2].level == 2 && cache[2].type == 'u' && cache[2].count == 4);
    assert_true(cache[3].level == 3 && cache[3].bytes == 32 * 1048576.0 && cache[3].count == 2);
    assert_true(system_last_level(fake_root, "0-3") == 64 * 1048576.0);
    assert_true(system_last_level(fake_root, "1") == 32 * 1048576.0);
    assert_true(system_last_level(fake_root, "1-2") == 64 * 1048576.0);
    assert_true(system_last_level(fake_root, "7") == 0);
    assert_int_equal(system_caches(fake_root, "0-3", 2, cache), 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_lists),
        cmocka_unit_test(test_no_limits),
        cmocka_unit_test(test_groups_2),
        cmocka_unit_test(test_groups_2_container),
        cmocka_unit_test(test_groups_1),
        cmocka_unit_test(test_senseless_groups),
        cmocka_unit_test(test_caches),
    };
    int failed = cmocka_run_group_tests_name("system", tests, NULL, NULL);
    fake_root_remove();
    return failed;
}
