/* make bench-levels: the time of each operation of method multilevel, on level 0 and on all others,
 * in one solve to EPSILON, by the clock of the place if it has one. The last column counts in
 * sweeps of level 0. The line above is a solve whose operations are not timed one by one. All
 * places that have the method; SOURCES as arguments: only these. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "problems/problem.h"
#include "solvers/multilevel/multilevel.h"
#include "solvers/solve.h"

extern const struct method method_multilevel;
extern const struct layout layout_pattern;

#define EPSILON 1e-10
enum { RUNS = 3 };

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

/* The timed operations, their place, and their times. */
static struct {
    const struct place *place;
    const struct level_ops *ops;
    const struct mat_ops *mat;
    uint32_t rows; /* of level 0 */
    double seconds[NOPERATIONS][2];
    unsigned calls[NOPERATIONS][2];
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

static enum status end(enum operation which, uint32_t n, enum status status)
{
    double seconds = 0;
    const int coarse = n < timed.rows;
    MUST(status);
    if (timed.place->span_end) MUST(timed.place->span_end(&seconds));
    timed.seconds[which][coarse] += timed.place->span_end ? seconds : now() - timed.began;
    timed.calls[which][coarse]++;
    return OK;
}

/* An operation of the same name, timed. */
#define TIMED(name, ops, which, rows, parameters, arguments)  \
    static enum status name parameters                        \
    {                                                         \
        enum status status = begin();                         \
        if (status == OK) status = timed.ops->name arguments; \
        return end(which, rows, status);                      \
    }

/* clang-format off */
TIMED(jacobi, mat, SWEEP, a->n,
      (const struct stored *a, const struct rhs *b, const void *x, void *next, double omega,
       struct test *test), (a, b, x, next, omega, test))
TIMED(aggregate, ops, AGGREGATE, level->n,
      (const struct level *level, void *scratch, uint32_t *out), (level, scratch, out))
TIMED(count, ops, COUNT, fine->n,
      (const struct level *fine, const struct level *coarse, void *scratch, uint64_t *nnz),
      (fine, coarse, scratch, nnz))
TIMED(connect, ops, CONNECT, fine->n,
      (const struct level *fine, const struct level *coarse, void *scratch),
      (fine, coarse, scratch))
TIMED(weigh, ops, WEIGH, fine->n, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(product, ops, PRODUCT, fine->n, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(smooth, ops, SMOOTH, level->n, (const struct level *level, double omega), (level, omega))
TIMED(prolong, ops, PROLONG, fine->n, (const struct level *fine, const struct level *coarse),
      (fine, coarse))
TIMED(eliminate, ops, ELIMINATE, level->n, (const struct level *level, double *dense),
      (level, dense))
TIMED(tail, ops, TAIL, level->n,
      (const struct level *level, int levels, double omega, double *dense),
      (level, levels, omega, dense))
TIMED(measure, ops, MEASURE, w->n, (const struct window *w), (w))
TIMED(judge, ops, JUDGE, w->n, (const struct window *w, double omega, struct test *test),
      (w, omega, test))
TIMED(fit, ops, FIT, w->n, (const struct window *w), (w))
TIMED(combine, ops, COMBINE, w->n, (const struct window *w), (w))
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
    timed.rows = solve->n;
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
    printf("\n  %-10s %7s %10s %7s %10s %8s\n", "", "level 0", "ms", "others", "ms", "sweeps");
    for (int k = 0; k < NOPERATIONS; k++) {
        const double all = timed.seconds[k][0] + timed.seconds[k][1];
        sum += all;
        if (timed.calls[k][0] + timed.calls[k][1])
            printf("  %-10s %7u %10.3f %7u %10.3f %8.1f\n", names[k], timed.calls[k][0],
                   1e3 * timed.seconds[k][0], timed.calls[k][1], 1e3 * timed.seconds[k][1],
                   all / sweep);
    }
    printf("  %-10s %7s %10s %7s %10.3f %8.1f\n", "all", "", "", "", 1e3 * sum, sum / sweep);
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
                                            .epsilon = EPSILON,
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

static enum status bench_source(const char *source, const struct layout *layout)
{
    enum status status = OK;
    struct problem problem = {0};
    TRY(problem_open(source, &problem));
    printf("\n%s: %u rows, %llu entries\n", source, problem.system.a.off.rows,
           (unsigned long long)problem.system.a.off.nnz);
    for (int k = 0; k < place_count; k++)
        if (places[k]->levels && places[k]->cards && places[k]->probe() == OK)
            TRY(bench(&problem, layout, places[k]));
out:
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {"tandem:c=255", "tandem:c=1023", "kanban:t=4"};
    char *const *list = argc > 1 ? argv + 1 : sources;
    const int many = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    enum status status = OK;
    for (int k = 0; k < many && status == OK; k++) status = bench_source(list[k], &layout_pattern);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
