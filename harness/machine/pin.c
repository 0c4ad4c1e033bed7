#define _GNU_SOURCE /* sched_setaffinity */
#include "harness/machine/pin.h"

#include <errno.h>
#include <math.h>
#include <omp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "harness/machine/threads.h"

#define CPU "/sys/devices/system/cpu"

static struct pin pinned;

/* A CPU that may be used: its package, and how many CPUs of its core come before it. */
struct candidate {
    int cpu, before;
    double package;
};

static int by_core(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (a->before != b->before) return a->before - b->before;
    if (a->package != b->package) return a->package < b->package ? -1 : 1;
    return a->cpu - b->cpu;
}

static struct candidate examine_cpu(const char *root, const char *usable, int cpu)
{
    char path[96], siblings[256];
    struct candidate out = {.cpu = cpu};
    snprintf(path, sizeof path, CPU "/cpu%d/topology/thread_siblings_list", cpu);
    system_line(root, path, "", siblings, sizeof siblings);
    for (int k = 0; k < cpu; k++)
        out.before +=
            system_list_has(siblings, (unsigned)k) && system_list_has(usable, (unsigned)k);
    snprintf(path, sizeof path, CPU "/cpu%d/topology/physical_package_id", cpu);
    out.package = system_number(root, path, "");
    if (isnan(out.package)) out.package = 0;
    return out;
}

enum status pin_choose(const char *root, size_t count, struct pin *out)
{
    struct system_share share;
    struct candidate found[MOST_PINNED];
    size_t all = 0;
    *out = (struct pin){0};
    system_share(root, &share);
    for (int cpu = 0; cpu < MOST_PINNED; cpu++)
        if (system_list_has(share.cpus, (unsigned)cpu))
            found[all++] = examine_cpu(root, share.cpus, cpu);
    qsort(found, all, sizeof *found, by_core);
    size_t cores = 0;
    while (cores < all && !found[cores].before) cores++;
    if (!all)
        return fail(ERROR_ENVIRONMENT, "--pin: Linux does not say which CPUs may be used here");
    if (count > all)
        return fail(ERROR_ENVIRONMENT,
                    "--pin=%zu: this process may use %zu CPU%s (%s), of %zu core%s. Ask for %zu at "
                    "most",
                    count, all, all == 1 ? "" : "s", share.cpus, cores, cores == 1 ? "" : "s", all);
    out->count = (int)(count ? count : cores);
    out->cores = out->count < (int)cores ? out->count : (int)cores;
    for (int k = 0; k < out->count; k++) out->cpu[k] = found[k].cpu;
    return OK;
}

static bool bind_to(const int *cpu, int count)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int k = 0; k < count; k++) CPU_SET((size_t)cpu[k], &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

enum status pin_process(size_t count)
{
    struct pin pin;
    MUST(pin_choose("", count, &pin));
    const char *wanted = getenv("OMP_NUM_THREADS");
    if (wanted && *wanted && threads_count() > pin.count)
        return fail(ERROR_INPUT,
                    "--pin=%d with OMP_NUM_THREADS=%s: threads would share CPUs. Unset "
                    "OMP_NUM_THREADS",
                    pin.count, wanted);
    if (!bind_to(pin.cpu, pin.count))
        return fail(ERROR_ENVIRONMENT, "--pin=%d: cannot bind this process to CPUs: %s", pin.count,
                    strerror(errno));
    pinned = pin;
    if (pin.count < threads_count()) omp_set_num_threads(pin.count);
    return OK;
}

static bool cpu_is_pinned(int cpu)
{
    for (int k = 0; k < pinned.count; k++)
        if (pinned.cpu[k] == cpu) return true;
    return false;
}

const char *pin_text(char *buffer, size_t size)
{
    size_t used = 0;
    *buffer = '\0';
    for (int cpu = 0; cpu < MOST_PINNED && used < size; cpu++) {
        int last = cpu;
        if (!cpu_is_pinned(cpu)) continue;
        while (cpu_is_pinned(last + 1)) last++;
        used += (size_t)snprintf(buffer + used, size - used, last > cpu ? "%s%d-%d" : "%s%d",
                                 used ? "," : "", cpu, last);
        cpu = last;
    }
    if (used && used < size)
        snprintf(buffer + used, size - used, " (%d CPU%s of %d core%s)", pinned.count,
                 pinned.count == 1 ? "" : "s", pinned.cores, pinned.cores == 1 ? "" : "s");
    return buffer;
}

void pin_thread(int k)
{
    if (pinned.count) bind_to(&pinned.cpu[k % pinned.count], 1);
}

void pin_release(void)
{
    if (pinned.count) bind_to(pinned.cpu, pinned.count);
}
