#include "harness/run/plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/crossover/crossover_search.h"
#include "base/memory.h"
#include "base/output/glob.h"
#include "base/sha256.h"
#include "harness/machine/machine.h"
#include "harness/process/builder.h"
#include "harness/script/script_place.h"
#include "store/columns.h"

enum status time_text(char **out)
{
    char text[64];
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S%z", &local);
    return copy_text(text, out);
}

static enum status copy_head(const struct experiment *e, const struct run_request *request,
                             struct results *r)
{
    MUST(copy_text(e->name, &r->name));
    MUST(copy_text(e->title, &r->title));
    MUST(copy_text(e->paper ? e->paper : "", &r->paper));
    MUST(copy_text(e->path, &r->path));
    MUST(copy_text(e->script, &r->script));
    MUST(allocate(SHA256_TEXT, 1, "a hash", &r->script_sha256));
    sha256_text(e->script, strlen(e->script), r->script_sha256);
    MUST(copy_text(e->options, &r->options));
    MUST(copy_text(request->command, &r->command));
    MUST(copy_text(build_commit(), &r->git_commit));
    MUST(time_text(&r->started));
    MUST(ask_machine(&r->machine, &r->nmachine));
    MUST(build_facts(&r->build, &r->nbuild));
    MUST(rows_copy(GROUP_FIGURES, e->nfigures, e->figures, &r->figures));
    r->nfigures = e->nfigures;
    MUST(rows_copy(GROUP_TABLES, e->ntables, e->tables, &r->tables));
    r->ntables = e->ntables;
    MUST(rows_copy(GROUP_BUNDLE, e->nbundle, e->bundle, &r->bundle));
    r->nbundle = e->nbundle;
    MUST(rows_copy(GROUP_CLAIMS, e->nclaims, e->claims, &r->claims));
    r->nclaims = e->nclaims;
    r->settings = e->settings;
    if (e->skip_axis) MUST(copy_text(e->skip_axis, &r->skip_axis));
    r->skip_budget = e->skip_axis ? e->skip_budget : NAN;
    r->quick = e->quick;
    return OK;
}

enum status plan_problem(const char *source, const char *label, size_t naxes,
                         const struct axis_value *axes, struct results *plan)
{
    enum status status = OK;
    struct result_problem p = {0};
    TRY(problem_check(source));
    TRY(copy_text(source, &p.source));
    TRY(copy_text(label, &p.label));
    TRY(copy_text("", &p.kind));
    TRY(axes_copy(naxes, axes, &p.axes));
    p.naxes = naxes;
    p.n = p.states = p.transitions = p.classes = p.nnz = p.row_min = p.row_max = p.proven_inside =
        MISSING;
    p.diagonal_share = p.generate = p.reduce = p.prove_inside = NAN;
    TRY(reallocate(&plan->problems, plan->nproblems + 1, sizeof *plan->problems, "problems"));
    plan->problems[plan->nproblems++] = p;
    return OK;
out:
    rows_clear(GROUP_PROBLEMS, &p, 1);
    axes_free(p.axes, p.naxes);
    return status;
}

static enum status plan_problems(const struct experiment *e, struct results *r)
{
    for (size_t k = 0; k < e->nproblems; k++) {
        const struct experiment_problem *p = &e->problems[k];
        enum status status = plan_problem(p->source, p->label, p->naxes, p->axes, r);
        if (status == ERROR_INPUT) return script_blame(e, NULL, p->source);
        if (status != OK) return status;
        struct result_problem *planned = &r->problems[r->nproblems - 1];
        if (p->needs) MUST(copy_text(p->needs, &planned->needs));
        if (p->inside) MUST(copy_text(p->inside, &planned->inside));
    }
    return OK;
}

static enum status record_variant(const struct variant *variant, struct result_variant *out)
{
    MUST(variant_name(variant, &out->name));
    MUST(copy_text(variant->method->name, &out->method));
    MUST(copy_text(variant->layout->name, &out->layout));
    MUST(copy_text(row_order_names[variant->order], &out->order));
    MUST(copy_text(precision_names[variant->precision], &out->precision));
    return copy_text(variant->place->name, &out->place);
}

static enum status none_wanted(const struct variant *variants, size_t count, const char *pattern)
{
    char *example = NULL;
    enum status status = variant_name(&variants[count - 1], &example);
    if (status == OK)
        status = fail(ERROR_INPUT,
                      "--variants %s: matches none of the script's %zu variants, such as %s",
                      pattern, count, example);
    free(example);
    return status;
}

/* Drops the variants whose name does not match pattern (NULL: keeps all). */
static enum status keep_wanted(struct variant *variants, size_t *count, const char *pattern)
{
    size_t kept = 0;
    for (size_t k = 0; pattern && k < *count; k++) {
        char *name = NULL;
        bool wanted = false;
        enum status status = variant_name(&variants[k], &name);
        if (status == OK) status = pattern_match(pattern, name, &wanted);
        free(name);
        if (status != OK) return status;
        if (wanted) variants[kept++] = variants[k];
    }
    if (pattern && kept == 0) return none_wanted(variants, *count, pattern);
    if (pattern) *count = kept;
    return OK;
}

static bool among(const struct variant *variant, size_t count, const struct variant *list)
{
    for (size_t k = 0; k < count; k++)
        if (variant_same(&list[k], variant)) return true;
    return false;
}

/* Sets *out to the first pattern that matches none of the variants; npatterns if there is none. */
static enum status find_unmatched(size_t npatterns, char *const *patterns, size_t count,
                                  const struct variant *variants, size_t *out)
{
    for (*out = 0; *out < npatterns; ++*out) {
        struct variant *found = NULL;
        size_t nfound = 0;
        bool any = false;
        enum status status = variants_expand(1, patterns + *out, &found, &nfound);
        for (size_t v = 0; status == OK && v < nfound; v++)
            any |= among(&found[v], count, variants);
        free(found);
        if (status != OK || !any) return status;
    }
    return OK;
}

/* Sets out[v] to whether one of the patterns (there may be none) matches variants[v]. */
static enum status mark_meant(size_t npatterns, char *const *patterns, size_t count,
                              const struct variant *variants, bool *out)
{
    enum status status = OK;
    struct variant *meant = NULL;
    size_t nmeant = 0;
    if (npatterns) status = variants_expand(npatterns, patterns, &meant, &nmeant);
    for (size_t v = 0; v < count; v++) out[v] = among(&variants[v], nmeant, meant);
    free(meant);
    return status;
}

static enum status check_whole(const struct experiment *e, size_t count,
                               const struct variant *variants)
{
    size_t bad;
    enum status status = find_unmatched(e->nwhole, e->whole, count, variants, &bad);
    if (status != OK || bad == e->nwhole) return status;
    fail(ERROR_INPUT, "measure.whole[%zu]: '%s' matches none of the script's %zu variants", bad + 1,
         e->whole[bad], count);
    return script_blame(e, NULL, e->whole[bad]);
}

/* Checks the patterns of a problem, which select some of the experiment's variants. key: their
 * place in the script. */
static enum status check_own(const struct experiment *e, const struct experiment_problem *problem,
                             const char *key, size_t npatterns, char *const *patterns,
                             const struct variant *variants, size_t count)
{
    size_t bad;
    enum status status = find_unmatched(npatterns, patterns, count, variants, &bad);
    if (status == OK && bad == npatterns) return OK;
    if (status == OK)
        status = fail(ERROR_INPUT, "problem %s: %s: %s: none of the experiment's %zu variants",
                      problem->label, key, patterns[bad], count);
    return status == ERROR_INPUT ? script_blame(e, NULL, patterns[bad]) : status;
}

static enum status expand_variants(const struct experiment *e, struct variant **out, size_t *count)
{
    char key[64];
    enum status status = variants_expand(e->nvariants, e->variants, out, count);
    for (size_t k = 0; k < e->nvariants && status == ERROR_INPUT; k++) {
        if (variants_expand(1, &e->variants[k], out, count) != OK) {
            snprintf(key, sizeof key, "variants[%zu]", k + 1);
            return script_blame(e, key, e->variants[k]);
        }
        free(*out);
        *out = NULL;
    }
    return status;
}

static enum status plan_variants(const struct experiment *e, const struct run_request *request,
                                 struct results *r, struct variant **out)
{
    enum status status = OK;
    bool *whole = NULL;
    size_t count = 0;
    TRY(expand_variants(e, out, &count));
    TRY(check_whole(e, count, *out));
    for (size_t p = 0; p < e->nproblems; p++) {
        const struct experiment_problem *problem = &e->problems[p];
        TRY(check_own(e, problem, "variants", problem->nvariants, problem->variants, *out, count));
        TRY(check_own(e, problem, "counted", problem->ncounted, problem->counted, *out, count));
    }
    TRY(keep_wanted(*out, &count, request->variants));
    TRY(allocate_zeroed(count, sizeof *r->variants, "variants", &r->variants));
    r->nvariants = count;
    TRY(allocate(count, sizeof *whole, "variants", &whole));
    TRY(mark_meant(e->nwhole, e->whole, count, *out, whole));
    for (size_t k = 0; k < count; k++) {
        TRY(record_variant(&(*out)[k], &r->variants[k]));
        r->variants[k].whole = whole[k];
    }
out:
    free(whole);
    return status;
}

/* Crossovers */

/* Finds a variant of the plan; *name is new. what: a or b. */
static enum status find_variant(const struct results *r, const char *id, const char *what,
                                const char *text, char **name)
{
    enum status status = OK;
    struct variant variant;
    *name = NULL;
    status = variant_parse(text, &variant);
    if (status == ERROR_INPUT) {
        char why[512];
        snprintf(why, sizeof why, "%s", fail_message());
        return fail(ERROR_INPUT, "crossover %s: %s: %s", id, what, why);
    }
    TRY(status);
    TRY(variant_name(&variant, name));
    for (size_t k = 0; k < r->nvariants; k++)
        if (!strcmp(r->variants[k].name, *name)) return OK;
    status = fail(ERROR_INPUT, "crossover %s: %s = %s is none of the %zu variants of this run", id,
                  what, *name, r->nvariants);
out:
    free(*name);
    *name = NULL;
    return status;
}

/* Checks that points between the first ones can be made, at a place that is no whole number. */
static enum status check_between(const struct crossover *c)
{
    enum status status = OK;
    char *source = NULL, *label = NULL, why[512];
    /* The golden section, 2 - phi, is no simple fraction. So an axis of whole numbers has no point
     * at this place between its first points, and the error is found now. */
    const double part = 0.3819660112501051;
    if (c->whole) return OK;
    TRY(crossover_point_texts(c, c->from * pow(c->to / c->from, part), &source, &label));
    if (problem_check(source) == OK) goto out;
    snprintf(why, sizeof why, "%s", fail_message());
    status =
        fail(ERROR_INPUT, "crossover %s: %s; if its axis has whole numbers only, say whole = true",
             c->id, why);
out:
    free(source);
    free(label);
    return status;
}

static enum status plan_crossover(const struct crossover *c, struct results *r)
{
    enum status status = OK;
    struct crossover full = *c;
    full.a = full.b = NULL;
    TRY(find_variant(r, c->id, "a", c->a, &full.a));
    TRY(find_variant(r, c->id, "b", c->b, &full.b));
    if (!strcmp(full.a, full.b))
        TRY(fail(ERROR_INPUT, "crossover %s: a and b are both %s", c->id, full.a));
    TRY(check_between(c));
    TRY(crossover_begin(&full, &r->crossovers[r->ncrossovers]));
    r->ncrossovers++;
out:
    free(full.a);
    free(full.b);
    return status;
}

static enum status plan_crossovers(const struct experiment *e, struct results *r)
{
    MUST(allocate_zeroed(e->ncrossovers, sizeof *r->crossovers, "crossovers", &r->crossovers));
    for (size_t k = 0; k < e->ncrossovers; k++) {
        enum status status = plan_crossover(&e->crossovers[k], r);
        if (status == ERROR_INPUT) return script_blame(e, NULL, e->crossovers[k].id);
        if (status != OK) return status;
    }
    return OK;
}

enum status plan_point(const struct crossover *crossover, double x, struct results *plan)
{
    enum status status = OK;
    char *source = NULL, *label = NULL, id_axis[] = CROSSOVER_AXIS;
    const struct axis_value axes[] = {{crossover->axis, x, NULL},
                                      {id_axis, NAN, crossover->id},
                                      {crossover->over, crossover->over_value, NULL}};
    TRY(crossover_point_texts(crossover, x, &source, &label));
    TRY(plan_problem(source, label, crossover->over ? 3 : 2, axes, plan));
out:
    free(source);
    free(label);
    return status;
}

/* Cases */

bool plan_has(const struct results *plan, size_t problem, size_t variant)
{
    const struct result_crossover *crossover = crossover_of(plan, &plan->problems[problem]);
    const char *name = plan->variants[variant].name;
    return !crossover || !strcmp(name, crossover->a) || !strcmp(name, crossover->b);
}

/* Plans the cases of a problem. variants: those of the plan, in its order. */
static enum status plan_problem_cases(const struct experiment_problem *problem, size_t p,
                                      const struct variant *variants, struct results *r)
{
    enum status status = OK;
    bool *own = NULL;
    TRY(allocate(r->nvariants, sizeof *own, "variants", &own));
    TRY(mark_meant(problem->nvariants, problem->variants, r->nvariants, variants, own));
    for (size_t v = 0; v < r->nvariants; v++)
        if (plan_has(r, p, v) && (own[v] || !problem->nvariants))
            TRY(run_not_started(p, v, &r->runs[r->nruns++]));
out:
    free(own);
    return status;
}

enum status plan_counted(const struct experiment *experiment, size_t p, size_t count,
                         const struct variant *variants, bool *out)
{
    static const struct experiment_problem added; /* added by the search for a crossover */
    const struct experiment_problem *problem =
        p < experiment->nproblems ? &experiment->problems[p] : &added;
    return mark_meant(problem->ncounted, problem->counted, count, variants, out);
}

enum status plan_run(const struct experiment *experiment, const struct run_request *request,
                     struct results *out, struct variant **variants)
{
    MUST(copy_head(experiment, request, out));
    MUST(plan_problems(experiment, out));
    MUST(plan_variants(experiment, request, out, variants));
    MUST(plan_crossovers(experiment, out));
    MUST(allocate_zeroed(out->nproblems * out->nvariants, sizeof *out->runs, "cases", &out->runs));
    for (size_t p = 0; p < out->nproblems; p++)
        MUST(plan_problem_cases(&experiment->problems[p], p, *variants, out));
    return OK;
}
