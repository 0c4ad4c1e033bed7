/* Reads the clocks of the CPUs and the energy that they use, from Linux. Virtual machines hide
 * both, and most systems show the energy to root only.
 *
 * root is a path put in front of /sys: "" on a real machine. */
#pragma once

/* Hz: the clock of one CPU at this moment; NaN where unknown. */
double cpu_clock(const char *root, int cpu);

enum { MOST_PACKAGES = 16 };

/* RAPL's counters of whole packages. */
struct cpu_energy {
    int count;                                          /* 0: none can be read */
    double joules[MOST_PACKAGES], range[MOST_PACKAGES]; /* a counter begins again there */
};
void cpu_energy_read(const char *root, struct cpu_energy *out);

/* J that all packages took between two readings, `seconds` apart; NaN where unknown, or where a
 * counter may have begun again more than once. */
double cpu_energy_between(const struct cpu_energy *before, const struct cpu_energy *after,
                          double seconds);
