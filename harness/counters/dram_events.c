#include "harness/counters/dram_events.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system.h"

#define DEVICES "/sys/bus/event_source/devices"

/* Names of the same two events on servers, and on desktops. */
static const struct {
    const char *name;
    bool written;
} names[] = {{"cas_count_read", false}, {"cas_count_write", true}, {"data_reads", false},
             {"data_writes", true},     {"data_read", false},      {"data_write", true}};

static bool read_line(const char *root, const char *device, const char *file, char *out,
                      size_t size)
{
    char path[200];
    snprintf(path, sizeof path, DEVICES "/%.60s/%.60s", device, file);
    return system_line(root, path, "", out, size);
}

/* Adds a term such as "umask=0x03" of an event to its config, where the device's format says:
 * "config:8-15". Returns false if it does not. */
static bool add_term(const char *root, const char *device, const char *term, uint64_t *config)
{
    char name[48], file[64], place[64];
    const size_t length = strcspn(term, "=");
    unsigned from;
    snprintf(name, sizeof name, "%.*s", (int)length, term);
    snprintf(file, sizeof file, "format/%s", name);
    if (!read_line(root, device, file, place, sizeof place)) return false;
    if (sscanf(place, "config:%u", &from) != 1 || from > 63) return false;
    *config |= (term[length] ? strtoull(term + length + 1, NULL, 0) : 1) << from;
    return true;
}

/* Reads the event's config and the bytes of one count. */
static bool read_event(const char *root, const char *device, const char *name,
                       struct dram_event *out)
{
    char file[80], terms[120], scale[48], unit[16], *rest;
    snprintf(file, sizeof file, "events/%s", name);
    if (!read_line(root, device, file, terms, sizeof terms)) return false;
    for (char *term = strtok_r(terms, ",", &rest); term; term = strtok_r(NULL, ",", &rest))
        if (!add_term(root, device, term, &out->config)) return false;
    snprintf(file, sizeof file, "events/%s.scale", name);
    if (!read_line(root, device, file, scale, sizeof scale)) return false;
    snprintf(file, sizeof file, "events/%s.unit", name);
    if (!read_line(root, device, file, unit, sizeof unit)) return false;
    out->bytes = strtod(scale, NULL) * (strcmp(unit, "MiB") ? NAN : 1 << 20);
    return out->bytes > 0;
}

/* Adds the events of one controller, on each CPU that it may be read on. */
static int add_device(const char *root, const char *device, int count, struct dram_event *out)
{
    char type[24], cpus[64];
    if (!read_line(root, device, "type", type, sizeof type) ||
        !read_line(root, device, "cpumask", cpus, sizeof cpus))
        return count;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        struct dram_event event = {.type = (uint32_t)strtoul(type, NULL, 10),
                                   .written = names[k].written};
        if (!read_event(root, device, names[k].name, &event)) continue;
        for (unsigned cpu = 0; cpu < 4096 && count < MOST_DRAM_EVENTS; cpu++) {
            if (!system_list_has(cpus, cpu)) continue;
            out[count] = event;
            out[count++].cpu = (int)cpu;
        }
    }
    return count;
}

int dram_events(const char *root, struct dram_event out[MOST_DRAM_EVENTS])
{
    static const char prefix[] = "uncore_imc";
    char path[512];
    int count = 0;
    snprintf(path, sizeof path, "%s" DEVICES, root);
    DIR *folder = opendir(path);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (!strncmp(entry->d_name, prefix, strlen(prefix)))
            count = add_device(root, entry->d_name, count, out);
    if (folder) closedir(folder);
    return count;
}
