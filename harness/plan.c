#include "harness/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/sha256.h"
#include "base/text.h"
#include "harness/builder.h"
#include "harness/machine.h"
#include "harness/spec.h"

enum status time_text(char **out)
{
    char text[64];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    return copy_text(text, out);
}

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
    TRY(time_text(&r->started));
    TRY(ask_machine(&r->machine, &r->nmachine));
    TRY(build_facts(&r->build, &r->nbuild));
    TRY(figures_copy(e->nfigures, e->figures, &r->figures));
    r->nfigures = e->nfigures;
    TRY(tables_copy(e->ntables, e->tables, &r->tables));
    r->ntables = e->ntables;
    r->settings = e->settings;
    if (e->skip_axis) TRY(copy_text(e->skip_axis, &r->skip_axis));
    r->skip_budget = e->skip_axis ? e->skip_budget : NAN;
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

static enum status plan_variants(const struct experiment *e, const struct run_request *request, struct results *r,
                                 struct variant **out)
{
    enum status status = OK;
    size_t count = 0;
    TRY(variants_expand(e->nvariants, e->variants, out, &count));
    TRY(keep_wanted(*out, &count, request->variants));
    TRY(allocate_zeroed(count, sizeof *r->variants, "variants", &r->variants));
    r->nvariants = count;
    for (size_t k = 0; k < count; k++) TRY(record_variant(&(*out)[k], &r->variants[k]));
out:
    return status;
}

static enum status plan_cases(const struct shard *shard, struct results *r)
{
    enum status status = OK;
    TRY(allocate_zeroed(r->nproblems * r->nvariants, sizeof *r->runs, "cases", &r->runs));
    for (size_t p = 0; p < r->nproblems; p++)
        for (size_t v = 0; v < r->nvariants; v++)
            if (shard_has(shard, r->problems[p].source, r->variants[v].name))
                TRY(run_not_started(p, v, &r->runs[r->nruns++]));
out:
    return status;
}

enum status plan_run(const struct experiment *experiment, const struct run_request *request, struct results *out,
                     struct variant **variants)
{
    enum status status = OK;
    TRY(copy_head(experiment, request, out));
    TRY(plan_problems(experiment, out));
    TRY(plan_variants(experiment, request, out, variants));
    TRY(plan_cases(&request->shard, out));
out:
    return status;
}
