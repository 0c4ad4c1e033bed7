#include "store/foreign/gather.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "store/facts.h"

void gather_free(struct gathered *gathered)
{
    results_free(&gathered->results);
    free(gathered->samples);
    *gathered = (struct gathered){0};
}

/* Copies a text of a stranger: labels have no line feeds. */
static enum status copy_label(const char *text, char **out)
{
    MUST(copy_text(text, out));
    for (char *at = *out; *at; at++)
        if (iscntrl((unsigned char)*at)) *at = ' ';
    return OK;
}

static enum status add_problem(struct results *r, const char *label, uint64_t *out)
{
    struct result_problem *p;
    for (*out = 0; *out < r->nproblems; ++*out)
        if (!strcmp(r->problems[*out].label, label)) return OK;
    if (r->nproblems == MOST_BENCHMARKS)
        return fail(ERROR_INPUT, "more than %d benchmarks: import fewer files", MOST_BENCHMARKS);
    MUST(reallocate(&r->problems, r->nproblems + 1, sizeof *r->problems, "benchmarks"));
    p = &r->problems[r->nproblems++];
    *p = (struct result_problem){.n = MISSING,
                                 .states = MISSING,
                                 .transitions = MISSING,
                                 .classes = MISSING,
                                 .nnz = MISSING,
                                 .row_min = MISSING,
                                 .row_max = MISSING,
                                 .diagonal_share = NAN,
                                 .generate = NAN,
                                 .prove = NAN};
    MUST(copy_text(label, &p->label));
    MUST(copy_text(label, &p->source));
    return copy_text("", &p->kind);
}

/* A variant is the program and where it ran: "hyperfine/external/none/host". */
static enum status add_variant(struct results *r, const char *tool, const char *place,
                               uint64_t *out)
{
    struct result_variant *v;
    for (*out = 0; *out < r->nvariants; ++*out)
        if (!strcmp(r->variants[*out].method, tool) && !strcmp(r->variants[*out].place, place))
            return OK;
    MUST(reallocate(&r->variants, r->nvariants + 1, sizeof *r->variants, "variants"));
    v = &r->variants[r->nvariants++];
    *v = (struct result_variant){0};
    MUST(format_text(&v->name, "%s/external/none/%s", tool, place));
    MUST(copy_text(tool, &v->method));
    MUST(copy_text("external", &v->layout));
    MUST(copy_text("native", &v->order));
    MUST(copy_text("none", &v->precision));
    return copy_text(place, &v->place);
}

/* Returns how many runs of the case there are before the file that is being read. */
static uint64_t count_before(const struct gathered *g, const struct result_run *run)
{
    uint64_t count = 0;
    for (size_t k = 0; k < g->first_run; k++)
        count += g->results.runs[k].problem == run->problem &&
                 g->results.runs[k].variant == run->variant;
    return count;
}

enum status gather_run(struct gathered *g, const char *label, const char *tool, const char *place,
                       size_t *run)
{
    struct results *r = &g->results;
    struct result_run fresh = result_run_unknown();
    char *name;
    MUST(copy_label(label, &name));
    enum status status = add_problem(r, name, &fresh.problem);
    free(name);
    if (status == OK) status = add_variant(r, tool, place, &fresh.variant);
    if (status != OK) return status;
    for (*run = g->first_run; *run < r->nruns; ++*run)
        if (r->runs[*run].problem == fresh.problem && r->runs[*run].variant == fresh.variant)
            return OK;
    MUST(reallocate(&r->runs, r->nruns + 1, sizeof *r->runs, "runs"));
    fresh.process = count_before(g, &fresh);
    fresh.proof = PROOF_UNCHECKED;
    fresh.stop_reason = STOP_MAX_SAMPLES;
    fresh.sample_count = 0;
    r->runs[r->nruns++] = fresh;
    MUST(copy_text("", &r->runs[*run].note));
    MUST(copy_text("", &r->runs[*run].fingerprint));
    return copy_text("", &r->runs[*run].proof_note);
}

enum status gather_axis(struct gathered *g, size_t run, const char *name, const char *text)
{
    struct result_problem *p = &g->results.problems[g->results.runs[run].problem];
    struct axis_value axis = {0};
    char *end;
    MUST(copy_text(*name ? name : "_", &axis.name));
    for (char *at = axis.name; *at; at++)
        if (!isalnum((unsigned char)*at)) *at = '_';
    axis.number = strtod(text, &end);
    const bool number = *text && !*end && isfinite(axis.number);
    enum status status = number ? OK : copy_label(text, &axis.text);
    if (!number) axis.number = NAN;
    if (status == OK && !problem_axis(p, axis.name))
        status = reallocate(&p->axes, p->naxes + 1, sizeof *p->axes, "axes");
    if (status == OK && !problem_axis(p, axis.name)) {
        p->axes[p->naxes++] = axis;
        return OK;
    }
    free(axis.name);
    free(axis.text);
    return status;
}

struct result_sample *gather_sample(struct gathered *g, size_t run, double seconds,
                                    uint64_t iterations)
{
    struct result_run *of = &g->results.runs[run];
    if (reallocate(&g->samples, g->nsamples + 1, sizeof *g->samples, "samples") != OK) return NULL;
    struct gathered_sample *fresh = &g->samples[g->nsamples];
    *fresh = (struct gathered_sample){run, result_sample_unknown()};
    fresh->sample.host = seconds;
    fresh->sample.order = g->nsamples++;
    fresh->sample.iterations = iterations;
    if (iterations != MISSING) {
        const bool same = !of->sample_count || of->iterations_timed == iterations;
        of->extrapolated = true;
        of->iterations = 1;
        of->iterations_timed = same ? iterations : MISSING;
    }
    of->sample_count++;
    return &fresh->sample;
}

enum status gather_failed(struct gathered *g, size_t run, enum case_status status, const char *note)
{
    struct result_run *of = &g->results.runs[run];
    of->status = status;
    of->proof = PROOF_NONE;
    of->stop_reason = of->sample_count ? STOP_FAILED : STOP_NONE;
    free(of->note);
    return copy_label(note, &of->note);
}

enum status gather_fact(struct gathered *g, const char *name, const char *value)
{
    struct results *r = &g->results;
    struct facts facts = {r->machine, r->nmachine};
    if (*fact_value(r->machine, r->nmachine, name) || !*value) return OK;
    enum status status = facts_add(&facts, name, "%s", value);
    r->machine = facts.fact;
    r->nmachine = facts.count;
    return status;
}

/* Puts the samples in the order of the runs, which are sorted and whose old index is their
 * sample_offset. */
static enum status place_samples(struct gathered *g)
{
    struct results *r = &g->results;
    uint64_t *next = NULL, at = 0;
    MUST(allocate(g->nsamples, sizeof *r->samples, "samples", &r->samples));
    r->nsamples = g->nsamples;
    MUST(allocate(r->nruns, sizeof *next, "runs", &next));
    for (size_t k = 0; k < r->nruns; k++) {
        struct result_run *run = &r->runs[k];
        next[run->sample_offset] = at;
        run->sample_offset = at;
        at += run->sample_count;
    }
    for (size_t k = 0; k < g->nsamples; k++)
        r->samples[next[g->samples[k].run]++] = g->samples[k].sample;
    free(next);
    return OK;
}

static int by_case(const void *a, const void *b)
{
    return run_compare(a, b);
}

static enum status name_origin(struct results *r, const char *tool,
                               const struct gathered_origin *origin)
{
    const char *dated = fact_value(r->machine, r->nmachine, FACT_DATE);
    const char *started = origin->started ? origin->started : *dated ? dated : origin->changed;
    MUST(copy_text(tool, &r->name));
    MUST(format_text(&r->title, "imported from %s", tool));
    MUST(copy_text(origin->command, &r->command));
    MUST(copy_text(started, &r->started));
    MUST(copy_text(started, &r->ended));
    MUST(copy_text(origin->commit ? origin->commit : "unknown", &r->git_commit));
    char **const empty[] = {&r->paper, &r->path, &r->script, &r->options, &r->skip_axis};
    for (size_t k = 0; k < sizeof empty / sizeof *empty; k++) MUST(copy_text("", empty[k]));
    MUST(allocate(SHA256_TEXT, 1, "a hash", &r->script_sha256));
    sha256_text("", 0, r->script_sha256);
    r->settings = default_settings;
    r->settings.prove = 0;
    r->skip_budget = r->wall = r->overhead = NAN;
    return OK;
}

enum status gather_finish(struct gathered *g, const struct gathered_origin *origin,
                          struct results *out)
{
    struct results *r = &g->results;
    *out = (struct results){0};
    if (origin->machine) MUST(gather_fact(g, "key", origin->machine));
    MUST(gather_fact(g, "key", "unknown"));
    MUST(name_origin(r, g->tool, origin));
    for (size_t k = 0; k < r->nruns; k++) r->runs[k].sample_offset = k;
    if (r->nruns) qsort(r->runs, r->nruns, sizeof *r->runs, by_case);
    MUST(place_samples(g));
    *out = *r;
    *r = (struct results){0};
    gather_free(g);
    return OK;
}
