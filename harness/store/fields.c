#include "harness/store/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/statistics/stats.h"

struct field_row {
    const struct results *results;
    const struct result_run *run;
    const struct result_problem *problem;
    const struct result_variant *variant;
};

static struct field_row row_of(const struct results *results, const struct result_run *run)
{
    return (struct field_row){results, run, &results->problems[run->problem],
                              &results->variants[run->variant]};
}

static enum status number(double value, double *out)
{
    *out = value;
    return OK;
}

static enum status count(uint64_t value, double *out)
{
    return number(value == MISSING ? NAN : (double)value, out);
}

static enum status answer(const struct field_row *row, double value, double *out)
{
    return number(row->run->status == CASE_OK ? value : NAN, out);
}

static enum status matrix_density(const struct result_problem *problem, double *out)
{
    bool known = problem->n != MISSING && problem->nnz != MISSING && problem->n > 1;
    return number(
        known ? (double)problem->nnz / ((double)problem->n * ((double)problem->n - 1)) : NAN, out);
}

/* Without samples that were taken again. */
static enum status counted(const struct field_row *row, double *out)
{
    *out = (double)samples_counted(row->run, run_samples(row->results, row->run), NULL);
    return OK;
}

enum clock { HOST, DEVICE };

/* whole_solve or one_iteration */
typedef double time_of(const struct result_run *run, const struct result_sample *sample,
                       double seconds);

/* Copies what the run's samples that count come to; *times stays NULL where there is no answer to
 * time, a clock did not run or the iterations are not known. */
static enum status copy_times(const struct field_row *row, enum clock clock, time_of *time,
                              double **times, size_t *count)
{
    *times = NULL;
    *count = 0;
    size_t samples = row->run->sample_count;
    if (row->run->status != CASE_OK || samples == 0) return OK;
    enum status status = allocate(samples, sizeof **times, "the times of a run", times);
    if (status != OK) return status;
    const struct result_sample *sample = run_samples(row->results, row->run);
    bool finite = true;
    for (size_t i = 0; i < samples; i++) {
        if (sample[i].retried) continue;
        double seconds =
            time(row->run, &sample[i], clock == HOST ? sample[i].host : sample[i].device);
        finite = finite && isfinite(seconds);
        (*times)[(*count)++] = seconds;
    }
    if (finite && *count) return OK;
    free(*times);
    *times = NULL;
    return OK;
}

static enum status median_of(const struct field_row *row, enum clock clock, time_of *time,
                             double *out)
{
    double *times;
    size_t count;
    *out = NAN;
    enum status status = copy_times(row, clock, time, &times, &count);
    if (status != OK || !times) return status;
    *out = sort_to_median(count, times);
    free(times);
    return OK;
}

static enum status interval_of(const struct field_row *row, enum clock clock, time_of *time,
                               double *low, double *high)
{
    double *times;
    size_t count;
    struct summary summary = {.ci_low = NAN, .ci_high = NAN};
    *low = *high = NAN;
    enum status status = copy_times(row, clock, time, &times, &count);
    if (status == OK && times && count >= 2) status = summarise(count, times, &summary);
    free(times);
    if (status != OK) return status;
    *low = summary.ci_low;
    *high = summary.ci_high;
    return OK;
}

static enum status ci_end(const struct field_row *row, bool upper, double *out)
{
    double low, high;
    enum status status = interval_of(row, HOST, whole_solve, &low, &high);
    *out = upper ? high : low;
    return status;
}

static enum status bandwidth_of(const struct field_row *row, double *out)
{
    enum status status = median_of(row, HOST, one_iteration, out);
    *out = row->run->traffic == MISSING ? NAN : (double)row->run->traffic / *out;
    return status;
}

static enum status copy_share_of(const struct field_row *row, double *out)
{
    enum status status = bandwidth_of(row, out);
    *out /= row->run->copy_bandwidth;
    return status;
}

/* On the fly a solve generates. */
static enum status total_of(const struct field_row *row, double *out)
{
    enum status status = median_of(row, HOST, whole_solve, out);
    if (row->run->fly_rounds == MISSING) *out += row->problem->generate;
    *out += row->run->layout + row->run->upload + row->run->download;
    return status;
}

#define FIELD_TEXT(name, title, expression)                    \
    static const char *get_##name(const struct field_row *row) \
    {                                                          \
        return expression;                                     \
    }
#define FIELD_NUMBER(name, unit, scope, title, expression)                  \
    static enum status get_##name(const struct field_row *row, double *out) \
    {                                                                       \
        return expression;                                                  \
    }
#include "harness/store/fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER

enum scope { EVERY_RUN, OK_RUNS, WHOLE_SOLVES };

static const struct field fields[] = {
#define FIELD_TEXT(name, title, expression) \
    {#name, title, UNIT_NUMBER, false, false, get_##name, NULL},
#define FIELD_NUMBER(name, unit, scope, title, expression) \
    {#name, title, unit, scope != EVERY_RUN, scope == WHOLE_SOLVES, NULL, get_##name},
#include "harness/store/fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
};

enum { NFIELDS = sizeof fields / sizeof *fields };

const char *const field_names[] = {
#define FIELD_TEXT(name, title, expression) #name,
#define FIELD_NUMBER(name, unit, scope, title, expression) #name,
#include "harness/store/fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
    NULL};

static const char *axis_named(const struct results *results, const char *name)
{
    for (size_t i = 0; i < results->nproblems; i++) {
        const struct axis_value *axis = problem_axis(&results->problems[i], name);
        if (axis) return axis->name;
    }
    return NULL;
}

static bool is_listed(const char *const *list, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(list[i], name) == 0) return true;
    return false;
}

enum status field_list(const struct results *results, const char ***out)
{
    size_t most = NFIELDS + 1, used = 0;
    for (size_t i = 0; i < results->nproblems; i++) most += results->problems[i].naxes;
    enum status status = allocate(most, sizeof **out, "the names of fields", out);
    if (status != OK) return status;
    for (size_t i = 0; i < results->nproblems; i++)
        for (size_t j = 0; j < results->problems[i].naxes; j++) {
            const char *name = results->problems[i].axes[j].name;
            if (!is_listed(*out, used, name)) (*out)[used++] = name;
        }
    size_t naxes = used;
    for (size_t i = 0; i < NFIELDS; i++)
        if (!is_listed(*out, naxes, field_names[i])) (*out)[used++] = field_names[i];
    (*out)[used] = NULL;
    return OK;
}

static enum status unknown_field(const struct results *results, const char *name)
{
    const char **names;
    char hint[600];
    enum status status = field_list(results, &names);
    if (status != OK) return status;
    status = fail(ERROR_INPUT, "unknown field '%s'%s", name,
                  suggest_name(name, names, hint, sizeof hint));
    free(names);
    return status;
}

enum status field_find(const struct results *results, const char *name, struct field *out)
{
    const char *axis = axis_named(results, name);
    size_t i = 0;
    while (i < NFIELDS && strcmp(fields[i].name, name) != 0) i++;
    if (i == NFIELDS && !axis) return unknown_field(results, name);
    *out = i < NFIELDS ? fields[i] : (struct field){.name = axis, .unit = UNIT_NUMBER};
    if (axis) out->title = axis;
    return OK;
}

enum status field_get(const struct field *field, const struct results *results,
                      const struct result_run *run, struct field_value *out)
{
    struct field_row row = row_of(results, run);
    const struct axis_value *axis = problem_axis(row.problem, field->name);
    *out = (struct field_value){.number = NAN};
    if (axis) *out = (struct field_value){axis->number, axis->text};
    else if (field->text) out->text = field->text(&row);
    else if (field->number) return field->number(&row, &out->number);
    return OK;
}

enum status field_interval(const struct field *field, const struct results *results,
                           const struct result_run *run, double *low, double *high)
{
    struct field_row row = row_of(results, run);
    *low = *high = NAN;
    if (problem_axis(row.problem, field->name)) return OK;
    if (field->number == get_solve) return interval_of(&row, HOST, whole_solve, low, high);
    if (field->number == get_solve_device) return interval_of(&row, DEVICE, whole_solve, low, high);
    if (field->number == get_per_iteration)
        return interval_of(&row, HOST, one_iteration, low, high);
    return OK;
}

unsigned field_marks(const struct field *field, const struct results *results,
                     const struct result_run *run)
{
    const bool time = field->ok_runs && field->unit == UNIT_SECONDS;
    if (problem_axis(&results->problems[run->problem], field->name)) return 0;
    return (time || field->number == get_value ? marks_of_answer(run) : 0) |
           (field->whole && run->extrapolated ? MARK_BIT(MARK_EXTRAPOLATED) : 0);
}

bool field_is_sampled(const struct field *field)
{
    return field->number == get_solve || field->number == get_solve_device ||
           field->number == get_per_iteration;
}

const char *field_exact(const struct field_value *value, struct human *buffer)
{
    if (value->text) return value->text;
    if (isnan(value->number)) return "";
    *buffer = exact_number(value->number);
    return buffer->text;
}

const char *field_shown(const struct field *field, const struct field_value *value,
                        struct human *buffer)
{
    if (value->text) return value->text;
    *buffer = human_quantity(field->unit, value->number);
    return buffer->text;
}
