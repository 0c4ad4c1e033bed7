#include "store/results_diff.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "store/columns.h"
#include "store/facts.h"

/* Compares one column of the rows. */
static enum status same_column(const struct column *column, size_t count, const void *a,
                               const void *b, bool *same)
{
    enum status status = OK;
    struct values left = {0}, right = {0};
    TRY(values_pack(column, count, a, &left));
    TRY(values_pack(column, count, b, &right));
    *same = left.width == right.width && !memcmp(left.bytes, right.bytes, count * left.width);
out:
    free(left.bytes);
    free(right.bytes);
    return status;
}

/* Sets *column to the first column of the group that differs; leaves it as it is if none does. */
static enum status compare_rows(enum group group, size_t na, const void *a, size_t nb,
                                const void *b, const char **column)
{
    static char path[100];
    for (const struct column *c = columns; c < columns + ncolumns && !*column; c++) {
        bool same = na == nb;
        if (c->group != group) continue;
        if (same) MUST(same_column(c, na, a, b, &same));
        if (same) continue;
        snprintf(path, sizeof path, "%s/%s", groups[group].path, c->name);
        *column = path;
    }
    return OK;
}

static bool has_axes_of(const struct result_problem *a, const struct result_problem *b)
{
    for (size_t k = 0; k < b->naxes; k++) {
        char left[32], right[32];
        const struct axis_value *here = problem_axis(a, b->axes[k].name);
        if (strcmp(axis_text(here, left, sizeof left), axis_text(&b->axes[k], right, sizeof right)))
            return false;
    }
    return true;
}

static void compare_axes(const struct results *a, const struct results *b, const char **column)
{
    for (size_t k = 0; k < a->nproblems && !*column; k++)
        if (!has_axes_of(&a->problems[k], &b->problems[k]) ||
            !has_axes_of(&b->problems[k], &a->problems[k]))
            *column = AXES_PATH;
}

/* Makes rows of /cases and /runs from runs; the texts still belong to the runs. */
static enum status run_rows(size_t count, const struct result_run *runs, struct run_row **out)
{
    enum status status = allocate_zeroed(count, sizeof **out, "the runs", out);
    for (size_t k = 0; status == OK && k < count; k++) (*out)[k].run = runs[k];
    return status;
}

static enum status compare_runs(size_t na, const struct result_run *a, size_t nb,
                                const struct result_run *b, const char **column)
{
    enum status status = OK;
    struct run_row *left = NULL, *right = NULL;
    TRY(run_rows(na, a, &left));
    TRY(run_rows(nb, b, &right));
    TRY(compare_rows(GROUP_CASES, na, left, nb, right, column));
    TRY(compare_rows(GROUP_RUNS, na, left, nb, right, column));
out:
    free(left);
    free(right);
    return status;
}

static enum status compare_group(enum group group, const struct results *a, const struct results *b,
                                 const char **column)
{
    size_t na, nb;
    const void *left = group_rows(a, group, &na), *right = group_rows(b, group, &nb);
    return compare_rows(group, na, left, nb, right, column);
}

enum status results_difference(const struct results *a, const struct results *b,
                               const char **column)
{
    enum status status = OK;
    *column = NULL;
    for (enum group group = 0; group < NGROUPS && status == OK; group++) {
        if (group == GROUP_CASES)
            status = compare_runs(a->nruns, a->runs, b->nruns, b->runs, column);
        else status = compare_group(group, a, b, column);
        if (group == GROUP_PROBLEMS && !*column) compare_axes(a, b, column);
    }
    return status;
}

enum status run_difference(const struct results *a, const struct result_run *in_a,
                           const struct results *b, const struct result_run *in_b,
                           const char **column)
{
    struct result_run left = *in_a, right = *in_b;
    left.sample_offset = right.sample_offset = 0;
    *column = NULL;
    MUST(compare_runs(1, &left, 1, &right, column));
    return compare_rows(GROUP_SAMPLES, in_a->sample_count, run_samples(a, in_a), in_b->sample_count,
                        run_samples(b, in_b), column);
}

/* Experiments */

static const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

static bool differ(const char *a, const char *b)
{
    return strcmp(text_or_empty(a), text_or_empty(b)) != 0;
}

static bool other_budget(const struct results *a, const struct results *b)
{
    if (differ(a->skip_axis, b->skip_axis)) return true;
    if (!a->skip_axis || !*a->skip_axis || (isnan(a->skip_budget) && isnan(b->skip_budget)))
        return false;
    return !(a->skip_budget == b->skip_budget);
}

static bool other_problems(const struct results *a, const struct results *b)
{
    if (a->nproblems != b->nproblems) return true;
    for (size_t k = 0; k < a->nproblems; k++)
        if (differ(a->problems[k].source, b->problems[k].source) ||
            differ(a->problems[k].label, b->problems[k].label))
            return true;
    return false;
}

static bool other_variants(const struct results *a, const struct results *b)
{
    if (a->nvariants != b->nvariants) return true;
    for (size_t k = 0; k < a->nvariants; k++)
        if (differ(a->variants[k].name, b->variants[k].name)) return true;
    return false;
}

/* Compares the settings. A file from before there were proofs has no settings for them: they are
 * taken to be those of the other file. That does not hold for the required error. The default
 * prove_time was once MOST_PROVE_TIME. */
static enum status compare_settings(const struct results *a, const struct results *b,
                                    const char **column)
{
    struct settings left = a->settings, right = b->settings;
    if (isnan(left.prove)) left.prove = right.prove, left.prove_time = right.prove_time;
    if (isnan(right.prove)) right.prove = left.prove, right.prove_time = left.prove_time;
    if (isnan(left.prove_time)) left.prove_time = MOST_PROVE_TIME;
    if (isnan(right.prove_time)) right.prove_time = MOST_PROVE_TIME;
    return compare_rows(GROUP_SETTINGS, 1, &left, 1, &right, column);
}

enum status experiment_difference(const struct results *a, const struct results *b,
                                  const char **what, bool *other_place)
{
    const char *settings = NULL, *build = NULL, *bundle = NULL;
    *what = NULL;
    *other_place = false;
    enum status status = compare_settings(a, b, &settings);
    if (status == OK) status = compare_group(GROUP_BUILD, a, b, &build);
    if (status == OK) status = compare_group(GROUP_BUNDLE, a, b, &bundle);
    if (status != OK) return status;
    if (differ(a->name, b->name)) *what = "the names";
    else if (differ(a->script, b->script)) *what = "the scripts";
    else if (bundle) *what = "the texts that the scripts read";
    else if (differ(a->options, b->options) || a->quick != b->quick) *what = "the options";
    else if (settings || other_budget(a, b)) *what = "the settings";
    else if (other_problems(a, b)) *what = "the problems";
    else if (other_variants(a, b)) *what = "the variants";
    if (*what) return OK;
    if (differ(fact_value(a->machine, a->nmachine, "key"),
               fact_value(b->machine, b->nmachine, "key")))
        *what = "the machines";
    else if (differ(a->git_commit, b->git_commit)) *what = "the commits of warpmark";
    else if (build) *what = "the builds of warpmark";
    *other_place = *what != NULL;
    return OK;
}

/* Consistency */

static enum status unsound(const char *name, const char *where, const char *what, uint64_t row)
{
    return fail(ERROR_DAMAGED, "%s is a damaged results file: %s: %s (row %llu)", name, where, what,
                (unsigned long long)row);
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

static enum status check_order(const char *name, const struct results *r)
{
    uint64_t *order;
    enum status status = allocate(r->nsamples, sizeof *order, "the samples", &order);
    if (status != OK) return status;
    for (size_t k = 0; k < r->nsamples; k++) order[k] = r->samples[k].order;
    if (r->nsamples) qsort(order, r->nsamples, sizeof *order, by_number);
    for (size_t k = 1; status == OK && k < r->nsamples; k++)
        if (order[k] == order[k - 1])
            status = unsound(name, "/samples/order", "two samples have the same", order[k]);
    free(order);
    return status;
}

static enum status check_offsets(const char *name, const struct results *r)
{
    enum status status = OK;
    unsigned char *taken = NULL;
    TRY(allocate_zeroed(r->nsamples, 1, "the samples", &taken));
    for (size_t k = 0; k < r->nruns; k++) {
        for (uint64_t i = 0; i < r->runs[k].sample_count; i++) {
            unsigned char *sample = &taken[r->runs[k].sample_offset + i];
            if (*sample)
                TRY(unsound(name, "/runs/sample_offset", "its samples belong to another run too",
                            k));
            *sample = 1;
        }
    }
    for (size_t k = 0; k < r->nsamples; k++)
        if (!taken[k]) TRY(unsound(name, "/samples", "a sample belongs to no run", k));
out:
    free(taken);
    return status;
}

static int by_process(const void *a, const void *b)
{
    return run_compare(*(struct result_run *const *)a, *(struct result_run *const *)b);
}

static enum status check_processes(const char *name, const struct results *r)
{
    enum status status = OK;
    const struct result_run **run = NULL;
    TRY(allocate(r->nruns, sizeof *run, "the runs", &run));
    for (size_t k = 0; k < r->nruns; k++) run[k] = &r->runs[k];
    if (r->nruns) qsort(run, r->nruns, sizeof *run, by_process);
    for (size_t k = 1; k < r->nruns; k++)
        if (!by_process(&run[k], &run[k - 1]))
            TRY(unsound(name, "/runs", "another run is of the same process of its case",
                        (uint64_t)(run[k] - r->runs)));
out:
    free(run);
    return status;
}

enum status results_check(const char *name, const struct results *r)
{
    char hash[SHA256_TEXT];
    const char *script = text_or_empty(r->script), *stored = text_or_empty(r->script_sha256);
    sha256_text(script, strlen(script), hash);
    if (*stored && strcmp(stored, hash))
        MUST(unsound(name, "/meta/script_sha256", "it is not the script's", 0));
    MUST(check_offsets(name, r));
    MUST(check_processes(name, r));
    return check_order(name, r);
}
