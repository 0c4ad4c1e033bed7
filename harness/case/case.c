#include "harness/case/case.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/progress_hook.h"
#include "harness/case/answer_range.h"
#include "harness/case/error_estimate.h"
#include "harness/case/gpu_sensors.h"
#include "harness/case/throttle.h"
#include "harness/case/verify.h"
#include "harness/case/verify_cycle.h"
#include "harness/statistics/effective_samples.h"
#include "harness/util/clock.h"
#include "harness/util/interrupt.h"
#include "solvers/loop.h"

enum { LEAST_LIMIT = 10 }; /* s, of what comes before the first solve, however short that may be */

static enum case_status status_of_error(enum status status)
{
    switch (status) {
    case ERROR_HOST_MEMORY: return CASE_OOM_HOST;
    case ERROR_DEVICE_MEMORY: return CASE_OOM_DEVICE;
    case ERROR_DEVICE: return CASE_CUDA_ERROR;
    case ERROR_UNSUPPORTED: return CASE_UNSUPPORTED;
    case ERROR_ENVIRONMENT: return CASE_NO_DEVICE;
    case ERROR_INTERRUPTED: return CASE_INTERRUPTED;
    default: return CASE_SKIPPED;
    }
}

/* Ends the case with a status and a reason, and with what the layout's builder has to say. */
__attribute__((format(printf, 3, 4))) static enum status
finish(struct measurement *m, enum case_status status, const char *format, ...)
{
    char note[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    const bool checked = m->any_verified || m->problem->solved;
    m->ended = true;
    m->out->run.status = status;
    if (status == CASE_OK) m->out->run.proof = checked ? PROOF_CHECKED : PROOF_UNCHECKED;
    free(m->out->run.note);
    return format_text(&m->out->run.note, "%s%s%s", note,
                       *note && *m->built.stored.note ? "; " : "", m->built.stored.note);
}

/* The matrix in its layout, b, and the vectors that the method's operations read or write; an
 * iteration's share of that, where a pass over them makes several. */
static uint64_t traffic_of(const struct measurement *m, uint64_t bytes)
{
    const struct method *method = m->variant->method;
    uint64_t vector = m->built.stored.n * real_size(m->variant->precision);
    int passes = method->passes + (m->built.b && method->products == 1);
    uint64_t at_once =
        m->built.stored.stencil.width ? (uint64_t)m->variant->options.temporal_block : 1;
    return ((uint64_t)method->products * bytes + (uint64_t)passes * vector) / at_once;
}

static struct solve_settings settings_of(const struct measurement *m)
{
    return (struct solve_settings){.criterion = m->settings->criterion,
                                   .epsilon = m->settings->epsilon,
                                   .scale = problem_scale(m->problem),
                                   .step = m->problem->step,
                                   .steps = m->problem->steps,
                                   .jumps = m->problem->time / m->problem->step,
                                   .max_iterations = m->settings->max_iterations,
                                   .options = m->variant->options,
                                   .stop = &interrupt_solve};
}

/* All phases are within the solve. */
static enum status prepare_on_the_fly(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    run->layout = run->upload = run->download = 0;
    enum status status = problem_check_growing(m->problem->source);
    if (status == OK) sensors_open(m->variant->place, &m->sensors);
    return status;
}

/* A multiple of what lies between two tests, so that a block holds as many of them as its share of
 * a solve. 0: samples are whole solves; so they are of methods whose iterations do not all cost the
 * same, or are known beforehand. */
static uint64_t iterations_of_block(const struct measurement *m)
{
    const uint64_t wanted = m->settings->iterations, check = test_interval(&m->variant->options);
    if (m->variant->method->task != TASK_SOLVE || !wanted || wanted >= m->settings->max_iterations)
        return 0;
    uint64_t most = (wanted + check - 1) / check * check;
    return most < m->settings->max_iterations ? most : 0;
}

static enum status prepare(struct measurement *m)
{
    enum status status = OK;
    if (m->variant->options.on_the_fly) return prepare_on_the_fly(m);
    const uint32_t n = m->problem->system.a.off.n;
    struct result_run *run = &m->out->run;
    double start = clock_now();
    TRY(build_layout(m->problem, m->variant, &m->built));
    run->layout = clock_now() - start;
    run->bytes = stored_bytes(&m->built.stored);
    start = clock_now();
    TRY(stored_upload(m->variant->place, &m->built.stored));
    run->upload = clock_now() - start;
    run->bytes = stored_bytes(&m->built.stored); /* with scratch that only the place can size */
    run->traffic = traffic_of(m, run->bytes);
    struct solve_settings settings = settings_of(m);
    TRY(solve_create(&m->built.stored, m->variant->method, m->built.b, &settings, &m->solve));
    TRY(allocate(n, sizeof *m->answer, "an answer", &m->answer));
    TRY(allocate(n, sizeof *m->verified, "an answer", &m->verified));
    sensors_open(m->variant->place, &m->sensors);
    m->block = iterations_of_block(m);
    m->undecided = m->block > 0;
out:
    return status;
}

static enum status flush_caches(const struct place *place)
{
    if (!place->flush)
        return fail(ERROR_UNSUPPORTED, "cache=cold: place %s cannot flush its caches", place->name);
    enum status status = place->flush();
    return status == OK ? place->synchronise() : status;
}

static enum status run_on_the_fly(struct measurement *m)
{
    const struct solve_settings settings = settings_of(m);
    return search_on_the_fly(m->problem->source, m->variant, &settings, &m->fly, &m->solve);
}

/* One solve from x0 between two readings of the clocks; nothing else stands between them. */
static enum status timed_solve(struct measurement *m, struct result_sample *sample, bool *timed_out)
{
    const struct place *place = m->variant->place;
    const bool fly = m->variant->options.on_the_fly;
    enum status status = OK;
    sample->device = NAN;
    on_the_fly_free(&m->fly);
    if (!fly) TRY(solve_reset(&m->solve, m->built.x0));
    sensors_begin(&m->sensors);
    if (m->settings->cache == CACHE_COLD) TRY(flush_caches(place));
    interrupt_arm(m->settings->timeout);
    sample->started = clock_now();
    if (place->span_begin && !fly) TRY(place->span_begin());
    TRY(fly ? run_on_the_fly(m) : solve_run(&m->solve, m->variant->method));
    if (place->span_end && !fly) TRY(place->span_end(&sample->device));
    TRY(place->synchronise());
    sample->host = clock_now() - sample->started;
    sensors_end(&m->sensors, sample);
    sample->started -= m->run_started;
out:
    *timed_out = interrupt_disarm();
    return status;
}

/* An ending that is no answer becomes the case's status. */
static enum status judge_outcome(struct measurement *m, bool timed_out)
{
    unsigned long long iterations = m->solve.iterations;
    const char *s = iterations == 1 ? "" : "s";
    if (!m->out->run.extrapolated) m->out->run.iterations = iterations;
    switch (m->solve.outcome) {
    case CONVERGED: return OK;
    case MAX_ITERATIONS:
        return finish(m, CASE_NOT_CONVERGED, "no convergence within %llu iteration%s", iterations,
                      s);
    case DIVERGED:
        return finish(m, CASE_DIVERGED, "an entry is no finite number after %llu iteration%s",
                      iterations, s);
    case BREAKDOWN:
        return finish(m, CASE_NOT_CONVERGED,
                      "the method broke down (a zero divisor) in iteration %llu", iterations);
    default:
        if (timed_out)
            return finish(m, CASE_TIMEOUT, "stopped after %g s, in iteration %llu",
                          m->settings->timeout, iterations);
        return finish(m, CASE_INTERRUPTED, "interrupted in iteration %llu", iterations);
    }
}

/* Undoing the order counts as part of the layout. */
static enum status take_answer(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    double start = clock_now();
    enum status status = solve_download(&m->solve, built_layout_target(&m->built, m->answer));
    if (status != OK) return status;
    double downloaded = clock_now();
    built_layout_undo(&m->built, m->answer);
    if (!isnan(run->download)) return OK;
    run->download = downloaded - start;
    if (m->built.sequence) run->layout += clock_now() - downloaded;
    return OK;
}

static double share_of_zeros(uint32_t n, const double *x)
{
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < n; i++) zeros += x[i] == 0;
    return n ? (double)zeros / n : NAN;
}

static enum status finish_outside(struct measurement *m, uint32_t row)
{
    const bool probability = m->problem->range == RANGE_PROBABILITY;
    return finish(m, CASE_WRONG,
                  "entry %" PRIu32 " of the answer is %.6g: %s, by more than 10 times epsilon = %g",
                  row, m->answer[row],
                  probability ? "a probability must lie between 0 and 1"
                              : "it must not be negative",
                  m->settings->epsilon);
}

/* Of a case's answers the one that is farthest off counts. Where the check took all steps itself,
 * it knows how far. */
static enum status accept_answer(struct measurement *m, const struct verdict *verdict)
{
    struct result_run *run = &m->out->run;
    double error = verdict->change;
    enum status status = OK;
    if (m->variant->method->task == TASK_SOLVE)
        status = error_estimate(m->problem, m->answer, &error);
    run->value = problem_value(m->problem, m->answer);
    run->estimated_error = fmax(run->estimated_error, error);
    run->doubtful =
        run->estimated_error > verdict_tolerance(m->variant->precision, m->settings->epsilon);
    return status;
}

/* What the verdict and the entries themselves mean for the case. */
static enum status judge_answer(struct measurement *m, const struct verdict *verdict)
{
    const enum precision precision = m->variant->precision;
    const double epsilon = m->settings->epsilon;
    uint32_t row;
    if (!verdict->finite)
        return finish(m, CASE_DIVERGED, "the answer holds entries that are no finite numbers");
    if (answer_range_excess(m->problem, m->answer, &row) > verdict_tolerance(precision, epsilon))
        return finish_outside(m, row);
    if (verdict_accepts(verdict, precision, epsilon)) return accept_answer(m, verdict);
    if (m->variant->method->task != TASK_SOLVE)
        return finish(
            m, CASE_WRONG,
            "the same steps in f64 on the host come to another answer by %.3g, more than 10 "
            "times epsilon = %g",
            verdict->change, epsilon);
    return finish(
        m, CASE_WRONG,
        "one more step in f64 changes the answer by %.3g, more than 10 times epsilon = %g",
        verdict->change, epsilon);
}

/* Checks the answer at hand. One that is bit for bit the last checked answer needs no second check.
 */
static enum status check_answer(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    size_t bytes = m->problem->system.a.off.n * sizeof *m->answer;
    enum precision precision = m->variant->precision;
    const struct settings *settings = m->settings;
    if (m->any_verified && !memcmp(m->answer, m->verified, bytes)) return OK;

    const struct method *method = m->variant->method;
    const struct checked by = {.measure = method->measure,
                               .criterion = settings->criterion,
                               .precision = precision,
                               .relaxation = method->relaxed ? m->variant->options.omega : 1,
                               .flushed = solve_flushes(&m->solve),
                               .step = method->stepped ? m->problem->step : 0,
                               .sweep = method->sweep,
                               .sequence = m->built.sequence,
                               .work = m->verified};
    struct verdict verdict;
    if (method->task == TASK_SOLVE) {
        verdict = verify_answer(m->problem, &by, m->answer);
    } else {
        enum status status = verify_steps(m->problem, m->answer, &verdict);
        if (status != OK) return status;
        run->change = verdict.change;
    }
    memcpy(m->verified, m->answer, bytes);
    run->residual = verdict.residual;
    run->error = verdict.error;
    run->zeros = share_of_zeros(m->problem->system.a.off.n, m->answer);
    m->any_verified = true;
    return judge_answer(m, &verdict);
}

static enum status verify_answer_at_hand(struct measurement *m)
{
    enum status status = OK;
    struct result_run *run = &m->out->run;
    TRY(take_answer(m));
    if (isnan(run->change) && m->variant->method->change)
        TRY(m->variant->method->change(&m->solve, &run->change));
    TRY(check_answer(m));
out:
    return status;
}

static enum status check_verdict(struct measurement *m, const struct search_answer *answer)
{
    struct result_run *run = &m->out->run;
    struct cycle_verdict verdict;
    const struct product *product =
        m->problem->product.n ? &m->problem->product : &m->fly.part.product;
    enum status status = verify_cycle(product, m->variant->method, answer, &verdict);
    if (status != OK) return status;
    m->any_verified = true;
    m->found = *answer;
    run->verdict = answer->cycle ? CYCLE_FOUND : CYCLE_NONE;
    if (verdict.fault)
        return finish(m, CASE_WRONG, "verdict %s: %s", cycle_names[run->verdict], verdict.fault);
    run->lasso_prefix = answer->cycle ? verdict.prefix : MISSING;
    run->lasso_cycle = answer->cycle ? verdict.cycle : MISSING;
    return OK;
}

static enum status take_verdict(struct measurement *m, struct search_answer *out)
{
    struct result_run *run = &m->out->run;
    if (!m->variant->options.on_the_fly)
        return search_answer(&m->solve, m->variant->method, &m->problem->product, out);
    run->fly_vertices = m->fly.part.states;
    run->fly_edges = m->fly.part.transitions;
    run->fly_rounds = m->fly.rounds;
    *out = m->fly.answer;
    return OK;
}

/* Of a search. The same verdict by the same vertex needs no second check. */
static enum status verify_search(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct search_answer answer;
    double start = clock_now();
    enum status status = take_verdict(m, &answer);
    if (status != OK) return status;
    if (isnan(run->download)) run->download = clock_now() - start;
    if (m->variant->method->step) {
        run->outer = m->solve.outer;
        run->sweeps = m->solve.iterations;
    }
    bool known = m->any_verified && !memcmp(&answer, &m->found, sizeof answer);
    return known ? OK : check_verdict(m, &answer);
}

static enum status verify(struct measurement *m, uint64_t iterations_before)
{
    enum status status = OK;
    struct result_run *run = &m->out->run;
    double start = clock_now();
    TRY(m->problem->kind == KIND_GRAPH ? verify_search(m) : verify_answer_at_hand(m));
    if (!m->ended && solve_repeats(&m->solve) && iterations_before != MISSING &&
        iterations_before != m->solve.iterations)
        TRY(finish(m, CASE_WRONG,
                   "the number of iterations changes from sample to sample: %llu, then %llu",
                   (unsigned long long)iterations_before, (unsigned long long)m->solve.iterations));
out:
    run->verify += clock_now() - start;
    return status;
}

/* A sample that a slowed-down card spoilt is kept, marked, and taken again once the card had time
 * to cool. */
static enum status keep_sample(struct measurement *m, struct result_sample sample)
{
    const struct settings *settings = m->settings;
    struct case_result *out = m->out;
    sample.retried = throttle_repeats(settings->throttle, sample.throttle, m->repeated,
                                      settings->throttle_retries);
    if (sample.retried) {
        m->repeated++;
        sensors_rest();
    }
    sample.order = out->run.sample_count;
    enum status status =
        reallocate(&out->sample, out->run.sample_count + 1, sizeof *out->sample, "samples");
    if (status == OK) out->sample[out->run.sample_count++] = sample;
    return status;
}

/* Whether the samples that count suffice. A share is the same for blocks as for whole solves. */
static enum status suffices(const struct measurement *m, bool *out)
{
    struct result_run run = m->out->run;
    double *seconds;
    run.extrapolated = false;
    enum status status = allocate(run.sample_count, sizeof *seconds, "samples", &seconds);
    if (status != OK) return status;
    size_t count = samples_counted(&run, m->out->sample, seconds);
    status = effective_enough(count, seconds, (double)m->settings->min_samples, m->settings->max_ci,
                              out);
    free(seconds);
    return status;
}

/* Whether the last sample is to be taken again. */
static bool spoilt(const struct case_result *result)
{
    return result->sample[result->run.sample_count - 1].retried;
}

static enum stop_reason enough(const struct measurement *m, double elapsed)
{
    if (spoilt(m->out)) return STOP_NONE;
    if (m->out->run.sample_count - m->repeated >= m->settings->max_samples) return STOP_MAX_SAMPLES;
    return elapsed >= m->settings->max_time ? STOP_MAX_TIME : STOP_NONE;
}

/* The bootstrap costs more than a short solve, so that it is asked only each time there are half as
 * many samples again.
 */
static enum status look_at_interval(struct measurement *m)
{
    const struct case_result *out = m->out;
    uint64_t count = out->run.sample_count - m->repeated;
    bool narrow = false;
    if (count < 2 || count < m->settings->min_samples || count < m->next_look || spoilt(out))
        return OK;
    m->next_look = count + count / 2 + 1;
    enum status status = suffices(m, &narrow);
    if (narrow) m->out->run.stop_reason = STOP_CI;
    return status;
}

/* After the first solve: whether it took, or would have taken, more iterations than a block. */
static bool is_long(const struct measurement *m, bool timed_out)
{
    if (!m->settings->count_iterations) return m->solve.outcome == MAX_ITERATIONS;
    return m->solve.iterations > m->block &&
           (m->solve.outcome == CONVERGED || (m->solve.outcome == STOPPED && timed_out));
}

/* The first solve: a whole one, which is checked, or a block where iterations are not to be
 * counted. */
static enum status decide(struct measurement *m, struct result_sample *sample)
{
    enum status status = OK;
    bool timed_out;
    m->undecided = false;
    if (!m->settings->count_iterations) m->solve.max_iterations = m->block;
    TRY(timed_solve(m, sample, &timed_out));
    bool blocks = is_long(m, timed_out);
    m->solve.max_iterations = blocks ? m->block : m->settings->max_iterations;
    if (!blocks || m->solve.outcome == CONVERGED) {
        TRY(judge_outcome(m, timed_out));
        if (!m->ended) TRY(verify(m, MISSING));
    }
    m->out->run.extrapolated = blocks;
    if (!blocks) goto out;
    m->out->run.iterations_timed = m->block;
    sample->iterations = m->solve.iterations;
out:
    return status;
}

/* One solve and its check. A sample of which the check has ended the case is not kept. */
static enum status take_sample(struct measurement *m, struct result_sample *sample)
{
    enum status status = OK;
    bool timed_out;
    uint64_t before = m->out->run.iterations;
    if (m->undecided) return decide(m, sample);
    TRY(timed_solve(m, sample, &timed_out));
    if (m->out->run.extrapolated) sample->iterations = m->solve.iterations;
    if (m->out->run.extrapolated && m->solve.outcome == MAX_ITERATIONS) goto out;
    TRY(judge_outcome(m, timed_out));
    if (!m->ended && !m->out->run.extrapolated) TRY(verify(m, before));
out:
    return status;
}

/* Why an extrapolated case has no time of a whole solve, and no answer. */
static enum status finish_ok(struct measurement *m)
{
    const struct result_run *run = &m->out->run;
    if (run->doubtful)
        return finish(
            m, CASE_OK, "doubtful: the estimated error of the answer is %.2g, more than %g",
            run->estimated_error, verdict_tolerance(m->variant->precision, m->settings->epsilon));
    if (!run->extrapolated || run->iterations != MISSING) return finish(m, CASE_OK, "%s", "");
    if (!m->settings->count_iterations)
        return finish(m, CASE_OK,
                      "time per iteration only, no answer was checked: count_iterations is off");
    return finish(
        m, CASE_OK,
        "time per iteration only, no answer was checked: a solve takes more than %g s (timeout)",
        m->settings->timeout);
}

static enum status warm_up(struct measurement *m)
{
    enum status status = OK;
    struct result_run *run = &m->out->run;
    const bool count_first = m->undecided && m->settings->count_iterations;
    while (!m->ended && ((count_first && m->undecided) || run->warmup < m->settings->warmup)) {
        struct result_sample unused = result_sample_unknown();
        TRY(take_sample(m, &unused));
        run->warmup++;
    }
out:
    return status;
}

static enum status take_block(struct measurement *m, const struct block *block)
{
    enum status status = OK;
    struct result_run *run = &m->out->run;
    TRY(warm_up(m));
    double start = clock_now(), elapsed = 0;
    for (uint64_t taken = 0; !m->ended && run->stop_reason == STOP_NONE;) {
        struct result_sample sample = result_sample_unknown();
        TRY(take_sample(m, &sample));
        if (!m->ended) TRY(keep_sample(m, sample));
        elapsed = clock_now() - start;
        if (m->ended || ++taken >= block->samples || elapsed >= block->seconds) break;
        run->stop_reason = enough(m, m->sampling + elapsed);
    }
    m->sampling += elapsed;
    if (m->ended) goto out;
    if (run->stop_reason == STOP_NONE) run->stop_reason = enough(m, m->sampling);
    if (run->stop_reason == STOP_NONE) TRY(look_at_interval(m));
    if (run->stop_reason != STOP_NONE) TRY(finish_ok(m));
out:
    return status;
}

/* A problem that its reduction has solved: no iteration, no sample. */
static enum status already_solved(struct measurement *m)
{
    m->out->run.iterations = 0;
    m->out->run.change = 0;
    m->out->run.residual = 0;
    m->out->run.zeros = share_of_zeros(m->problem->system.a.off.n, m->problem->system.x0);
    m->out->run.value = problem_value(m->problem, m->problem->system.x0);
    return finish(m, CASE_OK,
                  "nothing is left to iterate: every state is decided by the graph alone");
}

/* Undamped Jacobi on a periodic chain: its iterates go round for ever (problems/steady.c), so they
 * are not begun. */
static bool hopeless(const struct measurement *m)
{
    return m->variant->method->undamped && m->problem->kind == KIND_STEADY &&
           m->settings->criterion == RELATIVE && m->problem->jacobi_limit >= m->settings->epsilon &&
           !m->settings->force;
}

static enum status refuse_hopeless(struct measurement *m)
{
    m->out->run.iterations = 0;
    return finish(m, CASE_NOT_CONVERGED,
                  "%s cannot converge here (period %u, its relative change tends to %.3g, not "
                  "below epsilon = %g): use jor",
                  m->variant->method->name, m->problem->period, m->problem->jacobi_limit,
                  m->settings->epsilon);
}

static enum status begin(struct measurement *m)
{
    enum status status = variant_check(m->variant);
    if (status != OK) return status;
    if (m->problem->solved) return already_solved(m);
    if (hopeless(m)) return refuse_hopeless(m);
    double limit = m->settings->timeout > LEAST_LIMIT ? m->settings->timeout : LEAST_LIMIT;
    interrupt_arm(limit);
    progress_hook_set(NULL, &interrupt_solve);
    status = prepare(m);
    progress_hook_set(NULL, NULL);
    bool timed_out = interrupt_disarm();
    interrupt_timer_off();
    if (timed_out)
        return finish(m, CASE_TIMEOUT, "stopped after %g s, before the first solve", limit);
    return status;
}

/* What an error, or an end, means for the case. */
static enum status settle(struct measurement *m, enum status status)
{
    struct result_run *run = &m->out->run;
    if (status != OK) status = finish(m, status_of_error(status), "%s", fail_message());
    if (m->ended && run->status != CASE_OK) run->stop_reason = STOP_FAILED;
    return status;
}

enum status case_begin(const struct problem *problem, const struct variant *variant,
                       const struct settings *settings, double run_started, struct measurement *m,
                       struct case_result *out)
{
    *m = (struct measurement){.problem = problem,
                              .variant = variant,
                              .settings = settings,
                              .run_started = run_started,
                              .out = out};
    *out = (struct case_result){.run = result_run_unknown()};
    out->run.started = clock_now() - run_started;
    return settle(m, begin(m));
}

enum status case_block(struct measurement *m, const struct block *block)
{
    if (m->ended) return OK;
    enum status status = take_block(m, block);
    interrupt_timer_off();
    return settle(m, status);
}

void case_end(struct measurement *m)
{
    solve_free(&m->solve);
    on_the_fly_free(&m->fly);
    built_layout_free(&m->built);
    free(m->answer);
    free(m->verified);
    *m = (struct measurement){.ended = true};
}

enum status case_measure(const struct problem *problem, const struct variant *variant,
                         const struct settings *settings, double run_started,
                         struct case_result *out)
{
    static const struct block one = {.seconds = INFINITY, .samples = 1};
    struct measurement m;
    enum status status = case_begin(problem, variant, settings, run_started, &m, out);
    while (status == OK && !m.ended) status = case_block(&m, &one);
    case_end(&m);
    if (status != OK) case_result_free(out);
    return status;
}

void case_result_free(struct case_result *result)
{
    result_run_clear(&result->run);
    free(result->sample);
    *result = (struct case_result){0};
}
