/* Findings of `warpmark doctor` on machines described here, and on the present one. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/machine/doctor.h"
#include "harness/machine/doctor_fix.h"
#include "tests/support/cmocka.h"
#include "tests/support/fake_root.h"

/* A machine on which nothing spoils timings. */
static struct fact machine[] = {
    {
        (char[]){"cores"},
        (char[]){"8"},
    },
    {(char[]){"governor"}, (char[]){"performance"}},
    {(char[]){"turbo"}, (char[]){"off"}},
    {(char[]){"smt"}, (char[]){"off"}},
    {(char[]){"cpufreq"}, (char[]){"amd-pstate"}},
    {(char[]){"clocksource"}, (char[]){"tsc"}},
    {(char[]){"cpu_quota"}, (char[]){"none"}},
    {(char[]){"numa_nodes"}, (char[]){"1"}},
    {(char[]){"cpus"}, (char[]){"0-7 of 0-7"}},
    {(char[]){"now_load"}, (char[]){"0.80 2.00 1.00 1/900 4711"}},
    {(char[]){"now_swap"}, (char[]){"0 GiB used of 8 GiB"}},
    {(char[]){"now_stopped"}, (char[]){"7 times by the CPU quota"}},
};
static struct fact build[] = {{(char[]){"flags"}, (char[]){"-O3 -g -std=c11"}}};
enum { NFACTS = sizeof machine / sizeof *machine };

static const struct gpu fine_gpu = {{"Fake GPU", 700, 700, 1980e6, 1, 1, 0, 0, 0.0},
                                    {1980e6, 2600e6, 40, 100, 1, NVML_IDLE}};

struct described {
    struct patient patient;
    struct gpus gpus;
    struct fact machine[NFACTS], build[1];
};

/* Pointers into out: not to be copied. */
static void describe_fine(struct described *out)
{
    memcpy(out->machine, machine, sizeof machine);
    memcpy(out->build, build, sizeof build);
    out->gpus = (struct gpus){.count = 1, .gpu[0] = fine_gpu};
    out->patient = (struct patient){NFACTS,     1, out->machine, out->build, "0123abc",
                                    &out->gpus, 8, 25e-9,        false};
}

static const struct finding *find_about(const struct findings *findings, const char *about,
                                        const char *part)
{
    for (size_t k = 0; k < findings->count; k++)
        if (!strcmp(findings->finding[k].about, about) && strstr(findings->finding[k].text, part))
            return &findings->finding[k];
    return NULL;
}

/* Checks that one fact of the machine gives one finding at this level, and that all other findings
 * stay. */
static void check_finding(const struct described *described, enum level level, const char *about,
                          const char *part)
{
    struct findings findings = {0};
    assert_int_equal(doctor_examine(&described->patient, &findings), OK);
    const struct finding *found = find_about(&findings, about, part);
    if (!found) fail_msg("nothing about %s says '%s'", about, part);
    if (found->level != level)
        fail_msg("%s: '%s' is %s", about, found->text, level_names[found->level]);
    for (int other = LEVEL_NOTE; other < NLEVELS; other++) {
        size_t expected = other == (int)level;
        if (findings_count(&findings, (enum level)other) != expected)
            fail_msg("%s: %zu of level %s", about, findings_count(&findings, (enum level)other),
                     level_names[other]);
    }
    for (size_t k = 0; k < findings.count; k++)
        assert_null(strpbrk(findings.finding[k].text, "\n\t"));
    findings_free(&findings);
}

static void test_fine(void **state)
{
    static const char *const all[] = {"governor",    "turbo",   "smt",   "load",    "swap",
                                      "quota",       "threads", "cpus",  "waiting", "numa",
                                      "clocksource", "timer",   "build", "commit",  "gpu0"};
    struct described described;
    struct findings findings = {0};
    describe_fine(&described);
    assert_int_equal(doctor_examine(&described.patient, &findings), OK);
    assert_int_equal(findings.count, sizeof all / sizeof *all);
    for (size_t k = 0; k < findings.count; k++) {
        if (!find_about(&findings, all[k], "")) fail_msg("nothing about %s", all[k]);
        assert_int_equal(findings.finding[k].level, LEVEL_OK);
    }
    findings_free(&findings);
}

static void test_facts(void **state)
{
    static const struct {
        const char *fact, *value;
        enum level level;
        const char *about, *part;
    } cases[] = {
        {"governor", "powersave", LEVEL_WARNING, "governor",
         "powersave lets clocks vary. Run: sudo cpupower"},
        {"governor", "performance, powersave", LEVEL_WARNING, "governor",
         "performance, powersave lets clocks vary. "},
        {"turbo", "on", LEVEL_NOTE, "turbo",
         "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost"},
        {"smt", "on", LEVEL_NOTE, "smt", "OMP_PLACES=cores"},
        {"now_load", "0.81 0 0 1/1 1", LEVEL_WARNING, "load", "0.81 on 8 cores"},
        {"now_load", "24.00 0 0 1/1 1", LEVEL_WARNING, "load",
         "24.00 on 8 cores: times may be 4.0 times too long"},
        {"cpus", "0-7 of 0-15", LEVEL_NOTE, "cpus",
         "0-7 of 0-15: programs on the other cores share caches"},
        {"now_swap", "0.5 GiB used of 8 GiB", LEVEL_NOTE, "swap", "0.5 GiB used"},
        {"cpu_quota", "2.5 CPUs", LEVEL_WARNING, "quota", "the time of 2.5 CPUs"},
        {"cpu_quota", "2.5 CPUs", LEVEL_WARNING, "quota", "so far 7 times"},
        {"numa_nodes", "2", LEVEL_NOTE, "numa", "numactl"},
        {"clocksource", "hpet", LEVEL_WARNING, "clocksource", "hpet is slow"},
        {"clocksource", "acpi_pm", LEVEL_WARNING, "clocksource", "acpi_pm is slow"},
        {"cores", "10", LEVEL_NOTE, "threads", "8 on 10 cores"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct described described;
        describe_fine(&described);
        for (int i = 0; i < NFACTS; i++)
            if (!strcmp(machine[i].name, cases[k].fact))
                described.machine[i].value = (char *)cases[k].value;
        check_finding(&described, cases[k].level, cases[k].about, cases[k].part);
    }
}

static void test_waiting(void **state)
{
    struct described described;
    describe_fine(&described);
    described.patient.spins = true;
    check_finding(&described, LEVEL_NOTE, "waiting",
                  "OMP_WAIT_POLICY=active: waiting threads keep their cores");
}

/* Each driver has its own switch. */
static void test_turbo_of_intel(void **state)
{
    static char driver[] = "intel_pstate", on[] = "on";
    struct described described;
    describe_fine(&described);
    for (int k = 0; k < NFACTS; k++) {
        if (!strcmp(machine[k].name, "cpufreq")) described.machine[k].value = driver;
        if (!strcmp(machine[k].name, "turbo")) described.machine[k].value = on;
    }
    check_finding(&described, LEVEL_NOTE, "turbo",
                  "echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo");
}

/* A machine without information gets no finding for it. */
static void test_unknown(void **state)
{
    static char nothing[] = "unknown";
    struct described described;
    struct findings findings = {0};
    describe_fine(&described);
    for (int i = 0; i < NFACTS; i++)
        if (strcmp(machine[i].name, "cores")) described.machine[i].value = nothing;
    described.gpus.gpu[0] = (struct gpu){{"", NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN},
                                         {NAN, NAN, NAN, NAN, NAN, MISSING}};
    assert_int_equal(doctor_examine(&described.patient, &findings), OK);
    assert_int_equal(findings_count(&findings, LEVEL_OK), findings.count);
    findings_free(&findings);
}

static void test_program(void **state)
{
    struct described described;
    describe_fine(&described);
    described.build[0].value = (char[]){"-O0 -g"};
    check_finding(&described, LEVEL_WARNING, "build", "not optimised");
    described.build[0].value = (char[]){"-O3 -fsanitize=address"};
    check_finding(&described, LEVEL_WARNING, "build", "sanitizers");
    describe_fine(&described);
    described.patient.commit = "0123abc+dirty";
    check_finding(&described, LEVEL_NOTE, "commit", "0123abc+dirty");
    described.patient.commit = "unknown";
    check_finding(&described, LEVEL_NOTE, "commit", "outside of a git checkout");
    describe_fine(&described);
    described.patient.tick = 4e-3;
    check_finding(&described, LEVEL_WARNING, "timer", "steps of 4e+03 us");
}

static void check_gpu(struct gpu gpu, enum level level, const char *part)
{
    struct described described;
    describe_fine(&described);
    described.gpus.count = 2;
    described.gpus.gpu[1] = gpu;
    check_finding(&described, level, "gpu1", part);
}

static void test_gpus(void **state)
{
    static const struct {
        uint64_t reasons;
        enum level level;
        const char *part;
    } cases[] = {
        {NVML_HW_SLOWDOWN, LEVEL_WARNING, "(hardware slowdown, 40 degC)"},
        {NVML_SW_THERMAL, LEVEL_WARNING, "software thermal"},
        {NVML_HW_THERMAL | NVML_IDLE, LEVEL_WARNING, "(hardware thermal slowdown, 40 degC)"},
        {NVML_POWER_BRAKE, LEVEL_WARNING, "power brake"},
        {NVML_POWER_CAP, LEVEL_NOTE, "power limit"},
        {NVML_CLOCK_SETTING, LEVEL_NOTE,
         "a setting keeps its clocks below the best (application clocks setting, 1980 MHz of 1980 "
         "MHz)"},
        {NVML_SYNC_BOOST, LEVEL_NOTE, "sync boost"},
    };
    struct gpu gpu = fine_gpu;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        gpu.reading.reasons = cases[k].reasons;
        check_gpu(gpu, cases[k].level, cases[k].part);
    }
    gpu = fine_gpu, gpu.facts.processes = 1;
    check_gpu(gpu, LEVEL_WARNING, "used by 1 other process.");
    gpu.facts.processes = 2, gpu.facts.busy = 1;
    check_gpu(gpu, LEVEL_WARNING, "used by 2 other processes.");
    gpu = fine_gpu, gpu.facts.busy = 0.5;
    check_gpu(gpu, LEVEL_WARNING, "busy for 50 %");
    gpu = fine_gpu, gpu.facts.persistence = 0;
    check_gpu(gpu, LEVEL_NOTE, "nvidia-smi -pm 1");
    gpu = fine_gpu, gpu.facts.power_limit = 350;
    check_gpu(gpu, LEVEL_NOTE, "350 W, the default is 700 W");
    gpu = fine_gpu, gpu.facts.mig = 1;
    check_gpu(gpu, LEVEL_NOTE, "MIG is on");
}

/* The present machine: the findings of a child process are those of this one. */
static void test_here(void **state)
{
    struct diagnosis diagnosis;
    char names[256], tiny[2];
    assert_int_equal(doctor_diagnose(&diagnosis), OK);
    assert_true(diagnosis.findings.count >= 12 && diagnosis.nmachine >= 12 &&
                diagnosis.nbuild == 3);
    assert_int_equal(doctor_warnings(names, sizeof names), OK);
    assert_int_equal(findings_count(&diagnosis.findings, LEVEL_WARNING) == 0, *names == '\0');
    assert_int_equal(doctor_warnings(tiny, sizeof tiny), OK);
    diagnosis_free(&diagnosis);
    diagnosis_free(&diagnosis);
}

static void test_no_memory(void **state)
{
    enum status status = ERROR_HOST_MEMORY;
    for (long k = 0; status != OK; k++) {
        struct diagnosis diagnosis;
        status = refused_after(k, doctor_diagnose(&diagnosis));
        if (status != OK) {
            assert_int_equal(status, ERROR_HOST_MEMORY);
            assert_true(!diagnosis.machine && !diagnosis.build && !diagnosis.findings.finding);
        }
        diagnosis_free(&diagnosis);
    }
    char names[256];
    memory_fail_after(0);
    status = doctor_warnings(names, sizeof names);
    memory_fail_after(-1);
    assert_int_equal(status, ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "cannot examine the machine. Run `warpmark doctor`");
}

#define CPUS "/sys/devices/system/cpu"

/* A machine with two governors to mend of three, and turbo: each is written where it is told, and
 * the next look finds nothing. */
static void test_fixes(void **state)
{
    struct doctor_fix *fixes;
    size_t count;
    fake_root_create();
    assert_int_equal(doctor_fixes(fake_root, &fixes, &count), OK);
    assert_true(count == 0 && !fixes);
    fake_file(CPUS "/online", "0,2-3\n");
    fake_file(CPUS "/cpu0/cpufreq/scaling_governor", "powersave\n");
    fake_file(CPUS "/cpu1/cpufreq/scaling_governor", "powersave\n"); /* is not online */
    fake_file(CPUS "/cpu2/cpufreq/scaling_governor", "performance\n");
    fake_file(CPUS "/cpu3/cpufreq/scaling_governor", "schedutil\n");
    fake_file(CPUS "/intel_pstate/no_turbo", "0\n");
    fake_file(CPUS "/cpufreq/boost", "1\n");
    assert_int_equal(doctor_fixes(fake_root, &fixes, &count), OK);
    assert_int_equal(count, 4);
    assert_string_equal(fixes[1].path, CPUS "/cpu3/cpufreq/scaling_governor");
    assert_string_equal(fixes[1].before, "schedutil");
    assert_string_equal(fixes[1].value, "performance");
    assert_true(!strcmp(fixes[2].value, "1") && !strcmp(fixes[3].value, "0"));
    for (size_t k = 0; k < count; k++) assert_int_equal(doctor_fix_do(fake_root, &fixes[k]), OK);
    free(fixes);
    assert_int_equal(doctor_fixes(fake_root, &fixes, &count), OK);
    assert_int_equal(count, 0);
    fake_root_remove();
}

static void test_fix_refused(void **state)
{
    struct doctor_fix fix = {.path = "/dev/null/boost", .value = "0"};
    assert_int_equal(doctor_fix_do("", &fix), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "cannot write /dev/null/boost: Not a directory");
    snprintf(fix.path, sizeof fix.path, "/dev/full");
    assert_int_equal(doctor_fix_do("", &fix), ERROR_ENVIRONMENT);
    assert_string_equal(fail_message(), "cannot write /dev/full: No space left on device");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fine),           cmocka_unit_test(test_facts),
        cmocka_unit_test(test_turbo_of_intel), cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_unknown),        cmocka_unit_test(test_program),
        cmocka_unit_test(test_gpus),           cmocka_unit_test(test_here),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_fixes), cmocka_unit_test(test_fix_refused),
    };
    return cmocka_run_group_tests_name("doctor", tests, NULL, NULL);
}
