#include "harness/machine.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/memory.h"
#include "build.h"
#include "harness/noise.h"
#include "solvers/registry.h"

/* A growing list of facts. */
struct facts {
    struct fact *fact;
    size_t count;
};

__attribute__((format(printf, 3, 4))) static enum status add(struct facts *facts, const char *name, const char *format,
                                                             ...)
{
    char value[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    struct fact fact = {0};
    enum status status = OK;
    TRY(copy_text(name, &fact.name));
    TRY(copy_text(value, &fact.value));
    TRY(reallocate(&facts->fact, facts->count + 1, sizeof fact, "facts"));
    facts->fact[facts->count++] = fact;
    return OK;
out:
    free(fact.name);
    free(fact.value);
    return status;
}

void facts_free(struct fact *facts, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        free(facts[k].name);
        free(facts[k].value);
    }
    free(facts);
}

const char *fact_value(const struct fact *facts, size_t count, const char *name)
{
    for (size_t k = 0; k < count; k++)
        if (!strcmp(facts[k].name, name)) return facts[k].value;
    return "";
}

/* The rest of the first line of file that begins with prefix, behind blanks and ':'; "" where there is none. */
static void read_line(const char *file, const char *prefix, char *out, size_t size)
{
    char line[512];
    FILE *in = fopen(file, "r");
    out[0] = '\0';
    while (in && fgets(line, sizeof line, in)) {
        if (strncmp(line, prefix, strlen(prefix))) continue;
        const char *value = line + strlen(prefix);
        value += strspn(value, " \t:=\"");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\"\n"), value);
        break;
    }
    if (in) fclose(in);
}

static enum status add_line(struct facts *facts, const char *name, const char *file, const char *prefix)
{
    char value[256];
    read_line(file, prefix, value, sizeof value);
    return add(facts, name, "%s", *value ? value : "unknown");
}

static enum status add_devices(struct facts *facts)
{
    for (int k = 0; k < place_count; k++) {
        char text[512];
        if (!places[k]->describe || places[k]->probe() != OK) continue;
        enum status status = places[k]->describe(text, sizeof text);
        if (status == OK) status = add(facts, places[k]->name, "%s", text);
        if (status != OK) return status;
    }
    return OK;
}

/* What the last `warpmark selfcheck` here found. */
static enum status add_noise(struct facts *facts)
{
    struct noise noise;
    enum status status = OK;
    if (!noise_read(fact_value(facts->fact, facts->count, "key"), &noise)) return OK;
    TRY(add(facts, "noise_floor", "%.6g", noise.floor));
    TRY(add(facts, "false_positive_rate", "%.6g", noise.false_positives));
    TRY(add(facts, "timer_resolution", "%.3g s", noise.resolution));
    TRY(add(facts, "timer_overhead", "%.3g s", noise.overhead));
    TRY(add(facts, "noise_measured", "%s", noise.measured));
out:
    return status;
}

enum status machine_facts(struct fact **out, size_t *count)
{
    enum status status = OK;
    struct facts facts = {0};
    struct utsname kernel;
    char cpu[256];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE) / 1e9;
    read_line("/proc/cpuinfo", "model name", cpu, sizeof cpu);
    uname(&kernel);
    TRY(add(&facts, "cpu", "%s", *cpu ? cpu : "unknown"));
    TRY(add(&facts, "cores", "%ld", cores));
    TRY(add(&facts, "memory", "%.0f GB", memory));
    TRY(add_line(&facts, "os", "/etc/os-release", "PRETTY_NAME"));
    TRY(add(&facts, "kernel", "%s %s %s", kernel.sysname, kernel.release, kernel.machine));
    TRY(add_line(&facts, "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", ""));
    TRY(add_line(&facts, "load", "/proc/loadavg", ""));
    TRY(add_devices(&facts));
    const char *gpu = fact_value(facts.fact, facts.count, "cuda");
    TRY(add(&facts, "key", "%s; %ld cores; %.0f GB; %.*s", *cpu ? cpu : "unknown CPU", cores, memory,
            *gpu ? (int)strcspn(gpu, ",") : 6, *gpu ? gpu : "no GPU"));
    TRY(add_noise(&facts));
out:
    if (status != OK) {
        facts_free(facts.fact, facts.count);
        facts = (struct facts){0};
    }
    *out = facts.fact;
    *count = facts.count;
    return status;
}

enum status build_facts(struct fact **out, size_t *count)
{
    enum status status = OK;
    struct facts facts = {0};
    TRY(add(&facts, "compiler", "%s", BUILD_COMPILER));
    TRY(add(&facts, "flags", "%s", BUILD_FLAGS));
    TRY(add(&facts, "cuda", "%s", BUILD_CUDA));
out:
    if (status != OK) {
        facts_free(facts.fact, facts.count);
        facts = (struct facts){0};
    }
    *out = facts.fact;
    *count = facts.count;
    return status;
}

const char *build_commit(void)
{
    return BUILD_COMMIT;
}
