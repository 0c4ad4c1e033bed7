#include "harness/run/interleave.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/random.h"
#include "harness/case/reference_solve.h"
#include "store/journal/journal.h"

/* A block. Each turn costs 0.15 ms without measurement (make bench-harness). */
static const struct block one_block = {.seconds = 0.1, .samples = UINT64_MAX};

/* s between two reference solves, which take a ms or two. */
static const double reference_every = 0.5;

/* The live workers. */
struct group {
    const struct turns *turns;
    const struct turn *turn;
    uint64_t draws;
    size_t most, count; /* most members at the same time; members now */
    size_t *which;      /* turn of each member, in the order of the current round */
    struct worker *worker;
    size_t *later, nlater; /* turns that will start again, alone */
    /* When the reference solve was last measured, its time then, and its least and largest time
     * since the group began. */
    double reference_timed, reference, reference_low, reference_high;
};

static void shuffle(struct group *g)
{
    for (size_t k = g->count; k > 1; k--) {
        uint64_t bits = random_bits(g->turns->job.settings->seed, g->turns->stream, g->draws++);
        size_t other = (size_t)random_below(bits, k), index = g->which[k - 1];
        struct worker worker = g->worker[k - 1];
        g->which[k - 1] = g->which[other], g->worker[k - 1] = g->worker[other];
        g->which[other] = index, g->worker[other] = worker;
    }
}

static double memory_of_others(const struct group *g, size_t self, size_t *live)
{
    double used = 0;
    *live = 0;
    for (size_t k = 0; k < g->count; k++) {
        if (k == self || !g->worker[k].process.pid) continue;
        used += g->worker[k].used;
        *live += !g->worker[k].ended;
    }
    const struct resting_workers *resting = g->turns->job.resting;
    for (size_t k = 0; resting && k < resting->count; k++, ++*live)
        used += resting->worker[k].used;
    return used;
}

static bool lacked_memory(const struct worker *worker)
{
    enum case_status status = worker->result->run.status;
    return worker->ended && worker->result->run.sample_count == 0 &&
           (status == CASE_OOM_HOST || status == CASE_OOM_DEVICE || status == CASE_CUDA_ERROR);
}

/* Returns whether the worker crashed before its first sample, in a process that measured another
 * case before: that case may be the cause. */
static bool crashed_early(const struct worker *worker)
{
    enum case_status status = worker->result->run.status;
    return worker->reused && worker->ended && worker->result->run.sample_count == 0 &&
           (status == CASE_CRASHED || status == CASE_CUDA_ERROR);
}

/* Measures the reference solve before the turn of a case that it concerns. */
static void measure_reference(struct group *g, const struct variant *variant)
{
    if (!reference_concerns(variant)) return;
    if (clock_now() > g->reference_timed + reference_every) {
        g->reference = reference_time();
        g->reference_timed = clock_now();
    }
    g->reference_low = fmin(g->reference_low, g->reference);
    g->reference_high = fmax(g->reference_high, g->reference);
}

/* Reports the progress of a worker since the last report. */
static enum status group_tell_progress(struct group *g, size_t k)
{
    struct result_run *run = &g->worker[k].result->run;
    if (g->worker[k].ended && reference_concerns(g->turn[g->which[k]].variant))
        run->reference_low = g->reference_low, run->reference_high = g->reference_high;
    return g->turns->heard(g->turns->listener, g->which[k], g->worker[k].ended);
}

static enum status not_started(struct group *g, size_t k)
{
    struct case_result *result = g->turn[g->which[k]].result;
    enum status stopped = worker_stop(&g->worker[k]);
    if (stopped != OK) return stopped;
    case_result_free(result);
    enum status status = run_not_started(0, 0, &result->run);
    g->worker[k] = (struct worker){.result = result, .ended = true};
    return status == OK ? g->turns->heard(g->turns->listener, g->which[k], true) : status;
}

static enum status open_worker(struct group *g, size_t k)
{
    const struct turn *turn = &g->turn[g->which[k]];
    struct worker_job job = g->turns->job;
    struct settings settings = *job.settings;
    job.variant = turn->variant;
    job.settings = &settings;
    if (!turn->rests) job.resting = NULL;
    if (turn->samples) settings.min_samples = settings.max_samples = turn->samples;
    if (turn->whole) settings.iterations = 0;
    if (turn->counted) settings.count_iterations = true;
    return interrupted() ? OK : worker_open(&job, turn->result, &g->worker[k]);
}

/* Handles a worker that has done something: reports it, unless it is to start again. live: whether
 * others were alive. */
static enum status tell_or_start_again(struct group *g, size_t k, size_t live)
{
    const size_t which = g->which[k];
    struct worker *worker = &g->worker[k];
    const bool lacked = live && lacked_memory(worker);
    if (!lacked && !crashed_early(worker)) return group_tell_progress(g, k);
    g->turns->waits(g->turns->listener, which,
                    lacked ? "too little memory beside the other cases"
                           : "crashed in a process that had measured another case");
    g->later[g->nlater++] = which;
    enum status status = worker_stop(worker);
    case_result_free(worker->result);
    return status;
}

static enum status group_begin_worker(struct group *g, size_t k)
{
    size_t live;
    struct worker *worker = &g->worker[k];
    double others = memory_of_others(g, k, &live);
    if (interrupted()) return not_started(g, k);
    g->turns->begins(g->turns->listener, g->which[k]);
    enum status status = worker_begin(worker, g->turns->memory, others);
    return status == OK ? tell_or_start_again(g, k, live) : status;
}

static enum status take_turn(struct group *g, size_t k, bool *any)
{
    size_t live;
    struct worker *worker = &g->worker[k];
    if (worker->ended || interrupted()) return OK;
    *any = true;
    worker->others = memory_of_others(g, k, &live);
    measure_reference(g, g->turn[g->which[k]].variant);
    g->turns->begins(g->turns->listener, g->which[k]);
    enum status status = worker_block(worker, &one_block);
    return status == OK ? tell_or_start_again(g, k, 0) : status;
}

static enum status stop_all(struct group *g)
{
    enum status status = OK;
    for (size_t k = 0; k < g->count; k++) worker_release(&g->worker[k]);
    for (size_t k = 0; k < g->count; k++) {
        struct worker *worker = &g->worker[k];
        const bool had_ended = worker->ended;
        if (!worker->process.pid) continue;
        enum status stopped = worker_stop(worker);
        if (stopped == OK && !had_ended)
            stopped = g->turns->heard(g->turns->listener, g->which[k], true);
        if (status == OK) status = stopped;
    }
    return status;
}

/* Measures the members which[0 .. count - 1]. */
static enum status run_group(struct group *g, size_t count)
{
    enum status status = OK;
    for (size_t k = 0; k < count; k++) g->worker[k] = (struct worker){.ended = true};
    g->count = count;
    g->reference_low = g->reference_high = NAN;
    shuffle(g);
    for (size_t k = 0; k < count; k++) TRY(open_worker(g, k));
    for (size_t k = 0; k < count; k++) TRY(worker_await(&g->worker[k]));
    for (size_t k = 0; k < count; k++) TRY(group_begin_worker(g, k));
    for (bool any = true; any;) {
        any = false;
        shuffle(g);
        for (size_t k = 0; k < count; k++) TRY(take_turn(g, k, &any));
    }
out:;
    enum status stopped = stop_all(g);
    return status == OK ? stopped : status;
}

enum status measure_in_turns(const struct turns *turns, size_t count, const struct turn *turn)
{
    enum status status = OK;
    struct group g = {.turns = turns,
                      .turn = turn,
                      .reference_timed = -INFINITY,
                      .most = turns->job.settings->interleave};
    if (g.most > count) g.most = count;
    TRY(allocate(g.most, sizeof *g.which, "workers", &g.which));
    TRY(allocate(g.most, sizeof *g.later, "workers", &g.later));
    TRY(allocate(g.most, sizeof *g.worker, "workers", &g.worker));
    for (size_t first = 0, size; first < count; first += size) {
        size = count - first < g.most ? count - first : g.most;
        for (size_t k = 0; k < size; k++) g.which[k] = first + k;
        g.nlater = 0;
        TRY(run_group(&g, size));
        for (size_t k = 0; k < g.nlater; k++) {
            g.which[0] = g.later[k];
            if (turns->job.resting) resting_workers_end(turns->job.resting);
            TRY(run_group(&g, 1));
        }
    }
out:
    free(g.which);
    free(g.later);
    free(g.worker);
    return status;
}
