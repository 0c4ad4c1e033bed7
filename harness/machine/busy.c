#include "harness/machine/busy.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "harness/util/clock.h"

/* Adds one thread's times, which the kernel counts in nanoseconds: on a core, and ready but without
 * one. */
static void add_thread(const char *root, const char *thread, struct busy *out)
{
    char path[64], line[128];
    unsigned long long ran, waited;
    snprintf(path, sizeof path, "/proc/self/task/%.20s/schedstat", thread);
    if (!system_line(root, path, "", line, sizeof line) ||
        sscanf(line, "%llu %llu", &ran, &waited) != 2)
        return;
    out->ran += 1e-9 * (double)ran;
    out->waited += 1e-9 * (double)waited;
}

static void read_threads(const char *root, struct busy *out)
{
    char path[512];
    snprintf(path, sizeof path, "%s/proc/self/task", root);
    DIR *folder = opendir(path);
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.') add_thread(root, entry->d_name, out);
    closedir(folder);
}

/* "some avg10=0.00 avg60=0.00 avg300=0.00 total=48213", in microseconds. */
static double read_pressure(const char *root)
{
    char line[128];
    const char *total = system_line(root, "/proc/pressure/cpu", "some", line, sizeof line)
                            ? strstr(line, "total=")
                            : NULL;
    return total ? 1e-6 * strtod(total + strlen("total="), NULL) : NAN;
}

void busy_read(const char *root, struct busy *out)
{
    struct system_share share;
    system_share(root, &share);
    *out = (struct busy){.load = system_number(root, "/proc/loadavg", ""),
                         .cores = system_cores(&share),
                         .clock = clock_now(),
                         .pressure = read_pressure(root)};
    read_threads(root, out);
}

double busy_waited(const struct busy *before, const struct busy *after)
{
    double waited = after->waited - before->waited, ran = after->ran - before->ran;
    return waited >= 0 && ran > 0 ? waited / (waited + ran) : NAN;
}

double busy_pressure(const struct busy *before, const struct busy *after)
{
    return (after->pressure - before->pressure) / (after->clock - before->clock);
}

const char *busy_text(const struct busy *before, const struct busy *after, char *buffer,
                      size_t size)
{
    double share = busy_waited(before, after);
    int used = isnan(before->load)
                   ? snprintf(buffer, size, "unknown on %u cores", before->cores)
                   : snprintf(buffer, size, "%.2f on %u cores", before->load, before->cores);
    if (share >= BUSY_SHARE && used > 0 && (size_t)used < size)
        snprintf(buffer + used, size - (size_t)used,
                 ": threads waited %.0f %% of their time for a core, so times are too long. Run "
                 "`warpmark doctor`",
                 100 * share);
    return buffer;
}
