/* Designs a measurement: how many processes, and how many samples in each, give an interval of a
 * wanted width in the least time (Kalibera and Jones, Rigorous benchmarking in reasonable time,
 * ISMM 2013).
 *
 * The width of a case is w if the 95 % interval of its time is from m / (1 + w) to m (1 + w), for
 * the geometric mean m of the medians of its processes (levels.h). The variance of the logarithm of
 * m is that of a level plus that of a median by its samples, divided by the number of processes.
 * More samples make only the second part smaller, and a process costs a start. */
#pragma once

#include <stddef.h>

#include "analysis/statistics/levels.h"

/* What is known of a case. Variances are those of logarithms. */
struct design_noise {
    double level;   /* between processes, beyond what their samples explain */
    double sample;  /* of a median, times the number of its samples: dependence is part of it */
    double start;   /* s that a process takes beside its samples */
    double solve;   /* s that a sample takes; > 0 */
    double freedom; /* degrees of freedom that other cases add to those of this one */
    size_t done;    /* processes that are measured already */
    double within;  /* of one of their medians, by their samples; mean over them */
};

struct design_bounds {
    size_t least_processes, most_processes; /* of the case; least_processes >= done */
    size_t least_samples, most_samples;     /* of each process that is added */
};

struct width_design {
    size_t processes, samples; /* in all; in each process that is added */
    double width;              /* expected; INFINITY: nothing will be known of levels */
    double seconds;            /* for the processes that are added */
};

/* Reads the noise of a case from its processes: all but start and solve. all: levels of all cases,
 * this one among them. samples: mean number in its processes. */
struct design_noise design_noise_of(const struct process_levels *own,
                                    const struct level_variance *all, double samples);

/* Width that so many processes are expected to have; those that are added have so many samples. */
double design_width(const struct design_noise *noise, size_t processes, size_t samples);

/* Finds the design that takes the least time. If the wanted width (> 0) is out of reach within the
 * bounds, it has the most processes, and as many samples as come to within a twentieth of the
 * narrowest width; its width tells. */
struct width_design design_find(const struct design_noise *noise,
                                const struct design_bounds *bounds, double wanted);
