#include "store/results.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/columns.h"
#include "store/throttle_reasons.h"

const char *const case_status_names[NCASE_STATUSES] = {
#define STATUS(status, name, words) name,
#include "store/statuses.def"
#undef STATUS
};

const char *const case_status_words[NCASE_STATUSES] = {
#define STATUS(status, name, words) words,
#include "store/statuses.def"
#undef STATUS
};

bool case_status_of_answer(enum case_status status)
{
    return status == CASE_NOT_CONVERGED || status == CASE_DIVERGED || status == CASE_WRONG ||
           status == CASE_INACCURATE;
}

double variant_epsilon(const struct result_variant *variant, const struct settings *settings)
{
    static const char key[] = "epsilon=";
    const char *end = strchr(variant->name, ']'), *at = strstr(variant->name, key);
    return at && end && at < end ? strtod(at + strlen(key), NULL) : settings->epsilon;
}

const char *const counter_names[NCOUNTERS] = {
#define COUNTER(name, units, unit, title) #name,
#include "store/counters.def"
#undef COUNTER
};

const char *const stop_reason_names[NSTOP_REASONS] = {
#define STOPPING_RULE(reason, name, when, ends) name,
#include "store/stopping_rules.def"
#undef STOPPING_RULE
};

const char *const cycle_names[NCYCLES] = {
    [CYCLE_UNKNOWN] = "unknown", [CYCLE_FOUND] = "cycle", [CYCLE_NONE] = "no_cycle"};

const char *const proof_names[NPROOFS] = {[PROOF_NONE] = "none",
                                          [PROOF_UNCHECKED] = "unchecked",
                                          [PROOF_CHECKED] = "checked",
                                          [PROOF_CERTIFIED] = "certified"};

const char *const crossing_state_names[NCROSSING_STATES] = {
    [CROSSING_UNFINISHED] = "unfinished", [CROSSING_FOUND] = "found",
    [CROSSING_A_FASTER] = "a_faster",     [CROSSING_B_FASTER] = "b_faster",
    [CROSSING_TOO_NOISY] = "too_noisy",   [CROSSING_UNTIMED] = "untimed",
};

enum status result_problem_learn(struct result_problem *to, const struct result_problem *from)
{
    const struct result_problem before = *to;
    char *kind;
    MUST(copy_text(from->kind, &kind));
    free(to->kind);
    *to = *from;
    to->source = before.source;
    to->label = before.label;
    to->needs = before.needs;
    to->inside = before.inside;
    to->kind = kind;
    to->naxes = before.naxes;
    to->axes = before.axes;
    return OK;
}

const struct axis_value *problem_axis(const struct result_problem *problem, const char *name)
{
    for (size_t k = 0; k < problem->naxes; k++)
        if (!strcmp(problem->axes[k].name, name)) return &problem->axes[k];
    return NULL;
}

const char *axis_text(const struct axis_value *axis, char *buffer, size_t size)
{
    if (axis && axis->text) return axis->text;
    if (!axis || isnan(axis->number)) return "";
    snprintf(buffer, size, "%.17g", axis->number);
    return buffer;
}

/* Makes every number of a zeroed row missing. */
static void forget(enum group group, void *row)
{
    for (const struct column *c = columns; c < columns + ncolumns; c++)
        if (c->group == group && column_is_number(c->type))
            value_missing(c->type, (char *)row + c->offset);
}

struct result_run result_run_unknown(void)
{
    struct run_row row = {0};
    forget(GROUP_RUNS, &row);
    row.run.warmup = row.run.sample_offset = row.run.sample_count = 0;
    row.run.verify = 0;
    return row.run;
}

struct result_sample result_sample_unknown(void)
{
    struct result_sample sample = {0};
    forget(GROUP_SAMPLES, &sample);
    return sample;
}

int case_compare(const struct result_run *a, const struct result_run *b)
{
    if (a->problem != b->problem) return a->problem < b->problem ? -1 : 1;
    return (a->variant > b->variant) - (a->variant < b->variant);
}

int run_compare(const struct result_run *a, const struct result_run *b)
{
    const int order = case_compare(a, b);
    return order ? order : (a->process > b->process) - (a->process < b->process);
}

void result_run_clear(struct result_run *run)
{
    free(run->note);
    free(run->fingerprint);
    free(run->proof_note);
    free(run->counter_note);
    result_run_disown(run);
}

void result_run_disown(struct result_run *run)
{
    run->note = run->fingerprint = run->proof_note = run->counter_note = NULL;
}

double value_bound(const struct result_run *run)
{
    const double low = run->value_low, high = run->value_high,
                 least = low > 0    ? low
                         : high < 0 ? -high
                                    : 0;
    if (isnan(run->value) || !(low <= high)) return NAN;
    if (run->value == low && run->value == high) return 0;
    const double off = fmax(run->value - low, high - run->value);
    return least > 0 && isfinite(least) ? off / least * (1 + 2 * DBL_EPSILON) : INFINITY;
}

bool status_is_unmeasured(enum case_status status)
{
    return status == CASE_NO_DEVICE || status == CASE_UNSUPPORTED || status == CASE_SKIPPED ||
           status == CASE_INTERRUPTED;
}

bool run_is_unsure(const struct result_run *run)
{
    return run->doubtful && isnan(run->error_bound);
}

double proven_error(const struct result_run *run)
{
    return fmax(run->error_bound, value_bound(run));
}

void result_run_unproven(struct result_run *run)
{
    run->proof = PROOF_NONE;
    run->error_bound = run->value_low = run->value_high = NAN;
}

enum status result_run_copy(const struct result_run *from, struct result_run *to)
{
    *to = *from;
    result_run_disown(to);
    MUST(copy_text(from->note, &to->note));
    MUST(copy_text(from->fingerprint, &to->fingerprint));
    MUST(copy_text(from->proof_note, &to->proof_note));
    return from->counter_note ? copy_text(from->counter_note, &to->counter_note) : OK;
}

enum status crossover_begin(const struct crossover *search, struct result_crossover *out)
{
    const struct result_crossover unknown = {.id = search->id,
                                             .axis = search->axis,
                                             .a = search->a,
                                             .b = search->b,
                                             .state = CROSSING_UNFINISHED,
                                             .at = NAN,
                                             .low = NAN,
                                             .high = NAN,
                                             .below = (char[]){""},
                                             .others = MISSING,
                                             .study = search->study,
                                             .over = search->over ? search->over : (char[]){""},
                                             .over_value = search->over_value,
                                             .seed = search->seed};
    *out = (struct result_crossover){0};
    enum status status = rows_fill(GROUP_CROSSOVERS, 1, &unknown, out);
    if (status == OK) return OK;
    rows_clear(GROUP_CROSSOVERS, out, 1);
    *out = (struct result_crossover){0};
    return status;
}

bool crossover_is_point(const struct result_problem *problem,
                        const struct result_crossover *crossover)
{
    const struct axis_value *id = problem_axis(problem, CROSSOVER_AXIS),
                            *x = problem_axis(problem, crossover->axis);
    return id && id->text && !strcmp(id->text, crossover->id) && x && x->number > 0 &&
           isfinite(x->number);
}

static double iterations_or_nan(uint64_t iterations)
{
    return iterations == MISSING || iterations == 0 ? NAN : (double)iterations;
}

double one_iteration(const struct result_run *run, const struct result_sample *sample,
                     double seconds)
{
    if (!run->extrapolated) return seconds / iterations_or_nan(run->iterations);
    return seconds / iterations_or_nan(sample->iterations == MISSING ? run->iterations_timed
                                                                     : sample->iterations);
}

const struct result_sample *run_samples(const struct results *results, const struct result_run *run)
{
    return run->sample_count ? results->samples + run->sample_offset : results->samples;
}

double whole_solve(const struct result_run *run, const struct result_sample *sample, double seconds)
{
    return run->extrapolated
               ? one_iteration(run, sample, seconds) * iterations_or_nan(run->iterations)
               : seconds;
}

double run_counter(const struct result_run *run, enum counter which)
{
    static const struct result_sample block = {.iterations = MISSING};
    const double value = run->counter[which];
    return which == COUNTER_gpu_l2_hits ? value : whole_solve(run, &block, value);
}

double run_counter_of_iteration(const struct result_run *run, enum counter which)
{
    static const struct result_sample block = {.iterations = MISSING};
    const double value = run->counter[which];
    return which == COUNTER_gpu_l2_hits ? value : one_iteration(run, &block, value);
}

size_t samples_counted(const struct result_run *run, const struct result_sample *sample,
                       double *seconds)
{
    size_t counted = 0;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        if (sample[k].retried) continue;
        if (seconds) seconds[counted] = whole_solve(run, &sample[k], sample[k].host);
        counted++;
    }
    return counted;
}

double sample_lost_core(const struct result_sample *sample)
{
    return isnan(sample->without_core)
               ? NAN
               : sample->without_core >= BUSY_SHARE * sample->host && sample->without_core > 0;
}

double sample_disturbed(const struct result_sample *sample)
{
    if (sample->throttle != MISSING && sample->throttle & SLOWED_REASONS) return 1;
    return sample_lost_core(sample);
}

double samples_disturbed(const struct result_run *run, const struct result_sample *sample)
{
    double disturbed = NAN;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        const double is = sample[k].retried ? NAN : sample_disturbed(&sample[k]);
        if (!isnan(is)) disturbed = is + (isnan(disturbed) ? 0 : disturbed);
    }
    return disturbed;
}

double run_disturbed(const struct result_run *run, const struct result_sample *sample)
{
    const double disturbed = samples_disturbed(run, sample);
    const double counted = (double)samples_counted(run, sample, NULL);
    return isnan(disturbed) ? NAN : disturbed > 0 && disturbed >= counted / 10;
}

size_t results_case_count(const struct results *results)
{
    size_t count = 0;
    for (size_t k = 0; k < results->nruns; k++)
        count += k == 0 || case_compare(&results->runs[k], &results->runs[k - 1]);
    return count;
}

void results_free(struct results *results)
{
    for (size_t i = 0; results->problems && i < results->nproblems; i++)
        axes_free(results->problems[i].axes, results->problems[i].naxes);
    for (size_t i = 0; results->runs && i < results->nruns; i++)
        result_run_clear(&results->runs[i]);
    free(results->runs);
    rows_clear(GROUP_META, results, 1);
    for (enum group group = 0; group < NGROUPS; group++) {
        size_t count;
        void *rows = group_rows(results, group, &count);
        if (groups[group].listed) rows_free(group, rows, count);
    }
    *results = (struct results){0};
}
