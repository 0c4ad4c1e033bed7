/* warpmark solve: solves one problem once with one variant. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/json.h"
#include "base/output/printed.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/process/open_place.h"
#include "harness/case/prove_case.h"
#include "harness/case/verify.h"
#include "harness/cli.h"
#include "harness/commands/certified.h"
#include "harness/commands/solved.h"
#include "harness/process/progress.h"
#include "problems/notation.h"
#include "problems/source.h"

/* Prints the result of a search. lasso_valid: null unless the verdict claims a cycle. */
static void print_search(const struct result_run *run, struct json *json)
{
    json_text(json, "verdict", run->verdict == CYCLE_UNKNOWN ? NULL : cycle_names[run->verdict]);
    json_count(json, "outer", run->outer);
    json_count(json, "sweeps", run->sweeps);
    json_count(json, "iterations", run->iterations);
    if (run->verdict == CYCLE_FOUND) json_bool(json, "lasso_valid", run->lasso_cycle != MISSING);
    else json_text(json, "lasso_valid", NULL);
    json_count(json, "lasso_prefix", run->lasso_prefix);
    json_count(json, "lasso_cycle", run->lasso_cycle);
    if (run->fly_rounds == MISSING) return;
    json_open_object(json, "on_the_fly");
    json_count(json, "vertices", run->fly_vertices);
    json_count(json, "edges", run->fly_edges);
    json_count(json, "rounds", run->fly_rounds);
    json_close_object(json);
}

static void print_answer(const struct result_run *run, const struct asked_value *asked,
                         struct json *json)
{
    json_count(json, "iterations", run->iterations);
    json_number(json, "change", run->change);
    json_number(json, "residual", run->residual);
    json_number(json, "value", run->value);
    json_number(json, "reference", run->reference);
    json_number(json, "error", run->error);
    json_number(json, "estimated_error", run->estimated_error);
    json_bool(json, "doubtful", run->doubtful);
    json_number(json, "error_bound", run->error_bound);
    json_number(json, "value_bound", value_bound(run));
    json_number(json, "value_low", run->value_low);
    json_number(json, "value_high", run->value_high);
    json_asked(json, asked, run->value_low, run->value_high);
    json_text(json, "proof_note", run->proof_note);
}

/* Prints the sizes; unknown for a problem that was not generated completely. */
static void print_sizes(const struct problem *problem, struct json *json)
{
    bool graph = problem->kind == KIND_PRODUCT;
    const struct matrix *a = &problem->system.a;
    const uint64_t size[] = {problem->states, graph ? problem->product.n : matrix_rows(a),
                             graph ? problem->product.m : matrix_entries(a)};
    json_count(json, "n", problem->states ? size[0] : MISSING);
    json_count(json, "rows", problem->states ? size[1] : MISSING);
    json_count(json, "nnz", problem->states ? size[2] : MISSING);
}

static void solved_print_json(const struct solved *s)
{
    bool graph = s->problem.kind == KIND_PRODUCT;
    const struct result_run *run = &s->result.run;
    const struct result_sample *sample = solved_sample(s);
    struct json json = {.out = stdout};
    json_open_object(&json, NULL);
    json_text(&json, "source", s->problem.source);
    json_text(&json, "kind", problem_kind_names[s->problem.kind]);
    print_sizes(&s->problem, &json);
    json_text(&json, "variant", s->name);
    json_text(&json, "property", s->property);
    json_text(&json, "status", case_status_names[run->status]);
    json_text(&json, "note", run->note);
    json_text(&json, "proof", proof_names[run->proof]);
    if (graph) print_search(run, &json);
    else print_answer(run, &s->problem.asked, &json);
    scheduled_print_json(&json, &s->scheduled);
    json_open_object(&json, "seconds");
    json_number(&json, "generate", s->generate);
    if (s->problem.reducing > 0) json_number(&json, "reduce", s->problem.reducing);
    if (s->problem.asked.inner) json_number(&json, "prove_inside", s->problem.asked.seconds);
    json_number(&json, "prove", s->prove);
    json_number(&json, "layout", run->layout);
    json_number(&json, "upload", run->upload);
    json_number(&json, "solve", sample ? sample->host : NAN);
    json_number(&json, "solve_device", sample ? sample->device : NAN);
    if (!graph)
        json_number(&json, "per_iteration",
                    sample ? one_iteration(run, sample, sample->host) : NAN);
    if (s->variant->method->engine)
        json_number(&json, "solve_engine", sample ? sample->engine : NAN);
    json_number(&json, "download", run->download);
    json_number(&json, "verify", run->verify);
    json_close_object(&json);
    if (s->variant->method->engine) {
        json_number(&json, "engine_cpu", run->engine_cpu);
        json_count(&json, "engine_memory", run->engine_memory);
    }
    json_number(&json, "load", s->before.load);
    json_count(&json, "cores", s->before.cores);
    json_number(&json, "waited", busy_waited(&s->before, &s->after));
    json_close_object(&json);
}

static enum status check_settings(const struct settings *settings, const struct variant *variant)
{
    const char *const from = variant->options.epsilon > 0 ? "epsilon=" : "--epsilon ";
    if (!(settings->epsilon > 0))
        return fail(ERROR_INPUT, "--epsilon %g: must be above 0", settings->epsilon);
    if (!epsilon_is_in_reach(settings->criterion, settings->epsilon))
        return fail(ERROR_INPUT,
                    "%s%g: a double holds 16 digits, so no change of it is that small, relative to "
                    "it. Use 1e-15 or more, or --criterion absolute",
                    from, settings->epsilon);
    if (settings->max_iterations == 0)
        return fail(ERROR_INPUT, "--max-iterations 0: must be at least 1");
    if (!(settings->prove >= 0))
        return fail(ERROR_INPUT, "--prove %g: must be above 0, or 0 for no proof", settings->prove);
    if (settings->require <= 0)
        return fail(ERROR_INPUT, "--require %g: must be above 0", settings->require);
    if (settings->require > 0 && settings->prove == 0)
        return fail(ERROR_INPUT, "--require %g needs a proof: leave --prove 0 out",
                    settings->require);
    return OK;
}

/* Only names the problem; the case generates it. */
static enum status name_problem(const char *source, struct solved *out)
{
    MUST(problem_check(source));
    out->problem.kind = KIND_PRODUCT;
    return copy_text(source, &out->problem.source);
}

static enum status choose_on_the_fly(struct variant *variant)
{
    if (variant->method->task != TASK_CYCLE)
        return fail(ERROR_INPUT,
                    "--on-the-fly needs a search, such as map; method %s solves linear systems",
                    variant->method->name);
    variant->options.on_the_fly = true;
    return OK;
}

/* Makes the proof with the answer of the solve. If memory does not suffice beside that of the
 * solve, the answer stays unproven. The clock on the terminal starts again for what follows. */
static enum status prove_solved(void *with, const double *answer)
{
    struct solved *s = with;
    struct prove_settings proof = proof_wanted(s->settings);
    proof.candidate = answer;
    proof.place = place_of_proof(&s->problem, s->variant->place);
    progress_clock_stop();
    const enum status status = progress_prove(&s->problem, &proof, &s->prove);
    progress_clock_start(s->name);
    if (status != ERROR_HOST_MEMORY) return status;
    problem_forget_proof(&s->problem);
    s->problem.proof.value_low = s->problem.proof.value_high = NAN;
    snprintf(s->problem.proof.note, sizeof s->problem.proof.note,
             "the proof takes more memory than there is");
    return OK;
}

static enum status solve_once(const char *source, const struct variant *variant,
                              const struct settings *settings, struct solved *out)
{
    *out = (struct solved){.variant = variant, .settings = settings};
    busy_read("", &out->before);
    double start = clock_now();
    struct opening opening;
    place_open_begin(variant->place, &opening);
    const enum status opened = variant->options.on_the_fly ? name_problem(source, out)
                                                           : progress_open(source, &out->problem);
    place_open_end(&opening);
    MUST(opened);
    out->generate = variant->options.on_the_fly ? NAN : clock_now() - start;
    out->prove = NAN;
    MUST(variant_name(variant, &out->name));
    MUST(property_text(source, &out->property));
    progress_clock_start(out->name);
    const struct late_proof late = {prove_solved, out};
    enum status status =
        case_measure_and_prove(&out->problem, variant, settings, start, &late, &out->result);
    progress_clock_stop();
    busy_read("", &out->after);
    return status;
}

/* Fails with the complete command that should work, if the source is valid. */
static enum status no_variant(const char *text)
{
    struct source source;
    MUST(source_parse(text, &source));
    const char *variant = source_is_product(&source)  ? "map/csr/u32/omp"
                          : source_is_closed(&source) ? source.question ? "vi/generated/f64/omp"
                                                                        : "jacobi/generated/f64/omp"
                          : source_is_made(&source)   ? "jacobi/msr/f64/ranks4"
                                                      : "jacobi/msr/f64/omp";
    source_free(&source);
    const char *quote = strpbrk(text, " \"()[]{}*?;&|<>$!#~`\\") ? "'" : "";
    return fail(ERROR_INPUT,
                "--variant is missing, the way to solve it: warpmark solve %s%s%s --variant %s",
                quote, text, quote, variant);
}

static const char *const criteria[] = {"relative", "absolute", NULL};
static bool as_json, on_the_fly;
static int criterion = RELATIVE;
static const char *variant_text, *scheduler;
static struct settings settings = DEFAULT_SETTINGS;
static const struct cli_option options[] = {
    {"--variant", CLI_TEXT, &variant_text, NULL, "VARIANT", "jacobi/msr/f64/omp",
     "solve in this way; `warpmark list variants` shows all ways"},
    {"--epsilon", CLI_REAL, &settings.epsilon, NULL, "E", "1e-9",
     "stop when no value changes by more than E in one iteration"},
    {"--criterion", CLI_WORD, &criterion, criteria, NULL, "absolute",
     "measure that change relative to the value, as PRISM does, or absolutely"},
    {"--max-iterations", CLI_COUNT, &settings.max_iterations, NULL, "N", "50000",
     "give up after N iterations"},
    {"--require", CLI_REAL, &settings.require, NULL, "E", "1e-6",
     "the answer is inaccurate if its proven error is above E, or it has no proof"},
    {"--prove", CLI_REAL, &settings.prove, NULL, "E", "1e-9",
     "prove the answer to a width of E; 0: make no proof"},
    {"--scheduler", CLI_TEXT, &scheduler, NULL, "FILE", "best.txt",
     "of an MDP: write a scheduler that keeps the proven bound into this file, and prove its own "
     "value"},
    {"--on-the-fly", CLI_FLAG, &on_the_fly, NULL, NULL, NULL,
     "for searches: make the states of the product while searching, and store no graph"},
    {"--force", CLI_FLAG, &settings.force, NULL, NULL, NULL,
     "iterate even where the method cannot converge; replace a scheduler"},
    {"--json", CLI_FLAG, &as_json, NULL, NULL, NULL, "print JSON"},
    {0}};

static enum status check_scheduler(const struct settings *asked)
{
    if (asked->prove == 0)
        return fail(ERROR_INPUT, "--scheduler %s: it comes from the proof: leave --prove 0 out",
                    scheduler);
    return scheduled_check(scheduler, asked->force);
}

static enum status schedule(struct solved *solved)
{
    const struct prove_settings proof = proof_wanted(solved->settings);
    return scheduled_make(&solved->problem, &proof, scheduler, settings.force, &solved->scheduled);
}

static int run_solve(int argc, char **argv)
{
    enum status status = OK;
    struct variant variant;
    struct solved solved = {0};
    bool fine = false;
    settings.warmup = 0;
    settings.min_samples = settings.max_samples = 1;
    settings.throttle_retries = 0;
    settings.timeout = 1e6; /* the user waits, and can interrupt */
    settings.criterion = (enum criterion)criterion;
    if (!variant_text) TRY(no_variant(argv[0]));
    TRY(variant_parse(variant_text, &variant));
    if (on_the_fly) TRY(choose_on_the_fly(&variant));
    if (variant.options.epsilon > 0) settings.epsilon = variant.options.epsilon;
    TRY(check_settings(&settings, &variant));
    if (scheduler) TRY(check_scheduler(&settings));
    interrupt_install();
    TRY(solve_once(argv[0], &variant, &settings, &solved));
    fine = solved.result.run.status == CASE_OK;
    if (scheduler) TRY(schedule(&solved));
    fine &= !*solved.scheduled.why;
    if (!as_json) printed_fold();
    if (as_json) solved_print_json(&solved);
    else status = solved_print(&solved);
out:
    case_result_free(&solved.result);
    problem_free(&solved.problem);
    free(solved.name);
    free(solved.property);
    if (status != OK) return complain(status);
    if (interrupted()) return EXIT_INTERRUPTED;
    return fine ? EXIT_FINE : EXIT_CASE;
}

const struct command command_solve = {
    .name = "solve",
    .group = "Problems and solves",
    .words = "SOURCE --variant VARIANT",
    .least = 1,
    .most = 1,
    .summary = "solve one problem once and check the answer",
    .about = "Exit 0 where the answer passed its check, 2 where the solve ended in another way, "
             "such as not_converged, or inaccurate with --require.",
    .examples =
        "solve tandem:c=255 --variant jacobi/msr/f64/omp\n"
        "solve model.tra:type=dtmc,goal=done --variant gauss_seidel/msr/f64/seq --epsilon 1e-9\n"
        "solve phils:n=5 --variant map/csr/u32/seq --on-the-fly # LTL: is there an accepting "
        "cycle?\n",
    .options = options,
    .run = run_solve,
};
