#include "harness/case/stopping_rules.h"

#include <stdlib.h>

#include "analysis/statistics/effective_samples.h"
#include "base/memory.h"
#include "base/output/missing.h"
#include "store/throttle_reasons.h"

/* Input of a stopping rule. */
struct sampled {
    const struct settings *settings;
    const struct result_run *run;
    const struct result_sample *samples;
    uint64_t count; /* samples, without those that were taken again */
    struct sampling *sampling;
};

static enum status samples_are_enough(const struct sampled *s, bool *out)
{
    *out = s->count >= s->settings->max_samples;
    return OK;
}

static enum status time_is_over(const struct sampled *s, bool *out)
{
    *out = s->sampling->seconds >= s->settings->max_time;
    return OK;
}

/* Tests whether the interval is narrow enough. The bootstrap takes longer than a short solve, so it
 * is only used each time the number of samples has grown by half. The interval's share of the
 * median is the same for blocks as for whole solves. */
static enum status interval_is_narrow(const struct sampled *s, bool *out)
{
    struct result_run run = *s->run;
    double *seconds;
    if (s->count < 2 || s->count < s->settings->min_samples || s->count < s->sampling->next_look)
        return OK;
    s->sampling->next_look = s->count + s->count / 2 + 1;
    run.extrapolated = false;
    MUST(allocate(run.sample_count, sizeof *seconds, "samples", &seconds));
    size_t count = samples_counted(&run, s->samples, seconds);
    enum status status = effective_enough(count, seconds, (double)s->settings->min_samples,
                                          s->settings->max_ci, out);
    free(seconds);
    return status;
}

static const struct rule {
    enum stop_when when;
    enum status (*ends)(const struct sampled *s, bool *out); /* *out is false before */
} rules[NSTOP_REASONS] = {
#define STOPPING_RULE(reason, name, when, ends) [STOP_##reason] = {when, ends},
#include "store/stopping_rules.def"
#undef STOPPING_RULE
};

enum status stopping_rules_ask(enum stop_when when, const struct settings *settings,
                               const struct result_run *run, const struct result_sample *samples,
                               struct sampling *sampling, enum stop_reason *out)
{
    enum status status = OK;
    const struct sampled s = {settings, run, samples, run->sample_count - sampling->repeated,
                              sampling};
    bool ends = false;
    *out = STOP_NONE;
    if (samples[run->sample_count - 1].retried) return OK;
    for (int k = 0; k < NSTOP_REASONS && !ends && status == OK; k++) {
        if (rules[k].when != when) continue;
        status = rules[k].ends(&s, &ends);
        if (ends) *out = (enum stop_reason)k;
    }
    return status;
}

bool sample_was_slowed(const struct result_sample *sample, enum throttle_rule rule)
{
    static const uint64_t bad[] = {
        [THROTTLE_NEVER] = 0,
        [THROTTLE_HEAT] = SLOWED_REASONS,
        [THROTTLE_ANY] = SLOWED_REASONS | NVML_POWER_CAP,
    };
    return sample->throttle != MISSING && (sample->throttle & bad[rule]);
}

bool is_measured_again(const struct settings *settings, const struct sampling *sampling,
                       uint64_t counted, const struct result_sample *sample)
{
    if (sampling->repeated > counted || sampling->repeated >= settings->throttle_retries)
        return false;
    return sample_was_slowed(sample, settings->throttle) || sample_lost_core(sample) > 0;
}
