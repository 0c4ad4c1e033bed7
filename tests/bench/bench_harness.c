/* make bench-harness: the cost of the harness itself. Solves of a known time, 1 ms, run at default
 * settings. It measures the share of the run's time inside the solves, without the starts of
 * workers; and the time of such a start. Exit code 1 if less than 99 % are inside, or a start takes
 * 20 ms or more. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "harness/run/interleave.h"
#include "problems/pack.h"

enum { STARTS = 51 };

static const char *const pattern =
    "null[cost=0.001]/{msr,cmsr,wl,hwl,cwl,chwl,sscan}/{f32,f64}/seq";
static const double cost = 1e-3; /* s, as in the pattern */

static void demand(enum status status)
{
    if (status == OK) return;
    fprintf(stderr, "bench-harness: %s\n", fail_message());
    exit(1);
}

/* Median seconds from nothing to a worker that is ready, and from there until it is gone. */
static void time_starts(const struct worker_job *job, double *start, double *end)
{
    double starts[STARTS], ends[STARTS];
    for (int k = 0; k < STARTS; k++) {
        struct case_result result;
        struct worker worker;
        double begun = clock_now();
        demand(worker_open(job, &result, &worker));
        demand(worker_await(&worker));
        demand(worker_begin(&worker, INFINITY, 0));
        double ready = clock_now();
        demand(worker_stop(&worker));
        starts[k] = ready - begun;
        ends[k] = clock_now() - ready;
        case_result_free(&result);
    }
    sort_numbers(STARTS, starts);
    sort_numbers(STARTS, ends);
    *start = sorted_quantile(STARTS, starts, 0.5);
    *end = sorted_quantile(STARTS, ends, 0.5);
}

/* The time of a run that goes into starts, and into ends between groups: what passes before each
 * case is heard of for the first time, since any was. */
struct listener {
    double heard, starting;
    bool *started;
};

static void begins(void *listener, size_t k)
{
    (void)listener, (void)k;
}

static void waits(void *listener, size_t k, const char *why)
{
    (void)listener, (void)k;
    demand(fail(ERROR_HOST_MEMORY, "%s", why));
}

static enum status heard(void *listener, size_t k, bool ended)
{
    struct listener *l = listener;
    (void)ended;
    if (!l->started[k]) l->starting += clock_now() - l->heard;
    l->started[k] = true;
    l->heard = clock_now();
    return OK;
}

/* Share of the time that is inside solves. */
static double time_turns(const struct worker_job *job, size_t count, const struct variant *variants)
{
    struct listener listener = {.started = calloc(count, sizeof(bool))};
    struct case_result *result = calloc(count, sizeof *result);
    struct turn *turn = calloc(count, sizeof *turn);
    const struct turns turns = {.job = *job,
                                .memory = INFINITY,
                                .listener = &listener,
                                .begins = begins,
                                .waits = waits,
                                .heard = heard};
    double inside = 0;
    uint64_t solves = 0;
    for (size_t k = 0; k < count; k++)
        turn[k] = (struct turn){.variant = &variants[k], .result = &result[k]};
    double start = clock_now();
    listener.heard = start;
    demand(measure_in_turns(&turns, count, turn));
    double wall = clock_now() - start - listener.starting;
    for (size_t k = 0; k < count; k++) {
        const struct result_run *run = &result[k].run;
        if (run->status != CASE_OK) demand(fail(ERROR_INPUT, "%s", run->note));
        for (uint64_t s = 0; s < run->sample_count; s++) inside += result[k].sample[s].host;
        inside += cost * (double)run->warmup;
        solves += run->sample_count + run->warmup;
        case_result_free(&result[k]);
    }
    printf("%zu cases of 1 ms solves: %.2f %% of %.3f s inside %llu solves; %.3f s of starts left "
           "out\n",
           count, 100 * inside / wall, wall, (unsigned long long)solves, listener.starting);
    free(listener.started);
    free(result);
    free(turn);
    return inside / wall;
}

int main(void)
{
    char *patterns[] = {(char *)pattern};
    struct variant *variants;
    struct problem problem;
    struct worker_job job = {.settings = &default_settings, .run_started = clock_now()};
    size_t count;
    double start, end;
    demand(variants_expand(1, patterns, &variants, &count));
    demand(problem_pack_create(&job.problem));
    demand(problem_open("identity:n=100", &problem));
    demand(problem_pack(&problem, job.problem));
    job.variant = variants;
    time_starts(&job, &start, &end);
    printf("start of a worker: %.2f ms, its end: %.2f ms\n", 1e3 * start, 1e3 * end);
    double share = time_turns(&job, count, variants);
    free(variants);
    return share >= 0.99 && start < 0.02 ? 0 : 1;
}
