#include "harness/machine/usage.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/resource.h>

#include "harness/machine/busy.h"

static double seconds_of(const struct timeval *time)
{
    return (double)time->tv_sec + 1e-6 * (double)time->tv_usec;
}

static void read_counts(struct usage *out)
{
    struct rusage now;
    out->cpu = NAN;
    if (getrusage(RUSAGE_SELF, &now)) return;
    out->cpu = seconds_of(&now.ru_utime) + seconds_of(&now.ru_stime);
    out->voluntary = (uint64_t)now.ru_nvcsw, out->involuntary = (uint64_t)now.ru_nivcsw;
    out->minor = (uint64_t)now.ru_minflt, out->major = (uint64_t)now.ru_majflt;
}

/* Reads the times of the threads. A kernel that does not count them reports that threads never
 * ran. */
static void look_at_threads(const char *root, struct usage *usage)
{
    struct busy busy;
    busy_read_threads(root, &busy);
    usage->looked = true;
    usage->looked_at = usage->involuntary;
    usage->without_core = busy.ran > 0 ? busy.waited : NAN;
}

void usage_begin(const char *root, struct usage *usage)
{
    read_counts(usage);
    if (!usage->looked || usage->looked_at != usage->involuntary) look_at_threads(root, usage);
}

void usage_end(const char *root, struct usage *usage, struct result_sample *sample)
{
    const struct usage before = *usage;
    read_counts(usage);
    if (isnan(usage->cpu) || isnan(before.cpu)) return;
    sample->cpu = fmax(0, usage->cpu - before.cpu);
    sample->voluntary = usage->voluntary - before.voluntary;
    sample->involuntary = usage->involuntary - before.involuntary;
    sample->minor_faults = usage->minor - before.minor;
    sample->major_faults = usage->major - before.major;
    if (sample->involuntary) look_at_threads(root, usage);
    if (!isnan(usage->without_core) && !isnan(before.without_core))
        sample->without_core = fmax(0, usage->without_core - before.without_core);
}

static bool peak_is_old; /* the peak is from before usage_forget_peak, which failed */

void usage_forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    peak_is_old = !file || fputs("5\n", file) < 0; /* 5 resets the peak, see proc(5) */
    if (file && fclose(file) != 0) peak_is_old = true;
}

uint64_t usage_peak(void)
{
    struct rusage now;
    if (peak_is_old || getrusage(RUSAGE_SELF, &now) || now.ru_maxrss <= 0) return MISSING;
    return (uint64_t)now.ru_maxrss * 1024;
}
