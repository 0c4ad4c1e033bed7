/* Reads the clocks of the CPUs and the energy that they use, from Linux. Virtual machines hide
 * both, and most systems show the energy to root only.
 *
 * root is a path put in front of /sys: "" on a real machine. */
#pragma once

/* Clock of one CPU at this moment, in Hz; NaN if unknown. */
double cpu_clock(const char *root, int cpu);

enum { MOST_PACKAGES = 16 };

/* RAPL's counters of whole packages. */
struct cpu_energy {
    int count;                                          /* 0: none can be read */
    double joules[MOST_PACKAGES], range[MOST_PACKAGES]; /* range: a counter starts again from 0
                                                           there */
};
void cpu_energy_read(const char *root, struct cpu_energy *out);

/* Energy in J that all packages used between two readings, `seconds` apart; NaN if unknown, or if a
 * counter may have started again more than once. */
double cpu_energy_between(const struct cpu_energy *before, const struct cpu_energy *after,
                          double seconds);
