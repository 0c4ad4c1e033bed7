#include "harness/machine/cpu_sensors.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/system.h"

static const double most_power = 1000; /* W, of a package; none uses more for long */

double cpu_clock(const char *root, int cpu)
{
    char path[96];
    snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/cpufreq/scaling_cur_freq", cpu);
    return 1e3 * system_number(root, path, "");
}

/* Reads the counters. The zones intel-rapl:0, :1, ... are packages, or a platform that includes all
 * of them ("psys"). */
void cpu_energy_read(const char *root, struct cpu_energy *out)
{
    out->count = 0;
    for (int k = 0; k < MOST_PACKAGES; k++) {
        char folder[64], path[96], name[32];
        snprintf(folder, sizeof folder, "/sys/class/powercap/intel-rapl:%d", k);
        snprintf(path, sizeof path, "%s/name", folder);
        if (!system_line(root, path, "", name, sizeof name)) return;
        if (strncmp(name, "package", strlen("package"))) continue;
        snprintf(path, sizeof path, "%s/energy_uj", folder);
        const double joules = 1e-6 * system_number(root, path, "");
        snprintf(path, sizeof path, "%s/max_energy_range_uj", folder);
        const double range = 1e-6 * system_number(root, path, "");
        if (!(joules >= 0 && range > 0)) { /* only some packages can be read: no sum */
            out->count = 0;
            return;
        }
        out->joules[out->count] = joules;
        out->range[out->count++] = range;
    }
}

double cpu_energy_between(const struct cpu_energy *before, const struct cpu_energy *after,
                          double seconds)
{
    double sum = 0;
    if (!before->count || before->count != after->count) return NAN;
    for (int k = 0; k < after->count; k++) {
        const double joules = after->joules[k] - before->joules[k];
        if (seconds * most_power >= after->range[k]) return NAN;
        sum += joules < 0 ? joules + after->range[k] : joules;
    }
    return sum;
}
