#define _GNU_SOURCE /* strptime, tm_gmtoff */
#include "harness/journal/merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "harness/store/results_diff.h"
#include "harness/store/spec_copy.h"

enum status shard_parse(const char *text, struct shard *out)
{
    char index[32] = "";
    uint64_t number = 0;
    const char *slash = strchr(text, '/');
    if (slash && slash - text < (long)sizeof index)
        snprintf(index, sizeof index, "%.*s", (int)(slash - text), text);
    if (!slash || !parse_count(index, &number) || !parse_count(slash + 1, &out->count) ||
        number < 1 || number > out->count)
        return fail(ERROR_INPUT, "--shard %s: needs I/N with I from 1 to N, such as 1/4", text);
    out->index = number - 1;
    return OK;
}

/* FNV-1a, the zero byte at the end included. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
    for (;; text++) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
        if (!*text) return hash;
    }
}

bool shard_has(const struct shard *shard, const char *source, const char *variant)
{
    uint64_t hash = hash_text(hash_text(UINT64_C(0xcbf29ce484222325), source), variant);
    return shard->count == 0 || random_below(random_mix(hash), shard->count) == shard->index;
}

/* Merging */

/* A run and where it comes from. */
struct origin {
    const struct result_run *run;
    size_t part;
};

static int by_plan(const void *a, const void *b)
{
    const struct origin *left = a, *right = b;
    const struct result_run *x = left->run, *y = right->run;
    if (x->problem != y->problem) return x->problem < y->problem ? -1 : 1;
    if (x->variant != y->variant) return x->variant < y->variant ? -1 : 1;
    if (x->process != y->process) return x->process < y->process ? -1 : 1;
    return left->part < right->part ? -1 : left->part > right->part;
}

static bool same_process(const struct result_run *x, const struct result_run *y)
{
    return x->problem == y->problem && x->variant == y->variant && x->process == y->process;
}

static enum status check_part(const struct results *parts, const char *const *names, size_t k,
                              bool force)
{
    const char *what;
    bool other_place;
    enum status status = experiment_difference(&parts[0], &parts[k], &what, &other_place);
    if (status != OK || !what || (other_place && force)) return status;
    return fail(ERROR_INPUT, "%s and %s cannot be merged: %s differ%s", names[0], names[k], what,
                other_place ? ". Use --force to merge anyway" : "");
}

static enum status copy_facts(size_t count, const struct fact *from, struct fact **out)
{
    enum status status = OK;
    TRY(allocate_zeroed(count, sizeof **out, "facts", out));
    for (size_t k = 0; k < count; k++) {
        TRY(copy_text(from[k].name, &(*out)[k].name));
        TRY(copy_text(from[k].value, &(*out)[k].value));
    }
out:
    return status;
}

static enum status copy_problem(const struct result_problem *from, struct result_problem *out)
{
    enum status status = OK;
    *out = *from;
    out->source = out->label = out->kind = NULL;
    out->axes = NULL;
    out->naxes = 0;
    TRY(copy_text(from->source, &out->source));
    TRY(copy_text(from->label, &out->label));
    TRY(copy_text(from->kind, &out->kind));
    TRY(axes_copy(from->naxes, from->axes, &out->axes));
    out->naxes = from->naxes;
out:
    return status;
}

/* Each as the first part knows it that has made it. */
static enum status copy_problems(size_t count, const struct results *parts, struct results *out)
{
    enum status status = OK;
    TRY(allocate_zeroed(parts->nproblems, sizeof *out->problems, "problems", &out->problems));
    for (out->nproblems = 0; out->nproblems < parts->nproblems;) {
        size_t k = 0, p = out->nproblems++;
        while (k + 1 < count && !*parts[k].problems[p].kind) k++;
        if (!*parts[k].problems[p].kind) k = 0;
        TRY(copy_problem(&parts[k].problems[p], &out->problems[p]));
    }
out:
    return status;
}

static enum status copy_variants(const struct results *from, struct results *out)
{
    enum status status = OK;
    TRY(allocate_zeroed(from->nvariants, sizeof *out->variants, "variants", &out->variants));
    out->nvariants = from->nvariants;
    for (size_t k = 0; k < from->nvariants; k++) {
        const struct result_variant *variant = &from->variants[k];
        struct result_variant *copy = &out->variants[k];
        TRY(copy_text(variant->name, &copy->name));
        TRY(copy_text(variant->method, &copy->method));
        TRY(copy_text(variant->layout, &copy->layout));
        TRY(copy_text(variant->order, &copy->order));
        TRY(copy_text(variant->precision, &copy->precision));
        TRY(copy_text(variant->place, &copy->place));
    }
out:
    return status;
}

static enum status copy_crossovers(const struct results *from, struct results *out)
{
    enum status status = OK;
    TRY(allocate_zeroed(from->ncrossovers, sizeof *out->crossovers, "crossovers",
                        &out->crossovers));
    for (; out->ncrossovers < from->ncrossovers; out->ncrossovers++)
        TRY(crossover_copy(&from->crossovers[out->ncrossovers],
                           &out->crossovers[out->ncrossovers]));
out:
    return status;
}

/* What the first part says for all. */
static enum status copy_shared(const struct results *from, struct results *out)
{
    enum status status = OK;
    TRY(copy_text(from->name, &out->name));
    TRY(copy_text(from->title, &out->title));
    TRY(copy_text(from->paper ? from->paper : "", &out->paper));
    TRY(copy_text(from->path, &out->path));
    TRY(copy_text(from->script, &out->script));
    TRY(copy_text(from->script_sha256, &out->script_sha256));
    TRY(copy_text(from->options, &out->options));
    TRY(copy_text(from->git_commit, &out->git_commit));
    if (from->skip_axis) TRY(copy_text(from->skip_axis, &out->skip_axis));
    out->skip_budget = from->skip_budget;
    TRY(copy_facts(out->nmachine = from->nmachine, from->machine, &out->machine));
    TRY(copy_facts(out->nbuild = from->nbuild, from->build, &out->build));
    TRY(figures_copy(from->nfigures, from->figures, &out->figures));
    out->nfigures = from->nfigures;
    TRY(tables_copy(from->ntables, from->tables, &out->tables));
    out->ntables = from->ntables;
    TRY(copy_crossovers(from, out));
    TRY(bundle_copy(from->nbundle, from->bundle, &out->bundle));
    out->nbundle = from->nbundle;
    TRY(claims_copy(from->nclaims, from->claims, &out->claims));
    out->nclaims = from->nclaims;
    out->settings = from->settings;
    out->quick = from->quick;
out:
    return status;
}

/* Seconds since 1970 of an ISO 8601 time with its offset, or -1. */
static double seconds_of(const char *text)
{
    struct tm time = {0};
    if (!strptime(text, "%Y-%m-%dT%H:%M:%S%z", &time)) return -1;
    long offset = time.tm_gmtoff;
    return (double)(timegm(&time) - offset);
}

/* The command lines one below the other; the earliest start and the latest end. */
static enum status join_meta(size_t count, const struct results *parts, struct results *out)
{
    enum status status = OK;
    char *longer = NULL;
    const char *first = parts[0].started, *last = parts[0].ended;
    TRY(copy_text(parts[0].command, &out->command));
    for (size_t k = 0; k < count; k++) {
        out->interrupted |= parts[k].interrupted;
        out->wall += parts[k].wall;
        out->overhead += parts[k].overhead;
        if (seconds_of(parts[k].started) < seconds_of(first)) first = parts[k].started;
        if (seconds_of(parts[k].ended) > seconds_of(last)) last = parts[k].ended;
        if (k == 0) continue;
        TRY(format_text(&longer, "%s\n%s", out->command, parts[k].command));
        free(out->command);
        out->command = longer;
    }
    TRY(copy_text(first, &out->started));
    TRY(copy_text(last, &out->ended));
out:
    return status;
}

/* Appends a run with its samples, as if each part had begun when the one before had ended. */
static enum status copy_run(const struct results *parts, const uint64_t *order,
                            const struct origin *from, struct results *out)
{
    enum status status = OK;
    const struct results *part = &parts[from->part];
    struct result_run *run = &out->runs[out->nruns];
    double before = 0;
    for (size_t k = 0; k < from->part; k++) before += parts[k].wall;
    *run = *from->run;
    run->note = run->fingerprint = NULL;
    out->nruns++;
    TRY(copy_text(from->run->note, &run->note));
    TRY(copy_text(from->run->fingerprint, &run->fingerprint));
    run->started += before;
    run->sample_offset = out->nsamples;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        struct result_sample *sample = &out->samples[out->nsamples++];
        *sample = part->samples[from->run->sample_offset + k];
        sample->started += before;
        sample->order += order[from->part];
    }
out:
    return status;
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

/* first[k] (new) = by how much the order of the samples of part k is raised. */
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

/* The runs of all parts (new) in the order of the plan. */
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
        if (k && same_process(origin[k].run, origin[k - 1].run))
            TRY(check_overlap(parts, names, &origin[k - 1], &origin[k]));
        else TRY(copy_run(parts, order, &origin[k], out));
    }
out:
    free(origin);
    free(order);
    return status;
}

enum status results_merge(size_t count, const struct results *parts, const char *const *names,
                          bool force, struct results *out)
{
    enum status status = OK;
    *out = (struct results){0};
    for (size_t k = 1; k < count; k++) TRY(check_part(parts, names, k, force));
    TRY(copy_shared(&parts[0], out));
    TRY(copy_problems(count, parts, out));
    TRY(copy_variants(&parts[0], out));
    TRY(join_meta(count, parts, out));
    TRY(join_runs(count, parts, names, out));
out:
    if (status != OK) results_free(out);
    return status;
}
