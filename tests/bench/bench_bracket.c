/* make bench-bracket: sweeps of methods that stop by proof, as multiples of a Jacobi sweep of the
 * same layout, test included, on one core and on all. "lower" uses one vector (ovi, before its
 * guess), "pair" two in one pass over the matrix (ii), "steps" is the sweep of svi. All are timed
 * in turn; medians of ROUNDS. Times are processor times of all threads together, so that other
 * programs have little effect. Beside them are the bytes that a row moves, and their ratio: the
 * result if only memory counted. SOURCES as arguments: only these. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/statistics/stats.h"
#include "problems/problem.h"
#include "solvers/solve.h"

enum { ROUNDS = 21 };
enum kind { JACOBI, LOWER, PAIR, STEPS, NSWEEPS };

static const char *const compared[] = {"msr", "cmsr", "wl", "pattern", "sdia"};
enum { NCOMPARED = sizeof compared / sizeof *compared, NPLACES = 2 };

struct vectors {
    void *x, *next; /* pairs */
    double bounds[2];
    int flag;
};

static enum status sweep(const struct stored *s, enum kind kind, struct vectors *v)
{
    static const enum bracket_rule rules[] = {
        [LOWER] = BRACKET_LOWER, [PAIR] = BRACKET_INTERVAL, [STEPS] = BRACKET_STEPS};
    const struct mat_ops *ops = find_mat_ops(s->layout, s->place, s->precision);
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .flag = &v->flag};
    const struct bracket how = {.rule = rules[kind],
                                .x = v->x,
                                .next = v->next,
                                .margin = 1e-14,
                                .floor = 1e-300,
                                .bounds = v->bounds,
                                .test = &test};
    v->bounds[0] = 0;
    v->bounds[1] = 1;
    return kind == JACOBI ? ops->jacobi(s, NULL, v->x, v->next, 1, &test)
                          : ops->bracket(s, NULL, &how);
}

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Seconds of a sweep. */
static enum status time_sweeps(const struct stored *s, enum kind kind, int repeat,
                               struct vectors *v, double *out)
{
    enum status status = OK;
    double start = cpu_now();
    for (int k = 0; k < repeat && status == OK; k++) status = sweep(s, kind, v);
    *out = (cpu_now() - start) / repeat;
    return status;
}

/* Returns the bytes that a sweep moves for a row: of the matrix, and 8 per entry of a vector. A
 * vector that is written is read first. */
static double row_bytes(const struct stored *s, enum kind kind)
{
    const double vectors = kind == JACOBI || kind == LOWER ? 3 : 6;
    return (double)stored_bytes(s) / s->n + 8 * vectors;
}

static enum status measure(const struct stored *s, double times[NSWEEPS][ROUNDS])
{
    enum status status = OK;
    struct vectors v = {0};
    const size_t count = 2 * (size_t)s->n;
    const int repeat = (int)(4e6 / (double)stored_entries(s)) + 1;
    TRY(s->place->allocate(count * sizeof(double), &v.x));
    TRY(s->place->allocate(count * sizeof(double), &v.next));
    for (size_t i = 0; i < count; i++) ((double *)v.x)[i] = (double)(1 + i % 7) / 16;
    for (int round = -1; round < ROUNDS; round++)
        for (int kind = 0; kind < NSWEEPS; kind++)
            TRY(time_sweeps(s, (enum kind)kind, repeat, &v, &times[kind][round < 0 ? 0 : round]));
out:
    s->place->release(v.x);
    s->place->release(v.next);
    return status;
}

static enum status print(const struct stored *s, double times[NSWEEPS][ROUNDS])
{
    struct summary base, one;
    MUST(summarise(ROUNDS, times[JACOBI], &base));
    printf("  %-8s %-4s %8.3f", s->layout->name, s->place->name, base.median * 1e3);
    for (int kind = LOWER; kind < NSWEEPS; kind++) {
        double ratio[ROUNDS];
        for (int k = 0; k < ROUNDS; k++) ratio[k] = times[kind][k] / times[JACOBI][k];
        MUST(summarise(ROUNDS, ratio, &one));
        printf("   %4.2f [%4.2f, %4.2f]", one.median, one.ci_low, one.ci_high);
    }
    printf("   %6.1f %6.1f  %4.2f\n", row_bytes(s, JACOBI), row_bytes(s, PAIR),
           row_bytes(s, PAIR) / row_bytes(s, JACOBI));
    return OK;
}

static enum status bench(const struct matrix *a, const char *layout, const struct place *place)
{
    enum status status = OK;
    struct stored stored = {0};
    static double times[NSWEEPS][ROUNDS];
    TRY(stored_build_at(place, find_layout(layout), F64, NULL, a, &stored));
    TRY(stored_upload(place, &stored));
    TRY(measure(&stored, times));
    TRY(print(&stored, times));
out:
    stored_free(&stored);
    return status;
}

static enum status compare(const char *source)
{
    enum status status = OK;
    struct problem problem = {0};
    TRY(problem_open(source, &problem));
    printf("\n%s: %u rows, %llu entries\n  %-8s %-4s %8s   %-17s   %-17s   %-17s   %s\n", source,
           problem.system.a.off.rows, (unsigned long long)problem.system.a.off.nnz, "layout", "",
           "ms", "lower", "pair", "steps", "bytes a row: one, two");
    for (int l = 0; l < NCOMPARED; l++)
        for (int p = 0; p < NPLACES; p++) TRY(bench(&problem.system.a, compared[l], places[p]));
out:
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {"tandem:c=255", "tandem:c=1023",
                                    "random_dd:n=4000,density=0.01", "polling:n=14"};
    char *const *list = argc > 1 ? argv + 1 : sources;
    const int count = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    enum status status = OK;
    for (int k = 0; k < count && status == OK; k++) status = compare(list[k]);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
