/* A process that measures one case (harness/case/case.h), and our end of it. It works only when it
 * is told to, so that several workers can live while one is timed. Whatever becomes of it, its case
 * gets a status and a reason. */
#pragma once

#include "base/process/process.h"
#include "harness/case/case.h"

/* Processes that wait for a case and hold only an open GPU, because opening a GPU takes 0.2 s. Only
 * processes whose last case ended well may rest. */
struct resting_workers {
    size_t count;
    struct resting_worker {
        struct process process;
        const struct place *place;
        double used; /* bytes */
    } worker[64];
};

/* Ends all of them. Accepts a zeroed struct, and leaves one. */
void resting_workers_end(struct resting_workers *resting);

/* Input of a worker. Must stay valid until the worker has started; `resting` must stay valid
 * longer. */
struct worker_job {
    int problem; /* a file that problem_pack has filled */
    const struct variant *variant;
    const struct settings *settings;
    double run_started;              /* clock_now() */
    struct resting_workers *resting; /* source and destination of resting processes; NULL: each
                                        worker is a new process, which ends with its case */
};

struct worker {
    struct process process;
    struct case_result *result; /* borrowed; its samples grow block by block */
    double memory, others; /* memory: bytes that the live workers may have together; others: bytes
                              that the other ones have */
    double used;           /* its bytes at the last look */
    double timeout;        /* s that one solve may take */
    bool ended;            /* result is complete */
    bool reused;           /* its process has measured other cases before */
    bool rests;            /* it was told to rest, and has not answered yet */
    const struct place *place;
    struct resting_workers *resting;
};

/* Starting a worker has three parts, so that several workers can open their devices at the same
 * time, while nothing is timed; that takes long on a GPU. worker_open starts the process; it zeroes
 * result, which the caller frees, also after an error. worker_await waits until the device is open.
 * worker_begin waits until the layout is built and uploaded. Each may leave a worker that has
 * ended, and accepts one. memory: bytes that the live workers may have together; others: how many
 * of them the others have. Errors: ERROR_HOST_MEMORY if the result cannot be held. Call worker_stop
 * last in any case. */
enum status worker_open(const struct worker_job *job, struct case_result *result,
                        struct worker *out);
enum status worker_await(struct worker *worker);
enum status worker_begin(struct worker *worker, double memory, double others);

/* Measures one block of a worker that has not ended; its new samples follow those that result
 * had. */
enum status worker_block(struct worker *worker, const struct block *block);

/* Lets the process go without waiting; worker_stop must still be called. Until then a worker that
 * has ended keeps its memory and its device, so that others are not timed while it gives them
 * back. */
void worker_release(struct worker *worker);

/* Lets the process go, and waits until it has ended, or has freed the memory of its case and rests.
 * It rests only after worker_release, if its job allows that and its case ended well. A worker that
 * had not ended leaves the status `interrupted`. */
enum status worker_stop(struct worker *worker);

/* The worker's end of the channel, for tests; process_start runs it. argument: struct worker_job;
 * fd: its problem. */
process_body worker_serve;

/* As worker_open, with another function at the worker's end, for tests. A resting process keeps the
 * function that it has. */
enum status worker_open_as(process_body *body, const struct worker_job *job,
                           struct case_result *result, struct worker *out);
