#include "solvers/cuda/resident.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/loop.h"

enum { FIRST_SWEEPS = 16, MOST_SWEEPS = 1 << 20 };
static const double BURST_SECONDS = 2e-3;

/* Written by the kernel. */
struct report {
    unsigned done;
    int votes;
};

struct resident {
    unsigned sweeps;       /* a launch, so that it takes about BURST_SECONDS: learnt from one launch to the next */
    struct report *report; /* pinned */
    void *meeting;
    cudaEvent_t begin, end; /* of a launch; the place's own clock may be running around the whole solve */
};

enum status resident_prepare(struct solve *solve)
{
    enum status status = OK;
    struct resident *r;
    if (solve->options.loop != LOOP_RESIDENT) return OK;
    TRY(allocate_zeroed(1, sizeof *r, "a loop", &r));
    solve->resident = r;
    r->sweeps = FIRST_SWEEPS;
    TRY(device_status(cudaMallocHost((void **)&r->report, sizeof *r->report), "allocating pinned memory"));
    TRY(device_status(cudaMalloc(&r->meeting, 32), "allocating"));
    TRY(device_status(cudaEventCreate(&r->begin), "creating an event"));
    TRY(device_status(cudaEventCreate(&r->end), "creating an event"));
out:
    return status;
}

void resident_dismiss(struct solve *solve)
{
    struct resident *r = solve->resident;
    if (!r) return;
    if (r->report) cudaFreeHost(r->report);
    if (r->meeting) cudaFree(r->meeting);
    if (r->begin) cudaEventDestroy(r->begin);
    if (r->end) cudaEventDestroy(r->end);
    free(r);
    solve->resident = NULL;
}

/* As many sweeps as r says, or as are left; whole intervals of tests, but for the last of all. */
static struct burst plan_burst(const struct solve *solve)
{
    const struct resident *r = solve->resident;
    uint64_t check = solve->options.check, left = solve->max_iterations - solve->iterations,
             sweeps = r->sweeps > check ? r->sweeps / check * check : check;
    return (struct burst){
        .sweeps = (unsigned)(sweeps < left ? sweeps : left),
        .check = (unsigned)check,
        .test_last = left <= sweeps,
        .done = &r->report->done,
        .votes = &r->report->votes,
        .meeting = r->meeting,
    };
}

/* Twice or half as many sweeps the next time, where that comes closer. */
static void learn(struct resident *r, const struct burst *burst, double seconds)
{
    if (r->report->done < burst->sweeps || burst->test_last) return;
    if (seconds < BURST_SECONDS / 2 && r->sweeps < MOST_SWEEPS) r->sweeps *= 2;
    if (seconds > BURST_SECONDS * 2 && r->sweeps > 1) r->sweeps /= 2;
}

/* One launch, waited for; *seconds: what it took. */
static enum status run_burst(struct solve *solve, const struct burst *burst, double *seconds)
{
    enum status status = OK;
    struct resident *r = solve->resident;
    float milliseconds = 0;
    TRY(device_status(cudaEventRecord(r->begin, device_stream()), "recording an event"));
    solve->tested = true;
    solve->test.burst = burst;
    status = solve->step(solve);
    solve->test.burst = NULL;
    TRY(status);
    TRY(device_status(cudaEventRecord(r->end, device_stream()), "recording an event"));
    TRY(device_status(cudaEventSynchronize(r->end), "running kernels"));
    TRY(device_status(cudaEventElapsedTime(&milliseconds, r->begin, r->end), "reading an event"));
    *seconds = milliseconds * 1e-3;
out:
    return status;
}

enum status resident_loop(struct solve *solve)
{
    enum status status = OK;
    struct resident *r = solve->resident;
    for (bool ended = false; !ended;) {
        struct burst burst = plan_burst(solve);
        uint64_t before = solve->iterations;
        double seconds;
        TRY(run_burst(solve, &burst, &seconds));
        learn(r, &burst, seconds);
        if (r->report->done % 2 == 0) swap_iterates(solve); /* the step swapped once */
        count_iterations(solve, r->report->done, r->report->votes, &ended);
        if (!ended) TRY(look_around(solve, before, &ended));
    }
out:
    return status;
}
