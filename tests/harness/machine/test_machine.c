/* The facts that travel in every results file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/machine/machine.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

static const struct gpus no_gpus = {.problem = "NVML is not there"};

static void check_facts(const struct fact *facts, size_t count, const char *const *names)
{
    for (size_t k = 0; k < count; k++) {
        assert_true(*facts[k].name && *facts[k].value);
        assert_null(strpbrk(facts[k].value, "\n\t\""));
        assert_null(strstr(facts[k].value, "nan"));
    }
    for (; *names; names++)
        if (!*fact_value(facts, count, *names)) fail_msg("no fact '%s'", *names);
    assert_string_equal(fact_value(facts, count, "no such fact"), "");
}

static void test_machine(void **state)
{
    static const char *const names[] = {"cpu",      "cores",    "memory", "os", "kernel",
                                        "governor", "now_load", "key",    NULL};
    struct fact *facts;
    size_t count;
    assert_int_equal(machine_facts(&facts, &count), OK);
    check_facts(facts, count, names);
    assert_true(atoi(fact_value(facts, count, "cores")) >= 1);
    const char *key = fact_value(facts, count, "key"), *cpu = fact_value(facts, count, "cpu");
    assert_non_null(strstr(key, fact_value(facts, count, "memory")));
    assert_memory_equal(key, cpu, strlen(cpu));
    facts_free(facts, count);
}

/* A machine with two sockets, in a container that may use eight of its CPUs. */
static void fake_machine(void)
{
    fake_root_create();
    fake_file("/proc/cpuinfo",
              "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\ncpu MHz\t\t: 1800.5\n"
              "microcode\t: 0xd0003b9\n");
    fake_file("/proc/meminfo",
              "MemTotal: 527954560 kB\nMemAvailable: 262144000 kB\nSwapTotal: 8388608 kB\n"
              "SwapFree: 4194304 kB\n");
    fake_file("/proc/loadavg", "3.50 2.00 1.00 1/900 4711\n");
    fake_file("/proc/sys/kernel/osrelease", "6.1.0-13-amd64\n");
    fake_file("/proc/self/status", "Cpus_allowed_list:\t0-7\n");
    fake_file("/proc/self/cgroup", "0::/\n");
    fake_file("/sys/fs/cgroup/cpu.max", "400000 100000\n");
    fake_file("/sys/fs/cgroup/cpu.stat", "nr_throttled 12\n");
    fake_file("/sys/fs/cgroup/memory.max", "68719476736\n");
    fake_file("/etc/os-release", "PRETTY_NAME=\"Some Linux 1\"\n");
    fake_file("/sys/devices/system/cpu/online", "0-63\n");
    fake_file("/sys/devices/system/cpu/smt/active", "1\n");
    fake_file("/sys/devices/system/cpu/intel_pstate/no_turbo", "0\n");
    fake_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    fake_file("/sys/devices/system/cpu/cpu5/cpufreq/scaling_governor", "performance\n");
    fake_file("/sys/devices/system/cpu/cpu7/cpufreq/scaling_governor", "powersave\n");
    fake_file("/sys/devices/system/cpu/cpu8/cpufreq/scaling_governor", "ondemand\n"); /* not ours */
    fake_file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_driver", "intel_pstate\n");
    fake_file("/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n");
    fake_file("/sys/devices/system/node/online", "0-1\n");
    for (unsigned cpu = 0; cpu < 8; cpu++) fake_cache(cpu, 3, "3", "Unified", "107520K", "0-31");
}

static void check_fact(const struct fact *facts, size_t count, const char *name, const char *value)
{
    if (strcmp(fact_value(facts, count, name), value))
        fail_msg("%s is '%s', not '%s'", name, fact_value(facts, count, name), value);
}

static void test_fake_machine(void **state)
{
    static const char *const expected[][2] = {
        {"key", "Some CPU @ 2 GHz; 4 cores; 512 GiB; no GPU"},
        {"cpu", "Some CPU @ 2 GHz"},
        {"cores", "4"},
        {"memory", "512 GiB"},
        {"gpus", "no GPU"},
        {"os", "Some Linux 1"},
        {"kernel", "6.1.0-13-amd64"},
        {"microcode", "0xd0003b9"},
        {"governor", "powersave, performance"},
        {"cpufreq", "intel_pstate"},
        {"clocksource", "tsc"},
        {"turbo", "on"},
        {"smt", "on"},
        {"cpus", "0-7 of 0-63"},
        {"cpu_quota", "4 CPUs"},
        {"memory_limit", "64 GiB"},
        {"numa_nodes", "2"},
        {"caches", "L3 1 x 105 MiB"},
        {"now_load", "3.50 2.00 1.00 1/900 4711"},
        {"now_mhz", "1800.5"},
        {"now_memory", "250 GiB available"},
        {"now_swap", "4 GiB used of 8 GiB"},
        {"now_stopped", "12 times by the CPU quota"},
    };
    struct fact *facts;
    size_t count;
    fake_machine();
    assert_int_equal(machine_facts_under(fake_root, &no_gpus, &facts, &count), OK);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++)
        check_fact(facts, count, expected[k][0], expected[k][1]);
    facts_free(facts, count);
}

/* A machine that tells nothing. */
static void test_nothing_known(void **state)
{
    struct fact *facts;
    size_t count;
    fake_root_create();
    assert_int_equal(machine_facts_under(fake_root, &no_gpus, &facts, &count), OK);
    check_facts(facts, count, (const char *const[]){NULL});
    check_fact(facts, count, "key", "unknown CPU; 1 cores; unknown; no GPU");
    check_fact(facts, count, "governor", "unknown");
    check_fact(facts, count, "caches", "unknown");
    check_fact(facts, count, "now_swap", "unknown used of unknown");
    facts_free(facts, count);
}

/* The key, and all that lasts, is the same whatever the moment. */
static void test_stable(void **state)
{
    struct fact *before, *after;
    size_t count, count_after;
    fake_machine();
    struct gpus gpus = {.count = 1, .gpu[0] = {.facts = {.name = "Fake GPU", .power_limit = 700}}};
    assert_int_equal(machine_facts_under(fake_root, &gpus, &before, &count), OK);
    fake_file(
        "/proc/meminfo",
        "MemTotal: 527900000 kB\nMemAvailable: 1 kB\nSwapTotal: 8388608 kB\nSwapFree: 0 kB\n");
    fake_file("/proc/loadavg", "99.50 2.00 1.00 1/900 4711\n");
    fake_file("/proc/cpuinfo",
              "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\ncpu MHz\t\t: 800.5\n"
              "microcode\t: 0xd0003b9\n");
    fake_file("/sys/fs/cgroup/cpu.stat", "nr_throttled 99\n");
    gpus.gpu[0].reading = (struct nvml_reading){1e9, 2e9, 80, 600, 7, NVML_POWER_CAP};
    gpus.gpu[0].facts.processes = 5;
    gpus.gpu[0].facts.busy = 1;
    assert_int_equal(machine_facts_under(fake_root, &gpus, &after, &count_after), OK);
    assert_int_equal(count, count_after);
    int changed = 0;
    for (size_t k = 0; k < count; k++) {
        bool moment = !strncmp(before[k].name, "now_", 4);
        if (!moment) assert_string_equal(before[k].value, after[k].value);
        changed += strcmp(before[k].value, after[k].value) != 0;
    }
    assert_int_equal(changed, 6); /* load, clock, memory, swap, quota, GPU */
    facts_free(before, count);
    facts_free(after, count_after);
}

/* Kernels keep different amounts of the memory for themselves. */
static void test_memory_steps(void **state)
{
    static const struct {
        const char *total, *shown;
    } cases[] = {{"MemTotal: 24684084 kB\n", "24 GiB"},
                 {"MemTotal: 8000000 kB\n", "8 GiB"},
                 {"MemTotal: 16303428 kB\n", "16 GiB"},
                 {"MemTotal: 131900000 kB\n", "128 GiB"},
                 {"MemTotal: 2113000000 kB\n", "2048 GiB"},
                 {"MemTotal: 500000 kB\n", "0.5 GiB"},
                 {"MemTotal: 0 kB\n", "unknown"}};
    fake_root_create();
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct fact *facts;
        size_t count;
        fake_file("/proc/meminfo", cases[k].total);
        assert_int_equal(machine_facts_under(fake_root, &no_gpus, &facts, &count), OK);
        check_fact(facts, count, "memory", cases[k].shown);
        facts_free(facts, count);
    }
}

static void test_gpu_names(void **state)
{
    char names[512], tiny[10];
    struct gpus gpus = {.count = 5};
    static const char *const cards[] = {"A", "A", "B", "C", "C"};
    for (int k = 0; k < 5; k++) strcpy(gpus.gpu[k].facts.name, cards[k]);
    gpus_names(&gpus, names, sizeof names);
    assert_string_equal(names, "2 x A + B + 2 x C");
    gpus_names(&gpus, tiny, sizeof tiny);
    assert_string_equal(tiny, "2 x A + B");
    gpus.count = 1;
    gpus_names(&gpus, names, sizeof names);
    assert_string_equal(names, "A");
    gpus.count = 0;
    gpus_names(&gpus, names, sizeof names);
    assert_string_equal(names, "no GPU");
}

static void test_gpu_facts(void **state)
{
    struct gpus gpus = {.count = 1, .driver = "555.42"};
    struct facts facts = {0};
    gpus.gpu[0] = (struct gpu){{"Fake GPU", 350, 700, 1980e6, 0, 1, NAN, 2, 0.5},
                               {1500e6, 2600e6, 40, 300, 1, NVML_POWER_CAP | NVML_IDLE}};
    assert_int_equal(gpus_facts(&gpus, &facts), OK);
    assert_int_equal(gpus_facts_now(&gpus, &facts), OK);
    check_fact(facts.fact, facts.count, "driver", "555.42");
    check_fact(facts.fact, facts.count, "gpu0",
               "Fake GPU, clocks up to 1980 MHz, power limit 350 W (default 700 W), persistence "
               "off, ECC on, MIG unknown");
    check_fact(facts.fact, facts.count, "now_gpu0",
               "SM 1500 MHz, memory 2600 MHz, 40 degC, 300 W, clocks held down by: idle, software "
               "power cap, "
               "processes: 2, busy: 50 %");
    facts_free(facts.fact, facts.count);
}

static void test_build(void **state)
{
    static const char *const names[] = {"compiler", "flags", "cuda", NULL};
    struct fact *facts;
    size_t count;
    assert_int_equal(build_facts(&facts, &count), OK);
    check_facts(facts, count, names);
    assert_non_null(strstr(fact_value(facts, count, "flags"), "-std=c11"));
    facts_free(facts, count);
    assert_true(*build_commit());
}

static void test_no_memory(void **state)
{
    enum status (*const all[])(struct fact **, size_t *) = {machine_facts, build_facts};
    for (int which = 0; which < 2; which++) {
        enum status status = ERROR_HOST_MEMORY;
        for (long k = 0; status != OK; k++) {
            struct fact *facts;
            size_t count;
            status = refused_after(k, all[which](&facts, &count));
            assert_int_equal(facts != NULL, status == OK);
            assert_int_equal(count != 0, status == OK);
            facts_free(facts, count);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_machine),       cmocka_unit_test(test_fake_machine),
        cmocka_unit_test(test_nothing_known), cmocka_unit_test(test_stable),
        cmocka_unit_test(test_memory_steps),  cmocka_unit_test(test_gpu_names),
        cmocka_unit_test(test_gpu_facts),     cmocka_unit_test(test_build),
        cmocka_unit_test(test_no_memory),
    };
    int failed = cmocka_run_group_tests_name("machine", tests, NULL, NULL);
    fake_root_remove();
    return failed;
}
