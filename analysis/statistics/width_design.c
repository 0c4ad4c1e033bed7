#include "analysis/statistics/width_design.h"

#include <math.h>

#include "analysis/statistics/prediction.h"

struct design_noise design_noise_of(const struct process_levels *own,
                                    const struct level_variance *all, double samples)
{
    const struct level_part part = level_part_of(own, NULL);
    const double freedom = all->freedom + part.freedom,
                 variance =
                     (all->freedom * (all->variance + own->within) + part.freedom * part.variance) /
                     freedom;
    return (struct design_noise){.level = freedom > 0 ? fmax(variance - own->within, 0) : 0,
                                 .sample = own->within * samples,
                                 .freedom = fmin(all->freedom, fmax(all->seen - part.freedom, 0)),
                                 .done = own->count,
                                 .within = own->within};
}

/* The 97.5 % quantile for so many processes; INFINITY: they say nothing of levels. */
static double design_quantile(const struct design_noise *noise, size_t processes)
{
    const double freedom = noise->freedom + (double)processes - 1;
    return freedom < LEAST_FREEDOM ? INFINITY : student_quantile((size_t)freedom);
}

double design_width(const struct design_noise *noise, size_t processes, size_t samples)
{
    const double count = (double)processes, done = (double)noise->done;
    const double more = count > done ? (count - done) * noise->sample / (double)samples : 0;
    const double variance = noise->level + (done * noise->within + more) / count;
    return expm1(design_quantile(noise, processes) * sqrt(variance / count));
}

/* Samples that each process needs that is added, for this number of processes; INFINITY: no number
 * is enough. */
static double samples_needed(const struct design_noise *noise, size_t processes, double wanted)
{
    const double count = (double)processes, done = (double)noise->done;
    const double reach = log1p(wanted) / design_quantile(noise, processes);
    const double rest = count * (count * reach * reach - noise->level) - done * noise->within;
    if (rest <= 0) return INFINITY;
    return ceil((count - done) * noise->sample / rest * (1 - 1e-12));
}

/* Design of the least time for a width that is in reach. */
static struct width_design design_within(const struct design_noise *noise,
                                         const struct design_bounds *bounds, double wanted)
{
    const double least = (double)bounds->least_samples, most = (double)bounds->most_samples;
    struct width_design best = {bounds->most_processes, bounds->most_samples, INFINITY, INFINITY};
    for (size_t p = bounds->least_processes; p <= bounds->most_processes; p++) {
        const double more = (double)(p - noise->done);
        const double samples = fmax(samples_needed(noise, p, wanted), least);
        const double seconds = more > 0 ? more * (noise->start + samples * noise->solve) : 0;
        if (more * (noise->start + least * noise->solve) >= best.seconds) break;
        if (samples <= most && seconds < best.seconds)
            best = (struct width_design){p, (size_t)samples, 0, seconds};
    }
    best.width = design_width(noise, best.processes, best.samples);
    return best;
}

struct width_design design_find(const struct design_noise *noise,
                                const struct design_bounds *bounds, double wanted)
{
    const double narrowest = design_width(noise, bounds->most_processes, bounds->most_samples);
    const double more = (double)(bounds->most_processes - noise->done);
    const struct width_design blind = {
        bounds->most_processes, bounds->least_samples, INFINITY,
        more * (noise->start + (double)bounds->least_samples * noise->solve)};
    struct design_bounds all = *bounds;
    all.least_processes = all.most_processes;
    if (!isfinite(narrowest)) return blind;
    return wanted >= narrowest ? design_within(noise, bounds, wanted)
                               : design_within(noise, &all, 1.05 * narrowest);
}
