/* Searches on the models of FIMU-RS-2009-05 and BEEM: verdicts, iterations of OWCTY, and rounds and sweeps of MAP, as
 * an explorer of its own counts them (inverse order, sweeps between two vectors). */
#include "harness/case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static const struct known {
    const char *source;
    bool cycle;
    uint64_t iterations, outer, sweeps;
} known[] = {
    {"phils:n=3,property=1", true, 2, 1, 1},
    {"phils:n=3,property=2", true, 2, 1, 1},
    {"phils:n=3,property=3", true, 2, 1, 1},
    {"phils:n=4,property=1", true, 2, 1, 1},
    {"phils:n=4,property=2", true, 2, 1, 1},
    {"phils:n=4,property=3", true, 2, 1, 1},
    {"phils:n=5,room=3,property=1", true, 2, 1, 2},
    {"phils:n=5,room=3,property=2", true, 2, 1, 2},
    {"phils:n=5,room=3,property=3", true, 2, 1, 2},
    {"anderson:n=2,property=2", false, 1, 2, 28},
    {"anderson:n=2,property=3", true, 2, 1, 10},
    {"anderson:n=2,property=4", false, 1, 2, 26},
    {"anderson:n=3,property=2", false, 1, 3, 63},
    {"anderson:n=3,property=3", true, 2, 1, 15},
    {"anderson:n=3,property=4", false, 1, 3, 57},
    {"anderson:n=4,property=3", true, 2, 1, 20},
    {"bakery:n=2,max=3,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=3,property=3", true, 2, 1, 1},
    {"bakery:n=2,max=3,property=4", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=3", true, 2, 1, 1},
    {"bakery:n=2,max=9,property=4", true, 2, 1, 1},
    {"bakery:n=3,max=4,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=6,error=1,property=2", true, 2, 1, 1},
    {"bakery:n=2,max=6,error=1,property=4", true, 2, 1, 1},
    {"peterson:n=2,property=2", true, 2, 2, 25},
    {"peterson:n=2,property=3", true, 2, 1, 8},
    {"peterson:n=2,property=4", false, 1, 3, 41},
    {"peterson:n=3,property=2", true, 2, 2, 82},
    {"peterson:n=3,property=3", true, 2, 1, 24},
    {"peterson:n=3,property=4", false, 1, 5, 125},
    {"peterson:n=3,error=1,property=2", true, 2, 1, 24},
    {"peterson:n=3,error=1,property=4", false, 1, 6, 163},
    {"peterson:n=3,reset=1,property=2", true, 2, 2, 67},
    {"peterson:n=3,reset=1,property=3", true, 2, 2, 66},
    {"peterson:n=3,reset=1,property=4", false, 1, 5, 59},
    {"leader:n=2,property=2", false, 1, 1, 2},
    {"leader:n=3,property=2", false, 1, 1, 2},
    {"leader:n=3,error=1,property=2", false, 1, 1, 2},
    {"leader:n=4,property=2", false, 1, 1, 2},
    {"elevator:f=3,p=2,property=2", false, 1, 4, 122},
    {"elevator:f=3,p=2,property=3", false, 1, 2, 40},
    {"elevator:f=5,p=2,property=2", false, 1, 5, 159},
    {"elevator2:n=3,property=1", false, 1, 4, 100},
    {"elevator2:n=3,property=2", true, 2, 1, 24},
    {"elevator2:n=3,naive=1,property=1", true, 2, 1, 7},
    {"elevator2:n=3,naive=1,property=2", true, 2, 1, 7},
    {"elevator2:n=4,property=1", false, 1, 5, 131},
    {"elevator2:n=4,property=2", true, 2, 1, 26},
    {"elevator2:n=4,naive=1,property=1", true, 2, 1, 7},
    {"elevator2:n=4,naive=1,property=2", true, 2, 1, 7},
    {"elevator2:n=5,property=1", false, 1, 6, 172},
    {"elevator2:n=5,property=2", true, 2, 1, 28},
};

static void check(const struct problem *problem, const struct known *k, const struct variant *v)
{
    struct settings settings = default_settings;
    struct case_result result;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    assert_int_equal(case_measure(problem, v, &settings, 0, &result), OK);
    const struct result_run *run = &result.run;
    if (run->status != CASE_OK) fail_msg("%s: %s", k->source, run->note);
    bool fine = run->verdict == (k->cycle ? CYCLE_FOUND : CYCLE_NONE);
    if (!strcmp(v->method->name, "map")) fine &= run->outer == k->outer && run->sweeps == k->sweeps;
    if (!strcmp(v->method->name, "owcty")) fine &= run->iterations == k->iterations;
    if (!fine)
        fail_msg("%s: %s, %s: %llu rounds, %llu iterations", k->source, v->method->name, cycle_names[run->verdict],
                 (unsigned long long)run->outer, (unsigned long long)run->iterations);
    case_result_free(&result);
}

static void every_method_counts_as_known(void **state)
{
    static char any[] = "*/csr/u32/*", graph[] = "map[loop=graph]/csr/u32/cuda", *const patterns[] = {any, graph};
    struct variant *variants;
    size_t count;
    (void)state;
    assert_int_equal(variants_expand(2, patterns, &variants, &count), OK);
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        struct problem problem;
        if (problem_open(known[k].source, &problem) != OK) fail_msg("%s", fail_message());
        for (size_t v = 0; v < count; v++)
            if (variant_check(&variants[v]) == OK) check(&problem, &known[k], &variants[v]);
        problem_free(&problem);
    }
    free(variants);
}

/* The part that the paper stores has the verdict of the whole, and has lost its initial vertex. */
static void the_stored_part_has_the_same_verdict(void **state)
{
    static const struct known parts[] = {
        {"elevator2:n=3,stored=1", false, 1, 4, 0},
        {"elevator2:n=4,property=2,stored=1", true, 2, 1, 0},
        {"peterson:n=3,reset=1,stored=1", false, 1, 5, 0},
        {"leader:n=3,stored=1", false, 1, 1, 0},
    };
    (void)state;
    for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
        static const char *const names[] = {"map/csr/u32/omp", "owcty/csr/u32/seq", "tarjan/csr/u32/seq",
                                            "ndfs/csr/u32/seq"};
        struct problem problem;
        if (problem_open(parts[k].source, &problem) != OK) fail_msg("%s", fail_message());
        for (size_t v = 0; v < sizeof names / sizeof *names; v++) {
            struct variant variant;
            struct settings settings = default_settings;
            struct case_result result;
            settings.max_samples = settings.min_samples = 1;
            assert_int_equal(variant_parse(names[v], &variant), OK);
            assert_int_equal(case_measure(&problem, &variant, &settings, 0, &result), OK);
            assert_int_equal(result.run.status, CASE_OK);
            assert_int_equal(result.run.verdict, parts[k].cycle ? CYCLE_FOUND : CYCLE_NONE);
            case_result_free(&result);
        }
        problem_free(&problem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_method_counts_as_known),
                                       cmocka_unit_test(the_stored_part_has_the_same_verdict)};
    return cmocka_run_group_tests_name("cycles of models", tests, NULL, NULL);
}
