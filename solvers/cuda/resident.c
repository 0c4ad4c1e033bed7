#include "solvers/cuda/resident.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/loop.h"

enum { FIRST_SWEEPS = 16, MOST_SWEEPS = 1 << 20 };
static const double BURST_SECONDS = 2e-3;

struct resident {
    unsigned sweeps; /* a launch, so that it takes about BURST_SECONDS: learnt from one launch to the next */
    struct outcome_of_burst {
        unsigned done;
        int votes;
    } * reported; /* pinned */
    void *meeting;
};

enum status resident_prepare(struct solve *solve)
{
    enum status status = OK;
    struct resident *r;
    if (solve->options.loop != LOOP_RESIDENT) return OK;
    TRY(allocate_zeroed(1, sizeof *r, "a loop", &r));
    solve->resident = r;
    r->sweeps = FIRST_SWEEPS;
    TRY(device_status(cudaMallocHost((void **)&r->reported, sizeof *r->reported), "allocating pinned memory"));
    TRY(device_status(cudaMalloc(&r->meeting, 32), "allocating"));
out:
    return status;
}

void resident_dismiss(struct solve *solve)
{
    struct resident *r = solve->resident;
    if (!r) return;
    if (r->reported) cudaFreeHost(r->reported);
    if (r->meeting) cudaFree(r->meeting);
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
        .done = &r->reported->done,
        .votes = &r->reported->votes,
        .meeting = r->meeting,
    };
}

/* Twice or half as many sweeps the next time, where that comes closer. */
static void learn(struct resident *r, double seconds)
{
    if (r->reported->done < r->sweeps) return;
    if (seconds < BURST_SECONDS / 2 && r->sweeps < MOST_SWEEPS) r->sweeps *= 2;
    if (seconds > BURST_SECONDS * 2 && r->sweeps > 1) r->sweeps /= 2;
}

enum status resident_loop(struct solve *solve)
{
    enum status status = OK;
    struct resident *r = solve->resident;
    for (bool ended = false; !ended;) {
        struct burst burst = plan_burst(solve);
        uint64_t before = solve->iterations;
        double seconds;
        solve->tested = true;
        TRY(solve->place->span_begin());
        solve->test.burst = &burst;
        status = solve->step(solve);
        solve->test.burst = NULL;
        if (status == OK) status = solve->place->span_end(&seconds); /* waits */
        TRY(status);
        learn(r, seconds);
        if (r->reported->done % 2 == 0) swap_iterates(solve); /* the step swapped once */
        count_iterations(solve, r->reported->done, r->reported->votes, &ended);
        if (!ended) TRY(look_around(solve, before, &ended));
    }
out:
    return status;
}
