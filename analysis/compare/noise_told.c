#include "analysis/compare/noise_told.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/reference_noise.h"
#include "base/memory.h"
#include "base/output/units.h"
#include "store/facts.h"
#include "store/marks.h"
#include "store/throttle_reasons.h"

static const double worth_speed =
    1.25; /* of the reference solve's times: the largest over the least */

static const uint64_t slowing = SLOWED_REASONS | NVML_POWER_CAP;

/* Times that the solves of cases waited for a core. */
struct waits {
    size_t cases, waited;           /* cases with a known share; those with a share of at least
                                       BUSY_SHARE */
    const struct result_run *worst; /* NULL: nothing is known */
};

static struct waits waits_of(const struct results *results)
{
    struct waits out = {0};
    const struct result_run *counted = NULL, *known = NULL;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (!(run->waited >= 0)) continue;
        if (!out.worst || run->waited > out.worst->waited) out.worst = run;
        out.cases += !known || case_compare(known, run) != 0;
        known = run;
        if (run->waited < BUSY_SHARE) continue;
        out.waited += !counted || case_compare(counted, run) != 0;
        counted = run;
    }
    return out;
}

/* Returns whether the load was high when the run began. */
static bool was_loaded(const struct results *results, double *load, double *cores)
{
    *load = atof(fact_value(results->machine, results->nmachine, "now_load"));
    *cores = atof(fact_value(results->machine, results->nmachine, "cores"));
    return *cores > 0 && *load > BUSY_LOAD * *cores;
}

bool noise_in_case(const struct case_runs *runs)
{
    const struct results *results = runs->results;
    bool known = false;
    double load, cores;
    for (size_t k = 0; k < runs->count; k++) {
        const double waited = case_run(runs, k)->waited;
        if (marks_of_times(results, case_run(runs, k))) return true;
        if (waited >= BUSY_SHARE) return true;
        known = known || waited >= 0;
    }
    const char *place = results->variants[case_run(runs, 0)->variant].place;
    return !known && (!strcmp(place, "seq") || !strcmp(place, "omp")) &&
           was_loaded(results, &load, &cores);
}

static enum status tell_load(const struct results *results, const struct waits *waits, char **out)
{
    double load, cores;
    if (!was_loaded(results, &load, &cores)) return OK;
    MUST(append_text(out, "Load was %.3g on %.0f core%s when the run began", load, cores,
                     cores == 1 ? "" : "s"));
    if (!waits->worst)
        return append_text(out, ": times of seq and omp may be up to %.2g times too long.\n",
                           1 + load / cores);
    if (waits->waited) return append_text(out, ".\n");
    return append_text(out, ", but no solve waited for a core for more than %.0f %% of its time.\n",
                       ceil(100 * waits->worst->waited));
}

static enum status tell_waits(const struct results *results, const struct waits *waits, char **out)
{
    const struct result_run *worst = waits->worst;
    if (!waits->waited) return OK;
    return append_text(
        out,
        "In %zu of the %zu case%s that took long enough to tell (%s), the solves waited for a "
        "core for %.0f %% of their time or more, at worst %.0f %% (%s on %s): these times may be "
        "up to %.3g times too long.\n",
        waits->waited, waits->cases, waits->cases == 1 ? "" : "s",
        human_tick(UNIT_SECONDS, BUSY_LEAST).text, 100 * BUSY_SHARE, 100 * worst->waited,
        results->variants[worst->variant].name, results->problems[worst->problem].label,
        1 / (1 - worst->waited));
}

/* Tells of cases with so many disturbed samples that their times have the mark. */
static enum status tell_disturbed(const struct results *results, char **out)
{
    const struct result_run *worst = NULL, *counted = NULL;
    size_t cases = 0;
    double most = 0;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (!marks_of_times(results, run)) continue;
        cases += !counted || case_compare(counted, run) != 0;
        counted = run;
        const double share = samples_disturbed(run, run_samples(results, run)) /
                             (double)samples_counted(run, run_samples(results, run), NULL);
        if (share <= most) continue;
        most = share;
        worst = run;
    }
    if (!cases) return OK;
    return append_text(
        out,
        "In %zu of %zu cases a tenth of the samples or more were disturbed, at worst %.0f of %zu "
        "(%s on %s): their times are marked ~, `warpmark table FILE samples` says which samples.\n",
        cases, results_case_count(results), samples_disturbed(worst, run_samples(results, worst)),
        samples_counted(worst, run_samples(results, worst), NULL),
        results->variants[worst->variant].name, results->problems[worst->problem].label);
}

/* Tells how many samples were measured again, by cause. */
static enum status tell_again(const struct results *results, char **out)
{
    size_t again = 0, lost = 0;
    for (size_t k = 0; k < results->nsamples; k++) {
        const struct result_sample *sample = &results->samples[k];
        again += sample->retried;
        lost += sample->retried && sample_lost_core(sample) > 0;
    }
    if (!again) return OK;
    return append_text(out,
                       "%zu of %zu samples were disturbed and measured again: %zu lost their core, "
                       "%zu had a slowed-down GPU.\n",
                       again, results->nsamples, lost, again - lost);
}

/* Samples that were taken while a card's clocks were held down. */
struct slowed {
    size_t all, slowed; /* samples with readings; slowed down */
    uint64_t reasons;
    double best, worst; /* Hz: of all samples, and of those that were slowed down and count */
};

static struct slowed slowed_of(const struct results *results)
{
    struct slowed out = {.best = NAN, .worst = NAN};
    for (size_t k = 0; k < results->nsamples; k++) {
        const struct result_sample *sample = &results->samples[k];
        if (sample->throttle == MISSING) continue;
        out.all++;
        out.best = fmax(out.best, sample->sm_clock);
        if (!(sample->throttle & slowing)) continue;
        out.slowed++;
        out.reasons |= sample->throttle & slowing;
        if (!sample->retried) out.worst = fmin(out.worst, sample->sm_clock);
    }
    return out;
}

static enum status tell_slowed(const struct results *results, char **out)
{
    const struct slowed s = slowed_of(results);
    char reasons[256];
    if (!s.slowed) return OK;
    MUST(append_text(out, "The GPU was slowed down in %zu of %zu samples (%s)", s.slowed, s.all,
                     throttle_reason_names(s.reasons, reasons, sizeof reasons)));
    if (s.best > s.worst)
        MUST(
            append_text(out,
                        "; its clock fell from %.0f to %.0f MHz: times may be up to %.3g times too "
                        "long",
                        s.best / 1e6, s.worst / 1e6, s.best / s.worst));
    return append_text(out, ".\n");
}

/* Tells of changes of the machine's speed, which the times of the reference solve show. */
static enum status tell_speed(const struct results *results, char **out)
{
    double low, high;
    MUST(reference_range(results, &low, &high));
    if (!(high >= worth_speed * low)) return OK;
    return append_text(out,
                       "The speed of the cores changed: the reference solve, always the same, took "
                       "%s to %s. Times of seq and omp may differ by a factor of up to %.2g.\n",
                       human_seconds(low).text, human_seconds(high).text, high / low);
}

enum status noise_sentences(const struct results *results, char **out)
{
    enum status status = OK;
    const struct waits waits = waits_of(results);
    TRY(copy_text("", out));
    TRY(tell_load(results, &waits, out));
    TRY(tell_waits(results, &waits, out));
    TRY(tell_disturbed(results, out));
    TRY(tell_slowed(results, out));
    TRY(tell_again(results, out));
    TRY(tell_speed(results, out));
    if (**out) (*out)[strlen(*out) - 1] = '\0';
    return OK;
out:
    free(*out);
    *out = NULL;
    return status;
}
