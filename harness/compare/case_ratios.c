#include "harness/compare/case_ratios.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/compare/compare.h"

static const struct result_run *run_of(const struct judged_cases *j, size_t k)
{
    return &j->results->runs[k];
}

enum case_status judged_status(const struct judged_cases *j, size_t k)
{
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++)
        if (run_of(j, i)->status != CASE_OK) return run_of(j, i)->status;
    return CASE_OK;
}

/* Appends the samples of a run that count, as times of whole solves or iterations. False where one
 * is unknown. */
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

/* The times of all processes of a case: *times is new, and NULL where it has none. */
static enum status pool_times(const struct judged_cases *j, size_t k, const char *name,
                              double **times, size_t *count)
{
    size_t most = 0;
    bool known = judged_status(j, k) == CASE_OK;
    *times = NULL;
    *count = 0;
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++) most += run_of(j, i)->sample_count;
    if (!known || most == 0) return OK;
    enum status status = allocate(most, sizeof **times, "the times of a case", times);
    for (size_t i = j->run[k]; status == OK && known && i < j->run[k + 1]; i++)
        known = add_times(j->results, run_of(j, i), name, *times, count);
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

/* The median over the processes of a case. */
static enum status median_of_runs(const struct judged_cases *j, size_t k, const struct field *field,
                                  double *out)
{
    enum status status = OK;
    double *numbers = NULL;
    size_t count = 0;
    *out = NAN;
    TRY(allocate(j->run[k + 1] - j->run[k], sizeof *numbers, "the numbers of a case", &numbers));
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++) {
        struct field_value value;
        TRY(field_get(field, j->results, run_of(j, i), &value));
        if (!isnan(value.number)) numbers[count++] = value.number;
    }
    sort_numbers(count, numbers);
    if (count) *out = sorted_quantile(count, numbers, 0.5);
out:
    free(numbers);
    return status;
}

/* The first run of the case that is not ok, or the first. */
static const struct result_run *telling_run(const struct judged_cases *j, size_t k)
{
    for (size_t i = j->run[k]; i < j->run[k + 1]; i++)
        if (run_of(j, i)->status != CASE_OK) return run_of(j, i);
    return run_of(j, j->run[k]);
}

enum status judged_value(const struct judged_cases *j, size_t k, const char *name,
                         struct field_value *out)
{
    enum status status = OK;
    struct field field;
    TRY(field_find(j->results, name, &field));
    TRY(field_get(&field, j->results, telling_run(j, k), out));
    struct result_problem *problem = &j->results->problems[run_of(j, j->run[k])->problem];
    bool is_axis = false;
    for (size_t i = 0; i < problem->naxes; i++)
        is_axis = is_axis || !strcmp(problem->axes[i].name, name);
    if (is_axis || out->text) goto out;
    if (field.ok_runs && judged_status(j, k) != CASE_OK) out->number = NAN;
    else if (field_is_sampled(&field)) status = pooled_median(j, k, name, &out->number);
    else if (j->run[k + 1] - j->run[k] > 1) status = median_of_runs(j, k, &field, &out->number);
out:
    return status;
}

enum status judged_problem_value(const struct judged_cases *j, size_t k, const char *name,
                                 struct field_value *out)
{
    struct field field;
    const struct result_run run = {.problem = k};
    enum status status = field_find(j->results, strcmp(name, "label") ? name : "problem", &field);
    return status == OK ? field_get(&field, j->results, &run, out) : status;
}

enum status judged_ratio(const struct judged_cases *j, size_t a, size_t b, bool per_iteration,
                         struct ratio *out)
{
    enum status status = OK;
    struct timings timings[2] = {{0}, {0}};
    const size_t pair[2] = {b, a};
    size_t *runs = NULL;
    *out = (struct ratio){NAN, NAN, NAN};
    if (judged_status(j, a) != CASE_OK || judged_status(j, b) != CASE_OK) return OK;
    TRY(allocate(j->results->nruns, sizeof *runs, "the runs of a case", &runs));
    for (size_t i = 0; i < j->results->nruns; i++) runs[i] = i;
    for (int side = 0; side < 2; side++) {
        size_t first = j->run[pair[side]], end = j->run[pair[side] + 1];
        const struct case_runs one = {j->results, end - first, runs + first};
        TRY(per_iteration ? case_iteration_timings(&one, &timings[side])
                          : case_timings(&one, &timings[side]));
    }
    if (!timings_positive(&timings[0]) || !timings_positive(&timings[1])) goto out;
    TRY(median_ratio(&timings[0], &timings[1], false, 0, NULL, out));
    if (timings[0].nblocks < FEWEST_BLOCKS || timings[1].nblocks < FEWEST_BLOCKS)
        out->low = 0, out->high = INFINITY;
out:
    timings_free(&timings[0]);
    timings_free(&timings[1]);
    free(runs);
    return status;
}

enum status judged_cases_find(const struct results *r, struct judged_cases *out)
{
    *out = (struct judged_cases){.results = r};
    enum status status = allocate(r->nruns + 1, sizeof *out->run, "the cases", &out->run);
    if (status != OK) return status;
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k], *before = run - 1;
        if (k == 0 || run->problem != before->problem || run->variant != before->variant)
            out->run[out->count++] = k;
    }
    out->run[out->count] = r->nruns;
    return OK;
}

void judged_cases_free(struct judged_cases *cases)
{
    free(cases->run);
    *cases = (struct judged_cases){0};
}
