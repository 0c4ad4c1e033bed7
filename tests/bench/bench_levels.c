/* make bench-levels: the time of each operation of method multilevel by level, in one solve over
 * layout auto, by the clock of the place if it has one. The last column counts in sweeps of level
 * 0. The line above is the fastest of RUNS solves whose operations are not timed one by one.
 * Arguments: the name of a place, which is the only one then; epsilon=E; sources. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems/problem.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/solve.h"

extern const struct method method_multilevel;
extern const struct layout layout_auto;

enum { RUNS = 3, SHOWN = 5 /* levels with a column; the last is that of all below, too */ };

enum operation {
    SWEEP,
    AGGREGATE,
    COUNT,
    CONNECT,
    WEIGH,
    PRODUCT,
    SMOOTH,
    PROLONG,
    ELIMINATE,
    TAIL,
    MEASURE,
    JUDGE,
    FIT,
    COMBINE,
    NOPERATIONS
};

static const char *const names[NOPERATIONS] = {
    "jacobi",  "aggregate", "count", "connect", "weigh", "product", "smooth",
    "prolong", "eliminate", "tail",  "measure", "judge", "fit",     "combine"};

static double epsilon = 1e-10;

/* The timed operations, their place, and their times. */
static struct {
    const struct place *place;
    const struct level_ops *ops;
    const struct mat_ops *mat;
    const struct level *finest;
    double seconds[NOPERATIONS][SHOWN];
    unsigned calls[NOPERATIONS][SHOWN];
    double began;
} timed;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static enum status begin(void)
{
    timed.began = now();
    return timed.place->span_begin ? timed.place->span_begin() : OK;
}

static enum status end(enum operation which, const struct level *level, enum status status)
{
    double seconds = 0;
    const ptrdiff_t below = level - timed.finest, k = below < SHOWN ? below : SHOWN - 1;
    MUST(status);
    if (timed.place->span_end) MUST(timed.place->span_end(&seconds));
    timed.seconds[which][k] += timed.place->span_end ? seconds : now() - timed.began;
    timed.calls[which][k]++;
    return OK;
}

/* An operation of the same name, timed. */
#define TIMED(name, ops, which, level, parameters, arguments) \
    static enum status name parameters                        \
    {                                                         \
        enum status status = begin();                         \
        if (status == OK) status = timed.ops->name arguments; \
        return end(which, level, status);                     \
    }

/* clang-format off */
TIMED(jacobi, mat, SWEEP, timed.finest,
      (const struct stored *a, const struct rhs *b, const void *x, void *next, double omega,
       struct test *test), (a, b, x, next, omega, test))
TIMED(aggregate, ops, AGGREGATE, level,
      (const struct level *level, void *scratch, uint32_t *out), (level, scratch, out))
TIMED(count, ops, COUNT, fine,
      (const struct level *fine, const struct level *coarse, void *scratch, uint64_t *nnz),
      (fine, coarse, scratch, nnz))
TIMED(connect, ops, CONNECT, fine,
      (const struct level *fine, const struct level *coarse, void *scratch),
      (fine, coarse, scratch))
TIMED(weigh, ops, WEIGH, fine, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(product, ops, PRODUCT, fine, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(smooth, ops, SMOOTH, level, (const struct level *level, double omega), (level, omega))
TIMED(prolong, ops, PROLONG, fine, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(eliminate, ops, ELIMINATE, level, (const struct level *level, double *dense),
      (level, dense))
TIMED(tail, ops, TAIL, level,
      (const struct level *level, int levels, double omega, double *dense),
      (level, levels, omega, dense))
TIMED(measure, ops, MEASURE, timed.finest, (const struct window *w), (w))
TIMED(judge, ops, JUDGE, timed.finest, (const struct window *w, double omega, struct test *test),
      (w, omega, test))
TIMED(fit, ops, FIT, timed.finest, (const struct window *w), (w))
TIMED(combine, ops, COMBINE, timed.finest, (const struct window *w), (w))
/* clang-format on */

static enum status run(struct solve *solve, const double *x0, double *seconds)
{
    MUST(solve_reset(solve, x0));
    MUST(solve->place->synchronise());
    const double began = now();
    MUST(solve_run(solve, solve->method));
    MUST(solve->place->synchronise());
    *seconds = now() - began;
    return OK;
}

static enum status run_timed(struct solve *solve, const double *x0)
{
    struct multilevel *own = solve->own;
    const struct place *place = solve->place;
    const struct level_ops ops = {.scratch_bytes = place->levels->scratch_bytes,
                                  .aggregate = aggregate,
                                  .count = count,
                                  .connect = connect,
                                  .weigh = weigh,
                                  .product = product,
                                  .smooth = smooth,
                                  .prolong = prolong,
                                  .eliminate = eliminate,
                                  .tail = place->levels->tail ? tail : NULL,
                                  .tail_rows = place->levels->tail_rows,
                                  .measure = measure,
                                  .judge = judge,
                                  .fit = fit,
                                  .combine = combine};
    struct mat_ops mat = *solve->mat;
    struct place stand_in = *place;
    double seconds;
    memset(&timed, 0, sizeof timed);
    timed.place = place;
    timed.ops = place->levels;
    timed.mat = solve->mat;
    timed.finest = own->cycle.levels.level;
    mat.jacobi = jacobi;
    stand_in.levels = own->cycle.levels.ops = &ops;
    solve->mat = &mat;
    solve->place = &stand_in;
    enum status status = run(solve, x0, &seconds);
    solve->place = place;
    solve->mat = timed.mat;
    own->cycle.levels.ops = place->levels;
    return status;
}

static void print(const struct solve *solve, double seconds)
{
    const struct multilevel *own = solve->own;
    double sum = 0;
    const double sweep = timed.seconds[SWEEP][0] / timed.calls[SWEEP][0];
    printf("%s, %s: %s after %llu cycles, %.3f ms, as long as %.1f sweeps; rows",
           solve->place->name, solve->a->layout->name,
           solve->outcome == CONVERGED ? "converged" : "not converged",
           (unsigned long long)solve->iterations, 1e3 * seconds, seconds / sweep);
    for (int k = 0; k < own->cycle.levels.count; k++)
        printf(" %u:%llu", own->cycle.levels.level[k].n,
               (unsigned long long)own->cycle.levels.level[k].nnz);
    printf("\n  %-10s", "calls, ms");
    for (int l = 0; l < SHOWN; l++)
        printf("    level %d%s", l, l + 1 < SHOWN ? "     " : " and more");
    printf(" sweeps\n");
    for (int k = 0; k < NOPERATIONS; k++) {
        double all = 0;
        printf("  %-10s", names[k]);
        for (int l = 0; l < SHOWN; l++) {
            printf(" %5u %9.3f ", timed.calls[k][l], 1e3 * timed.seconds[k][l]);
            all += timed.seconds[k][l];
        }
        printf(" %8.1f\n", all / sweep);
        sum += all;
    }
    printf("  %-10s %.3f ms, %.1f sweeps\n", "all", 1e3 * sum, sum / sweep);
    fflush(stdout);
}

static enum status bench(const struct problem *problem, const struct layout *layout,
                         const struct place *place)
{
    enum status status = OK;
    struct stored stored = {0};
    struct solve solve = {0};
    double seconds, least = 0;
    const struct method *method = &method_multilevel;
    const struct solve_settings settings = {.criterion = RELATIVE,
                                            .epsilon = epsilon,
                                            .scale = 1,
                                            .max_iterations = 200,
                                            .matrix = &problem->system.a,
                                            .options = default_options(method, layout)};
    TRY(stored_build_at(place, layout, F64, &settings.options, &problem->system.a, &stored));
    TRY(stored_upload(place, &stored));
    TRY(solve_create(&stored, method, NULL, &settings, &solve));
    for (int k = 0; k < RUNS; k++) {
        TRY(run(&solve, problem->system.x0, &seconds));
        if (k == 0 || seconds < least) least = seconds;
    }
    TRY(run_timed(&solve, problem->system.x0));
    print(&solve, least);
out:
    solve_free(&solve);
    stored_free(&stored);
    return status;
}

/* On several cards operations are not timed one by one. */
static bool has_levels(const struct place *place)
{
    return place->levels && place->cards < 2;
}

static enum status bench_source(const char *source, const char *place)
{
    enum status status = OK;
    struct problem problem = {0};
    TRY(problem_open(source, &problem));
    printf("\n%s: %u rows, %llu entries\n", source, problem.system.a.off.rows,
           (unsigned long long)problem.system.a.off.nnz);
    for (int k = 0; k < place_count; k++)
        if (has_levels(places[k]) && (!place || !strcmp(place, places[k]->name)) &&
            places[k]->probe() == OK)
            TRY(bench(&problem, &layout_auto, places[k]));
out:
    problem_free(&problem);
    return status;
}

static bool is_place(const char *name)
{
    for (int k = 0; k < place_count; k++)
        if (has_levels(places[k]) && !strcmp(name, places[k]->name)) return true;
    return false;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {"tandem:c=255", "tandem:c=1023", "kanban:t=4"};
    enum status status = OK;
    const char *place = argc > 1 && is_place(argv[1]) ? argv[1] : NULL;
    int first = place ? 2 : 1;
    if (argc > first && sscanf(argv[first], "epsilon=%lf", &epsilon) == 1) first++;
    char *const *list = argc > first ? argv + first : sources;
    const int many = argc > first ? argc - first : (int)(sizeof sources / sizeof *sources);
    for (int k = 0; k < many && status == OK; k++) status = bench_source(list[k], place);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
