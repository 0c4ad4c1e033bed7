#include "harness/machine/busy.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"
#include "store/results.h"

/* Adds one thread's times on a core, and ready but without one. The kernel counts them in
 * nanoseconds. */
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

void busy_read_threads(const char *root, struct busy *out)
{
    char path[512];
    out->ran = out->waited = 0;
    snprintf(path, sizeof path, "%s/proc/self/task", root);
    DIR *folder = opendir(path);
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (*entry->d_name != '.') add_thread(root, entry->d_name, out);
    closedir(folder);
}

void busy_read(const char *root, struct busy *out)
{
    struct system_share share;
    system_share(root, &share);
    *out = (struct busy){.load = system_number(root, "/proc/loadavg", ""),
                         .cores = system_cores(&share)};
    busy_read_threads(root, out);
}

double busy_waited(const struct busy *before, const struct busy *after)
{
    double waited = after->waited - before->waited, ran = after->ran - before->ran;
    return waited >= 0 && ran > 0 ? waited / (waited + ran) : NAN;
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

enum status busy_refuse(const char *root, double most)
{
    struct busy now;
    busy_read(root, &now);
    if (isnan(most)) most = BUSY_LOAD * now.cores;
    if (isnan(now.load))
        return fail(ERROR_ENVIRONMENT, "--quiet-machine: nothing was measured, because the load "
                                       "of this machine is unknown (/proc/loadavg)");
    if (now.load <= most) return OK;
    return fail(ERROR_ENVIRONMENT,
                "--quiet-machine: nothing was measured, because the load is %.2f on %u core%s, "
                "more than %g. End other programs, or wait: the load is the mean of a minute",
                now.load, now.cores, now.cores == 1 ? "" : "s", most);
}
