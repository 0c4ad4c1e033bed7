/* warpmark advise: predicts the time of each way to solve a problem, before any is tried. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/units.h"
#include "base/process/interrupt.h"
#include "harness/case/choose_variant.h"
#include "harness/cli.h"
#include "harness/process/progress.h"

/* Limits of the probe. It makes more sweeps than method auto does, because auto's sweeps cost time
 * of the solve itself. */
static const struct probing probing = {
    .relaxed = 100, .in_place = 100, .placed = 2000, .seconds = 1};

struct advice {
    const char *source;
    struct problem problem;
    struct forecasts
        forecasts; /* empty if nothing is left to iterate, or the property is bounded */
    char *taken;   /* chosen by auto; NULL: nothing runs */
    struct choice choice;
    struct built_layout built;
};

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
    if (out->problem.kind == KIND_PRODUCT)
        return fail(ERROR_INPUT,
                    "%s is a graph, and forecasts are for linear systems. `warpmark solve SOURCE "
                    "--variant map/csr/u32/omp` searches it",
                    out->source);
    if (out->problem.solved) return OK;
    MUST(choose_variant(&out->problem, asked, epsilon, &out->built, &out->choice));
    MUST(variant_name(&out->choice.variant, &out->taken));
    if (out->problem.kind == KIND_BOUNDED) return OK;
    struct variant there = *asked;
    if (out->choice.uploaded) there.layout = out->choice.variant.layout;
    return forecasts_make(&out->problem, &there, epsilon, &probing, &out->built, &out->forecasts);
}

/* Returns whether a method solves such problems but has no forecast. */
static bool is_silent(const struct method *method)
{
    return method->task == TASK_SOLVE && !method->foresee && !method->idle && !method->chooses;
}

/* Converts a cost to sweeps, including waiting times. */
static double in_sweeps(const struct advice *advice, double sweeps, double waits)
{
    return sweeps + waits / advice->forecasts.facts.sweep;
}

static void print_way(const struct advice *advice, const struct way *way, const char *name)
{
    const struct forecast *f = &way->forecast;
    const double set_up = in_sweeps(advice, f->set_up, f->set_up_waits),
                 cost = in_sweeps(advice, f->cost, f->waits);
    const struct human seconds = human_seconds(way->seconds);
    if (*way->why_not) printf("%-44s cannot run: %s\n", name, way->why_not);
    else if (!isfinite(way->seconds))
        printf("%-44s %10s %8.0f %10.1f %10s\n", name, "unknown", set_up, cost, "unknown");
    else
        printf("%-44s %10.0f %8.0f %10.1f %10s\n", name, f->iterations, set_up, cost, seconds.text);
}

static enum status advice_print_text(const struct advice *advice)
{
    const struct forecasts *forecasts = &advice->forecasts;
    printf("%-12s %s\n", "source", advice->source);
    if (advice->problem.solved) {
        printf("%-12s nothing is left to iterate: the transitions alone decide every state\n",
               "auto takes");
        return OK;
    }
    printf("%-12s %s\n", "auto takes", advice->taken);
    if (!forecasts->count) return OK;
    printf("%-12s %s, of Jacobi over layout %s; the forecasts took %s\n\n", "a sweep",
           human_seconds(forecasts->facts.sweep).text, layouts[0]->name,
           human_seconds(forecasts->seconds).text);
    printf("%-44s %10s %8s %10s %10s\n%-44s %10s %8s %10s %10s\n", "variant", "iterations",
           "set-up,", "iteration,", "time", "", "", "sweeps", "sweeps", "");
    for (size_t k = 0; k < forecasts->count; k++) {
        char *name;
        MUST(variant_name(&forecasts->way[k].variant, &name));
        print_way(advice, &forecasts->way[k], name);
        free(name);
    }
    printf("\n%-12s", "no forecast");
    for (int m = 0; m < method_count; m++)
        if (is_silent(methods[m])) printf(" %s", methods[m]->name);
    printf("\n");
    return OK;
}

static enum status json_ways(struct json *json, const struct advice *advice)
{
    const struct forecasts *forecasts = &advice->forecasts;
    json_open_array(json, "ways");
    for (size_t k = 0; k < forecasts->count; k++) {
        const struct way *way = &forecasts->way[k];
        const struct forecast *f = &way->forecast;
        char *name;
        MUST(variant_name(&way->variant, &name));
        json_open_object(json, NULL);
        json_text(json, "variant", name);
        json_number(json, "iterations", f->iterations);
        json_number(json, "set_up_sweeps", in_sweeps(advice, f->set_up, f->set_up_waits));
        json_number(json, "iteration_sweeps", in_sweeps(advice, f->cost, f->waits));
        json_number(json, "seconds", *way->why_not ? NAN : way->seconds);
        json_bool(json, "supported", !*way->why_not);
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
    const bool any = advice->forecasts.count > 0;
    json_open_object(&json, NULL);
    json_text(&json, "source", advice->source);
    json_text(&json, "auto", advice->taken);
    json_text(&json, "note", advice->choice.note);
    json_number(&json, "epsilon", epsilon);
    json_number(&json, "sweep", any ? advice->forecasts.facts.sweep : NAN);
    json_number(&json, "seconds", any ? advice->forecasts.seconds : NAN);
    MUST(json_ways(&json, advice));
    json_open_array(&json, "no_forecast");
    for (int m = 0; m < method_count; m++)
        if (is_silent(methods[m])) json_text(&json, NULL, methods[m]->name);
    json_close_array(&json);
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
    return fail(ERROR_INPUT, "--place %s: unknown place: see `warpmark list places`", place);
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
    TRY((as_json ? advice_print_json : advice_print_text)(&advice));
out:
    forecasts_free(&advice.forecasts);
    built_layout_free(&advice.built);
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
    .summary = "foretell what each way to solve a problem takes",
    .about = "A few sweeps are tried, and each method says from them and from the problem's "
             "structure\nwhat it would take. Times are meant to be right within a factor of ten.",
    .examples = "advise tandem:c=255\n"
                "advise model.tra:type=dtmc,goal=done --place seq --json\n",
    .options = options,
    .run = run_advise,
};
