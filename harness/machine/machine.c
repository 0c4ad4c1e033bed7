#include "harness/machine/machine.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "build.h"
#include "harness/machine/noise.h"
#include "harness/machine/pin.h"
#include "solvers/registry.h"

#define CPU "/sys/devices/system/cpu"
#define GIB 0x1p30

/* A fact that is the content of one file. */
struct line {
    const char *name, *path, *key;
};

static const struct line lasting[] = {
    {"os", "/etc/os-release", "PRETTY_NAME"},
    {"kernel", "/proc/sys/kernel/osrelease", ""},
    {"microcode", "/proc/cpuinfo", "microcode"},
    {"cpufreq", CPU "/cpu0/cpufreq/scaling_driver", ""},
    {"clocksource", "/sys/devices/system/clocksource/clocksource0/current_clocksource", ""},
};

static const struct line momentary[] = {
    {"now_load", "/proc/loadavg", ""},
    {"now_mhz", "/proc/cpuinfo", "cpu MHz"},
};

enum {
    NLASTING = sizeof lasting / sizeof *lasting,
    NMOMENTARY = sizeof momentary / sizeof *momentary
};

static enum status add_lines(const char *root, const struct line *lines, int count,
                             struct facts *out)
{
    enum status status = OK;
    char value[256];
    for (int k = 0; k < count && status == OK; k++) {
        bool found = system_line(root, lines[k].path, lines[k].key, value, sizeof value);
        status = facts_add(out, lines[k].name, "%s", found ? value : "unknown");
    }
    return status;
}

/* Reads a switch from a file that holds the number `on` if it is on. */
static const char *switched(const char *root, const char *path, double on)
{
    double value = system_number(root, path, "");
    return isnan(value) ? NULL : value == on ? "on" : "off";
}

/* Adds the governors of all CPUs that may be used: "performance", or "performance, powersave". */
static enum status add_governors(const char *root, const struct system_share *share,
                                 struct facts *out)
{
    enum { MOST_CPUS = 4096 };
    char all[256] = "";
    for (unsigned cpu = 0; cpu < MOST_CPUS; cpu++) {
        char path[80], one[64];
        if (*share->cpus && !system_list_has(share->cpus, cpu)) continue;
        snprintf(path, sizeof path, CPU "/cpu%u/cpufreq/scaling_governor", cpu);
        const bool found = system_line(root, path, "", one, sizeof one);
        if (!found && !*share->cpus) break;
        const size_t used = strlen(all);
        if (found && !strstr(all, one))
            snprintf(all + used, sizeof all - used, "%s%s", used ? ", " : "", one);
    }
    return facts_add(out, "governor", "%s", *all ? all : "unknown");
}

static enum status add_switches(const char *root, struct facts *out)
{
    const char *turbo = switched(root, CPU "/intel_pstate/no_turbo", 0),
               *smt = switched(root, CPU "/smt/active", 1);
    if (!turbo) turbo = switched(root, CPU "/cpufreq/boost", 1);
    MUST(facts_add(out, "turbo", "%s", turbo ? turbo : "unknown"));
    return facts_add(out, "smt", "%s", smt ? smt : "unknown");
}

/* Estimates the installed memory. MemTotal leaves out what the kernel keeps for itself, so it is
 * rounded up to the next sixteenth or so of its size; kernels differ by less. */
static double installed_memory(const char *root)
{
    double bytes = 1024 * system_number(root, "/proc/meminfo", "MemTotal");
    if (!(bytes > 0)) return NAN;
    double unit = exp2(floor(log2(bytes / 8)));
    return ceil(bytes / unit) * unit;
}

static enum status add_limits(const char *root, const struct system_share *share, struct facts *out)
{
    char list[256];
    system_line(root, CPU "/online", "", list, sizeof list);
    MUST(facts_add(out, "cpus", "%s of %s", *share->cpus ? share->cpus : "unknown",
                   *list ? list : "unknown"));
    if (*pin_text(list, sizeof list)) MUST(facts_add(out, "pinned", "%s", list));
    MUST(facts_add(out, "cpu_quota", "%s",
                   isinf(share->quota) ? "none" : quantity(share->quota, "CPUs").text));
    MUST(facts_add(out, "memory_limit", "%s",
                   isinf(share->memory_limit) ? "none"
                                              : quantity(share->memory_limit / GIB, "GiB").text));
    system_line(root, "/sys/devices/system/node/online", "", list, sizeof list);
    return facts_add(out, "numa_nodes", "%u", *list ? system_list_count(list) : 1);
}

static enum status add_caches(const char *root, const struct system_share *share, struct facts *out)
{
    enum { MAX_CACHES = 8 };
    struct system_cache cache[MAX_CACHES];
    char text[256] = "unknown";
    size_t used = 0;
    int count = system_caches(root, share->cpus, MAX_CACHES, cache);
    for (int k = 0; k < count && used < sizeof text; k++) {
        const char *type = cache[k].type == 'd' ? "d" : cache[k].type == 'i' ? "i" : "";
        bool large = cache[k].bytes >= 0x1p20;
        used += (size_t)snprintf(
            text + used, sizeof text - used, "%sL%u%s %u x %s", used ? ", " : "", cache[k].level,
            type, cache[k].count,
            quantity(cache[k].bytes / (large ? 0x1p20 : 0x1p10), large ? "MiB" : "KiB").text);
    }
    return facts_add(out, "caches", "%s", text);
}

static enum status add_now(const char *root, const struct system_share *share, struct facts *out)
{
    double available = 1024 * system_number(root, "/proc/meminfo", "MemAvailable");
    double total = 1024 * system_number(root, "/proc/meminfo", "SwapTotal");
    double free_swap = 1024 * system_number(root, "/proc/meminfo", "SwapFree");
    MUST(add_lines(root, momentary, NMOMENTARY, out));
    MUST(facts_add(out, "now_memory", "%s available", quantity(available / GIB, "GiB").text));
    MUST(facts_add(out, "now_swap", "%s used of %s",
                   quantity((total - free_swap) / GIB, "GiB").text,
                   quantity(total / GIB, "GiB").text));
    if (!isnan(share->throttled))
        MUST(facts_add(out, "now_stopped", "%.0f times by the CPU quota", share->throttled));
    return OK;
}

static enum status add_devices(struct facts *out)
{
    for (int k = 0; k < place_count; k++) {
        char text[512];
        if (!places[k]->describe || places[k]->probe() != OK) continue;
        MUST(places[k]->describe(text, sizeof text));
        MUST(facts_add(out, places[k]->name, "%s", text));
    }
    return OK;
}

/* Adds the results of the last `warpmark selfcheck` on this machine. */
static enum status add_noise(struct facts *out)
{
    struct noise noise;
    if (!noise_read(fact_value(out->fact, out->count, "key"), &noise)) return OK;
    MUST(facts_add(out, "noise_floor", "%.6g", noise.floor));
    MUST(facts_add(out, "false_positive_rate", "%.6g", noise.false_positives));
    MUST(facts_add(out, "timer_resolution", "%.3g s", noise.resolution));
    MUST(facts_add(out, "timer_overhead", "%.3g s", noise.overhead));
    return facts_add(out, "noise_measured", "%s", noise.measured);
}

static enum status add_host(const char *root, const struct gpus *gpus, struct facts *out)
{
    struct system_share share;
    char cpu[256], cards[512];
    struct quantity memory = quantity(installed_memory(root) / GIB, "GiB");
    system_share(root, &share);
    gpus_names(gpus, cards, sizeof cards);
    if (!system_line(root, "/proc/cpuinfo", "model name", cpu, sizeof cpu))
        strcpy(cpu, "unknown CPU");
    MUST(facts_add(out, "key", "%s; %u cores; %s; %s", cpu, system_cores(&share), memory.text,
                   cards));
    MUST(facts_add(out, "cpu", "%s", cpu));
    MUST(facts_add(out, "cores", "%u", system_cores(&share)));
    MUST(facts_add(out, "memory", "%s", memory.text));
    MUST(facts_add(out, "gpus", "%s", cards));
    MUST(add_lines(root, lasting, NLASTING, out));
    MUST(add_governors(root, &share, out));
    MUST(add_switches(root, out));
    MUST(add_limits(root, &share, out));
    MUST(add_caches(root, &share, out));
    MUST(gpus_facts(gpus, out));
    MUST(add_devices(out));
    if (!*root) MUST(add_noise(out));
    MUST(add_now(root, &share, out));
    return gpus_facts_now(gpus, out);
}

enum status machine_facts_under(const char *root, const struct gpus *gpus, struct fact **out,
                                size_t *count)
{
    struct facts facts = {0};
    return facts_finish(add_host(root, gpus, &facts), &facts, out, count);
}

enum status machine_facts(struct fact **out, size_t *count)
{
    struct gpus gpus;
    gpus_read(&gpus);
    return machine_facts_under("", &gpus, out, count);
}

static enum status add_build(struct facts *out)
{
    MUST(facts_add(out, "compiler", "%s", BUILD_COMPILER));
    MUST(facts_add(out, "flags", "%s", BUILD_FLAGS));
    return facts_add(out, "cuda", "%s", BUILD_CUDA);
}

enum status build_facts(struct fact **out, size_t *count)
{
    struct facts facts = {0};
    return facts_finish(add_build(&facts), &facts, out, count);
}

const char *build_commit(void)
{
    return BUILD_COMMIT;
}

const char *build_version(void)
{
    return BUILD_VERSION;
}
