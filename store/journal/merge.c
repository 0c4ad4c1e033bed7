#define _GNU_SOURCE /* strptime, tm_gmtoff */
#include "store/journal/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "store/columns.h"
#include "store/facts.h"
#include "store/judged.h"
#include "store/results_diff.h"

/* A run and the part that it comes from. */
struct origin {
    const struct result_run *run;
    size_t part;
};

static bool is_measured(const struct origin *origin)
{
    return !status_is_unmeasured(origin->run->status);
}

/* In the order of the plan; of one case those first that were measured. */
static int by_plan(const void *a, const void *b)
{
    const struct origin *left = a, *right = b;
    int order = run_compare(left->run, right->run);
    if (!order) order = is_measured(right) - is_measured(left);
    return order ? order : left->part < right->part ? -1 : left->part > right->part;
}

static enum status check_part(const struct results *first, const struct results *part,
                              const char *const names[2], bool force)
{
    const char *what;
    bool other_place;
    enum status status = experiment_difference(first, part, &what, &other_place);
    if (status != OK || !what || (other_place && force)) return status;
    return fail(ERROR_INPUT, "%s and %s cannot be merged: %s differ%s", names[0], names[1], what,
                other_place ? ". Use --force to merge anyway" : "");
}

/* Copies each problem from the first part that has made it. */
static enum status copy_problems(size_t count, const struct results *parts, struct results *out)
{
    MUST(allocate_zeroed(parts->nproblems, sizeof *out->problems, "problems", &out->problems));
    for (out->nproblems = 0; out->nproblems < parts->nproblems;) {
        size_t k = 0, p = out->nproblems++;
        while (k + 1 < count && !*parts[k].problems[p].kind) k++;
        if (!*parts[k].problems[p].kind) k = 0;
        const struct result_problem *from = &parts[k].problems[p];
        struct result_problem *copy = &out->problems[p];
        MUST(rows_fill(GROUP_PROBLEMS, 1, from, copy));
        MUST(axes_copy(from->naxes, from->axes, &copy->axes));
        copy->naxes = from->naxes;
    }
    return OK;
}

/* Copies from the first part what all parts share. */
static enum status copy_shared(const struct results *from, struct results *out)
{
    static const enum group shared[] = {GROUP_BUILD,   GROUP_MACHINE, GROUP_VARIANTS,
                                        GROUP_FIGURES, GROUP_TABLES,  GROUP_CROSSOVERS,
                                        GROUP_BUNDLE,  GROUP_CLAIMS};
    out->settings = from->settings;
    MUST(rows_fill(GROUP_META, 1, from, out));
    for (size_t k = 0; k < sizeof shared / sizeof *shared; k++) {
        size_t count;
        void *copy, *rows = group_rows(from, shared[k], &count);
        MUST(rows_copy(shared[k], count, rows, &copy));
        group_set(out, shared[k], copy, count);
    }
    results_unjudge(out);
    return OK;
}

/* Converts an ISO 8601 time with its offset to seconds since 1970, or -1. */
static double seconds_of(const char *text)
{
    struct tm time = {0};
    if (!strptime(text, "%Y-%m-%dT%H:%M:%S%z", &time)) return -1;
    long offset = time.tm_gmtoff;
    return (double)(timegm(&time) - offset);
}

static enum status replace(char **text, const char *by)
{
    free(*text);
    *text = NULL;
    return copy_text(by, text);
}

/* Joins the command lines as lines of one text; takes the earliest start and the latest end. */
static enum status join_meta(size_t count, const struct results *parts, struct results *out)
{
    size_t first = 0, last = 0;
    for (size_t k = 1; k < count; k++) {
        out->interrupted |= parts[k].interrupted;
        out->wall += parts[k].wall;
        out->overhead += parts[k].overhead;
        if (seconds_of(parts[k].started) < seconds_of(parts[first].started)) first = k;
        if (seconds_of(parts[k].ended) > seconds_of(parts[last].ended)) last = k;
        MUST(append_text(&out->command, "\n%s", parts[k].command));
    }
    MUST(replace(&out->started, parts[first].started));
    return replace(&out->ended, parts[last].ended);
}

/* Appends a run with its samples, as if each part had begun when the one before ended. */
static enum status copy_run(const struct results *parts, const uint64_t *order,
                            const struct origin *from, struct results *out)
{
    const struct results *part = &parts[from->part];
    struct result_run *run = &out->runs[out->nruns];
    double before = 0;
    for (size_t k = 0; k < from->part; k++) before += parts[k].wall;
    out->nruns++;
    MUST(result_run_copy(from->run, run));
    run->started += before;
    run->sample_offset = out->nsamples;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        struct result_sample *sample = &out->samples[out->nsamples++];
        *sample = part->samples[from->run->sample_offset + k];
        sample->started += before;
        sample->order += order[from->part];
    }
    return OK;
}

static enum status check_overlap(const struct results *parts, const char *const *names,
                                 const struct origin *a, const struct origin *b)
{
    const char *column;
    enum status status = run_difference(&parts[a->part], a->run, &parts[b->part], b->run, &column);
    if (status != OK || !column) return status;
    return fail(ERROR_INPUT, "%s and %s cannot be merged: both have measured %s  %s",
                names[a->part], names[b->part], parts->problems[a->run->problem].label,
                parts->variants[a->run->variant].name);
}

/* Sets first[k] (new) to the number added to the order of part k's samples. */
static enum status stack_orders(size_t count, const struct results *parts, uint64_t **first)
{
    enum status status = allocate_zeroed(count + 1, sizeof **first, "the parts", first);
    for (size_t k = 0; status == OK && k < count; k++) {
        uint64_t *next = &(*first)[k + 1];
        *next = (*first)[k];
        for (size_t i = 0; i < parts[k].nsamples; i++)
            if (parts[k].samples[i].order + 1 + (*first)[k] > *next)
                *next = parts[k].samples[i].order + 1 + (*first)[k];
    }
    return status;
}

/* Lists the runs of all parts (new) in the order of the plan. */
static enum status sort_runs(size_t count, const struct results *parts, struct origin **out,
                             size_t *nruns)
{
    size_t total = 0;
    for (size_t k = 0; k < count; k++) total += parts[k].nruns;
    enum status status = allocate(total, sizeof **out, "the runs", out);
    *nruns = 0;
    for (size_t k = 0; status == OK && k < count; k++)
        for (size_t i = 0; i < parts[k].nruns; i++)
            (*out)[(*nruns)++] = (struct origin){&parts[k].runs[i], k};
    if (*nruns) qsort(*out, *nruns, sizeof **out, by_plan);
    return status;
}

static enum status join_runs(size_t count, const struct results *parts, const char *const *names,
                             struct results *out)
{
    enum status status = OK;
    struct origin *origin = NULL;
    uint64_t *order = NULL;
    size_t nruns = 0, nsamples = 0;
    for (size_t k = 0; k < count; k++) nsamples += parts[k].nsamples;
    TRY(stack_orders(count, parts, &order));
    TRY(sort_runs(count, parts, &origin, &nruns));
    TRY(allocate(nruns, sizeof *out->runs, "the runs", &out->runs));
    TRY(allocate(nsamples, sizeof *out->samples, "the samples", &out->samples));
    for (size_t k = 0; k < nruns; k++) {
        if (!k || run_compare(origin[k].run, origin[k - 1].run))
            TRY(copy_run(parts, order, &origin[k], out));
        else if (is_measured(&origin[k]))
            TRY(check_overlap(parts, names, &origin[k - 1], &origin[k]));
    }
out:
    free(origin);
    free(order);
    return status;
}

static enum status merge_parts(size_t count, const struct results *parts, const char *const *names,
                               struct results *out)
{
    MUST(copy_shared(&parts[0], out));
    MUST(copy_problems(count, parts, out));
    MUST(join_meta(count, parts, out));
    return join_runs(count, parts, names, out);
}

enum status results_merge(size_t count, const struct results *parts, const char *const *names,
                          bool force, struct results *out)
{
    enum status status = OK;
    *out = (struct results){0};
    for (size_t k = 1; k < count; k++)
        TRY(check_part(&parts[0], &parts[k], (const char *const[]){names[0], names[k]}, force));
    TRY(merge_parts(count, parts, names, out));
out:
    if (status != OK) results_free(out);
    return status;
}

/* Repetitions */

static const char *key_of(const struct results *results)
{
    return fact_value(results->machine, results->nmachine, "key");
}

/* Checks that two parts are different runs of the same. The number of processes may differ. */
static enum status check_repetition(const struct results *a, const struct results *b,
                                    const char *const names[2], bool force)
{
    struct results as_many = *a;
    as_many.settings.processes = b->settings.processes;
    if (strcmp(key_of(a), key_of(b)) != 0)
        return fail(ERROR_INPUT, "%s and %s cannot be repetitions: one is of '%s', one of '%s'",
                    names[0], names[1], key_of(a), key_of(b));
    MUST(check_part(&as_many, b, names, force));
    if (!strcmp(a->started, b->started) || !strcmp(a->ended, b->ended))
        return fail(ERROR_INPUT, "%s and %s cannot be repetitions: both are the run of %s",
                    names[0], names[1], a->started);
    return OK;
}

/* Numbers the measured processes of each case through all parts. Where a case has such, those that
 * were not measured get the number of one, so that they give way to it. */
static enum status number_processes(size_t count, struct results *parts)
{
    const size_t nvariants = parts->nvariants;
    uint64_t *measured;
    MUST(allocate_zeroed(parts->nproblems * nvariants, sizeof *measured, "the cases", &measured));
    for (int pass = 0; pass < 2; pass++)
        for (size_t k = 0; k < count; k++)
            for (size_t i = 0; i < parts[k].nruns; i++) {
                struct result_run *run = &parts[k].runs[i];
                uint64_t *number = &measured[run->problem * nvariants + run->variant];
                const bool ended = !status_is_unmeasured(run->status);
                if (pass == 0 && ended) run->process = (*number)++;
                else if (pass == 1 && !ended && *number) run->process = 0;
            }
    free(measured);
    return OK;
}

enum status results_repeat(size_t count, struct results *parts, const char *const *names,
                           bool force, struct results *out)
{
    enum status status = OK;
    uint64_t processes = 0;
    *out = (struct results){0};
    for (size_t k = 0; k < count; k++) {
        processes += parts[k].settings.processes == MISSING ? 1 : parts[k].settings.processes;
        for (size_t j = 0; j < k; j++)
            TRY(check_repetition(&parts[j], &parts[k], (const char *const[]){names[j], names[k]},
                                 force));
    }
    TRY(number_processes(count, parts));
    TRY(merge_parts(count, parts, names, out));
    out->settings.processes = processes;
out:
    if (status != OK) results_free(out);
    return status;
}
