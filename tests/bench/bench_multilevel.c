/* make bench-multilevel: long runs by method multilevel to an L1 residual of 1e-9, against the
 * faster of jacobi and jor over layout auto by PRISM's test with 1e-6, on one core, in
 * seconds of its time, so that other programs do not count. work: what all
 * levels read, in sweeps of the finest. set-up: the share of the first three cycles that the later
 * ones do not need. memory: that of the levels over that of layout msr. Least of ROUNDS times,
 * taken in turn; what takes longer than a second is timed once. SOURCES as arguments: these
 * alone. */
#include <math.h>
#include <stdio.h>
#include <time.h>

#include "problems/problem.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/solve.h"

enum { ROUNDS = 3, MOST_ITERATIONS = 100000 };

static const char *const quick[] = {"tandem:c=63",
                                    "tandem:c=127",
                                    "tandem:c=255",
                                    "tandem:c=511",
                                    "cluster:n=26",
                                    "kanban:t=3",
                                    "fms:n=3",
                                    "fms:n=4",
                                    "polling:n=8,property=2",
                                    "polling:n=12,property=2"};

static double processor_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Results of one way to solve. */
struct timing {
    double seconds, set_up; /* set_up: seconds */
    uint64_t iterations;
    double work, memory; /* of multilevel */
};

static enum status time_once(struct solve *solve, const double *x0, uint64_t most, double *seconds)
{
    solve->max_iterations = most;
    MUST(solve_reset(solve, x0));
    const double start = processor_time();
    MUST(solve_run(solve, solve->method));
    *seconds = processor_time() - start;
    return OK;
}

static enum status look_into(struct solve *solve, const double *x0, double msr, struct timing *out)
{
    const struct multilevel *own = solve->own;
    double begin;
    out->work = multilevel_work(solve);
    out->memory = (double)hierarchy_bytes(&own->cycle.levels) / msr;
    if (out->iterations <= SET_UP_CYCLES) return OK;
    MUST(time_once(solve, x0, SET_UP_CYCLES, &begin));
    const double later = (out->seconds - begin) / (double)(out->iterations - SET_UP_CYCLES);
    out->set_up = fmax(0, begin - SET_UP_CYCLES * later);
    return OK;
}

static enum status time_method(const struct problem *problem, const char *name, double epsilon,
                               struct timing *out)
{
    enum status status = OK;
    const struct linear *s = &problem->system;
    const struct method *method = find_method(name);
    const struct layout *layout = find_layout("auto");
    struct stored stored = {0};
    struct solve solve = {0};
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = epsilon,
                                            .scale = 1,
                                            .max_iterations = MOST_ITERATIONS,
                                            .matrix = &s->a,
                                            .options = default_options(method, layout)};
    *out = (struct timing){.seconds = INFINITY};
    if (method->undamped && problem->period > 1) return OK;
    TRY(stored_build_at(places[0], layout, F64, &settings.options, &s->a, &stored));
    TRY(stored_upload(places[0], &stored));
    TRY(solve_create(&stored, method, s->b, &settings, &solve));
    for (int k = 0; k < ROUNDS; k++) {
        double seconds;
        TRY(time_once(&solve, s->x0, MOST_ITERATIONS, &seconds));
        if (solve.outcome != CONVERGED) goto out;
        out->seconds = fmin(out->seconds, seconds);
        out->iterations = solve.iterations;
        if (seconds > 1) break;
    }
    if (method->by_entries)
        TRY(look_into(&solve, s->x0, 12.0 * ((double)s->a.off.nnz + s->a.off.rows), out));
out:
    solve_free(&solve);
    stored_free(&stored);
    return status;
}

static enum status bench(const char *source, double *ratio)
{
    enum status status = OK;
    struct problem problem;
    struct timing jacobi, jor, levels;
    MUST(problem_open(source, &problem));
    TRY(time_method(&problem, "jacobi", 1e-6, &jacobi));
    TRY(time_method(&problem, "jor", 1e-6, &jor));
    TRY(time_method(&problem, "multilevel", 1e-9, &levels));
    const bool damped = jor.seconds < jacobi.seconds;
    const struct timing *single = damped ? &jor : &jacobi;
    *ratio = single->seconds / levels.seconds;
    printf("%-26s %9u %-6s %6llu %9.4f %6llu %7.1f %9.4f %7.2f %6.2f %7.1f\n", source,
           problem.system.a.off.rows, damped ? "jor" : "jacobi",
           (unsigned long long)single->iterations, single->seconds,
           (unsigned long long)levels.iterations, levels.work, levels.seconds,
           levels.set_up / levels.seconds, levels.memory, *ratio);
    fflush(stdout);
out:
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    const int own = argc - 1, count = own ? own : (int)(sizeof quick / sizeof *quick);
    double sum = 0;
    printf("%-26s %9s %-6s %6s %9s %6s %7s %9s %7s %6s %7s\n", "problem", "rows", "single",
           "sweeps", "s", "cycles", "work", "s", "set-up", "memory", "ratio");
    for (int k = 0; k < count; k++) {
        double ratio;
        if (bench(own ? argv[k + 1] : quick[k], &ratio) != OK) {
            fprintf(stderr, "bench-multilevel: %s\n", fail_message());
            return 1;
        }
        sum += log(ratio);
    }
    printf("geometric mean of %d ratios: %.2f\n", count, exp(sum / count));
    return 0;
}
