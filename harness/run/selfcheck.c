#include "harness/run/selfcheck.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/run/run.h"

enum { MIN_PAIRS = 10, MAX_PAIRS = 5000, TRIAL_PAIRS = 4 };

static const double default_margin = 0.01;

static const struct selfcheck checks[NSELFCHECKS] = {
    {.source = "identity:n=10", .variant = "null[cost=0.001]/msr/f64/seq"},
    {.source = "tandem:c=31", .variant = "jacobi/msr/f64/seq"},
};

/* Plans count problems with the same source, named 1, 2, ... */
static enum status plan(const char *source, const char *variant, size_t count,
                        struct experiment *out)
{
    *out = (struct experiment){.settings = default_settings};
    out->settings.prove = 0; /* only times are used */
    MUST(copy_text("selfcheck", &out->name));
    MUST(format_text(&out->title, "%s on %s, compared with itself", variant, source));
    MUST(copy_text("", &out->paper));
    MUST(copy_text("", &out->path));
    MUST(copy_text("", &out->script));
    MUST(copy_text("", &out->options));
    MUST(allocate_zeroed(1, sizeof *out->variants, "variants", &out->variants));
    out->nvariants = 1;
    MUST(copy_text(variant, &out->variants[0]));
    MUST(allocate_zeroed(count, sizeof *out->problems, "problems", &out->problems));
    out->nproblems = count;
    for (size_t k = 0; k < count; k++) {
        MUST(copy_text(source, &out->problems[k].source));
        MUST(format_text(&out->problems[k].label, "%s %zu", source, k + 1));
    }
    return OK;
}

static enum status check_endings(const struct results *results)
{
    if (results->interrupted) return fail(ERROR_INTERRUPTED, "interrupted: nothing was stored");
    for (size_t k = 0; k < results->nruns; k++)
        if (results->runs[k].status != CASE_OK)
            return fail(ERROR_ENVIRONMENT, "%s on %s is %s here: %s", results->variants[0].name,
                        results->problems[0].source, case_status_names[results->runs[k].status],
                        results->runs[k].note);
    return OK;
}

enum status selfcheck_cases(const char *source, const char *variant, size_t count,
                            const char *command, struct results *out)
{
    enum status status = OK;
    struct experiment experiment;
    const struct run_request request = {.command = command, .quiet = true};
    TRY(plan(source, variant, count, &experiment));
    TRY(run_experiment(&experiment, &request, out));
    TRY(check_endings(out));
out:
    experiment_free(&experiment);
    return status;
}

static enum status measure_pairs(const struct selfcheck *check, size_t pairs, const char *command,
                                 struct results *out)
{
    return selfcheck_cases(check->source, check->variant, 2 * pairs, command, out);
}

enum status selfcheck_compare(const struct results *base, size_t k, const struct results *fresh,
                              size_t j, double margin, struct compared_case *out)
{
    const struct compare_request request = {.margin = margin, .blind = true};
    struct matched_case matched = {.problem = &base->problems[base->runs[k].problem],
                                   .variant = &base->variants[base->runs[k].variant],
                                   .side = {{base, 1, &k}, {fresh, 1, &j}}};
    enum status status = compare_case(&matched, &request, margin, NULL, out);
    for (int side = 0; side < NSIDES; side++)
        out->matched.side[side].run = NULL; /* they belong to us */
    return status;
}

/* Computes how many pairs fit into this time, from the time of a few pairs. */
static enum status pairs_within(double seconds, const struct selfcheck *check, size_t *out)
{
    struct results trial = {0};
    enum status status = measure_pairs(check, TRIAL_PAIRS, "", &trial);
    double pairs = seconds / (trial.wall / TRIAL_PAIRS);
    results_free(&trial);
    *out = (size_t)fmin(fmax(pairs, MIN_PAIRS), MAX_PAIRS);
    return status;
}

static enum status judge_pairs(const struct results *results, struct selfcheck *check)
{
    enum status status = OK;
    double *moved;
    TRY(allocate(check->pairs, sizeof *moved, "pairs", &moved));
    for (size_t k = 0; k < check->pairs; k++) {
        struct compared_case compared;
        TRY(selfcheck_compare(results, k, results, check->pairs + k, default_margin, &compared));
        check->called += compared.judgement == JUDGED_FASTER || compared.judgement == JUDGED_SLOWER;
        moved[k] = expm1(fabs(log(compared.ratio.ratio)));
    }
    sort_numbers(check->pairs, moved);
    check->typical = sorted_quantile(check->pairs, moved, 0.5);
    check->most = sorted_quantile(check->pairs, moved, 0.99);
out:
    free(moved);
    return status;
}

/* Moves the problems, variants, runs and samples of `from` to the end of `to`. */
static enum status append_results(struct results *to, struct results *from)
{
    MUST(reallocate(&to->problems, to->nproblems + from->nproblems, sizeof *to->problems,
                    "results"));
    MUST(reallocate(&to->variants, to->nvariants + from->nvariants, sizeof *to->variants,
                    "results"));
    MUST(reallocate(&to->runs, to->nruns + from->nruns, sizeof *to->runs, "results"));
    MUST(reallocate(&to->samples, to->nsamples + from->nsamples, sizeof *to->samples, "results"));
    for (size_t k = 0; k < from->nruns; k++) {
        struct result_run *run = &from->runs[k];
        run->problem += to->nproblems;
        run->variant += to->nvariants;
        run->sample_offset += to->nsamples;
        run->started += to->wall;
    }
    for (size_t k = 0; k < from->nsamples; k++) {
        from->samples[k].order += to->nsamples;
        from->samples[k].started += to->wall;
    }
    memcpy(to->problems + to->nproblems, from->problems, from->nproblems * sizeof *to->problems);
    memcpy(to->variants + to->nvariants, from->variants, from->nvariants * sizeof *to->variants);
    memcpy(to->runs + to->nruns, from->runs, from->nruns * sizeof *to->runs);
    memcpy(to->samples + to->nsamples, from->samples, from->nsamples * sizeof *to->samples);
    to->nproblems += from->nproblems;
    to->nvariants += from->nvariants;
    to->nruns += from->nruns;
    to->nsamples += from->nsamples;
    to->wall += from->wall;
    to->overhead += from->overhead;
    from->nproblems = from->nvariants = from->nruns = from->nsamples = 0;
    return OK;
}

static void find_noise(struct selfcheck_report *report)
{
    struct noise *noise = &report->noise;
    size_t pairs = 0, called = 0;
    time_t now = time(NULL);
    struct tm local;
    localtime_r(&now, &local);
    strftime(noise->measured, sizeof noise->measured, "%Y-%m-%dT%H:%M:%S%z", &local);
    noise->floor = 0;
    for (int k = 0; k < NSELFCHECKS; k++) {
        noise->floor = fmax(noise->floor, report->check[k].most);
        pairs += report->check[k].pairs;
        called += report->check[k].called;
    }
    noise->false_positives = (double)called / (double)pairs;
    clock_quality(&noise->resolution, &noise->overhead);
}

enum status selfcheck_run(double seconds, const char *command, struct selfcheck_report *out,
                          struct results *results)
{
    enum status status = OK;
    struct results part = {0};
    *results = (struct results){0};
    for (int k = 0; k < NSELFCHECKS; k++) {
        struct selfcheck *check = &out->check[k];
        *check = checks[k];
        TRY(pairs_within(seconds / NSELFCHECKS, check, &check->pairs));
        TRY(measure_pairs(check, check->pairs, command, k ? &part : results));
        TRY(judge_pairs(k ? &part : results, check));
        if (k) TRY(append_results(results, &part));
        results_free(&part);
    }
    find_noise(out);
    if (out->noise.floor > MOST_NOISE)
        status = fail(ERROR_ENVIRONMENT,
                      "too noisy: equal solves differ by up to %.0f %%, so no noise floor is kept. "
                      "Run `warpmark doctor`",
                      100 * out->noise.floor);
out:
    results_free(&part);
    if (status != OK) results_free(results);
    return status;
}
