#include "harness/run/skip_rule.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/output/units.h"

static const char mark[] = "dominated: ";

/* Cost of a case: that of its worst process. Zeroed: unknown. */
struct cost {
    enum case_status status;
    double seconds; /* INFINITY if it did not come to its end */
};

/* Lines along the axis */

/* The problem's number on the axis; NaN if it has none. */
static double size_of(const struct results *plan, size_t problem)
{
    const struct axis_value *axis = problem_axis(&plan->problems[problem], plan->skip_axis);
    return axis ? axis->number : NAN;
}

static bool same_axis_value(const struct axis_value *a, const struct axis_value *b)
{
    if (!a || !b) return false;
    if (a->text || b->text) return a->text && b->text && !strcmp(a->text, b->text);
    return a->number == b->number || (isnan(a->number) && isnan(b->number));
}

static bool other_axes_equal(const struct result_problem *a, const struct result_problem *b,
                             const char *name)
{
    if (a->naxes != b->naxes) return false;
    for (size_t k = 0; k < a->naxes; k++)
        if (strcmp(a->axes[k].name, name) &&
            !same_axis_value(&a->axes[k], problem_axis(b, a->axes[k].name)))
            return false;
    return true;
}

/* Returns the parameters of a generator, or NULL for a file, which may have any name. */
static const char *parameters_of(const char *source)
{
    const char *end = source + strcspn(source, ":");
    for (const char *at = source; at < end; at++)
        if (*at == '.' || *at == '/') return NULL;
    return *end ? end + 1 : end;
}

/* Returns the place behind `name=value,` if that comes next. */
static const char *behind(const char *parameters, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(parameters, name, length) || parameters[length] != '=') return parameters;
    parameters += strcspn(parameters, ",");
    return parameters + (*parameters == ',');
}

static bool names(const char *parameters, const char *name)
{
    for (; *parameters; parameters += strcspn(parameters, ","), parameters += *parameters == ',')
        if (behind(parameters, name) != parameters) return true;
    return false;
}

/* Returns whether two lists of parameters are equal apart from the parameter `name`. */
static bool same_others(const char *a, const char *b, const char *name)
{
    while (true) {
        a = behind(a, name), b = behind(b, name);
        size_t length = strcspn(a, ",");
        if (length != strcspn(b, ",") || memcmp(a, b, length)) return false;
        a += length, b += length;
        if (!*a && !*b) return true;
        a += *a == ',', b += *b == ',';
    }
}

/* Returns whether the sources differ only in the parameter of the axis. If the axis is no parameter
 * of them, other parameters may differ: the axis may stand for those. */
static bool same_kind(const char *a, const char *b, const char *name)
{
    const char *left = parameters_of(a), *right = parameters_of(b);
    if (!left || !right) return !left && !right;
    if (left - a != right - b || memcmp(a, b, (size_t)(left - a))) return false;
    return (!names(left, name) && !names(right, name)) || same_others(left, right, name);
}

/* Returns the question of a source, or "". */
static const char *question_of(const char *source)
{
    const char *question = strstr(source, "prop=");
    return question ? question : "";
}

/* Returns whether both problems are of the script, or ask the same inside of others. */
static bool same_inside(const struct result_problem *a, const struct result_problem *b)
{
    if (!a->inside || !b->inside) return !a->inside && !b->inside;
    return !strcmp(question_of(a->source), question_of(b->source));
}

static bool on_one_line(const struct results *plan, size_t p, size_t q)
{
    const struct result_problem *a = &plan->problems[p], *b = &plan->problems[q];
    return same_inside(a, b) && other_axes_equal(a, b, plan->skip_axis) &&
           same_kind(a->source, b->source, plan->skip_axis);
}

/* Costs learned so far */

enum status skip_rule_begin(const struct results *plan, struct skip_rule *out)
{
    *out = (struct skip_rule){.plan = plan, .nproblems = plan->nproblems};
    if (!plan->skip_axis) return OK;
    return allocate_zeroed(plan->nproblems * plan->nvariants, sizeof *out->cost, "costs",
                           &out->cost);
}

void skip_rule_free(struct skip_rule *skip)
{
    free(skip->cost);
    *skip = (struct skip_rule){0};
}

/* Median time of a solve. The time of a block says nothing if the iterations of a whole solve are
 * unknown, unless the time limit of a whole solve was reached. */
static enum status median_of(const struct skip_rule *skip, const struct result_run *run,
                             const struct result_sample *sample, double *out)
{
    double *seconds;
    *out = 0;
    if (run->extrapolated && run->iterations == MISSING) {
        *out = skip->plan->settings.count_iterations ? INFINITY : 0;
        return OK;
    }
    MUST(allocate(run->sample_count, sizeof *seconds, "samples", &seconds));
    size_t count = samples_counted(run, sample, seconds);
    if (count) *out = sort_to_median(count, seconds);
    free(seconds);
    return OK;
}

enum status skip_rule_learn(struct skip_rule *skip, const struct result_run *run,
                            const struct result_sample *sample)
{
    double seconds = 0;
    if (!skip->cost || run->problem >= skip->nproblems) return OK;
    if (run->status == CASE_TIMEOUT || run->status == CASE_OOM_HOST ||
        run->status == CASE_OOM_DEVICE)
        seconds = INFINITY;
    if (run->status == CASE_OK) {
        MUST(median_of(skip, run, sample, &seconds));
    }
    struct cost *cost = &skip->cost[run->problem * skip->plan->nvariants + run->variant];
    if (seconds > cost->seconds) *cost = (struct cost){run->status, seconds};
    return OK;
}

static void explain_skip(const struct skip_rule *skip, size_t problem, const struct cost *cost,
                         char *note, size_t size)
{
    const struct results *plan = skip->plan;
    const struct human at = human_quantity(UNIT_NUMBER, size_of(plan, problem));
    if (isfinite(cost->seconds))
        snprintf(note, size, "%stook %s at %s = %s, more than %s (skip_dominated)", mark,
                 human_seconds(cost->seconds).text, plan->skip_axis, at.text,
                 human_seconds(plan->skip_budget).text);
    else if (cost->status == CASE_OK)
        snprintf(note, size, "%sa solve took more than %g s (timeout) at %s = %s (skip_dominated)",
                 mark, plan->settings.timeout, plan->skip_axis, at.text);
    else
        snprintf(note, size, "%s%s at %s = %s (skip_dominated)", mark,
                 case_status_names[cost->status], plan->skip_axis, at.text);
}

bool skip_rule_finds(const struct skip_rule *skip, size_t problem, size_t variant, char *note,
                     size_t size)
{
    const struct results *plan = skip->plan;
    double least = INFINITY;
    if (!skip->cost) return false;
    for (size_t q = 0; q < skip->nproblems; q++) {
        const struct cost *cost = &skip->cost[q * plan->nvariants + variant];
        const double at = size_of(plan, q);
        if (!(cost->seconds > plan->skip_budget) || !(at < size_of(plan, problem)) || !(at < least))
            continue;
        if (!on_one_line(plan, problem, q)) continue;
        least = at;
        explain_skip(skip, q, cost, note, size);
    }
    return least < INFINITY;
}

void skip_rule_order(const struct results *plan, size_t *order)
{
    for (size_t p = 0; p < plan->nproblems; p++) {
        size_t k = p;
        double size = plan->skip_axis ? size_of(plan, p) : NAN;
        if (isnan(size)) size = -INFINITY;
        for (; plan->skip_axis && k > 0 && size_of(plan, order[k - 1]) > size; k--)
            order[k] = order[k - 1];
        order[k] = p;
    }
}

bool run_is_dominated(const struct result_run *run)
{
    return run->status == CASE_SKIPPED && run->note && !strncmp(run->note, mark, strlen(mark));
}
