/* A process that measures one case (harness/case/case.h), and the end that we hold of it. It works
 * only while it is told to, so that several can live while one is timed. Whatever becomes of it,
 * its case gets a status and a reason. */
#pragma once

#include "harness/case/case.h"
#include "harness/process/process.h"

/* Processes that hold an open GPU and nothing else, and wait for a case: opening a GPU takes 0.2 s.
 * Only one that ended its last case well is among them. */
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
    struct resting_workers *resting; /* taken from, and left to; NULL: each worker is a new process,
                                        which ends with its case */
};

struct worker {
    struct process process;
    struct case_result *result; /* borrowed; its samples grow block by block */
    double memory,
        others;     /* bytes that the live workers may have together, and that the others have */
    double used;    /* bytes that it had when last looked at */
    double timeout; /* s, that one solve may take */
    bool ended;     /* result is complete */
    bool reused;    /* its process has measured other cases before */
    bool rests;     /* it was told to rest, and has not answered yet */
    const struct place *place;
    struct resting_workers *resting;
};

/* Starting a worker has three parts, so that several can open their devices at a time, which takes
 * long on a GPU, while nothing is timed. worker_open starts the process; result: zeroed by this, to
 * be freed by the caller, also after an error. worker_await waits until its device is open.
 * worker_begin waits until it has built its layout and uploaded it. Each may leave a worker that
 * has ended, and accepts one. memory: bytes that the live workers may have together, of which the
 * others have so many. Errors: ERROR_HOST_MEMORY where the result cannot be held. worker_stop comes
 * last in any case. */
enum status worker_open(const struct worker_job *job, struct case_result *result,
                        struct worker *out);
enum status worker_await(struct worker *worker);
enum status worker_begin(struct worker *worker, double memory, double others);

/* One block of a worker that has not ended; its new samples are behind those that result had. */
enum status worker_block(struct worker *worker, const struct block *block);

/* Lets the process go and does not wait: worker_stop is still to come. Until then one that has
 * ended keeps its memory and its device, so that others are not timed while it gives them back. */
void worker_release(struct worker *worker);

/* Lets the process go, and waits until it is gone, or has freed what its case held and rests. It
 * rests after worker_release only, where its job allows it and its case ended well. A worker that
 * had not ended leaves the status `interrupted`. */
enum status worker_stop(struct worker *worker);

/* The worker's end, for tests: what process_start runs. argument: struct worker_job; fd: its
 * problem. */
process_body worker_serve;

/* As worker_open, with another end: for tests. A resting process keeps the end it has. */
enum status worker_open_as(process_body *body, const struct worker_job *job,
                           struct case_result *result, struct worker *out);
