#include "harness/case/case.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/case/measurement.h"
#include "harness/case/prove_case.h"
#include "harness/case/verify.h"
#include "harness/machine/cpu_sensors.h"
#include "harness/ranks/remote.h"

static enum case_status status_of_error(enum status status)
{
    switch (status) {
    case ERROR_HOST_MEMORY: return CASE_OOM_HOST;
    case ERROR_DEVICE_MEMORY: return CASE_OOM_DEVICE;
    case ERROR_DEVICE: return CASE_CUDA_ERROR;
    case ERROR_UNSUPPORTED: return CASE_UNSUPPORTED;
    case ERROR_ENVIRONMENT: return CASE_NO_DEVICE;
    case ERROR_INTERRUPTED: return CASE_INTERRUPTED;
    case ERROR_CRASHED: return CASE_CRASHED;
    default: return CASE_SKIPPED;
    }
}

static enum proof how_sure(const struct measurement *m)
{
    if (!isnan(m->out->run.error_bound)) return PROOF_CERTIFIED;
    return m->any_verified || m->problem->solved ? PROOF_CHECKED : PROOF_UNCHECKED;
}

/* Returns whether the case keeps its error bounds. A wrong answer of an engine is listed beside
 * those of others, with its error. */
static bool keeps_bounds(const struct measurement *m, enum case_status status)
{
    return status == CASE_INACCURATE || (status == CASE_WRONG && m->variant->method->engine);
}

__attribute__((format(printf, 3, 4))) enum status
measurement_end(struct measurement *m, enum case_status status, const char *format, ...)
{
    char note[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    m->ended = true;
    m->out->run.status = status;
    if (!m->out->run.proof_note) MUST(copy_text("", &m->out->run.proof_note));
    if (status == CASE_OK) m->out->run.proof = how_sure(m);
    else if (!keeps_bounds(m, status)) result_run_unproven(&m->out->run);
    free(m->out->run.note);
    const char *const notes[] = {note, m->choice.note, m->built.stored.note, m->built.halo_note,
                                 m->solve.note};
    MUST(copy_text("", &m->out->run.note));
    for (size_t k = 0; k < sizeof notes / sizeof *notes; k++)
        if (*notes[k])
            MUST(append_text(&m->out->run.note, "%s%s", *m->out->run.note ? "; " : "", notes[k]));
    return OK;
}

/* Keeps a sample. If something else disturbed it, it is marked, and measured again; a slowed-down
 * card has time to cool before. */
static enum status keep_sample(struct measurement *m, struct result_sample sample)
{
    const struct settings *settings = m->settings;
    struct case_result *out = m->out;
    sample.retried = is_measured_again(settings, &m->sampling,
                                       out->run.sample_count - m->sampling.repeated, &sample);
    m->sampling.repeated += sample.retried;
    if (sample.retried && sample_was_slowed(&sample, settings->throttle)) sensors_rest();
    sample.order = out->run.sample_count;
    enum status status =
        reallocate(&out->sample, out->run.sample_count + 1, sizeof *out->sample, "samples");
    if (status == OK) out->sample[out->run.sample_count++] = sample;
    return status;
}

/* Returns after the first solve whether it took, or would have taken, more iterations than a
 * block. */
static bool is_longer_than_block(const struct measurement *m, bool timed_out)
{
    if (!m->settings->count_iterations) return m->solve.outcome == MAX_ITERATIONS;
    return m->solve.iterations > m->block &&
           (m->solve.outcome == CONVERGED || (m->solve.outcome == STOPPED && timed_out));
}

/* Decides by the first solve whether samples are whole solves or blocks. It is a whole solve, which
 * is checked, or a block if iterations are not to be counted. */
static enum status decide_samples(struct measurement *m, struct result_sample *sample)
{
    bool timed_out;
    m->undecided = false;
    if (!m->settings->count_iterations) m->solve.max_iterations = m->block;
    MUST(timed_solve(m, sample, &timed_out));
    bool blocks = is_longer_than_block(m, timed_out);
    m->solve.max_iterations = blocks ? m->block : m->settings->max_iterations;
    if (!blocks || m->solve.outcome == CONVERGED) {
        MUST(take_outcome(m, timed_out));
        if (!m->ended) MUST(verify_case(m, MISSING));
    }
    m->out->run.extrapolated = blocks;
    if (!blocks) return OK;
    m->out->run.iterations_timed = m->block;
    sample->iterations = m->solve.iterations;
    return OK;
}

/* Solves once and checks the answer. If the check ends the case, the sample is not kept. */
static enum status take_sample(struct measurement *m, struct result_sample *sample)
{
    bool timed_out;
    uint64_t before = m->out->run.iterations;
    if (m->undecided) return decide_samples(m, sample);
    MUST(timed_solve(m, sample, &timed_out));
    if (m->out->run.extrapolated) sample->iterations = m->solve.iterations;
    if (m->out->run.extrapolated && m->solve.outcome == MAX_ITERATIONS) return OK;
    MUST(take_outcome(m, timed_out));
    if (!m->ended && !m->out->run.extrapolated) MUST(verify_case(m, before));
    return OK;
}

/* Ends a case with a doubtful answer; the note gives the proven error, or else the estimate. */
static enum status end_doubtful(struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    const double tolerance = verdict_tolerance(m->variant->precision, m->settings->epsilon),
                 proven = proven_error(run);
    const bool estimated = isnan(run->error_bound) && run->estimated_error > tolerance;
    if (isinf(proven))
        return measurement_end(m, CASE_OK,
                               "doubtful: the value may be 0, so its error cannot be told relative "
                               "to it. Use a smaller epsilon");
    if (!estimated && !(proven > tolerance))
        return measurement_end(m, CASE_OK,
                               "doubtful: what is proven of the answer says nothing. Use a smaller "
                               "epsilon");
    return measurement_end(
        m, CASE_OK,
        "doubtful: the %s error of the %s is %s, more than %g. "
        "Use a smaller epsilon",
        estimated ? "estimated" : "proven",
        !estimated && !(run->error_bound >= proven) ? "value" : "answer",
        (estimated ? human_text("%.2g", run->estimated_error) : human_beyond(proven, tolerance))
            .text,
        tolerance);
}

/* Ends a successful case. The note explains why an extrapolated case has no time of a whole solve,
 * and no answer. */
static enum status end_well(struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    if (run->doubtful) return end_doubtful(m);
    if (!run->extrapolated || run->iterations != MISSING)
        return measurement_end(m, CASE_OK, "%s", "");
    MUST(prove_unchecked(m));
    if (m->ended) return OK;
    if (!m->settings->count_iterations)
        return measurement_end(
            m, CASE_OK, "time per iteration only, no answer was checked: count_iterations is off");
    return measurement_end(
        m, CASE_OK,
        "time per iteration only, no answer was checked: a solve takes more than %g s (timeout)",
        m->settings->timeout);
}

static enum status warm_up(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    const bool count_first = m->undecided && m->settings->count_iterations;
    while (!m->ended && ((count_first && m->undecided) || run->warmup < m->settings->warmup)) {
        struct result_sample unused = result_sample_unknown();
        MUST(take_sample(m, &unused));
        if (m->ended) m->out->cut = unused;
        run->warmup++;
    }
    return OK;
}

static enum status ask_rules(struct measurement *m, enum stop_when when)
{
    struct case_result *out = m->out;
    return stopping_rules_ask(when, m->settings, &out->run, out->sample, &m->sampling,
                              &out->run.stop_reason);
}

static enum status take_block(struct measurement *m, const struct block *block)
{
    struct result_run *run = &m->out->run;
    MUST(warm_up(m));
    double start = clock_now(), elapsed = 0;
    const double before = m->sampling.seconds;
    for (uint64_t taken = 0; !m->ended && run->stop_reason == STOP_NONE && taken < block->samples &&
                             elapsed < block->seconds;
         taken++) {
        struct result_sample sample = result_sample_unknown();
        MUST(take_sample(m, &sample));
        if (m->ended) {
            m->out->cut = sample;
            return OK;
        }
        MUST(keep_sample(m, sample));
        elapsed = clock_now() - start;
        m->sampling.seconds = before + elapsed;
        MUST(ask_rules(m, AFTER_SAMPLE));
    }
    if (!m->ended && run->stop_reason == STOP_NONE) MUST(ask_rules(m, AFTER_BLOCK));
    if (run->stop_reason == STOP_NONE || m->ended) return OK;
    MUST(count_case(m));
    MUST(end_well(m));
    return OK;
}

bool solves_here(const struct measurement *m)
{
    return !m->variant->method->engine && !is_remote(m->variant->method);
}

/* Ends the case with the status that an error stands for, and completes the fields of a case that
 * has ended. */
static enum status settle(struct measurement *m, enum status status)
{
    struct result_run *run = &m->out->run;
    if (solves_here(m)) run->peak_memory = usage_peak();
    if (status != OK) status = measurement_end(m, status_of_error(status), "%s", fail_message());
    if (m->ended && run->status != CASE_OK) run->stop_reason = STOP_FAILED;
    return status;
}

static enum status begin(const struct problem *problem, const struct variant *variant,
                         const struct settings *settings, double run_started,
                         const struct late_proof *late_proof, struct measurement *m,
                         struct case_result *out)
{
    *m = (struct measurement){.problem = problem,
                              .variant = variant,
                              .settings_here = *settings,
                              .settings = &m->settings_here,
                              .run_started = run_started,
                              .late_proof = late_proof,
                              .out = out};
    if (variant->options.epsilon > 0) m->settings_here.epsilon = variant->options.epsilon;
    *out = (struct case_result){.run = result_run_unknown(), .cut = result_sample_unknown()};
    out->run.started = clock_now() - run_started;
    return settle(m, measurement_prepare(m));
}

enum status case_begin(const struct problem *problem, const struct variant *variant,
                       const struct settings *settings, double run_started, struct measurement *m,
                       struct case_result *out)
{
    return begin(problem, variant, settings, run_started, NULL, m, out);
}

struct energies {
    double at, gpu; /* s; J */
    struct cpu_energy cpu;
};

static struct energies energies_now(const struct measurement *m)
{
    struct energies now = {.gpu = sensors_energy(&m->sensors)};
    cpu_energy_read("", &now.cpu);
    now.at = clock_now();
    return now;
}

/* Adds the energies of a block. Their counters move some ten times a second, so short times have no
 * energy. */
static void add_energies(struct measurement *m, const struct energies *before)
{
    const struct energies now = energies_now(m);
    struct result_run *run = &m->out->run;
    m->watched += now.at - before->at;
    m->cpu_energy += cpu_energy_between(&before->cpu, &now.cpu, now.at - before->at);
    m->gpu_energy += now.gpu - before->gpu;
    if (m->watched < ENERGY_SECONDS || (isnan(m->cpu_energy) && isnan(m->gpu_energy))) return;
    run->cpu_energy = m->cpu_energy;
    run->gpu_energy = m->gpu_energy;
    run->energy_time = m->watched;
}

enum status case_block(struct measurement *m, const struct block *block)
{
    if (m->ended) return OK;
    m->usage = (struct usage){0}; /* threads may have ended in between */
    const struct energies before = energies_now(m);
    enum status status = take_block(m, block);
    add_energies(m, &before);
    interrupt_timer_off();
    return settle(m, status);
}

void case_end(struct measurement *m)
{
    solve_free(&m->solve);
    on_the_fly_free(&m->fly);
    built_layout_free(&m->built);
    check_close(&m->check);
    free(m->check_refused);
    free(m->answer);
    free(m->verified);
    *m = (struct measurement){.ended = true};
}

enum status case_measure_and_prove(const struct problem *problem, const struct variant *variant,
                                   const struct settings *settings, double run_started,
                                   const struct late_proof *late_proof, struct case_result *out)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    struct measurement m;
    enum status status = begin(problem, variant, settings, run_started, late_proof, &m, out);
    while (status == OK && !m.ended) status = case_block(&m, &one);
    case_end(&m);
    if (status != OK) case_result_free(out);
    return status;
}

enum status case_measure(const struct problem *problem, const struct variant *variant,
                         const struct settings *settings, double run_started,
                         struct case_result *out)
{
    return case_measure_and_prove(problem, variant, settings, run_started, NULL, out);
}

void case_result_free(struct case_result *result)
{
    result_run_clear(&result->run);
    free(result->sample);
    *result = (struct case_result){0};
}
