#include "harness/machine/doctor.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "harness/machine/busy.h"
#include "store/results.h"

/* Returns the text of a fact about the machine. */
static const char *fact(const struct patient *patient, const char *name)
{
    return fact_value(patient->machine, patient->nmachine, name);
}

static bool unknown(const char *value)
{
    return !*value || !strcmp(value, "unknown");
}

static enum status check_governor(const struct patient *patient, struct findings *out)
{
    const char *governor = fact(patient, "governor");
    if (unknown(governor))
        return find(out, LEVEL_OK, "governor", "unknown here, as in most virtual machines");
    if (!strcmp(governor, "performance")) return find(out, LEVEL_OK, "governor", "%s", governor);
    return find(out, LEVEL_WARNING, "governor",
                "%s lets clocks vary. Run: sudo cpupower frequency-set -g performance (without "
                "cpupower: echo performance | sudo tee "
                "/sys/devices/system/cpu/cpu*/cpufreq/scaling_governor)",
                governor);
}

static enum status check_turbo(const struct patient *patient, struct findings *out)
{
    const char *turbo = fact(patient, "turbo");
    const bool intel = !strncmp(fact(patient, "cpufreq"), "intel", strlen("intel"));
    if (strcmp(turbo, "on")) return find(out, LEVEL_OK, "turbo", "%s", turbo);
    return find(out, LEVEL_NOTE, "turbo",
                "on: clocks depend on heat and on how many cores work. Run: echo %d | sudo tee "
                "/sys/devices/system/cpu/%s, or turn it off in the firmware",
                intel, intel ? "intel_pstate/no_turbo" : "cpufreq/boost");
}

static enum status check_smt(const struct patient *patient, struct findings *out)
{
    const char *smt = fact(patient, "smt");
    if (strcmp(smt, "on")) return find(out, LEVEL_OK, "smt", "%s", smt);
    return find(out, LEVEL_NOTE, "smt",
                "on: two threads may share a core. Measure with `warpmark run --pin`, or set "
                "OMP_PLACES=cores, and OMP_NUM_THREADS to the number of cores");
}

static enum status check_load(const struct patient *patient, struct findings *out)
{
    double cores = atof(fact(patient, "cores")), load = atof(fact(patient, "now_load"));
    if (unknown(fact(patient, "now_load"))) return find(out, LEVEL_OK, "load", "unknown here");
    if (load <= BUSY_LOAD * cores)
        return find(out, LEVEL_OK, "load", "%.2f on %.0f cores", load, cores);
    if (load <= cores)
        return find(
            out, LEVEL_WARNING, "load",
            "%.2f on %.0f cores: other programs run, so times may be too long. End them, or wait",
            load, cores);
    return find(out, LEVEL_WARNING, "load",
                "%.2f on %.0f cores: times may be %.1f times too long, times of omp even longer. "
                "End other programs, or wait",
                load, cores, 1 + load / cores);
}

/* Reports if the process may run on some of the cores only: "0-1 of 0-7". */
static enum status check_cpuset(const struct patient *patient, struct findings *out)
{
    const char *cpus = fact(patient, "cpus"), *of = strstr(cpus, " of ");
    char own[256];
    snprintf(own, sizeof own, "%.*s", of ? (int)(of - cpus) : 0, cpus);
    if (!of || system_list_count(own) >= system_list_count(of + 4))
        return find(out, LEVEL_OK, "cpus", "all");
    return find(out, LEVEL_NOTE, "cpus",
                "%s: programs on the other cores share caches, memory and clocks with these. The "
                "load counts all cores",
                cpus);
}

static enum status check_waiting(const struct patient *patient, struct findings *out)
{
    if (!patient->spins)
        return find(out, LEVEL_OK, "waiting", "waiting threads soon leave their cores");
    return find(out, LEVEL_NOTE, "waiting",
                "OMP_WAIT_POLICY=active: waiting threads keep their cores, so omp is slow when "
                "other programs need them. Unset it");
}

static enum status check_swap(const struct patient *patient, struct findings *out)
{
    const char *swap = fact(patient, "now_swap");
    if (!(atof(swap) > 0)) return find(out, LEVEL_OK, "swap", "%s", swap);
    return find(out, LEVEL_NOTE, "swap",
                "%s: problems may be swapped out when memory is short. Run: swapoff -a", swap);
}

static enum status check_quota(const struct patient *patient, struct findings *out)
{
    const char *quota = fact(patient, "cpu_quota"), *stopped = fact(patient, "now_stopped");
    if (unknown(quota) || !strcmp(quota, "none")) return find(out, LEVEL_OK, "quota", "%s", quota);
    return find(out, LEVEL_WARNING, "quota",
                "the container may use the time of %s and is stopped when it has used that up%s%s. "
                "Raise the quota, or bind the container to CPUs",
                quota, *stopped ? ", so far " : "", stopped);
}

static enum status check_cpus(const struct patient *patient, struct findings *out)
{
    int cores = atoi(fact(patient, "cores"));
    if (patient->threads == cores)
        return find(out, LEVEL_OK, "threads", "%d, one for each core", cores);
    return find(out, LEVEL_NOTE, "threads", "place omp uses %d on %d cores. Set OMP_NUM_THREADS",
                patient->threads, cores);
}

static enum status check_numa(const struct patient *patient, struct findings *out)
{
    int nodes = atoi(fact(patient, "numa_nodes"));
    if (nodes < 2) return find(out, LEVEL_OK, "numa", "one node");
    return find(out, LEVEL_NOTE, "numa",
                "%d nodes: memory of another node is slower. Bind the program, such as: numactl "
                "--cpunodebind=0 --membind=0",
                nodes);
}

/* Reports the clock source, unless it is read without a system call and drifts little. */
static enum status check_clocksource(const struct patient *patient, struct findings *out)
{
    static const char *const good[] = {"tsc", "arch_sys_counter", "kvm-clock",
                                       "hyperv_clocksource_tsc_page", "timebase"};
    const char *source = fact(patient, "clocksource");
    if (unknown(source)) return find(out, LEVEL_OK, "clocksource", "unknown here");
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        if (!strcmp(source, good[k])) return find(out, LEVEL_OK, "clocksource", "%s", source);
    return find(out, LEVEL_WARNING, "clocksource",
                "%s is slow to read, because the kernel does not trust tsc. See the kernel's log, "
                "and clocksource=tsc",
                source);
}

static enum status check_tick(const struct patient *patient, struct findings *out)
{
    if (patient->tick <= 1e-6)
        return find(out, LEVEL_OK, "timer", "steps of %.0f ns", patient->tick * 1e9);
    return find(out, LEVEL_WARNING, "timer",
                "steps of %.3g us: times of solves below %.2g ms have an error above 0.1 %%. Time "
                "longer solves",
                patient->tick * 1e6, patient->tick * 1e6);
}

static enum status check_optimised(const struct patient *patient, struct findings *out)
{
    const char *flags = fact_value(patient->build, patient->nbuild, "flags");
    if (strstr(flags, "-fsanitize"))
        return find(out, LEVEL_WARNING, "build",
                    "built with sanitizers (SAN=1): its timings mean nothing. Run: make SAN=0");
    if (!strstr(flags, "-O2") && !strstr(flags, "-O3"))
        return find(out, LEVEL_WARNING, "build", "not optimised. Run: make CFLAGS='-O3 -g'");
    return find(out, LEVEL_OK, "build", "optimised");
}

static enum status check_commit(const struct patient *patient, struct findings *out)
{
    if (strstr(patient->commit, "+dirty"))
        return find(out, LEVEL_NOTE, "commit",
                    "%s: the sources have changes that no commit has. Commit them and build again",
                    patient->commit);
    if (unknown(patient->commit))
        return find(out, LEVEL_NOTE, "commit",
                    "unknown: built outside of a git checkout. Build in a clone");
    return find(out, LEVEL_OK, "commit", "%s", patient->commit);
}

/* GPUs */

static enum status check_clocks_held(const struct gpu *gpu, const char *about, struct findings *out)
{
    const uint64_t slowed = SLOWED_REASONS;
    const uint64_t set = NVML_CLOCK_SETTING | NVML_DISPLAY | NVML_SYNC_BOOST;
    uint64_t reasons = gpu->reading.reasons;
    char names[256];
    if (reasons == MISSING)
        return find(out, LEVEL_OK, about, "what holds its clocks down is unknown here");
    if (reasons & slowed)
        return find(
            out, LEVEL_WARNING, about,
            "is slowed down now (%s, %s). Let it cool, and check its air flow and power supply",
            throttle_reason_names(reasons & slowed, names, sizeof names),
            quantity(gpu->reading.temperature, "degC").text);
    if (reasons & NVML_POWER_CAP)
        return find(
            out, LEVEL_NOTE, about,
            "is at its power limit now, which lowers its clocks. End the programs that use it");
    if (reasons & set)
        return find(out, LEVEL_NOTE, about,
                    "a setting keeps its clocks below the best (%s, %s of %s). Run: nvidia-smi "
                    "-rac; nvidia-smi -rgc",
                    throttle_reason_names(reasons & set, names, sizeof names),
                    quantity(gpu->reading.sm_clock / 1e6, "MHz").text,
                    quantity(gpu->facts.most_sm_clock / 1e6, "MHz").text);
    return find(out, LEVEL_OK, about, "nothing holds its clocks down");
}

static enum status check_others(const struct gpu *gpu, const char *about, struct findings *out)
{
    if (gpu->facts.processes > 0)
        return find(out, LEVEL_WARNING, about,
                    "is used by %.0f other process%s. End them: nvidia-smi lists them",
                    gpu->facts.processes, gpu->facts.processes == 1 ? "" : "es");
    if (gpu->facts.busy > 0.02)
        return find(
            out, LEVEL_WARNING, about,
            "was busy for %.0f %% of the last second with other work. End the programs that use it",
            100 * gpu->facts.busy);
    return OK;
}

static enum status check_modes(const struct gpu *gpu, const char *about, struct findings *out)
{
    const struct nvml_facts *is = &gpu->facts;
    if (is->persistence == 0)
        MUST(find(out, LEVEL_NOTE, about,
                  "persistence mode is off, so CUDA starts slowly. Run: nvidia-smi -pm 1"));
    if (is->power_limit < is->default_power_limit)
        MUST(find(out, LEVEL_NOTE, about,
                  "its power limit is %.0f W, the default is %.0f W. Run: nvidia-smi -pl",
                  is->power_limit, is->default_power_limit));
    if (is->mig > 0)
        MUST(find(out, LEVEL_NOTE, about,
                  "MIG is on: other programs may use other parts of the card"));
    return OK;
}

static enum status check_gpus(const struct patient *patient, struct findings *out)
{
    static const char *const about[MAX_GPUS] = {"gpu0",  "gpu1",  "gpu2",  "gpu3", "gpu4",  "gpu5",
                                                "gpu6",  "gpu7",  "gpu8",  "gpu9", "gpu10", "gpu11",
                                                "gpu12", "gpu13", "gpu14", "gpu15"};
    for (int k = 0; k < patient->gpus->count; k++) {
        const struct gpu *gpu = &patient->gpus->gpu[k];
        MUST(check_clocks_held(gpu, about[k], out));
        MUST(check_others(gpu, about[k], out));
        MUST(check_modes(gpu, about[k], out));
    }
    return OK;
}

enum status doctor_examine(const struct patient *patient, struct findings *out)
{
    static enum status (*const checks[])(const struct patient *, struct findings *) = {
        check_governor,    check_turbo, check_smt,       check_load,    check_swap,
        check_quota,       check_cpus,  check_cpuset,    check_waiting, check_numa,
        check_clocksource, check_tick,  check_optimised, check_commit,  check_gpus};
    enum status status = OK;
    for (size_t k = 0; k < sizeof checks / sizeof *checks && status == OK; k++)
        status = checks[k](patient, out);
    return status;
}
