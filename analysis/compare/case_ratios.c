#include "analysis/compare/case_ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
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
                      double *times, size_t *count)
{
    const struct result_sample *sample = run_samples(results, run);
    for (uint64_t i = 0; i < run->sample_count; i++) {
        if (sample[i].retried) continue;
        double clock = strcmp(name, "solve_device") ? sample[i].host : sample[i].device;
        double seconds = strcmp(name, "per_iteration") ? whole_solve(run, &sample[i], clock)
                                                       : one_iteration(run, &sample[i], clock);
        if (!isfinite(seconds)) return false;
        times[(*count)++] = seconds;
    }
    return true;
}

/* Collects the times of all processes of a case in *times (new); NULL if it has none. */
static enum status pool_times(const struct judged_cases *j, size_t k, const char *name,
                              double **times, size_t *count)
{
    const struct case_runs *runs = &j->of[k];
    size_t most = 0;
    bool known = judged_status(j, k) == CASE_OK;
    *times = NULL;
    *count = 0;
    for (size_t i = 0; i < runs->count; i++) most += case_run(runs, i)->sample_count;
    if (!known || most == 0) return OK;
    enum status status = allocate(most, sizeof **times, "the times of a case", times);
    for (size_t i = 0; status == OK && known && i < runs->count; i++)
        known = add_times(j->results, case_run(runs, i), name, *times, count);
    if (status == OK && known && *count) return OK;
    free(*times);
    *times = NULL;
    return status;
}

enum status judged_summary(const struct judged_cases *j, size_t k, const char *name,
                           struct summary *out)
{
    double *times;
    size_t count;
    *out = (struct summary){.median = NAN, .ci_low = NAN, .ci_high = NAN};
    enum status status = pool_times(j, k, name, &times, &count);
    if (status == OK && times) status = summarise(count, times, out);
    if (count < 2) out->ci_low = out->ci_high = NAN;
    free(times);
    return status;
}

static enum status pooled_median(const struct judged_cases *j, size_t k, const char *name,
                                 double *out)
{
    double *times;
    size_t count;
    *out = NAN;
    enum status status = pool_times(j, k, name, &times, &count);
    if (status != OK || !times) return status;
    sort_numbers(count, times);
    *out = sorted_quantile(count, times, 0.5);
    free(times);
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
    TRY(median_ratio(&timings[0], &timings[1], false, 0, NULL, out));
    if (timings[0].nblocks < FEWEST_BLOCKS || timings[1].nblocks < FEWEST_BLOCKS)
        out->low = 0, out->high = INFINITY;
out:
    timings_free(&timings[0]);
    timings_free(&timings[1]);
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
