/* The method that does nothing: its answer is the start vector. It tests the harness, which must
 * measure almost no time, accept the answer on `identity:`, whose start is the answer, and call it
 * wrong everywhere else. With its options it takes a known time, or fails in each way in which a
 * solver can fail. */
#define _GNU_SOURCE /* close_range */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "solvers/solve.h"

enum fault {
    FAULT_NONE,
    FAULT_SEGFAULT,
    FAULT_ABORT,
    FAULT_EXIT,
    FAULT_HANG,
    FAULT_HOG,
    FAULT_NAN,
    FAULT_WRONG,
    FAULT_STDOUT,
    FAULT_CLOSE
};

struct null_options {
    enum fault fault;
    unsigned after;
    double cost, slow;
};

#define FIELD(field) OPTION(struct null_options, field)

static const struct option options[] = {
    {FIELD(fault),
     .title =
         "what goes wrong, to test the harness: it crashes, never ends, takes all memory, gives "
         "a wrong answer, prints garbage, closes its connection",
     OPTION_WORDS("none", "segfault", "abort", "exit", "hang", "hog", "nan", "wrong", "stdout",
                  "close")},
    {FIELD(after), .title = "solves before that fault", .above = -1, .below = 1e6},
    {FIELD(cost), .title = "seconds that a solve takes; 0: no wait", .above = 0, .below = 1e6},
    {FIELD(slow), .title = "percent by which it takes longer than cost", .above = -100,
     .below = 1e6},
    {0}};

enum { MOUTHFUL = 1 << 20, LINES = 20000 };

static bool null_can_use(const struct mat_ops *mat)
{
    return mat != NULL;
}

static double seconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Keeps the core busy for this time. Returns false if it was stopped. */
static bool spend(const struct solve *solve, double seconds)
{
    for (double end = seconds_now() + seconds; seconds_now() < end;)
        if (solve->stop && *solve->stop) return false;
    return true;
}

/* Allocates about a gigabyte a second, until there is no memory left. */
static void hog(void)
{
    const struct timespec nap = {0, 1000000};
    for (char *bytes; (bytes = malloc(MOUTHFUL));) {
        memset(bytes, 1, MOUTHFUL);
        nanosleep(&nap, NULL);
    }
    abort();
}

static void print_garbage(void)
{
    for (int k = 0; k < LINES; k++) {
        printf("{\"garbage\": %d}\n", k);
        fprintf(stderr, "garbage %d\n", k);
    }
    fflush(stdout);
}

static enum status put_entry(struct solve *solve, double value)
{
    double entry;
    put_real(solve->a->precision, &entry, 0, value);
    return solve->n ? solve->place->put(solve->x, &entry, real_size(solve->a->precision)) : OK;
}

static enum status go_wrong(struct solve *solve, enum fault fault)
{
    switch (fault) {
    case FAULT_SEGFAULT: *(volatile int *volatile)NULL = 1; break;
    case FAULT_ABORT: abort();
    case FAULT_EXIT: fputs("I am leaving\n", stderr); exit(3);
    case FAULT_HANG:
        for (volatile bool for_ever = true; for_ever;) continue;
        break;
    case FAULT_HOG: hog(); break;
    case FAULT_NAN: return put_entry(solve, NAN);
    case FAULT_WRONG: return put_entry(solve, 7);
    case FAULT_STDOUT: print_garbage(); break;
    case FAULT_CLOSE: close_range(STDERR_FILENO + 1, ~0U, 0); break;
    default: break;
    }
    return OK;
}

static enum status null_run(struct solve *solve)
{
    static unsigned solves; /* number of solves of this process */
    const struct null_options *own = method_options(&solve->options);
    solve->outcome = CONVERGED;
    if (own->cost > 0 && !spend(solve, own->cost * (1 + own->slow / 100))) solve->outcome = STOPPED;
    return solves++ >= own->after ? go_wrong(solve, own->fault) : OK;
}

static enum status null_change(const struct solve *solve, double *out)
{
    (void)solve;
    *out = 0;
    return OK;
}

const struct method method_null = {
    .name = "null",
    .title = "nothing: tests the harness",
    .source = "this project",
    .only_by_name = true,
    .idle = true,
    .measure = MEASURE_CHANGE,
    .can_use = null_can_use,
    .options = options,
    .run = null_run,
    .change = null_change,
};
