#include "harness/store/results.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "harness/store/columns.h"
#include "harness/store/spec_copy.h"

const char *const case_status_names[NCASE_STATUSES] = {
    [CASE_OK] = "ok",
    [CASE_NOT_CONVERGED] = "not_converged",
    [CASE_DIVERGED] = "diverged",
    [CASE_WRONG] = "wrong",
    [CASE_TIMEOUT] = "timeout",
    [CASE_OOM_HOST] = "oom_host",
    [CASE_OOM_DEVICE] = "oom_device",
    [CASE_CRASHED] = "crashed",
    [CASE_CUDA_ERROR] = "cuda_error",
    [CASE_UNSUPPORTED] = "unsupported",
    [CASE_NO_DEVICE] = "no_device",
    [CASE_SKIPPED] = "skipped",
    [CASE_INTERRUPTED] = "interrupted",
};

bool case_status_of_answer(enum case_status status)
{
    return status == CASE_NOT_CONVERGED || status == CASE_DIVERGED || status == CASE_WRONG;
}

const char *const stop_reason_names[NSTOP_REASONS] = {
#define STOPPING_RULE(reason, name, when, ends) name,
#include "harness/store/stopping_rules.def"
#undef STOPPING_RULE
};

const char *const cycle_names[NCYCLES] = {
    [CYCLE_UNKNOWN] = "unknown", [CYCLE_FOUND] = "cycle", [CYCLE_NONE] = "no_cycle"};

const char *const proof_names[NPROOFS] = {
    [PROOF_NONE] = "none", [PROOF_UNCHECKED] = "unchecked", [PROOF_CHECKED] = "checked"};

const char *const crossing_state_names[NCROSSING_STATES] = {
    [CROSSING_UNFINISHED] = "unfinished", [CROSSING_FOUND] = "found",
    [CROSSING_A_FASTER] = "a_faster",     [CROSSING_B_FASTER] = "b_faster",
    [CROSSING_TOO_NOISY] = "too_noisy",   [CROSSING_UNTIMED] = "untimed",
};

enum status result_problem_learn(struct result_problem *to, const struct result_problem *from)
{
    char *kind;
    enum status status = copy_text(from->kind, &kind);
    if (status != OK) return status;
    free(to->kind);
    to->kind = kind;
    to->n = from->n;
    to->states = from->states;
    to->transitions = from->transitions;
    to->classes = from->classes;
    to->nnz = from->nnz;
    to->row_min = from->row_min;
    to->row_max = from->row_max;
    to->diagonal_share = from->diagonal_share;
    to->generate = from->generate;
    return OK;
}

struct result_run result_run_unknown(void)
{
    return (struct result_run){.process = MISSING,
                               .seed = MISSING,
                               .iterations = MISSING,
                               .iterations_timed = MISSING,
                               .bytes = MISSING,
                               .traffic = MISSING,
                               .copy_bandwidth = NAN,
                               .change = NAN,
                               .residual = NAN,
                               .zeros = NAN,
                               .value = NAN,
                               .reference = NAN,
                               .error = NAN,
                               .estimated_error = NAN,
                               .outer = MISSING,
                               .sweeps = MISSING,
                               .lasso_prefix = MISSING,
                               .lasso_cycle = MISSING,
                               .fly_vertices = MISSING,
                               .fly_edges = MISSING,
                               .fly_rounds = MISSING,
                               .control_low = NAN,
                               .control_high = NAN,
                               .layout = NAN,
                               .upload = NAN,
                               .download = NAN,
                               .started = NAN};
}

void result_run_clear(struct result_run *run)
{
    free(run->note);
    free(run->fingerprint);
    run->note = run->fingerprint = NULL;
}

enum status crossover_copy(const struct result_crossover *from, struct result_crossover *out)
{
    enum status status = OK;
    *out = *from;
    out->id = out->axis = out->a = out->b = out->below = NULL;
    TRY(copy_text(from->id, &out->id));
    TRY(copy_text(from->axis, &out->axis));
    TRY(copy_text(from->a, &out->a));
    TRY(copy_text(from->b, &out->b));
    TRY(copy_text(from->below, &out->below));
    return OK;
out:
    rows_clear(GROUP_CROSSOVERS, out, 1);
    *out = (struct result_crossover){0};
    return status;
}

enum status crossover_begin(const char *id, const char *axis, const char *a, const char *b,
                            struct result_crossover *out)
{
    const struct result_crossover unknown = {
        (char *)id, (char *)axis, (char *)a, (char *)b, CROSSING_UNFINISHED, NAN, NAN,
        NAN,        (char[]){""}, MISSING,   0};
    return crossover_copy(&unknown, out);
}

struct result_sample result_sample_unknown(void)
{
    return (struct result_sample){.host = NAN,
                                  .device = NAN,
                                  .started = NAN,
                                  .order = MISSING,
                                  .sm_clock = NAN,
                                  .memory_clock = NAN,
                                  .temperature = NAN,
                                  .power = NAN,
                                  .energy = NAN,
                                  .throttle = MISSING,
                                  .iterations = MISSING};
}

static double known(uint64_t iterations)
{
    return iterations == MISSING || iterations == 0 ? NAN : (double)iterations;
}

double one_iteration(const struct result_run *run, const struct result_sample *sample,
                     double seconds)
{
    if (!run->extrapolated) return seconds / known(run->iterations);
    return seconds /
           known(sample->iterations == MISSING ? run->iterations_timed : sample->iterations);
}

const struct result_sample *run_samples(const struct results *results, const struct result_run *run)
{
    return run->sample_count ? results->samples + run->sample_offset : results->samples;
}

double whole_solve(const struct result_run *run, const struct result_sample *sample, double seconds)
{
    return run->extrapolated ? one_iteration(run, sample, seconds) * known(run->iterations)
                             : seconds;
}

size_t samples_counted(const struct result_run *run, const struct result_sample *sample,
                       double *seconds)
{
    size_t counted = 0;
    for (uint64_t k = 0; k < run->sample_count; k++) {
        if (sample[k].retried) continue;
        if (seconds) seconds[counted] = whole_solve(run, &sample[k], sample[k].host);
        counted++;
    }
    return counted;
}

size_t results_case_count(const struct results *results)
{
    size_t count = 0;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *run = &results->runs[k], *before = run - 1;
        count += k == 0 || run->problem != before->problem || run->variant != before->variant;
    }
    return count;
}

void results_free(struct results *results)
{
    for (size_t i = 0; results->problems && i < results->nproblems; i++)
        axes_free(results->problems[i].axes, results->problems[i].naxes);
    for (size_t i = 0; results->runs && i < results->nruns; i++)
        result_run_clear(&results->runs[i]);
    free(results->runs);
    free(results->samples);
    rows_clear(GROUP_META, results, 1);
    rows_free(GROUP_BUILD, results->build, results->nbuild);
    rows_free(GROUP_MACHINE, results->machine, results->nmachine);
    rows_free(GROUP_PROBLEMS, results->problems, results->nproblems);
    rows_free(GROUP_VARIANTS, results->variants, results->nvariants);
    figures_free(results->figures, results->nfigures);
    tables_free(results->tables, results->ntables);
    rows_free(GROUP_CROSSOVERS, results->crossovers, results->ncrossovers);
    bundle_free(results->bundle, results->nbundle);
    claims_free(results->claims, results->nclaims);
    *results = (struct results){0};
}
