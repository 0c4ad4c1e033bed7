#include "harness/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "harness/bandwidth.h"
#include "harness/case.h"
#include "harness/cli.h"
#include "harness/clock.h"
#include "harness/fingerprint.h"
#include "harness/interrupt.h"
#include "harness/machine.h"
#include "harness/progress.h"
#include "harness/spec.h"
#include "harness/stats.h"
#include "harness/units.h"

struct run {
    const struct experiment *experiment;
    struct results *results;
    struct variant *variants;
    double *copy_bandwidth; /* B/s at the place of each variant; NaN where not measured */
    struct progress progress;
    double started;
};

static enum status now_text(char **out)
{
    char text[64];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    return copy_text(text, out);
}

/* The plan, as it goes into the results */

static enum status copy_head(const struct experiment *e, const struct run_request *request, struct results *r)
{
    enum status status = OK;
    TRY(copy_text(e->name, &r->name));
    TRY(copy_text(e->title, &r->title));
    TRY(copy_text(e->path, &r->path));
    TRY(copy_text(e->script, &r->script));
    TRY(allocate(SHA256_TEXT, 1, "a hash", &r->script_sha256));
    sha256_text(e->script, strlen(e->script), r->script_sha256);
    TRY(copy_text(e->options, &r->options));
    TRY(copy_text(request->command, &r->command));
    TRY(copy_text(build_commit(), &r->git_commit));
    TRY(now_text(&r->started));
    TRY(machine_facts(&r->machine, &r->nmachine));
    TRY(build_facts(&r->build, &r->nbuild));
    TRY(figures_copy(e->nfigures, e->figures, &r->figures));
    r->nfigures = e->nfigures;
    TRY(tables_copy(e->ntables, e->tables, &r->tables));
    r->ntables = e->ntables;
    r->settings = e->settings;
    r->quick = e->quick;
out:
    return status;
}

static enum status plan_problems(const struct experiment *e, struct results *r)
{
    enum status status = OK;
    TRY(allocate_zeroed(e->nproblems, sizeof *r->problems, "problems", &r->problems));
    r->nproblems = e->nproblems;
    for (size_t k = 0; k < e->nproblems; k++) {
        struct result_problem *p = &r->problems[k];
        TRY(copy_text(e->problems[k].source, &p->source));
        TRY(copy_text(e->problems[k].label, &p->label));
        TRY(copy_text("", &p->kind));
        TRY(axes_copy(e->problems[k].naxes, e->problems[k].axes, &p->axes));
        p->naxes = e->problems[k].naxes;
        p->n = p->states = p->transitions = p->classes = p->nnz = p->row_min = p->row_max = MISSING;
        p->generate = NAN;
        TRY(problem_check(p->source));
    }
out:
    return status;
}

static enum status record_variant(const struct variant *variant, struct result_variant *out)
{
    enum status status = OK;
    TRY(variant_name(variant, &out->name));
    TRY(copy_text(variant->method->name, &out->method));
    TRY(copy_text(variant->layout->name, &out->layout));
    TRY(copy_text(order_names[variant->order], &out->order));
    TRY(copy_text(precision_names[variant->precision], &out->precision));
    TRY(copy_text(variant->place->name, &out->place));
out:
    return status;
}

/* Drops the variants whose name does not match pattern (NULL: keeps all). */
static enum status keep_wanted(struct variant *variants, size_t *count, const char *pattern)
{
    size_t kept = 0;
    for (size_t k = 0; pattern && k < *count; k++) {
        char *name = NULL;
        enum status status = variant_name(&variants[k], &name);
        if (status != OK) return status;
        if (glob_match(pattern, name)) variants[kept++] = variants[k];
        free(name);
    }
    if (pattern && kept == 0)
        return fail(ERROR_INPUT, "--variants %s: matches none of the script's %zu variants", pattern, *count);
    if (pattern) *count = kept;
    return OK;
}

static enum status plan_variants(struct run *run, const struct run_request *request)
{
    enum status status = OK;
    struct results *r = run->results;
    size_t count = 0;
    TRY(variants_expand(run->experiment->nvariants, run->experiment->variants, &run->variants, &count));
    TRY(keep_wanted(run->variants, &count, request->variants));
    TRY(allocate_zeroed(count, sizeof *r->variants, "variants", &r->variants));
    r->nvariants = count;
    for (size_t k = 0; k < count; k++) TRY(record_variant(&run->variants[k], &r->variants[k]));
out:
    return status;
}

/* Execution */

static void record_problem(const struct problem *problem, double seconds, struct result_problem *out)
{
    const struct csr *off = &problem->system.a.off;
    out->n = off->n;
    out->states = problem->states;
    out->transitions = problem->transitions;
    out->classes = problem->classes;
    out->nnz = off->nnz;
    out->row_min = off->n ? UINT64_MAX - 1 : 0;
    out->row_max = 0;
    for (uint32_t i = 0; i < off->n; i++) {
        uint64_t length = off->row[i + 1] - off->row[i];
        if (length < out->row_min) out->row_min = length;
        if (length > out->row_max) out->row_max = length;
    }
    out->generate = seconds;
}

static enum status append_run(struct results *r, struct case_result *result)
{
    enum status status = OK;
    uint64_t count = result->run.sample_count;
    TRY(reallocate(&r->samples, r->nsamples + count, sizeof *r->samples, "samples"));
    TRY(reallocate(&r->runs, r->nruns + 1, sizeof *r->runs, "results"));
    result->run.sample_offset = r->nsamples;
    for (uint64_t k = 0; k < count; k++) {
        r->samples[r->nsamples] = result->sample[k];
        r->samples[r->nsamples].order = r->nsamples;
        r->nsamples++;
    }
    r->overhead += result->run.verify;
    r->runs[r->nruns++] = result->run;
    result->run.note = result->run.fingerprint = NULL;
out:
    case_result_free(result);
    return status;
}

static void say_end(struct run *run, const struct result_run *ran)
{
    const struct results *r = run->results;
    char what[256], result[640];
    double seconds[64];
    size_t count = ran->sample_count < 64 ? ran->sample_count : 64;
    struct summary summary;
    snprintf(what, sizeof what, "%s  %s", r->problems[ran->problem].label, r->variants[ran->variant].name);
    for (size_t k = 0; k < count; k++) seconds[k] = r->samples[ran->sample_offset + k].host;
    if (ran->status == CASE_OK && count && summarise(count, seconds, &summary) == OK)
        snprintf(result, sizeof result, "ok, %llu iteration%s, %s%s%s", (unsigned long long)ran->iterations,
                 ran->iterations == 1 ? "" : "s", human_seconds(summary.median).text, *ran->note ? ": " : "",
                 ran->note);
    else snprintf(result, sizeof result, "%s%s%s", case_status_names[ran->status], *ran->note ? ": " : "", ran->note);
    progress_end(&run->progress, what, result);
}

/* A case that was not measured. */
static enum status record_unmeasured(struct run *run, size_t problem, size_t variant, enum case_status why,
                                     const char *note)
{
    struct case_result result = {.run = result_run_unknown()};
    result.run.problem = problem;
    result.run.variant = variant;
    result.run.status = why;
    enum status status = copy_text(note, &result.run.note);
    if (status == OK) status = append_run(run->results, &result);
    if (status == OK) say_end(run, &run->results->runs[run->results->nruns - 1]);
    return status;
}

static enum status measure_variant(struct run *run, const struct problem *problem, size_t p, size_t v)
{
    struct case_result result;
    char what[256];
    if (interrupted()) return record_unmeasured(run, p, v, CASE_INTERRUPTED, "not started");
    snprintf(what, sizeof what, "%s  %s", run->results->problems[p].label, run->results->variants[v].name);
    progress_begin(&run->progress, what);
    enum status status = case_measure(problem, &run->variants[v], &run->results->settings, run->started, &result);
    if (status != OK) return status;
    result.run.problem = p;
    result.run.variant = v;
    result.run.copy_bandwidth = run->copy_bandwidth[v];
    status = append_run(run->results, &result);
    if (status == OK) say_end(run, &run->results->runs[run->results->nruns - 1]);
    return status;
}

static enum status run_problem(struct run *run, size_t p)
{
    enum status status = OK;
    struct results *r = run->results;
    struct result_problem *record = &r->problems[p];
    struct problem problem = {0};
    char *note = NULL;
    enum case_status why = CASE_INTERRUPTED;
    progress_begin(&run->progress, record->label);
    double start = clock_now();
    enum status opened = interrupted() ? ERROR_INTERRUPTED : progress_open(record->source, &problem);
    if (opened == OK) {
        record_problem(&problem, clock_now() - start, record);
        free(record->kind);
        record->kind = NULL;
        TRY(copy_text(problem_kind_names[problem.kind], &record->kind));
    } else {
        if (!interrupted()) why = opened == ERROR_HOST_MEMORY ? CASE_OOM_HOST : CASE_SKIPPED;
        TRY(copy_text(interrupted() ? "not started" : fail_message(), &note));
    }
    for (size_t v = 0; v < r->nvariants; v++) {
        if (opened == OK) TRY(measure_variant(run, &problem, p, v));
        else TRY(record_unmeasured(run, p, v, why, note));
    }
out:
    problem_free(&problem);
    free(note);
    return status;
}

/* Once a place; a place that is not there, or cannot, is left out: its cases will say why. */
static enum status measure_copies(struct run *run)
{
    size_t count = run->results->nvariants;
    uint64_t samples = run->results->settings.copy_samples;
    enum status status = allocate(count, sizeof *run->copy_bandwidth, "bandwidths", &run->copy_bandwidth);
    for (size_t v = 0; status == OK && v < count; v++) {
        const struct place *place = run->variants[v].place;
        size_t same = 0;
        while (run->variants[same].place != place) same++;
        run->copy_bandwidth[v] = NAN;
        if (same < v) run->copy_bandwidth[v] = run->copy_bandwidth[same];
        else if (samples && place->probe() == OK && place->copy &&
                 copy_bandwidth(place, samples, &run->copy_bandwidth[v]) != OK)
            run->copy_bandwidth[v] = NAN;
    }
    return status;
}

static enum status record_fingerprints(const struct run *run)
{
    enum status status = OK;
    struct results *r = run->results;
    for (size_t k = 0; k < r->nruns; k++) {
        struct fingerprint code;
        TRY(fingerprint_of(&run->variants[r->runs[k].variant], &code));
        free(r->runs[k].fingerprint);
        r->runs[k].fingerprint = NULL;
        TRY(copy_text(code.text, &r->runs[k].fingerprint));
    }
out:
    return status;
}

enum status run_experiment(const struct experiment *experiment, const struct run_request *request, struct results *out)
{
    enum status status = OK;
    struct run run = {.experiment = experiment, .results = out, .started = clock_now()};
    *out = (struct results){0};
    TRY(copy_head(experiment, request, out));
    TRY(plan_problems(experiment, out));
    TRY(plan_variants(&run, request));
    TRY(measure_copies(&run));
    out->overhead = clock_now() - run.started;
    run.progress = progress_start(out->nproblems * out->nvariants);
    for (size_t p = 0; p < out->nproblems; p++) TRY(run_problem(&run, p));
    TRY(record_fingerprints(&run));
    out->interrupted = interrupted();
    out->wall = clock_now() - run.started;
    TRY(now_text(&out->ended));
out:
    progress_clear(&run.progress);
    free(run.variants);
    free(run.copy_bandwidth);
    if (status != OK) results_free(out);
    return status;
}

static bool expected(const struct experiment *experiment, enum case_status status)
{
    for (size_t k = 0; k < experiment->nexpected; k++)
        if (!strcmp(experiment->expected[k], case_status_names[status])) return true;
    return false;
}

int run_exit_code(const struct experiment *experiment, const struct results *results)
{
    int code = EXIT_FINE;
    if (results->interrupted) return EXIT_INTERRUPTED;
    for (size_t k = 0; k < results->nproblems; k++)
        if (!*results->problems[k].kind) code = EXIT_INPUT;
    for (size_t k = 0; k < results->nruns; k++) {
        enum case_status status = results->runs[k].status;
        if (status == CASE_OK || status == CASE_UNSUPPORTED || status == CASE_NO_DEVICE || status == CASE_SKIPPED)
            continue;
        if (!expected(experiment, status)) code = EXIT_CASE;
    }
    return code;
}
