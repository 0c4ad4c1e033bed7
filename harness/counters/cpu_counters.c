#include "harness/counters/cpu_counters.h"

#include <dirent.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/system.h"
#include "harness/counters/dram_events.h"

/* kernel: what the kernel does for the threads counts, too. Without the right to that, events that
 * happen in user mode are still counted. */
static const struct event {
    enum counter which;
    uint32_t type;
    uint64_t config;
    bool kernel, either;
} events[] = {
    {COUNTER_task_clock, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK, true, true},
    {COUNTER_page_faults, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, true, true},
    {COUNTER_context_switches, PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES, true, false},
    {COUNTER_instructions, PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false, false},
    {COUNTER_cycles, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES, false, false},
    {COUNTER_cache_misses, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES, false, false},
};

struct opened {
    int file;
    enum counter which;
    double unit; /* what one count stands for */
};

struct cpu_counters {
    size_t count;
    struct opened *opened;
};

const char *cpu_counters_why(const char *root, int code)
{
    static char text[LONGEST_WHY];
    const double paranoid = system_number(root, "/proc/sys/kernel/perf_event_paranoid", "");
    switch (code) {
    case ENOENT:
    case ENODEV:
    case EOPNOTSUPP: return "this kernel has no such counter, as in most virtual machines";
    case ENOSYS: return "this kernel was built without perf_event_open";
    case EMFILE: return "too many threads for the files that a process may open. Raise `ulimit -n`";
    case EACCES:
    case EPERM:
        if (!(paranoid > -1)) return "a container or the kernel forbids perf_event_open";
        snprintf(text, sizeof text,
                 "not allowed (perf_event_paranoid is %.0f). Run: sudo sysctl "
                 "kernel.perf_event_paranoid=0",
                 paranoid);
        return text;
    default: snprintf(text, sizeof text, "perf_event_open: %s", strerror(code)); return text;
    }
}

static int open_event(uint32_t type, uint64_t config, bool kernel, pid_t thread, int cpu)
{
    struct perf_event_attr wanted = {.type = type, .size = sizeof wanted, .config = config};
    wanted.disabled = 1;
    wanted.inherit = cpu < 0;
    wanted.exclude_kernel = wanted.exclude_hv = !kernel;
    wanted.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    return (int)syscall(SYS_perf_event_open, &wanted, thread, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

static enum status keep(struct cpu_counters *counters, int file, enum counter which, double unit)
{
    enum status status =
        reallocate(&counters->opened, counters->count + 1, sizeof *counters->opened, "counters");
    if (status == OK) counters->opened[counters->count++] = (struct opened){file, which, unit};
    else close(file);
    return status;
}

/* Opens the events of one thread. A thread may have ended: ESRCH. */
static enum status open_thread(const char *root, struct cpu_counters *counters, pid_t thread,
                               struct counts *counts)
{
    for (size_t k = 0; k < sizeof events / sizeof *events; k++) {
        const struct event *event = &events[k];
        if (*counts->why[event->which]) continue;
        int file = open_event(event->type, event->config, event->kernel, thread, -1);
        if (file < 0 && event->either && (errno == EACCES || errno == EPERM))
            file = open_event(event->type, event->config, false, thread, -1);
        const double unit = event->which == COUNTER_task_clock ? 1e-9 : 1;
        if (file >= 0) MUST(keep(counters, file, event->which, unit));
        else if (errno != ESRCH) counts_refuse(counts, event->which, cpu_counters_why(root, errno));
    }
    return OK;
}

static enum status open_threads(const char *root, struct cpu_counters *counters,
                                struct counts *counts)
{
    enum status status = OK;
    DIR *folder = opendir("/proc/self/task");
    if (!folder) return open_thread(root, counters, 0, counts);
    for (struct dirent *entry; status == OK && (entry = readdir(folder));) {
        const pid_t thread = atoi(entry->d_name);
        if (thread > 0) status = open_thread(root, counters, thread, counts);
    }
    closedir(folder);
    return status;
}

static enum status open_controllers(const char *root, struct cpu_counters *counters,
                                    struct counts *counts)
{
    struct dram_event list[MOST_DRAM_EVENTS];
    const int count = dram_events(root, list);
    if (!count)
        counts_refuse_all(
            counts, COUNTER_dram_read, COUNTER_dram_written,
            "this kernel lists no memory controllers (uncore_imc), as on AMD and in virtual "
            "machines");
    for (int k = 0; k < count; k++) {
        const enum counter which = list[k].written ? COUNTER_dram_written : COUNTER_dram_read;
        const int file = open_event(list[k].type, list[k].config, true, -1, list[k].cpu);
        if (file >= 0) MUST(keep(counters, file, which, list[k].bytes));
        else counts_refuse(counts, which, cpu_counters_why(root, errno));
    }
    return OK;
}

enum status cpu_counters_open(const char *root, struct counts *counts, struct cpu_counters **out)
{
    enum status status = OK;
    TRY(allocate_zeroed(1, sizeof **out, "counters", out));
    TRY(open_threads(root, *out, counts));
    TRY(open_controllers(root, *out, counts));
out:
    if (status != OK) {
        cpu_counters_close(*out);
        *out = NULL;
    }
    return status;
}

void cpu_counters_close(struct cpu_counters *counters)
{
    if (!counters) return;
    for (size_t k = 0; k < counters->count; k++) close(counters->opened[k].file);
    free(counters->opened);
    free(counters);
}

/* One system call for all events that this thread has opened: a loop over them would count itself
 * in those that are on already. */
void cpu_counters_begin(void)
{
    prctl(PR_TASK_PERF_EVENTS_ENABLE);
}

void cpu_counters_end(void)
{
    prctl(PR_TASK_PERF_EVENTS_DISABLE);
}

void cpu_counters_read(const struct cpu_counters *counters, struct counts *counts)
{
    double sums[NCOUNTERS] = {0};
    bool on[NCOUNTERS] = {false}, ran[NCOUNTERS] = {false};
    for (size_t k = 0; k < counters->count; k++) {
        const struct opened *it = &counters->opened[k];
        struct {
            uint64_t count, enabled, running;
        } now;
        if (read(it->file, &now, sizeof now) != sizeof now) continue;
        on[it->which] = true;
        if (!now.running) continue;
        ran[it->which] = true;
        sums[it->which] +=
            it->unit * (double)now.count * ((double)now.enabled / (double)now.running);
    }
    for (int k = 0; k < NCOUNTERS; k++) {
        if (!on[k] || *counts->why[k]) continue;
        if (ran[k]) counts->value[k] = sums[k];
        else counts_refuse(counts, (enum counter)k, "others had all counters of the processor");
    }
}
