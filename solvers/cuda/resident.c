#include "solvers/cuda/resident.h"

#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/device.h"
#include "solvers/loop.h"

/* Sweeps, or iterations of BiCGStab, of the first launch: less than BURST_SECONDS as a rule. */
enum { FIRST_SWEEPS = 16, FIRST_ITERATIONS = 64, MOST_SWEEPS = 1 << 20 };
static const double BURST_SECONDS = 2e-3;

struct resident {
    unsigned sweeps; /* sweeps of a launch, so that it takes about BURST_SECONDS; adapted after each
                        launch */
    struct burst_report *report; /* pinned */
};

enum status resident_prepare(struct solve *solve)
{
    struct resident *r;
    if (solve->options.loop != LOOP_RESIDENT) return OK;
    MUST(allocate_zeroed(1, sizeof *r, "a loop", &r));
    solve->resident = r;
    r->sweeps = solve->method->recurs ? FIRST_ITERATIONS : FIRST_SWEEPS;
    return device_status(cudaMallocHost((void **)&r->report, sizeof *r->report),
                         "allocating pinned memory");
}

void resident_dismiss(struct solve *solve)
{
    struct resident *r = solve->resident;
    if (!r) return;
    if (r->report) cudaFreeHost(r->report);
    free(r);
    solve->resident = NULL;
}

/* Returns a burst of as many sweeps as r has, or as are left: whole intervals of tests, except at
 * the end of the solve. */
static struct burst plan_burst(const struct solve *solve)
{
    const struct resident *r = solve->resident;
    uint64_t check = solve->options.check, left = solve->max_iterations - solve->iterations,
             sweeps = r->sweeps > check ? r->sweeps / check * check : check;
    return (struct burst){
        .sweeps = (unsigned)(sweeps < left ? sweeps : left),
        .check = (unsigned)check,
        .test_last = left <= sweeps,
        .report = r->report,
    };
}

/* Doubles or halves the number of sweeps for the next launch, if that comes closer to
 * BURST_SECONDS. */
static void resident_learn(struct resident *r, const struct burst *burst)
{
    double seconds = (double)(r->report->ended - r->report->began) * 1e-9;
    if (r->report->done < burst->sweeps || burst->test_last) return;
    if (seconds < BURST_SECONDS / 2 && r->sweeps < MOST_SWEEPS) r->sweeps *= 2;
    if (seconds > BURST_SECONDS * 2 && r->sweeps > 1) r->sweeps /= 2;
}

/* Makes one launch and waits for it. */
static enum status run_burst(struct solve *solve, const struct burst *burst)
{
    *burst->report = (struct burst_report){0};
    solve->tested = true;
    solve->test.burst = burst;
    enum status status = solve->method->step(solve);
    solve->test.burst = NULL;
    return status == OK ? solve->place->synchronise() : status;
}

enum status resident_loop(struct solve *solve)
{
    struct resident *r = solve->resident;
    for (bool ended = false; !ended;) {
        struct burst burst = plan_burst(solve);
        MUST(run_burst(solve, &burst));
        resident_learn(r, &burst);
        if (solve->method->bursts && r->report->done % 2 == 0)
            swap_iterates(solve); /* the step swapped once */
        count_iterations(solve, r->report->done, r->report->votes, &ended);
        if (!ended) end_otherwise(solve, !r->report->not_finite, &ended);
    }
    return OK;
}
