#define _GNU_SOURCE
#include "harness/case/measurement.h"

#include <math.h>
#include <sched.h>
#include <string.h>

#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "harness/counters/counting.h"
#include "harness/engines/engine_solve.h"
#include "harness/machine/cpu_sensors.h"
#include "harness/ranks/remote.h"

static enum status flush_caches(const struct place *place)
{
    if (!place->flush)
        return fail(ERROR_UNSUPPORTED,
                    "cache=cold: place %s cannot flush its caches. Use cache=hot", place->name);
    enum status status = place->flush();
    return status == OK ? place->synchronise() : status;
}

static enum status run_on_the_fly(struct measurement *m)
{
    const struct solve_settings settings = measurement_settings(m);
    return search_on_the_fly(m->problem->source, m->variant, &settings, &m->fly, &m->solve);
}

static void take_engine_time(const struct measurement *m, struct result_sample *sample)
{
    struct engine_times times;
    if (!m->variant->method->engine) return;
    engine_times_of(&m->solve, &times);
    sample->engine = times.solve;
}

/* Takes the time that the ranks measured: communication with them is not part of the solve. */
static void take_ranks_time(struct measurement *m, struct result_sample *sample)
{
    struct remote_facts facts;
    if (!is_remote(m->variant->method)) return;
    remote_facts_of(&m->solve, &facts);
    if (!isnan(facts.solve)) sample->host = facts.solve;
    m->out->run.peak_memory = (uint64_t)facts.peak;
}

/* Takes the clock of the CPU. As for GPUs, a reading takes longer than a short solve, so it is
 * reused for a while. */
static void take_clock(struct measurement *m, struct result_sample *sample)
{
    const double now = clock_now();
    if (!m->clock_read || now - m->clock_read > READING_SECONDS) {
        m->cpu_clock = cpu_clock("", sched_getcpu());
        m->clock_read = now;
    }
    sample->cpu_clock = m->cpu_clock;
}

enum status timed_solve(struct measurement *m, struct result_sample *sample, bool *timed_out)
{
    const struct place *place = m->variant->place;
    const bool fly = m->variant->options.on_the_fly;
    enum status status = OK;
    sample->device = NAN;
    on_the_fly_free(&m->fly);
    if (!fly) TRY(solve_reset(&m->solve, m->built.x0));
    if (!fly && !m->built.x0 && !matrix_is_stored(&m->problem->system.a))
        TRY(solve_fill(&m->solve, m->problem->x0));
    sensors_begin(&m->sensors);
    if (m->settings->cache == CACHE_COLD) TRY(flush_caches(place));
    interrupt_arm(m->settings->timeout);
    counting_begin(m->counting);
    usage_begin("", &m->usage);
    sample->started = clock_now();
    if (place->span_begin && !fly) TRY(place->span_begin());
    TRY(fly ? run_on_the_fly(m) : solve_run(&m->solve, m->variant->method));
    if (place->span_end && !fly) TRY(place->span_end(&sample->device));
    TRY(place->synchronise());
    sample->host = clock_now() - sample->started;
    counting_end(m->counting);
    if (solves_here(m)) usage_end("", &m->usage, sample);
    sensors_end(&m->sensors, sample);
    take_clock(m, sample);
    take_engine_time(m, sample);
    take_ranks_time(m, sample);
    sample->started -= m->run_started;
out:
    *timed_out = interrupt_disarm();
    return status;
}

/* Solves once more, as the samples did. */
static enum status solve_again(void *with, struct counting *counting, bool *same)
{
    struct measurement *m = with;
    struct result_sample unused = result_sample_unknown();
    bool timed_out;
    m->counting = counting;
    const enum status status = timed_solve(m, &unused, &timed_out);
    m->counting = NULL;
    *same = !timed_out &&
            m->solve.outcome == (m->out->run.extrapolated ? MAX_ITERATIONS : CONVERGED);
    return status;
}

enum status count_case(struct measurement *m)
{
    struct result_run *run = &m->out->run;
    struct counts counts;
    if (!m->settings->counters) return OK;
    counts_clear(&counts);
    run->counted_solves = 0;
    if (solves_here(m))
        MUST(counting_run(solve_again, m, m->settings->max_time, m->variant->place->cards, &counts,
                          &run->counted_solves));
    else
        counts_refuse_all(&counts, COUNTER_task_clock, COUNTER_gpu_l2_hits,
                          "other processes solve this case");
    memcpy(run->counter, counts.value, sizeof run->counter);
    return counts_note(&counts, &run->counter_note);
}

/* Takes the outcome from an engine, which may not count iterations. Its own remarks are in the
 * solve's note. */
static enum status take_engine_outcome(struct measurement *m, bool timed_out)
{
    const char *name = m->variant->method->name;
    m->out->run.iterations = m->solve.iterations;
    switch (m->solve.outcome) {
    case CONVERGED: return OK;
    case MAX_ITERATIONS:
        return measurement_end(m, CASE_NOT_CONVERGED, "engine %s: no convergence within its limit",
                               name);
    case DIVERGED: return measurement_end(m, CASE_DIVERGED, "engine %s: it diverged", name);
    case BREAKDOWN: return measurement_end(m, CASE_NOT_CONVERGED, "engine %s: it failed", name);
    default:
        if (timed_out)
            return measurement_end(m, CASE_TIMEOUT, "stopped after %g s", m->settings->timeout);
        return measurement_end(m, CASE_INTERRUPTED, "interrupted");
    }
}

enum status take_outcome(struct measurement *m, bool timed_out)
{
    if (m->variant->method->engine) return take_engine_outcome(m, timed_out);
    unsigned long long iterations = m->solve.iterations;
    const char *s = iterations == 1 ? "" : "s";
    if (!m->out->run.extrapolated) m->out->run.iterations = iterations;
    switch (m->solve.outcome) {
    case CONVERGED: return OK;
    case MAX_ITERATIONS:
        if (m->variant->method->proves && iterations < m->settings->max_iterations)
            return measurement_end(m, CASE_NOT_CONVERGED,
                                   "rounding in %s keeps its bounds farther apart than epsilon = "
                                   "%g, after %llu iteration%s",
                                   precision_names[m->variant->precision], m->settings->epsilon,
                                   iterations, s);
        return measurement_end(m, CASE_NOT_CONVERGED, "no convergence within %llu iteration%s",
                               iterations, s);
    case DIVERGED:
        return measurement_end(m, CASE_DIVERGED,
                               "an entry is not a finite number after %llu iteration%s", iterations,
                               s);
    case BREAKDOWN:
        return measurement_end(m, CASE_NOT_CONVERGED,
                               "the method broke down (a zero divisor) in iteration %llu",
                               iterations);
    default:
        if (timed_out)
            return measurement_end(m, CASE_TIMEOUT, "stopped after %g s, in iteration %llu",
                                   m->settings->timeout, iterations);
        return measurement_end(m, CASE_INTERRUPTED, "interrupted in iteration %llu", iterations);
    }
}
