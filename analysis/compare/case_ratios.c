#include "analysis/compare/case_ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "analysis/statistics/effective_samples.h"
#include "base/memory.h"

enum case_status judged_status(const struct judged_cases *j, size_t k)
{
    return case_telling_run(&j->of[k])->status;
}

bool judged_unsure(const struct judged_cases *j, size_t k)
{
    bool unsure = false;
    for (size_t i = 0; i < j->of[k].count; i++)
        unsure = unsure || run_is_unsure(case_run(&j->of[k], i));
    return unsure;
}

/* Appends the samples of a run that count, as times of whole solves or iterations. Returns false if
 * one is unknown. */
static bool add_times(const struct results *results, const struct result_run *run, const char *name,
                      struct timings *out)
{
    const struct result_sample *sample = run_samples(results, run);
    const size_t first = out->count;
    for (uint64_t i = 0; i < run->sample_count; i++) {
        if (sample[i].retried) continue;
        double clock = strcmp(name, "solve_device") ? sample[i].host : sample[i].device;
        double seconds = strcmp(name, "per_iteration") ? whole_solve(run, &sample[i], clock)
                                                       : one_iteration(run, &sample[i], clock);
        if (!isfinite(seconds)) return false;
        out->value[out->count++] = seconds;
    }
    if (out->count == first) return true;
    out->process[out->nprocesses++] = out->nblocks;
    out->block[out->nblocks++] = first;
    return true;
}

enum status judged_times(const struct judged_cases *j, size_t k, const char *name,
                         struct timings *out)
{
    enum status status = OK;
    const struct case_runs *runs = &j->of[k];
    size_t most = 0;
    bool known = judged_status(j, k) == CASE_OK;
    *out = (struct timings){0};
    for (size_t i = 0; i < runs->count; i++) most += case_run(runs, i)->sample_count;
    if (!known || most == 0) return OK;
    TRY(allocate(most, sizeof *out->value, "the times of a case", &out->value));
    TRY(allocate(runs->count + 1, sizeof *out->block, "the times of a case", &out->block));
    TRY(allocate(runs->count + 1, sizeof *out->process, "the times of a case", &out->process));
    for (size_t i = 0; known && i < runs->count; i++)
        known = add_times(j->results, case_run(runs, i), name, out);
    out->block[out->nblocks] = out->count;
    out->process[out->nprocesses] = out->nblocks;
out:
    if (status != OK || !known) timings_free(out);
    return status;
}

/* Half the width of the interval of the logarithm; INFINITY: nothing is known of the levels. */
static double level_reach(const struct judged_cases *j, const struct process_levels *own)
{
    const struct level_part part = level_part_of(own, NULL);
    const struct level_variance its = levels_moderated(&j->levels, &part);
    return its.freedom > 0 ? levels_reach(&its, 1 / (double)own->count) : INFINITY;
}

double judged_width(const struct judged_cases *j, const struct process_levels *own)
{
    return own->count > 1 ? expm1(level_reach(j, own)) : INFINITY;
}

/* Makes the interval that of the levels. */
static enum status set_level_interval(const struct judged_cases *j, const struct timings *times,
                                      struct summary *out)
{
    struct process_levels own;
    MUST(process_levels_find(times, &own));
    const double reach = level_reach(j, &own);
    out->ci_low = isnan(out->ci_low) ? NAN : fmin(exp(own.mean - reach), out->median);
    out->ci_high = isnan(out->ci_high) ? NAN : fmax(exp(own.mean + reach), out->median);
    if (isinf(reach)) out->ci_low = out->ci_high = NAN;
    return OK;
}

enum status judged_levels(const struct judged_cases *j, size_t k, struct process_levels *out)
{
    enum status status = OK;
    struct timings times;
    *out = (struct process_levels){0};
    TRY(judged_times(j, k, "solve", &times));
    if (times.nprocesses > 1 && timings_positive(&times)) TRY(process_levels_find(&times, out));
out:
    timings_free(&times);
    return status;
}

enum status judged_summary(const struct judged_cases *j, size_t k, const char *name,
                           struct summary *out)
{
    enum status status = OK;
    struct timings times;
    *out = (struct summary){.min = NAN, .median = NAN, .max = NAN, .ci_low = NAN, .ci_high = NAN};
    TRY(judged_times(j, k, name, &times));
    if (times.count) TRY(summarise_samples(times.count, times.value, out));
    if (times.nprocesses > 1 && timings_positive(&times)) TRY(set_level_interval(j, &times, out));
out:
    timings_free(&times);
    return status;
}

static enum status pooled_median(const struct judged_cases *j, size_t k, const char *name,
                                 double *out)
{
    struct timings times;
    *out = NAN;
    MUST(judged_times(j, k, name, &times));
    if (times.count) *out = sort_to_median(times.count, times.value);
    timings_free(&times);
    return OK;
}

/* Median over the processes of a case. */
static enum status median_of_runs(const struct case_runs *runs, const struct field *field,
                                  double *out)
{
    enum status status = OK;
    double *numbers = NULL;
    size_t count = 0;
    *out = NAN;
    TRY(allocate(runs->count, sizeof *numbers, "the numbers of a case", &numbers));
    for (size_t i = 0; i < runs->count; i++) {
        struct field_value value;
        TRY(field_get(field, runs->results, case_run(runs, i), &value));
        if (!isnan(value.number)) numbers[count++] = value.number;
    }
    sort_numbers(count, numbers);
    if (count) *out = sorted_quantile(count, numbers, 0.5);
out:
    free(numbers);
    return status;
}

enum status judged_value(const struct judged_cases *j, size_t k, const struct field *field,
                         struct field_value *out)
{
    const struct result_problem *problem = &j->results->problems[case_run(&j->of[k], 0)->problem];
    MUST(field_get(field, j->results, case_telling_run(&j->of[k]), out));
    if (out->text || problem_axis(problem, field->name)) return OK;
    if (field->ok_runs && judged_status(j, k) != CASE_OK) out->number = NAN;
    else if (field_is_sampled(field)) return pooled_median(j, k, field->name, &out->number);
    else if (j->of[k].count > 1) return median_of_runs(&j->of[k], field, &out->number);
    return OK;
}

enum status judged_problem_value(const struct judged_cases *j, size_t k, const struct field *field,
                                 struct field_value *out)
{
    const struct result_run run = {.problem = k};
    return field_get(field, j->results, &run, out);
}

/* Ratio of the means over processes, with the interval of their levels. */
static enum status level_ratio(const struct judged_cases *j, const struct timings timings[2],
                               struct ratio *out)
{
    struct ratio_levels levels;
    MUST(ratio_levels_find(&timings[0], &timings[1], &levels));
    const struct level_variance its = levels_moderated(&j->levels, &levels.part);
    const double ratio = levels.range.ratio,
                 reach = its.freedom > 0 ? levels_reach(&its, levels.share) : INFINITY;
    *out = (struct ratio){ratio, ratio * exp(-reach), ratio * exp(reach)};
    return OK;
}

static bool too_few(const struct timings *timings)
{
    return (timings->nprocesses > 1 ? timings->count : timings->nblocks) < FEWEST_BLOCKS;
}

enum status judged_ratio(const struct judged_cases *j, size_t a, size_t b, bool per_iteration,
                         struct ratio *out)
{
    enum status status = OK;
    struct timings timings[2] = {{0}, {0}};
    const size_t pair[2] = {b, a};
    *out = (struct ratio){NAN, NAN, NAN};
    if (judged_status(j, a) != CASE_OK || judged_status(j, b) != CASE_OK) return OK;
    for (int side = 0; side < 2; side++)
        TRY((per_iteration ? case_iteration_timings : case_timings)(&j->of[pair[side]],
                                                                    &timings[side]));
    if (!timings_positive(&timings[0]) || !timings_positive(&timings[1])) goto out;
    if (timings[0].nprocesses > 1 && timings[1].nprocesses > 1) TRY(level_ratio(j, timings, out));
    else TRY(median_ratio(&timings[0], &timings[1], false, 0, NULL, out));
    if (too_few(&timings[0]) || too_few(&timings[1])) out->low = 0, out->high = INFINITY;
out:
    timings_free(&timings[0]);
    timings_free(&timings[1]);
    return status;
}

static enum status find_levels(struct judged_cases *j)
{
    enum status status = OK;
    struct level_part *parts = NULL;
    size_t count = 0;
    TRY(allocate(j->count, sizeof *parts, "levels", &parts));
    for (size_t k = 0; k < j->count; k++) {
        struct process_levels own;
        TRY(judged_levels(j, k, &own));
        if (own.count) parts[count++] = level_part_of(&own, NULL);
    }
    j->levels = levels_fit(count, parts);
out:
    free(parts);
    return status;
}

enum status judged_cases_find(const struct results *r, struct judged_cases *out)
{
    enum status status = OK;
    *out = (struct judged_cases){.results = r};
    TRY(allocate(r->nruns, sizeof *out->run, "the cases", &out->run));
    TRY(allocate(r->nruns, sizeof *out->of, "the cases", &out->of));
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k], *before = run - 1;
        if (k == 0 || run->problem != before->problem || run->variant != before->variant)
            out->of[out->count++] = (struct case_runs){r, 0, out->run + k};
        out->run[k] = k;
        out->of[out->count - 1].count++;
    }
    if (out->count < r->nruns) TRY(find_levels(out));
out:
    if (status != OK) judged_cases_free(out);
    return status;
}

void judged_cases_free(struct judged_cases *cases)
{
    free(cases->run);
    free(cases->of);
    *cases = (struct judged_cases){0};
}
