#include "store/with_inside.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"

bool problem_needs(const struct result_problem *problem)
{
    return problem->needs || (problem->proven_inside != MISSING && problem->proven_inside > 0);
}

/* Returns the number of names, which are one a line. */
static size_t count_lines(const char *names)
{
    size_t count = names && *names;
    for (; names && *names; names++) count += *names == '\n';
    return count;
}

static const struct result_problem *find_problem(const struct results *results, const char *label,
                                                 size_t length)
{
    for (size_t p = 0; p < results->nproblems; p++) {
        const struct result_problem *problem = &results->problems[p];
        if (strlen(problem->label) == length && !strncmp(problem->label, label, length))
            return problem;
    }
    return NULL;
}

/* Median of the times of whole solves; 0 if nothing was left to iterate; NaN if there is none. */
static enum status process_time(const struct results *results, const struct result_run *run,
                                double *out)
{
    double *seconds;
    *out = run->status == CASE_OK && !run->sample_count && run->iterations == 0 ? 0 : NAN;
    if (run->status != CASE_OK || !run->sample_count) return OK;
    MUST(allocate(run->sample_count, sizeof *seconds, "the times of a run", &seconds));
    const size_t count = samples_counted(run, run_samples(results, run), seconds);
    if (count) *out = sort_to_median(count, seconds);
    free(seconds);
    return OK;
}

/* *out = the median of the times of the case's processes; NaN, with the reason, if one has none. */
static enum status case_time(const struct results *results, size_t problem, size_t variant,
                             double *out, struct human *why)
{
    enum status status = OK;
    double *seconds = NULL;
    size_t count = 0;
    const char *label = results->problems[problem].label;
    *out = NAN;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k];
        if (run->problem != problem || run->variant != variant) continue;
        TRY(reallocate(&seconds, count + 1, sizeof *seconds, "the times of a case"));
        TRY(process_time(results, run, &seconds[count]));
        if (isnan(seconds[count++])) {
            *why = run->status == CASE_OK
                       ? human_text("%s has no time", label)
                       : human_text("%s: %s", label, case_status_words[run->status]);
            goto out;
        }
    }
    if (count) *out = sort_to_median(count, seconds);
    else *why = human_text("%s was not measured by this variant", label);
out:
    free(seconds);
    return status;
}

/* Returns why the names do not say all that is inside; "": they do. */
static struct human incomplete(const struct result_problem *problem)
{
    const size_t named = count_lines(problem->needs);
    if (problem->proven_inside == MISSING || problem->proven_inside == named)
        return human_text("%s", "");
    return human_text("%llu question%s inside %s proven, and %zu %s of %s own",
                      (unsigned long long)problem->proven_inside,
                      problem->proven_inside == 1 ? "" : "s",
                      problem->proven_inside == 1 ? "was" : "were", named,
                      named == 1 ? "is a problem" : "are problems", named == 1 ? "its" : "their");
}

enum status time_with_inside(const struct results *results, const struct result_run *run,
                             double *seconds, struct human *why)
{
    const struct result_problem *problem = &results->problems[run->problem];
    *why = human_text("%s", "");
    MUST(process_time(results, run, seconds));
    if (!problem_needs(problem) && *seconds == 0) *seconds = NAN;
    if (isnan(*seconds)) return OK;
    *why = incomplete(problem);
    if (*why->text) *seconds = NAN;
    for (const char *at = problem->needs; at && *at && !*why->text;) {
        const size_t length = strcspn(at, "\n");
        const struct result_problem *inner = find_problem(results, at, length);
        double more = NAN;
        if (inner)
            MUST(case_time(results, (size_t)(inner - results->problems), run->variant, &more, why));
        else *why = human_text("%.*s is not in this file", (int)length, at);
        *seconds += more;
        at += length + (at[length] == '\n');
    }
    return OK;
}
