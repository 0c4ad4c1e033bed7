#include "base/system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_PATH = 1024, MAX_CACHES = 8, MAX_INDEX = 10 };

bool system_line(const char *root, const char *path, const char *key, char *out, size_t size)
{
    char full[MAX_PATH], line[1024];
    bool found = false;
    out[0] = '\0';
    snprintf(full, sizeof full, "%s%s", root, path);
    FILE *in = fopen(full, "r");
    while (in && !found && fgets(line, sizeof line, in)) {
        if (strncmp(line, key, strlen(key))) continue;
        const char *value = line + strlen(key);
        value += strspn(value, " \t:=\"");
        snprintf(out, size, "%.*s", (int)strcspn(value, "\"\n"), value);
        found = true;
    }
    if (in) fclose(in);
    return found && *out;
}

double system_number(const char *root, const char *path, const char *key)
{
    char text[64], *end;
    if (!system_line(root, path, key, text, sizeof text)) return NAN;
    if (!strncmp(text, "max", 3)) return INFINITY;
    double number = strtod(text, &end);
    return end == text ? NAN : number;
}

bool system_memory(int pid, double *space, double *resident, double *shared)
{
    char path[64], text[128];
    const double page = (double)sysconf(_SC_PAGESIZE);
    if (pid) snprintf(path, sizeof path, "/proc/%d/statm", pid);
    else strcpy(path, "/proc/self/statm");
    bool read = system_line("", path, "", text, sizeof text) &&
                sscanf(text, "%lf %lf %lf", space, resident, shared) == 3;
    if (!read) *space = *resident = *shared = 0;
    *space *= page, *resident *= page, *shared *= page;
    return read;
}

double available_memory(void)
{
    static const struct {
        const char *limit, *used;
    } groups[] = {{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current"},
                  {"/sys/fs/cgroup/memory/memory.limit_in_bytes",
                   "/sys/fs/cgroup/memory/memory.usage_in_bytes"}};
    double available = 1024 * system_number("", "/proc/meminfo", "MemAvailable:");
    if (isnan(available))
        available = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    for (int k = 0; k < 2; k++)
        available = fmin(available, system_number("", groups[k].limit, "") -
                                        system_number("", groups[k].used, ""));
    return available;
}

/* Lists of CPUs */

/* Removes the next range from a list; returns false at its end, or if there is no valid range. */
static bool next_range(const char **list, unsigned *first, unsigned *last)
{
    char *end;
    *list += strspn(*list, ", ");
    *first = *last = (unsigned)strtoul(*list, &end, 10);
    if (end == *list) return false;
    if (*end == '-') *last = (unsigned)strtoul(end + 1, &end, 10);
    *list = end;
    return *last >= *first;
}

unsigned system_list_count(const char *list)
{
    unsigned count = 0, first, last;
    while (next_range(&list, &first, &last)) count += last - first + 1;
    return count;
}

bool system_list_has(const char *list, unsigned k)
{
    unsigned first, last;
    while (next_range(&list, &first, &last))
        if (k >= first && k <= last) return true;
    return false;
}

/* Control groups */

/* Finds the path of this process's group in a hierarchy. Version 2 has the line "0::"; in version 1
 * the line names the controller. */
static bool group_path(const char *root, const char *controller, char *out, size_t size)
{
    char full[MAX_PATH], line[1024];
    bool found = false;
    snprintf(full, sizeof full, "%s/proc/self/cgroup", root);
    FILE *in = fopen(full, "r");
    while (in && !found && fgets(line, sizeof line, in)) {
        char *names = strchr(line, ':'), *path = names ? strchr(names + 1, ':') : NULL;
        if (!path) continue;
        *path++ = '\0';
        path[strcspn(path, "\n")] = '\0';
        for (char *name = strtok(names + 1, ","); name && !found; name = strtok(NULL, ","))
            found = !strcmp(name, controller);
        if (!*controller) found = names[1] == '\0';
        if (found) snprintf(out, size, "%s", strcmp(path, "/") ? path : "");
    }
    if (in) fclose(in);
    return found;
}

struct group_walk {
    const char *root, *mount;
    char group[512];
};

/* Writes the path of `file` in the current group to path and returns path. */
static const char *group_file(const struct group_walk *walk, const char *file, char *path,
                              size_t size)
{
    snprintf(path, size, "%s%s/%s", walk->mount, walk->group, file);
    return path;
}

/* Goes to the parent group; returns false behind the root. */
static bool group_up(struct group_walk *walk)
{
    char *slash = strrchr(walk->group, '/');
    if (slash) *slash = '\0';
    return slash != NULL;
}

static double group_quota(const struct group_walk *walk)
{
    char path[MAX_PATH], text[64];
    double most, period;
    if (system_line(walk->root, group_file(walk, "cpu.max", path, sizeof path), "", text,
                    sizeof text))
        return sscanf(text, "%lf %lf", &most, &period) == 2 && most > 0 && period > 0
                   ? most / period
                   : INFINITY;
    most = system_number(walk->root, group_file(walk, "cpu.cfs_quota_us", path, sizeof path), "");
    period =
        system_number(walk->root, group_file(walk, "cpu.cfs_period_us", path, sizeof path), "");
    return most > 0 && period > 0 ? most / period : INFINITY;
}

/* Version 1 says "no limit" by a number near 2^63. */
static double group_memory(const struct group_walk *walk)
{
    char path[MAX_PATH];
    double limit = system_number(walk->root, group_file(walk, "memory.max", path, sizeof path), "");
    if (isnan(limit))
        limit = system_number(walk->root,
                              group_file(walk, "memory.limit_in_bytes", path, sizeof path), "");
    return limit < 0x1p62 ? limit : INFINITY;
}

static void take_limits(struct group_walk *walk, struct system_share *out)
{
    char path[MAX_PATH];
    if (isnan(out->throttled))
        out->throttled = system_number(walk->root, group_file(walk, "cpu.stat", path, sizeof path),
                                       "nr_throttled");
    do {
        out->quota = fmin(out->quota, group_quota(walk));
        out->memory_limit = fmin(out->memory_limit, group_memory(walk));
    } while (group_up(walk));
}

void system_share(const char *root, struct system_share *out)
{
    static const struct {
        const char *controller, *mount;
    } hierarchies[] = {
        {"cpu", "/sys/fs/cgroup/cpu"}, {"memory", "/sys/fs/cgroup/memory"}, {"", "/sys/fs/cgroup"}};
    *out = (struct system_share){.quota = INFINITY, .throttled = NAN, .memory_limit = INFINITY};
    if (!system_line(root, "/proc/self/status", "Cpus_allowed_list", out->cpus, sizeof out->cpus))
        system_line(root, "/sys/devices/system/cpu/online", "", out->cpus, sizeof out->cpus);
    for (size_t k = 0; k < sizeof hierarchies / sizeof *hierarchies; k++) {
        struct group_walk walk = {.root = root, .mount = hierarchies[k].mount};
        if (group_path(root, hierarchies[k].controller, walk.group, sizeof walk.group))
            take_limits(&walk, out);
    }
}

unsigned system_cores(const struct system_share *share)
{
    unsigned cpus = system_list_count(share->cpus);
    if (cpus == 0) cpus = 1;
    return share->quota < cpus ? (unsigned)ceil(share->quota) : cpus;
}

/* Caches */

static double cache_size(const char *root, const char *folder)
{
    char path[MAX_PATH], text[64], *unit;
    snprintf(path, sizeof path, "%s/size", folder);
    if (!system_line(root, path, "", text, sizeof text)) return 0;
    double size = strtod(text, &unit);
    return *unit == 'K'   ? size * 0x1p10
           : *unit == 'M' ? size * 0x1p20
           : *unit == 'G' ? size * 0x1p30
                          : size;
}

/* Returns whether cpu is the first of the CPUs that share the cache, so that each cache is counted
 * once. */
static bool counts(const char *root, const char *folder, const char *cpus, unsigned cpu)
{
    char path[MAX_PATH], shared[256];
    snprintf(path, sizeof path, "%s/shared_cpu_list", folder);
    if (!system_line(root, path, "", shared, sizeof shared)) return true;
    for (unsigned k = 0; k < cpu; k++)
        if (system_list_has(shared, k) && system_list_has(cpus, k)) return false;
    return true;
}

static char cache_type(const char *root, const char *folder)
{
    char path[MAX_PATH], text[64];
    snprintf(path, sizeof path, "%s/type", folder);
    system_line(root, path, "", text, sizeof text);
    return *text == 'D' ? 'd' : *text == 'I' ? 'i' : 'u';
}

static void note_cache(const struct system_cache *seen, int most, struct system_cache *out,
                       int *count)
{
    int k = 0;
    while (k < *count && (out[k].level != seen->level || out[k].type != seen->type)) k++;
    if (k == most) return;
    if (k == *count)
        out[(*count)++] = (struct system_cache){.level = seen->level, .type = seen->type};
    out[k].count++;
    if (seen->bytes > out[k].bytes) out[k].bytes = seen->bytes;
}

static void note_caches(const char *root, const char *cpus, unsigned cpu, int most,
                        struct system_cache *out, int *count)
{
    for (int index = 0; index < MAX_INDEX; index++) {
        char folder[128], level[160];
        snprintf(folder, sizeof folder, "/sys/devices/system/cpu/cpu%u/cache/index%d", cpu, index);
        snprintf(level, sizeof level, "%s/level", folder);
        double number = system_number(root, level, "");
        if (!(number > 0) || !counts(root, folder, cpus, cpu)) continue;
        const struct system_cache seen = {.level = (unsigned)number,
                                          .type = cache_type(root, folder),
                                          .bytes = cache_size(root, folder)};
        note_cache(&seen, most, out, count);
    }
}

int system_caches(const char *root, const char *cpus, int most, struct system_cache *out)
{
    const char *rest = cpus;
    unsigned first, last;
    int count = 0;
    while (next_range(&rest, &first, &last))
        for (unsigned cpu = first; cpu <= last; cpu++)
            note_caches(root, cpus, cpu, most, out, &count);
    return count;
}

double system_last_level(const char *root, const char *cpus)
{
    struct system_cache cache[MAX_CACHES];
    int count = system_caches(root, cpus, MAX_CACHES, cache), last = 0;
    for (int k = 1; k < count; k++)
        if (cache[k].level > cache[last].level) last = k;
    return count ? cache[last].bytes * cache[last].count : 0;
}
