#include "harness/worker.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "harness/clock.h"
#include "harness/units.h"
#include "problems/pack.h"

/* Records: a worker sends STATE when it is ready and after every block, ENDED instead where no further block is wanted;
 * before either, SAMPLES as often as it takes. It receives BLOCK. */
enum { RECORD_BLOCK, RECORD_SAMPLES, RECORD_STATE, RECORD_ENDED };

enum { LONGEST_NOTE = 1023, SAMPLES_A_RECORD = LARGEST_RECORD / sizeof(struct result_sample) };

/* What a case has come to. */
struct state {
    struct result_run run; /* its texts are not those of the receiver */
    char note[LONGEST_NOTE + 1];
};

/* The worker's end */

static bool send_samples(int channel, const struct case_result *result, uint64_t *sent)
{
    while (*sent < result->run.sample_count) {
        uint64_t count = result->run.sample_count - *sent;
        if (count > SAMPLES_A_RECORD) count = SAMPLES_A_RECORD;
        if (!record_send(channel, RECORD_SAMPLES, count * sizeof *result->sample, result->sample + *sent)) return false;
        *sent += count;
    }
    return true;
}

static bool send_state(int channel, const struct measurement *m)
{
    struct state state;
    memset(&state, 0, sizeof state);
    state.run = m->out->run;
    state.run.note = state.run.fingerprint = NULL;
    if (m->out->run.note) snprintf(state.note, sizeof state.note, "%s", m->out->run.note);
    return record_send(channel, m->ended ? RECORD_ENDED : RECORD_STATE, sizeof state, &state);
}

/* Threads that wait for their next work spin for a while: not in the time of the next worker, nor, where the solve has
 * one thread, in its own. */
static void begin_turn(const struct place *place)
{
    if (!place->on_host) return;
    if (!place->scheduled) omp_set_num_threads(1);
#pragma omp parallel
    {
    }
}

static void end_turn(void)
{
    omp_pause_resource_all(omp_pause_soft);
}

/* false: nobody is there any more, or the result cannot be held. */
static bool work(int channel, const struct worker_job *job, struct measurement *m)
{
    struct record record;
    uint64_t sent = 0;
    end_turn();
    while (send_samples(channel, m->out, &sent) && send_state(channel, m)) {
        struct block block;
        if (m->ended || !record_receive(channel, &record)) return true;
        if (record.kind != RECORD_BLOCK || record.size != sizeof block) return false;
        memcpy(&block, record.bytes, sizeof block);
        begin_turn(job->variant->place);
        enum status status = case_block(m, &block);
        end_turn();
        if (status != OK) return false;
    }
    return false;
}

void worker_serve(void *argument, int channel, int fd)
{
    const struct worker_job *job = argument;
    struct problem_map map;
    struct measurement m = {.ended = true};
    struct case_result result = {.run = result_run_unknown()};
    enum status status = problem_map(fd, &map);
    if (status == OK) status = case_begin(&map.problem, job->variant, job->settings, job->run_started, &m, &result);
    if (status != OK || !work(channel, job, &m)) _exit(1);
    /* all else ends with the process */
}

/* Our end */

static enum status end_with(struct worker *worker, enum case_status status, const char *note)
{
    struct result_run *run = &worker->result->run;
    worker->ended = true;
    run->status = status;
    run->stop_reason = STOP_FAILED;
    run->value = NAN;
    free(run->note);
    run->note = NULL;
    return copy_text(note, &run->note);
}

/* Ends a worker that has not said how its case ended, from what became of its process. */
static enum status bury(struct worker *worker, enum arrival arrival)
{
    char how[400], note[640];
    bool by_kernel;
    process_end(&worker->process, how, sizeof how, &by_kernel);
    switch (arrival) {
    case OVER_TIME:
        snprintf(note, sizeof note, "killed: it did not stop when its time was over, after %g s (timeout)",
                 worker->timeout);
        return end_with(worker, CASE_TIMEOUT, note);
    case OVER_MEMORY:
        snprintf(note, sizeof note, "killed: it took %s of memory%s%s; the limit (memory) is %s",
                 human_quantity(UNIT_BYTES, worker->used).text, worker->others > 0 ? ", the others " : "",
                 worker->others > 0 ? human_quantity(UNIT_BYTES, worker->others).text : "",
                 human_quantity(UNIT_BYTES, worker->memory).text);
        return end_with(worker, CASE_OOM_HOST, note);
    case STOPPED_HARD: return end_with(worker, CASE_INTERRUPTED, "interrupted, and killed, for it did not stop");
    default: break;
    }
    if (by_kernel) return end_with(worker, CASE_OOM_HOST, "the kernel ended its process for want of memory");
    snprintf(note, sizeof note, "%s", *how ? how : "its process closed its connection before it was done");
    return end_with(worker, CASE_CRASHED, note);
}

static enum status take_samples(struct worker *worker, const struct record *record)
{
    struct case_result *result = worker->result;
    uint64_t count = record->size / sizeof *result->sample, have = result->run.sample_count;
    enum status status = reallocate(&result->sample, have + count, sizeof *result->sample, "samples");
    if (status != OK) return status;
    memcpy(result->sample + have, record->bytes, count * sizeof *result->sample);
    result->run.sample_count += count;
    return OK;
}

/* Whether a state can be one of the case whose samples we have. */
static bool plausible(const struct worker *worker, const struct state *state)
{
    return (unsigned)state->run.status < NCASE_STATUSES && (unsigned)state->run.stop_reason < NSTOP_REASONS &&
           state->run.sample_count == worker->result->run.sample_count && memchr(state->note, 0, sizeof state->note);
}

static enum status take_state(struct worker *worker, const struct state *state, bool ended)
{
    struct result_run *run = &worker->result->run;
    result_run_clear(run);
    *run = state->run;
    run->note = run->fingerprint = NULL;
    worker->ended = ended;
    return copy_text(state->note, &run->note);
}

/* Takes what arrived. *done: the worker waits for us, or has ended. */
static enum status take_record(struct worker *worker, const struct record *record, bool *done)
{
    struct state state;
    *done = true;
    if (record->kind == RECORD_SAMPLES && record->size % sizeof(struct result_sample) == 0) {
        *done = false;
        return take_samples(worker, record);
    }
    if ((record->kind == RECORD_STATE || record->kind == RECORD_ENDED) && record->size == sizeof state) {
        memcpy(&state, record->bytes, sizeof state);
        if (plausible(worker, &state)) return take_state(worker, &state, record->kind == RECORD_ENDED);
    }
    process_kill(&worker->process);
    process_end(&worker->process, NULL, 0, NULL);
    return end_with(worker, CASE_CRASHED, "its process sent something that is no result");
}

static enum status hear(struct worker *worker)
{
    struct record record;
    enum status status = OK;
    for (bool done = false; !done && status == OK;) {
        enum arrival arrival = process_wait(&worker->process, worker->memory - worker->others, &worker->used, &record);
        if (arrival != ARRIVED) return bury(worker, arrival);
        status = take_record(worker, &record, &done);
    }
    if (worker->process.pid) worker->used = process_memory(worker->process.pid);
    return status;
}

enum status worker_start_as(process_body *body, const struct worker_job *job, double memory, double others,
                            struct case_result *result, struct worker *out)
{
    *out = (struct worker){.result = result, .memory = memory, .others = others, .timeout = job->settings->timeout};
    *result = (struct case_result){.run = result_run_unknown()};
    result->run.started = clock_now() - job->run_started;
    struct worker_job copy = *job;
    if (process_start(body, &copy, job->problem, true, &out->process) != OK)
        return end_with(out, CASE_OOM_HOST, fail_message());
    return hear(out);
}

enum status worker_start(const struct worker_job *job, double memory, double others, struct case_result *result,
                         struct worker *out)
{
    return worker_start_as(worker_serve, job, memory, others, result, out);
}

enum status worker_block(struct worker *worker, const struct block *block)
{
    if (worker->ended) return OK;
    if (!record_send(worker->process.channel, RECORD_BLOCK, sizeof *block, block)) return bury(worker, CLOSED);
    return hear(worker);
}

enum status worker_stop(struct worker *worker)
{
    enum status status = OK;
    char note[64];
    unsigned long long count = worker->result ? worker->result->run.sample_count : 0;
    process_end(&worker->process, NULL, 0, NULL);
    snprintf(note, sizeof note, "interrupted after %llu sample%s", count, count == 1 ? "" : "s");
    if (worker->result && !worker->ended) status = end_with(worker, CASE_INTERRUPTED, note);
    return status;
}
