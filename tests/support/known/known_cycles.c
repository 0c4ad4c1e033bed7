#include "tests/support/known/known_cycles.h"

#include <stdlib.h>
#include <string.h>

static bool as_known(const char *method, const struct known_cycle *k, const struct result_run *run)
{
    if (run->verdict != (k->cycle ? CYCLE_FOUND : CYCLE_NONE)) return false;
    if (k->sweeps && !strcmp(method, "map"))
        return run->outer == k->outer && run->sweeps == k->sweeps;
    if (k->iterations && !strcmp(method, "owcty")) return run->iterations == k->iterations;
    return true;
}

static void search_known(const struct problem *problem, const struct known_cycle *k,
                         const struct variant *v)
{
    struct settings settings = default_settings;
    struct case_result result;
    settings.warmup = 0;
    settings.timeout = 3600;
    settings.min_samples = settings.max_samples = 1;
    assert_int_equal(case_measure(problem, v, &settings, 0, &result), OK);
    const struct result_run *run = &result.run;
    if (run->status != CASE_OK) fail_msg("%s: %s", k->source, run->note);
    if (!as_known(v->method->name, k, run))
        fail_msg("%s: %s at %s: %s, %llu rounds, %llu iterations", k->source, v->method->name,
                 v->place->name, cycle_names[run->verdict], (unsigned long long)run->outer,
                 (unsigned long long)run->iterations);
    case_result_free(&result);
}

void search_all(size_t nknown, const struct known_cycle *known, size_t npatterns,
                char *const *patterns)
{
    struct variant *variants;
    size_t count;
    assert_int_equal(variants_expand(npatterns, patterns, &variants, &count), OK);
    for (size_t k = 0; k < nknown; k++) {
        struct problem problem;
        if (problem_open(known[k].source, &problem) != OK) fail_msg("%s", fail_message());
        for (size_t v = 0; v < count; v++)
            if (variant_check(&variants[v]) == OK) search_known(&problem, &known[k], &variants[v]);
        problem_free(&problem);
    }
    free(variants);
}
