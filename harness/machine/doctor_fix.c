#include "harness/machine/doctor_fix.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/system.h"

#define CPU "/sys/devices/system/cpu"

enum { MOST_CPUS = 4096 };

/* Adds the file if it exists and holds something else. */
static enum status want(const char *root, const char *path, const char *value,
                        struct doctor_fix **out, size_t *count)
{
    struct doctor_fix fix = {.value = value};
    snprintf(fix.path, sizeof fix.path, "%s", path);
    if (!system_line(root, path, "", fix.before, sizeof fix.before)) return OK;
    if (!*fix.before || !strcmp(fix.before, value)) return OK;
    MUST(reallocate(out, *count + 1, sizeof **out, "fixes"));
    (*out)[(*count)++] = fix;
    return OK;
}

enum status doctor_fixes(const char *root, struct doctor_fix **out, size_t *count)
{
    enum status status = OK;
    char path[96], online[512];
    *out = NULL;
    *count = 0;
    system_line(root, CPU "/online", "", online, sizeof online);
    for (unsigned cpu = 0; cpu < MOST_CPUS; cpu++) {
        if (!system_list_has(online, cpu)) continue;
        snprintf(path, sizeof path, CPU "/cpu%u/cpufreq/scaling_governor", cpu);
        TRY(want(root, path, "performance", out, count));
    }
    TRY(want(root, CPU "/intel_pstate/no_turbo", "1", out, count));
    TRY(want(root, CPU "/cpufreq/boost", "0", out, count));
out:
    if (status != OK) {
        free(*out);
        *out = NULL;
    }
    return status;
}

enum status doctor_fix_do(const char *root, const struct doctor_fix *fix)
{
    char path[640];
    snprintf(path, sizeof path, "%s%s", root, fix->path);
    errno = 0;
    FILE *file = fopen(path, "w");
    bool bad = !file || fputs(fix->value, file) < 0;
    if (file && fclose(file) != 0) bad = true; /* the kernel refuses when the text is sent */
    if (!bad) return OK;
    return fail(ERROR_ENVIRONMENT, "cannot write %s: %s%s", path, strerror(errno),
                errno == EACCES || errno == EPERM ? ". Run: sudo warpmark doctor --fix=now" : "");
}
