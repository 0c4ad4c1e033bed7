#include "harness/process/worker.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/output/units.h"
#include "base/process/clock.h"
#include "base/process/interrupt.h"
#include "base/process/process_tree.h"
#include "base/team.h"
#include "harness/machine/busy.h"
#include "harness/machine/pin.h"
#include "harness/machine/usage.h"
#include "problems/pack.h"

/* Records. A worker sends READY when its device is open. After BEGIN, when its layout is built, and
 * after every BLOCK it sends STATE, or ENDED if no further block is wanted. These two hold the last
 * samples; records MORE_SAMPLES before them hold those for which there is no room. After ENDED, the
 * worker may be told to REST: it frees the memory of its case and sends RESTS. CASE, with the
 * problem's file, then brings the next case, for which it sends READY again. */
enum {
    RECORD_READY,
    RECORD_BEGIN,
    RECORD_BLOCK,
    RECORD_MORE_SAMPLES,
    RECORD_STATE,
    RECORD_ENDED,
    RECORD_REST,
    RECORD_RESTS,
    RECORD_CASE
};

/* Content of a record CASE. Its pointers are valid in all our processes, at the same addresses. */
struct next_case {
    struct variant variant;
    struct settings settings;
    double run_started;
};

enum { LONGEST_NOTE = 1023, LONGEST_PROOF_NOTE = 511, LONGEST_COUNTER_NOTE = 1023 };

/* Result of a case so far. */
struct state {
    struct result_run run; /* its texts are pointers of another process */
    char note[LONGEST_NOTE + 1], proof_note[LONGEST_PROOF_NOTE + 1],
        counter_note[LONGEST_COUNTER_NOTE + 1];
};

enum { SAMPLES_A_RECORD = (LARGEST_RECORD - sizeof(struct state)) / sizeof(struct result_sample) };

/* The worker's end */

static void fill_text(const char *text, char *to, size_t size)
{
    snprintf(to, size, "%s", text ? text : "");
}

static void fill_state(const struct case_result *result, struct state *state)
{
    memset(state, 0, sizeof *state);
    state->run = result->run;
    result_run_disown(&state->run);
    fill_text(result->run.note, state->note, sizeof state->note);
    fill_text(result->run.proof_note, state->proof_note, sizeof state->proof_note);
    fill_text(result->run.counter_note, state->counter_note, sizeof state->counter_note);
}

/* Reports the state of the case, and the samples behind the *sent ones that were sent before. */
static bool report(int channel, const struct measurement *m, uint64_t *sent)
{
    static unsigned char bytes[LARGEST_RECORD];
    const struct case_result *result = m->out;
    const size_t each = sizeof *result->sample;
    struct state state;
    for (; result->run.sample_count - *sent > SAMPLES_A_RECORD; *sent += SAMPLES_A_RECORD)
        if (!record_send(channel, RECORD_MORE_SAMPLES, SAMPLES_A_RECORD * each,
                         result->sample + *sent))
            return false;
    fill_state(result, &state);
    memcpy(bytes, &state, sizeof state);
    size_t size = (size_t)(result->run.sample_count - *sent) * each;
    if (size) memcpy(bytes + sizeof state, result->sample + *sent, size);
    *sent = result->run.sample_count;
    return record_send(channel, m->ended ? RECORD_ENDED : RECORD_STATE, sizeof state + size, bytes);
}

/* Prepares threads for a block. Threads that wait for work spin for a while; they must not do so in
 * the time of the next worker, nor in a solve with one thread. With --pin each thread gets a CPU of
 * its own here. That is left out if no team starts yet, because threads that start later would all
 * get the first one's CPU, and if an engine does the work. */
static void begin_turn(const struct variant *variant, uint64_t entries)
{
    const bool several = variant->place->scheduled, team = several && team_again(entries);
    if (!variant->place->on_host) return;
    if (!several) omp_set_num_threads(1);
#pragma omp parallel if (team)
    if (!variant->method->engine && (team || !several)) pin_thread(omp_get_thread_num());
}

static void end_turn(void)
{
    omp_pause_resource_all(omp_pause_soft);
    pin_release();
}

/* Measures a block and how long its threads waited. spent: of all blocks. A process that waits for
 * ranks has no such times. */
static enum status watched_block(const struct variant *variant, struct measurement *m,
                                 const struct block *block, struct busy *spent)
{
    static const struct busy none;
    struct busy before, after;
    if (variant->place->ranks) return case_block(m, block);
    busy_read_threads("", &before);
    enum status status = case_block(m, block);
    busy_read_threads("", &after);
    spent->ran += fmax(0, after.ran - before.ran); /* below 0: a thread has ended */
    spent->waited += fmax(0, after.waited - before.waited);
    if (spent->ran + spent->waited >= BUSY_LEAST) m->out->run.waited = busy_waited(&none, spent);
    return status;
}

/* Serves the blocks of one case. Returns false if the other end is gone, or the result cannot be
 * held. *rest: the worker is to rest. */
static bool work(int channel, const struct worker_job *job, uint64_t entries, struct measurement *m,
                 bool *rest)
{
    struct record record;
    struct busy spent = {0};
    uint64_t sent = 0;
    end_turn();
    while (report(channel, m, &sent)) {
        struct block block;
        if (!record_receive(channel, &record)) return true;
        *rest = m->ended && record.kind == RECORD_REST;
        if (*rest) return true;
        if (m->ended || record.kind != RECORD_BLOCK || record.size != sizeof block) return false;
        memcpy(&block, record.bytes, sizeof block);
        begin_turn(job->variant, entries);
        enum status status = watched_block(job->variant, m, &block, &spent);
        end_turn();
        if (status != OK) return false;
    }
    return false;
}

/* Serves one case. Returns false if no other case follows. */
static bool serve_case(const struct worker_job *job, int channel, int fd)
{
    struct problem_map map;
    struct measurement m = {.ended = true};
    struct case_result result = {.run = result_run_unknown()};
    struct record record;
    enum status status = problem_map(fd, &map);
    if (status != OK) _exit(1);
    job->variant->place
        ->probe(); /* opening a GPU takes long and is no phase; case_begin reports how it went */
    bool rest = false;
    if (!record_send(channel, RECORD_READY, 0, NULL) || !record_receive(channel, &record))
        return false;
    if (record.kind == RECORD_BEGIN)
        status =
            case_begin(&map.problem, job->variant, job->settings, job->run_started, &m, &result);
    const bool done = record.kind == RECORD_BEGIN && status == OK &&
                      work(channel, job, map.problem.states + map.problem.transitions, &m, &rest);
    if (rest || job->variant->method->engine || job->variant->place->ranks)
        case_end(&m); /* ends the engine or the ranks, and removes their files */
    if (!done) _exit(1);
    if (!rest) return false; /* everything else ends with the process */
    case_result_free(&result);
    problem_unmap(&map);
    close(fd);
    return true;
}

void worker_serve(void *argument, int channel, int fd)
{
    struct worker_job job = *(const struct worker_job *)argument;
    static struct record record;
    struct next_case next;
    while (serve_case(&job, channel, fd)) {
        if (!record_send(channel, RECORD_RESTS, 0, NULL) ||
            !record_receive_file(channel, &record, &fd))
            return;
        if (record.kind != RECORD_CASE || record.size != sizeof next || fd < 0) _exit(1);
        usage_forget_peak();
        memcpy(&next, record.bytes, sizeof next);
        job.variant = &next.variant;
        job.settings = &next.settings;
        job.run_started = next.run_started;
    }
}

/* Our end */

static enum status end_with(struct worker *worker, enum case_status status, const char *note)
{
    struct result_run *run = &worker->result->run;
    worker->ended = true;
    run->status = status;
    run->stop_reason = STOP_FAILED;
    run->value = NAN;
    result_run_unproven(run);
    free(run->note);
    run->note = NULL;
    return copy_text(note, &run->note);
}

/* Ends a worker that has not said how its case ended, from what became of its process. */
static enum status worker_reap(struct worker *worker, enum arrival arrival)
{
    char note[640];
    const char *how = worker->process.how;
    process_end(&worker->process);
    switch (arrival) {
    case OVER_TIME:
        snprintf(note, sizeof note, "killed: it did not stop at its timeout of %g s",
                 worker->timeout);
        return end_with(worker, CASE_TIMEOUT, note);
    case OVER_MEMORY:
        snprintf(note, sizeof note, "killed: it took %s of memory%s%s; the limit (memory) is %s",
                 human_quantity(UNIT_BYTES, worker->used).text,
                 worker->others > 0 ? ", the others " : "",
                 worker->others > 0 ? human_quantity(UNIT_BYTES, worker->others).text : "",
                 human_quantity(UNIT_BYTES, worker->memory).text);
        return end_with(worker, CASE_OOM_HOST, note);
    case STOPPED_HARD:
        return end_with(worker, CASE_INTERRUPTED,
                        "interrupted, and killed because it did not stop");
    default: break;
    }
    if (worker->process.by_kernel)
        return end_with(worker, CASE_OOM_HOST,
                        "the kernel killed its process because memory ran out");
    snprintf(note, sizeof note, "%s", *how ? how : "its process closed its connection too early");
    return end_with(worker, CASE_CRASHED, note);
}

static enum status take_samples(struct worker *worker, size_t size, const void *bytes)
{
    struct case_result *result = worker->result;
    uint64_t count = size / sizeof *result->sample, have = result->run.sample_count;
    enum status status =
        reallocate(&result->sample, have + count, sizeof *result->sample, "samples");
    if (status != OK || count == 0) return status;
    memcpy(result->sample + have, bytes, size);
    result->run.sample_count += count;
    return OK;
}

/* Returns whether a received state can belong to the case whose samples we have, after `more` new
 * samples. */
static bool plausible(const struct worker *worker, const struct state *state, uint64_t more)
{
    return (unsigned)state->run.status < NCASE_STATUSES &&
           (unsigned)state->run.stop_reason < NSTOP_REASONS &&
           state->run.sample_count == worker->result->run.sample_count + more &&
           memchr(state->note, 0, sizeof state->note) &&
           memchr(state->proof_note, 0, sizeof state->proof_note) &&
           memchr(state->counter_note, 0, sizeof state->counter_note);
}

static enum status take_state(struct worker *worker, const struct state *state, bool ended)
{
    struct result_run *run = &worker->result->run;
    result_run_clear(run);
    *run = state->run;
    result_run_disown(run);
    worker->ended = ended;
    MUST(copy_text(state->proof_note, &run->proof_note));
    if (*state->counter_note) MUST(copy_text(state->counter_note, &run->counter_note));
    return copy_text(state->note, &run->note);
}

static enum status refuse(struct worker *worker)
{
    process_kill(&worker->process);
    process_end(&worker->process);
    return end_with(worker, CASE_CRASHED, "its process sent data that is not a result");
}

/* Takes a record that arrived. *done: the worker waits for us, or has ended. */
static enum status take_record(struct worker *worker, const struct record *record, bool *done)
{
    struct state state;
    bool is_state = (record->kind == RECORD_STATE || record->kind == RECORD_ENDED) &&
                    record->size >= sizeof state;
    size_t before = is_state ? sizeof state : 0, size = record->size - before;
    bool sound = (is_state || record->kind == RECORD_MORE_SAMPLES) &&
                 size % sizeof(struct result_sample) == 0;
    *done = is_state || !sound;
    if (is_state) memcpy(&state, record->bytes, sizeof state);
    if (sound && is_state) sound = plausible(worker, &state, size / sizeof(struct result_sample));
    if (!sound) return refuse(worker);
    MUST(take_samples(worker, size, record->bytes + before));
    if (is_state) MUST(take_state(worker, &state, record->kind == RECORD_ENDED));
    return OK;
}

static enum status worker_hear(struct worker *worker)
{
    struct record record;
    enum status status = OK;
    for (bool done = false; !done && status == OK;) {
        enum arrival arrival =
            process_wait(&worker->process, worker->memory - worker->others, &worker->used, &record);
        if (arrival != ARRIVED) return worker_reap(worker, arrival);
        status = take_record(worker, &record, &done);
    }
    return status;
}

/* Resting */

void resting_workers_end(struct resting_workers *resting)
{
    for (size_t k = 0; k < resting->count; k++) {
        process_kill(&resting->worker[k].process);
        process_end(&resting->worker[k].process);
    }
    resting->count = 0;
}

/* Wakes a resting worker for a case. Returns false if none rests at this place. */
static bool wake(const struct worker_job *job, struct process *out)
{
    struct resting_workers *resting = job->resting;
    struct next_case next;
    memset(&next, 0, sizeof next); /* so that all bytes that are sent are set */
    next.variant = *job->variant;
    next.settings = *job->settings;
    next.run_started = job->run_started;
    for (size_t k = resting ? resting->count : 0; k-- > 0;) {
        if (resting->worker[k].place != job->variant->place) continue;
        *out = resting->worker[k].process;
        resting->worker[k] = resting->worker[--resting->count];
        if (record_send_file(out->channel, RECORD_CASE, sizeof next, &next, job->problem))
            return true;
        process_end(out); /* it died while it rested */
    }
    return false;
}

static bool may_rest(const struct worker *worker)
{
    const struct resting_workers *resting = worker->resting;
    return resting && resting->count < sizeof resting->worker / sizeof *resting->worker &&
           worker->ended && worker->result->run.status == CASE_OK && !interrupted();
}

/* Waits until the process has freed the memory of its case and rests. Returns false after killing a
 * process that does not. */
static bool put_to_rest(struct worker *worker)
{
    static const double patience = 2; /* s */
    static struct record record;
    struct resting_workers *resting = worker->resting;
    struct process *process = &worker->process;
    double used;
    process->end_by = clock_now() + patience;
    if (process_wait(process, INFINITY, &used, &record) != ARRIVED || record.kind != RECORD_RESTS ||
        resting->count == sizeof resting->worker / sizeof *resting->worker) {
        process_kill(process);
        return false;
    }
    process->end_by = 0;
    process->last = (struct last_line){0};
    resting->worker[resting->count++] =
        (struct resting_worker){*process, worker->place, process_tree_memory(process->pid)};
    *process = (struct process){.channel = -1, .output = -1};
    return true;
}

enum status worker_open_as(process_body *body, const struct worker_job *job,
                           struct case_result *result, struct worker *out)
{
    *out = (struct worker){.result = result,
                           .memory = INFINITY,
                           .timeout = job->settings->timeout,
                           .place = job->variant->place,
                           .resting = job->settings->counters ? NULL : job->resting};
    *result = (struct case_result){.run = result_run_unknown()};
    result->run.started = clock_now() - job->run_started;
    struct worker_job copy = *job;
    out->reused = wake(job, &out->process);
    if (out->reused) return OK;
    const enum status status = process_start(body, &copy, job->problem, true, &out->process);
    if (status == OK) return OK;
    return end_with(out, status == ERROR_HOST_MEMORY ? CASE_OOM_HOST : CASE_CRASHED,
                    fail_message());
}

enum status worker_open(const struct worker_job *job, struct case_result *result,
                        struct worker *out)
{
    return worker_open_as(worker_serve, job, result, out);
}

enum status worker_await(struct worker *worker)
{
    struct record record;
    if (worker->ended) return OK;
    enum arrival arrival = process_wait(&worker->process, INFINITY, &worker->used, &record);
    if (arrival != ARRIVED) return worker_reap(worker, arrival);
    if (record.kind != RECORD_READY || record.size) return refuse(worker);
    worker->used = process_tree_memory(worker->process.pid);
    return OK;
}

enum status worker_begin(struct worker *worker, double memory, double others)
{
    worker->memory = memory;
    worker->others = others;
    if (worker->ended) return OK;
    if (!record_send(worker->process.channel, RECORD_BEGIN, 0, NULL))
        return worker_reap(worker, CLOSED);
    enum status status = worker_hear(worker);
    if (worker->process.pid) worker->used = process_tree_memory(worker->process.pid);
    return status;
}

enum status worker_block(struct worker *worker, const struct block *block)
{
    if (worker->ended) return OK;
    if (!record_send(worker->process.channel, RECORD_BLOCK, sizeof *block, block))
        return worker_reap(worker, CLOSED);
    return worker_hear(worker);
}

void worker_release(struct worker *worker)
{
    if (!worker->process.pid || worker->process.channel < 0) return;
    worker->rests = may_rest(worker) && record_send(worker->process.channel, RECORD_REST, 0, NULL);
    if (worker->rests) return;
    close(worker->process.channel);
    worker->process.channel = -1;
}

enum status worker_stop(struct worker *worker)
{
    enum status status = OK;
    char note[64];
    unsigned long long count = worker->result ? worker->result->run.sample_count : 0;
    if (!worker->rests || !put_to_rest(worker)) process_end(&worker->process);
    worker->rests = false;
    snprintf(note, sizeof note, "interrupted after %llu sample%s", count, count == 1 ? "" : "s");
    if (worker->result && !worker->ended) status = end_with(worker, CASE_INTERRUPTED, note);
    return status;
}
