#include "analysis/compare/work_ratio.h"

#include <math.h>
#include <string.h>

/* A file of somebody else may have no number there. */
static bool is_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

const char *settings_difference(const struct settings *base, const struct settings *fresh)
{
    return base->criterion != fresh->criterion              ? "criterion"
           : !is_same_number(base->epsilon, fresh->epsilon) ? "epsilon"
           : base->max_iterations != fresh->max_iterations  ? "max_iterations"
           : base->cache != fresh->cache                    ? "cache"
                                                            : NULL;
}

/* Returns whether the iterations depend on threads: searches by several threads go through a graph
 * in another order each time. */
static bool depends_on_threads(const struct matched_case *matched, int side)
{
    return case_run(&matched->side[side], 0)->verdict != CYCLE_UNKNOWN &&
           strcmp(matched->variant->place, "seq") != 0;
}

/* Iterations of a whole solve, if all processes have the same number; 0 if unknown. */
static uint64_t iterations_of(const struct matched_case *matched, int side)
{
    const struct case_runs *runs = &matched->side[side];
    uint64_t iterations = case_run(runs, 0)->iterations;
    for (size_t k = 1; k < runs->count; k++)
        if (case_run(runs, k)->iterations != iterations) return 0;
    return iterations == MISSING || depends_on_threads(matched, side) ? 0 : iterations;
}

static const struct result_problem *problem_of_runs(const struct case_runs *runs)
{
    return &runs->results->problems[case_run(runs, 0)->problem];
}

static bool same_problem(const struct result_problem *a, const struct result_problem *b)
{
    return *a->kind && !strcmp(a->kind, b->kind) && a->n == b->n && a->nnz == b->nnz &&
           a->states == b->states && a->transitions == b->transitions;
}

static bool code_changed(const struct result_run *a, const struct result_run *b)
{
    return a->fingerprint && b->fingerprint && *a->fingerprint && *b->fingerprint &&
           strcmp(a->fingerprint, b->fingerprint) != 0;
}

double work_ratio(const struct matched_case *matched)
{
    const struct case_runs *base = &matched->side[BASE], *fresh = &matched->side[FRESH];
    const struct result_run *a = case_run(base, 0), *b = case_run(fresh, 0);
    if (!code_changed(a, b) || a->traffic != b->traffic ||
        settings_difference(&base->results->settings, &fresh->results->settings) ||
        !same_problem(problem_of_runs(base), problem_of_runs(fresh)))
        return NAN;
    uint64_t before = iterations_of(matched, BASE), after = iterations_of(matched, FRESH);
    return before && after ? (double)after / (double)before : NAN;
}
