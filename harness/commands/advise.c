/* warpmark advise: races the ways to solve a problem; method auto takes the winner. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/printed.h"
#include "base/output/units.h"
#include "base/process/interrupt.h"
#include "base/text.h"
#include "harness/case/choose_variant.h"
#include "harness/cli.h"
#include "harness/process/progress.h"

struct advice {
    const char *source;
    struct problem problem;
    struct race race; /* empty if nothing is left to iterate, or the property is bounded */
    char *taken;      /* chosen by auto; NULL: nothing runs */
};

static const char *const states[] = {
    [WAY_MEASURED] = "measured",    [WAY_FORETOLD] = "foretold", [WAY_UNKNOWN] = "unknown",
    [WAY_DOUBTFUL] = "doubtful",    [WAY_STOPPED] = "stopped",   [WAY_FAILED] = "failed",
    [WAY_IMPOSSIBLE] = "impossible"};

static bool as_json;
static double epsilon = 1e-6;
static const char *place = "omp";
static const struct cli_option options[] = {
    {"--place", CLI_TEXT, &place, NULL, "PLACE", "cuda",
     "where the problem is to be solved: seq, omp, cuda, cuda2 or cuda4"},
    {"--epsilon", CLI_REAL, &epsilon, NULL, "E", "1e-9", "what may be left of the error"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

static enum status find_advice(const struct variant *asked, struct advice *out)
{
    const struct problem *problem = &out->problem;
    struct choice choice;
    struct built_layout built = {0};
    if (problem->kind == KIND_PRODUCT)
        return fail(ERROR_INPUT,
                    "%s is a graph, and a race is for linear systems. `warpmark solve SOURCE "
                    "--variant map/csr/u32/omp` searches it",
                    out->source);
    if (problem->kind == KIND_OPTIMUM)
        return fail(ERROR_INPUT,
                    "%s is a decision process, and a race is for linear systems. `warpmark solve "
                    "SOURCE --variant vi/msr/f64/omp` solves it",
                    out->source);
    if (problem->solved) return OK;
    if (problem->kind != KIND_BOUNDED) {
        MUST(race_all(problem, asked, epsilon, &out->race));
        return variant_name(&out->race.way->variant, &out->taken);
    }
    MUST(choose_variant(problem, asked, epsilon, &built, &choice));
    return variant_name(&choice.variant, &out->taken);
}

static void print_way(const struct way *way, const char *name)
{
    char iterations[24] = "-";
    if (way->iterations)
        snprintf(iterations, sizeof iterations, "%llu", (unsigned long long)way->iterations);
    if (way->state == WAY_IMPOSSIBLE) printf("%-52s cannot run: %s\n", name, way->why_not);
    else
        printf("%-52s %10s %10s%s%s\n", name, iterations, human_seconds(way->seconds).text,
               way->state == WAY_MEASURED ? "" : "  ",
               way->state == WAY_MEASURED ? "" : states[way->state]);
}

static enum status advice_print_text(const struct advice *advice)
{
    const struct race *race = &advice->race;
    printf("%-12s %s\n", "source", advice->source);
    if (advice->problem.solved) {
        printf("%-12s %s\n", "auto takes", solved_why(&advice->problem));
        return OK;
    }
    printf("%-12s %s\n", "auto takes", advice->taken);
    if (!race->count) return OK;
    printf("%-12s %s; times are from the matrix to the answer\n\n%-52s %10s %10s\n",
           "the race took", human_seconds(race->seconds).text, "variant", "iterations", "time");
    for (int k = 0; k < race->count; k++) {
        char *name;
        MUST(variant_name(&race->way[k].variant, &name));
        print_way(&race->way[k], name);
        free(name);
    }
    return OK;
}

static enum status json_ways(struct json *json, const struct race *race)
{
    json_open_array(json, "ways");
    for (int k = 0; k < race->count; k++) {
        const struct way *way = &race->way[k];
        char *name;
        MUST(variant_name(&way->variant, &name));
        json_open_object(json, NULL);
        json_text(json, "variant", name);
        json_text(json, "state", states[way->state]);
        json_number(json, "iterations", way->iterations ? (double)way->iterations : NAN);
        json_number(json, "seconds", way->state == WAY_IMPOSSIBLE ? NAN : way->seconds);
        json_text(json, "reason", way->why_not);
        json_close_object(json);
        free(name);
    }
    json_close_array(json);
    return OK;
}

static enum status advice_print_json(const struct advice *advice)
{
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    json_text(&json, "source", advice->source);
    json_text(&json, "auto", advice->taken);
    json_number(&json, "epsilon", epsilon);
    json_number(&json, "seconds", advice->race.count ? advice->race.seconds : NAN);
    MUST(json_ways(&json, &advice->race));
    json_close_object(&json);
    return OK;
}

/* Makes the variant auto/auto/f64/PLACE. */
static enum status make_auto_variant(struct variant *out)
{
    char name[64];
    if (!(epsilon > 0 && epsilon < 1))
        return fail(ERROR_INPUT, "--epsilon %g: must be above 0 and below 1", epsilon);
    for (int k = 0; k < place_count; k++)
        if (!strcmp(places[k]->name, place)) {
            snprintf(name, sizeof name, "auto/auto/f64/%s", place);
            return variant_parse(name, out);
        }
    const char *known[32] = {0};
    char hint[256];
    for (int k = 0; k < place_count && k + 1 < (int)(sizeof known / sizeof *known); k++)
        known[k] = places[k]->name;
    return fail(ERROR_INPUT, "--place %s: unknown place%s", place,
                suggest_name(place, known, hint, sizeof hint));
}

static int run_advise(int argc, char **argv)
{
    enum status status = OK;
    struct variant asked;
    struct advice advice = {.source = argv[0]};
    TRY(make_auto_variant(&asked));
    interrupt_install();
    TRY(progress_open(argv[0], &advice.problem));
    TRY(problem_needs_matrix(&advice.problem, "advise"));
    TRY(variant_check(&asked));
    TRY(find_advice(&asked, &advice));
    if (!as_json) printed_fold();
    TRY((as_json ? advice_print_json : advice_print_text)(&advice));
out:
    problem_free(&advice.problem);
    free(advice.taken);
    return status == OK ? EXIT_FINE : complain(status);
}

const struct command command_advise = {
    .name = "advise",
    .group = "Problems and solves",
    .words = "SOURCE",
    .least = 1,
    .most = 1,
    .summary = "race the ways to solve a problem",
    .about = "Each way solves the problem, until it takes twice as long as the fastest. Method "
             "auto takes the winner from then on: it is kept in the user's cache.",
    .examples = "advise tandem:c=255\n"
                "advise model.tra:type=dtmc,goal=done --place seq --json\n",
    .options = options,
    .run = run_advise,
};
