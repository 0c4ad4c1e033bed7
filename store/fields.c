#include "store/fields.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/effective_samples.h"
#include "base/memory.h"
#include "base/text.h"
#include "store/with_inside.h"

struct field_row {
    const struct results *results;
    const struct result_run *run;
    const struct result_problem *problem;
    const struct result_variant *variant;
    enum status status; /* of values that could not be computed: ERROR_HOST_MEMORY */
};

static struct field_row row_of(const struct results *results, const struct result_run *run)
{
    return (struct field_row){results, run, &results->problems[run->problem],
                              &results->variants[run->variant], OK};
}

static double count_or_nan(uint64_t value)
{
    return value == MISSING ? NAN : (double)value;
}

static double answer_or_nan(const struct field_row *row, double value)
{
    return row->run->status == CASE_OK ? value : NAN;
}

/* Returns a bound as a number; NaN if it is infinite and so says nothing. */
static double bound_or_nan(double bound)
{
    return isfinite(bound) ? bound : NAN;
}

static double matrix_density(const struct result_problem *problem)
{
    const double n = count_or_nan(problem->n);
    return n > 1 ? count_or_nan(problem->nnz) / (n * (n - 1)) : NAN;
}

/* Number of samples without those that were taken again. */
static double counted(const struct field_row *row)
{
    return (double)samples_counted(row->run, run_samples(row->results, row->run), NULL);
}

static double disturbed(const struct field_row *row)
{
    return samples_disturbed(row->run, run_samples(row->results, row->run));
}

enum clock { HOST, DEVICE, ENGINE };

static double time_by(enum clock clock, const struct result_sample *sample)
{
    return clock == HOST ? sample->host : clock == DEVICE ? sample->device : sample->engine;
}

/* is whole_solve or one_iteration */
typedef double time_of(const struct result_run *run, const struct result_sample *sample,
                       double seconds);

/* Copies the times of the run's samples that count. *times stays NULL if no answer was timed, a
 * clock did not run, or the iterations are unknown. */
static enum status copy_times(const struct field_row *row, enum clock clock, time_of *time,
                              double **times, size_t *count)
{
    *times = NULL;
    *count = 0;
    size_t samples = row->run->sample_count;
    if (row->run->status != CASE_OK || samples == 0) return OK;
    MUST(allocate(samples, sizeof **times, "the times of a run", times));
    const struct result_sample *sample = run_samples(row->results, row->run);
    bool finite = true;
    for (size_t i = 0; i < samples; i++) {
        if (sample[i].retried) continue;
        double seconds = time(row->run, &sample[i], time_by(clock, &sample[i]));
        finite = finite && isfinite(seconds);
        (*times)[(*count)++] = seconds;
    }
    if (finite && *count) return OK;
    free(*times);
    *times = NULL;
    return OK;
}

static double median_of(struct field_row *row, enum clock clock, time_of *time)
{
    double *times, median = NAN;
    size_t count;
    row->status = copy_times(row, clock, time, &times, &count);
    if (row->status == OK && times) median = sort_to_median(count, times);
    free(times);
    return median;
}

static const struct summary no_summary = {NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};

static struct summary summary_of(struct field_row *row, enum clock clock, time_of *time)
{
    double *times;
    size_t count;
    struct summary summary = no_summary;
    row->status = copy_times(row, clock, time, &times, &count);
    if (row->status == OK && times) row->status = summarise_samples(count, times, &summary);
    free(times);
    return summary;
}

static double ci_end(struct field_row *row, bool upper)
{
    const struct summary summary = summary_of(row, HOST, whole_solve);
    return upper ? summary.ci_high : summary.ci_low;
}

static double bandwidth_of(struct field_row *row)
{
    return count_or_nan(row->run->traffic) / median_of(row, HOST, one_iteration);
}

/* Total time. On the fly, a solve includes generating. */
static double total_of(struct field_row *row)
{
    const double generate = row->run->fly_rounds == MISSING ? row->problem->generate : 0;
    return median_of(row, HOST, whole_solve) + generate + row->run->layout + row->run->upload +
           row->run->download;
}

static double with_inside(struct field_row *row)
{
    struct human why;
    double seconds = NAN;
    row->status = time_with_inside(row->results, row->run, &seconds, &why);
    return seconds;
}

#define FIELD_TEXT(name, title, expression)                    \
    static const char *get_##name(const struct field_row *row) \
    {                                                          \
        return expression;                                     \
    }
#define FIELD_NUMBER(name, unit, scope, title, expression) \
    static double get_##name(struct field_row *row)        \
    {                                                      \
        return expression;                                 \
    }
#include "store/fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER

enum scope { EVERY_RUN, OK_RUNS, WHOLE_SOLVES };

static const struct field fields[] = {
#define FIELD_TEXT(name, title, expression) \
    {#name, title, UNIT_NUMBER, false, false, get_##name, NULL},
#define FIELD_NUMBER(name, unit, scope, title, expression) \
    {#name, title, unit, scope != EVERY_RUN, scope == WHOLE_SOLVES, NULL, get_##name},
#include "store/fields.def"
#undef FIELD_TEXT
#undef FIELD_NUMBER
};

enum { NFIELDS = sizeof fields / sizeof *fields };

const char *const field_names[] = {
#define FIELD_TEXT(name, title, expression) #name,
#define FIELD_NUMBER(name, unit, scope, title, expression) #name,
#include "store/fields.def"
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
    MUST(allocate(most, sizeof **out, "the names of fields", out));
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
    MUST(field_list(results, &names));
    enum status status = fail(ERROR_INPUT, "unknown field '%s'%s", name,
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
    else if (field->number) out->number = field->number(&row);
    return row.status;
}

enum status field_summary(const struct field *field, const struct results *results,
                          const struct result_run *run, struct summary *out)
{
    struct field_row row = row_of(results, run);
    *out = no_summary;
    if (problem_axis(row.problem, field->name)) return OK;
    if (field->number == get_solve) *out = summary_of(&row, HOST, whole_solve);
    if (field->number == get_solve_device) *out = summary_of(&row, DEVICE, whole_solve);
    if (field->number == get_per_iteration) *out = summary_of(&row, HOST, one_iteration);
    return row.status;
}

bool field_needs_answer(const struct field *field)
{
    return (field->ok_runs && field->unit == UNIT_SECONDS) || field->number == get_value;
}

unsigned field_marks(const struct field *field, const struct results *results,
                     const struct result_run *run)
{
    if (problem_axis(&results->problems[run->problem], field->name)) return 0;
    return (field_needs_answer(field) ? marks_of_answer(run) : 0) |
           (field->ok_runs && field->unit == UNIT_SECONDS ? marks_of_times(results, run) : 0) |
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
    if (value->text && field->text == get_status) return status_words(value->text);
    if (value->text && field->text == get_verdict) *buffer = human_name(value->text);
    else if (value->text) return value->text;
    else *buffer = human_quantity(field->unit, value->number);
    return buffer->text;
}
