#include "analysis/compare/slower_omp.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/compare/case_ratios.h"
#include "base/memory.h"
#include "store/facts.h"

/* Returns whether b names the same variant as a, but on one core. */
static bool is_on_one(const char *a, const char *b)
{
    size_t length = strlen(a), all = length - strlen("/omp");
    return length > strlen("/omp") && !strcmp(a + all, "/omp") && !strncmp(a, b, all) &&
           !strcmp(b + all, "/seq");
}

static bool is_pair(const struct judged_cases *cases, size_t omp, size_t seq)
{
    const struct result_run *many = case_run(&cases->of[omp], 0),
                            *one = case_run(&cases->of[seq], 0);
    const struct result_variant *variants = cases->results->variants;
    return many->problem == one->problem &&
           is_on_one(variants[many->variant].name, variants[one->variant].name);
}

static enum status add_pair(const struct judged_cases *cases, size_t omp, size_t seq,
                            struct slower_omp *out)
{
    enum status status = OK;
    struct summary many, one;
    TRY(judged_summary(cases, omp, "solve", &many));
    TRY(judged_summary(cases, seq, "solve", &one));
    if (!(many.median > 0 && one.median > 0)) goto out;
    out->pairs++;
    if (!(many.q1 > SLOWER_OMP * one.q3)) goto out;
    out->slower++;
    if (many.median / one.median <= out->most) goto out;
    out->most = many.median / one.median;
    out->run = cases->of[omp].run[0];
out:
    return status;
}

enum status slower_omp_find(const struct results *results, struct slower_omp *out)
{
    enum status status = OK;
    struct judged_cases cases = {0};
    *out = (struct slower_omp){0};
    TRY(judged_cases_find(results, &cases));
    for (size_t k = 0; k < cases.count; k++)
        for (size_t i = 0; i < cases.count; i++)
            if (is_pair(&cases, k, i)) TRY(add_pair(&cases, k, i, out));
out:
    judged_cases_free(&cases);
    return status;
}

enum status slower_omp_text(const struct results *results, char **out)
{
    struct slower_omp found;
    enum status status = slower_omp_find(results, &found);
    *out = NULL;
    if (status != OK || !found.slower) return status == OK ? copy_text("", out) : status;
    const struct result_run *run = &results->runs[found.run];
    const char *load = fact_value(results->machine, results->nmachine, "now_load");
    return format_text(
        out,
        "omp was slower than seq in %zu of %zu pairs of cases, by up to %.2f times (%s on %s). "
        "Load was %.*s on %s cores when the run began",
        found.slower, found.pairs, found.most, results->variants[run->variant].name,
        results->problems[run->problem].label, *load ? (int)strcspn(load, " ") : 7,
        *load ? load : "unknown", fact_value(results->machine, results->nmachine, "cores"));
}
