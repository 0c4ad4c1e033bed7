/* Reads the files of a folder into series. */
#define _XOPEN_SOURCE 700 /* strptime */
#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/history/history.h"
#include "analysis/history/kept_alarms.h"
#include "analysis/statistics/effective_samples.h"
#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/output/glob.h"
#include "base/progress_hook.h"
#include "store/facts.h"

bool history_time(const char *text, int64_t *out)
{
    static const char *const formats[] = {"%Y-%m-%dT%H:%M:%S%z", "%Y-%m-%dT%H:%M:%S",
                                          "%Y-%m-%dT%H:%M", "%Y-%m-%d"};
    for (size_t k = 0; k < sizeof formats / sizeof *formats; k++) {
        struct tm utc = {0};
        const char *end = strptime(text, formats[k], &utc);
        if (!end || *end) continue;
        int64_t offset = utc.tm_gmtoff;
        *out = timegm(&utc) - offset;
        return true;
    }
    return false;
}

static void run_free(struct history_run *run)
{
    free(run->file);
    free(run->started);
    free(run->command);
    free(run->experiment);
    free(run->commit);
    free(run->machine);
    facts_free(run->facts, run->nfacts);
}

static void series_free(struct series *series)
{
    free(series->machine);
    free(series->problem);
    free(series->source);
    free(series->variant);
    for (size_t k = 0; k < series->npoints; k++) free(series->points[k].fingerprint);
    free(series->points);
    free(series->value);
    free(series->stretches);
}

void history_free(struct history *history)
{
    for (size_t k = 0; k < history->nruns; k++) run_free(&history->runs[k]);
    for (size_t k = 0; k < history->nseries; k++) series_free(&history->series[k]);
    for (size_t k = 0; k < history->nskipped; k++) free(history->skipped[k]);
    free(history->runs);
    free(history->series);
    free(history->skipped);
    for (size_t k = 0; k < history->nfindings; k++) free(history->findings[k].unconfirmed);
    free(history->findings);
    kept_alarms_free(history->kept, history->nkept);
    free(history->folder);
    *history = (struct history){0};
}

/* Runs */

static enum status skip(struct history *history, const char *why)
{
    enum status status =
        reallocate(&history->skipped, history->nskipped + 1, sizeof *history->skipped, "messages");
    if (status == OK) status = copy_text(why, &history->skipped[history->nskipped]);
    if (status == OK) history->nskipped++;
    return status;
}

/* Returns whether a fact may differ from run to run although nobody changed the machine: the state
 * at the moment, and results of selfcheck. */
static bool is_momentary(const char *fact)
{
    static const char *const patterns[] = {"now_*", "load", "noise_*", "timer_*",
                                           "false_positive_rate"};
    bool found = false;
    for (size_t k = 0; k < sizeof patterns / sizeof *patterns; k++)
        found = found || glob_match(patterns[k], fact);
    return found;
}

/* Adds facts, with prefix in front of their names. */
static enum status add_facts(const char *prefix, size_t count, const struct fact *facts,
                             struct history_run *run)
{
    MUST(reallocate(&run->facts, run->nfacts + count, sizeof *run->facts, "facts"));
    for (size_t k = 0; k < count; k++) {
        struct fact *fact = &run->facts[run->nfacts];
        *fact = (struct fact){0};
        run->nfacts++;
        MUST(format_text(&fact->name, "%s%s", prefix, facts[k].name));
        MUST(copy_text(facts[k].value, &fact->value));
    }
    return OK;
}

const struct fact *history_difference(const struct history_run *a, const struct history_run *b,
                                      size_t *k, const char **other)
{
    while (*k < a->nfacts) {
        const struct fact *fact = &a->facts[(*k)++];
        *other = fact_value(b->facts, b->nfacts, fact->name);
        if (!is_momentary(fact->name) && strcmp(fact->value, *other)) return fact;
    }
    return NULL;
}

static bool same_run(const struct history_run *a, const struct history_run *b)
{
    return !strcmp(a->started, b->started) && !strcmp(a->machine, b->machine) &&
           !strcmp(a->experiment, b->experiment) && !strcmp(a->command, b->command) &&
           !strcmp(a->commit, b->commit);
}

/* Adds the run; *added: false if it is left out. A file that cannot be used gets a reason in
 * history->skipped. */
static enum status add_history_run(const struct history_request *request, const char *file,
                                   const struct results *results, struct history *history,
                                   bool *added)
{
    enum status status = OK;
    char *why = NULL;
    struct history_run run = {0};
    *added = false;
    TRY(copy_text(file, &run.file));
    TRY(copy_text(results->started, &run.started));
    TRY(copy_text(results->command, &run.command));
    TRY(copy_text(results->name, &run.experiment));
    TRY(copy_text(results->git_commit, &run.commit));
    TRY(copy_text(fact_value(results->machine, results->nmachine, "key"), &run.machine));
    TRY(add_facts("", results->nmachine, results->machine, &run));
    TRY(add_facts("built with ", results->nbuild, results->build, &run));
    if (!history_time(run.started, &run.time))
        TRY(format_text(&why, "%s/%s: left out: its start time '%s' is not a time", request->folder,
                        file, run.started));
    for (size_t k = 0; !why && k < history->nruns; k++)
        if (same_run(&history->runs[k], &run))
            TRY(format_text(&why, "%s/%s: left out: it is a copy of %s", request->folder, file,
                            history->runs[k].file));
    if (why) {
        TRY(skip(history, why));
    } else if (run.time >= request->since) {
        TRY(reallocate(&history->runs, history->nruns + 1, sizeof run, "runs"));
        history->runs[history->nruns++] = run;
        run = (struct history_run){0};
        *added = true;
    }
out:
    free(why);
    run_free(&run);
    return status;
}

/* Points */

static bool same_case(const struct series *series, const char *machine, const struct results *r,
                      const struct result_run *run)
{
    return !strcmp(series->source, r->problems[run->problem].source) &&
           !strcmp(series->variant, r->variants[run->variant].name) &&
           !strcmp(series->machine, machine) && series->criterion == r->settings.criterion &&
           series->epsilon == r->settings.epsilon &&
           series->max_iterations == r->settings.max_iterations;
}

/* Finds the series of the run's case, from *index on, or adds a new one; *index is its place. */
static enum status find_series(struct history *history, const char *machine,
                               const struct results *r, const struct result_run *run, size_t *index)
{
    enum status status = OK;
    struct series fresh = {.criterion = r->settings.criterion,
                           .epsilon = r->settings.epsilon,
                           .max_iterations = r->settings.max_iterations};
    for (size_t tried = 0; tried < history->nseries; tried++) {
        size_t k = (*index + tried) % history->nseries;
        if (!same_case(&history->series[k], machine, r, run)) continue;
        *index = k;
        return OK;
    }
    TRY(copy_text(machine, &fresh.machine));
    TRY(copy_text(r->problems[run->problem].label, &fresh.problem));
    TRY(copy_text(r->problems[run->problem].source, &fresh.source));
    TRY(copy_text(r->variants[run->variant].name, &fresh.variant));
    TRY(reallocate(&history->series, history->nseries + 1, sizeof fresh, "series"));
    *index = history->nseries++;
    history->series[*index] = fresh;
    return OK;
out:
    series_free(&fresh);
    return status;
}

static bool same_cell(const struct result_run *a, const struct result_run *b)
{
    return a->problem == b->problem && a->variant == b->variant;
}

static enum status set_times(size_t count, double *times, bool interval, struct point *point)
{
    struct summary summary;
    if (interval) {
        MUST(summarise_samples(count, times, &summary));
        point->low = summary.ci_low;
        point->high = summary.ci_high;
    }
    point->median = sort_to_median(count, times);
    return OK;
}

/* Makes the point of a case, from the whole solves of all samples of all its processes;
 * r->runs[first] is the first of them. */
static enum status make_point(const struct results *r, size_t first, bool interval,
                              struct point *out)
{
    enum status status = OK;
    double *times = NULL;
    double references = 0;
    size_t with_reference = 0;
    *out =
        (struct point){.status = CASE_OK, .median = NAN, .low = NAN, .high = NAN, .reference = NAN};
    for (size_t k = first; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        if (!same_cell(run, &r->runs[first])) continue;
        if (out->status == CASE_OK) out->status = run->status;
        if (run->reference_low > 0) {
            references += log(run->reference_low * run->reference_high) / 2;
            with_reference++;
        }
        TRY(reallocate(&times, out->samples + run->sample_count, sizeof *times, "samples"));
        size_t counted = samples_counted(run, run_samples(r, run), times + out->samples);
        if (!run->extrapolated || run->iterations != MISSING) out->samples += counted;
    }
    if (out->status == CASE_OK && out->samples) TRY(set_times(out->samples, times, interval, out));
    if (with_reference) out->reference = exp(references / (double)with_reference);
    const bool made = *r->problems[r->runs[first].problem].kind !=
                      '\0'; /* else it was not the variant that failed */
    TRY(copy_text(made ? r->runs[first].fingerprint : "", &out->fingerprint));
out:
    free(times);
    return status;
}

/* Sets *out to whether the request includes this case. */
static enum status is_case_wanted(const struct history_request *request, const struct results *r,
                                  const struct result_run *run, bool *out)
{
    bool problem = true, variant = true;
    if (request->problems)
        MUST(pattern_match(request->problems, r->problems[run->problem].label, &problem));
    if (request->variants)
        MUST(pattern_match(request->variants, r->variants[run->variant].name, &variant));
    *out = problem && variant;
    return OK;
}

/* Adds a point to the series of every case of the last run. */
static enum status add_points(const struct history_request *request, const struct results *r,
                              struct history *history)
{
    size_t index = 0;
    const char *machine = history->runs[history->nruns - 1].machine;
    for (size_t k = 0; k < r->nruns; k++) {
        const struct result_run *run = &r->runs[k];
        struct point point;
        size_t earlier = 0;
        bool wanted;
        while (!same_cell(&r->runs[earlier], run)) earlier++;
        MUST(is_case_wanted(request, r, run, &wanted));
        if (earlier < k || !wanted) continue;
        MUST(find_series(history, machine, r, run, &index));
        struct series *series = &history->series[index++];
        MUST(reallocate(&series->points, series->npoints + 1, sizeof point, "points"));
        MUST(make_point(r, k, request->intervals, &point));
        point.run = history->nruns - 1;
        series->points[series->npoints++] = point;
    }
    return OK;
}

/* Files */

static enum status read_history_file(const struct history_request *request, const char *file,
                                     struct history *history)
{
    enum status status = OK;
    struct results results = {0};
    char *path = NULL;
    bool added = false;
    TRY(format_text(&path, "%s/%s", request->folder, file));
    enum status read = results_read(path, &results);
    if (read == OK) {
        TRY(add_history_run(request, file, &results, history, &added));
        if (added) TRY(add_points(request, &results, history));
    } else if (read == ERROR_DAMAGED || read == ERROR_IO || read == ERROR_INPUT) {
        history->damaged = true;
        TRY(skip(history, fail_message()));
    } else status = read;
out:
    results_free(&results);
    free(path);
    return status;
}

static int file_by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_results_name(const char *name)
{
    size_t length = strlen(name);
    return length > 3 && !strcmp(name + length - 3, ".h5");
}

static enum status list_files(const char *folder, char ***out, size_t *count)
{
    enum status status = OK;
    DIR *entries = opendir(folder);
    *out = NULL;
    *count = 0;
    if (!entries)
        return fail(ERROR_IO, "%s: %s%s", folder, strerror(errno),
                    errno == ENOTDIR ? ": name the folder of several results files" : "");
    for (struct dirent *entry; (entry = readdir(entries));) {
        if (!is_results_name(entry->d_name)) continue;
        TRY(reallocate(out, *count + 1, sizeof **out, "names"));
        TRY(copy_text(entry->d_name, &(*out)[*count]));
        ++*count;
    }
    if (*count) qsort(*out, *count, sizeof **out, file_by_name);
    else status = fail(ERROR_INPUT, "%s: this folder has no results files (*.h5)", folder);
out:
    closedir(entries);
    return status;
}

/* Order */

static int by_time(const void *a, const void *b)
{
    const struct history_run *x = a, *y = b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return strcmp(x->file, y->file);
}

static int by_run(const void *a, const void *b)
{
    const struct point *x = a, *y = b;
    return (x->run > y->run) - (x->run < y->run);
}

static int by_series(const void *a, const void *b)
{
    const struct series *x = a, *y = b;
    int order = strcmp(x->machine, y->machine);
    if (!order) order = strcmp(x->problem, y->problem);
    if (!order) order = strcmp(x->variant, y->variant);
    if (!order) order = strcmp(x->source, y->source);
    return order;
}

/* Sorts runs by time, and moves points and series with them. */
static enum status put_in_order(struct history *history)
{
    size_t *rank;
    const char **file;
    enum status status = allocate(history->nruns, sizeof *file, "names", &file);
    if (status != OK) return status;
    status = allocate(history->nruns, sizeof *rank, "an order", &rank);
    for (size_t k = 0; k < history->nruns; k++) file[k] = history->runs[k].file;
    if (status == OK) {
        qsort(history->runs, history->nruns, sizeof *history->runs, by_time);
        for (size_t k = 0; k < history->nruns; k++) {
            size_t from = 0;
            while (file[from] != history->runs[k].file) from++;
            rank[from] = k;
        }
        for (size_t s = 0; s < history->nseries; s++) {
            struct series *series = &history->series[s];
            for (size_t k = 0; k < series->npoints; k++)
                series->points[k].run = rank[series->points[k].run];
            qsort(series->points, series->npoints, sizeof *series->points, by_run);
        }
        qsort(history->series, history->nseries, sizeof *history->series, by_series);
    }
    free(rank);
    free(file);
    return status;
}

static enum status nothing_left(const struct history_request *request,
                                const struct history *history, size_t files)
{
    const char *folder = request->folder, *problems = request->problems,
               *variants = request->variants;
    if (history->nskipped == files)
        return fail(ERROR_DAMAGED, "%s: none of its %zu .h5 files can be used: %s", folder, files,
                    history->skipped[0]);
    if (!history->nruns) return fail(ERROR_INPUT, "%s: no run began at or after --since", folder);
    if (problems && variants)
        return fail(ERROR_INPUT, "%s: no case matches --problems %s and --variants %s", folder,
                    problems, variants);
    if (!problems && !variants) return fail(ERROR_INPUT, "%s: its runs have no cases", folder);
    return fail(ERROR_INPUT, "%s: no case matches %s %s", folder,
                problems ? "--problems" : "--variants", problems ? problems : variants);
}

enum status history_read(const struct history_request *request, struct history *out)
{
    enum status status = OK;
    char **files = NULL;
    size_t count = 0;
    *out = (struct history){0};
    TRY(copy_text(request->folder, &out->folder));
    TRY(list_files(request->folder, &files, &count));
    for (size_t k = 0; k < count; k++) {
        if (!progress_hook_call("reading", k, count)) TRY(progress_hook_stopped());
        TRY(read_history_file(request, files[k], out));
    }
    if (!out->nseries) TRY(nothing_left(request, out, count));
    TRY(put_in_order(out));
out:
    for (size_t k = 0; k < count; k++) free(files[k]);
    free(files);
    if (status != OK) history_free(out);
    return status;
}
