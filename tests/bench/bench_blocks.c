/* make bench-blocks: several Jacobi sweeps in one pass over memory (temporal_block=k) against plain
 * sweeps, on one core and on two, all timed in turn; medians of ROUNDS, in ms a sweep. SOURCES as
 * arguments: these alone.
 *
 * "times" is how many times as fast a sweep of a pass is as a plain one. "expected" is what bytes
 * say: a plain sweep moves the matrix, x, x' (twice, as a line is read before it is written) and b
 * through memory in the time measured; a pass moves that once for k sweeps, and a sweep is never
 * faster than one of a chain of the same kind that fits the caches, for which SMALL names a source.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/statistics/stats.h"
#include "harness/util/clock.h"
#include "problems/problem.h"
#include "solvers/solve.h"
#include "solvers/temporal_block.h"

enum { ROUNDS = 9, NPLACES = 2, MIB = 1 << 20 };

static const unsigned sweeps[] = {1, 2, 4, 8, 16};
enum { NSWEEPS = sizeof sweeps / sizeof *sweeps };

struct chain {
    const char *source, *small;
};

static const struct chain chains[] = {{"tandem:c=1023", "tandem:c=63"},
                                      {"tandem:c=2047", "tandem:c=63"},
                                      {"cluster:n=320", "cluster:n=20"},
                                      {"polling:n=16", "polling:n=8"}};

static const char *const compared[] = {"pattern", "msr", "sdia"};

static const struct layout *layout_named(const char *name)
{
    for (int k = 0; k < layout_count; k++)
        if (!strcmp(layouts[k]->name, name)) return layouts[k];
    abort();
}

/* A matrix at a place, with two vectors. */
struct bench {
    struct stored stored;
    double *x, *next;
};

static enum status open_bench(const struct place *place, const struct layout *layout,
                              const struct matrix *a, struct bench *out)
{
    enum status status = OK;
    const size_t bytes = a->off.n * sizeof(double);
    TRY(stored_build_at(place, layout, F64, NULL, a, &out->stored));
    TRY(stored_upload(place, &out->stored));
    TRY(place->allocate(bytes, (void **)&out->x));
    TRY(place->allocate(bytes, (void **)&out->next));
    out->stored.reach = matrix_reach(&a->off);
out:
    return status;
}

static void close_bench(struct bench *b)
{
    free(b->x);
    free(b->next);
    stored_free(&b->stored);
}

/* Seconds of a sweep: some 16 of them, so many in a pass. */
static enum status time_sweeps(struct bench *b, unsigned k, double *out)
{
    const struct mat_ops *ops = find_mat_ops(b->stored.layout, b->stored.place, F64);
    const unsigned most = sweeps[NSWEEPS - 1];
    const unsigned count = most * (1 + (uint32_t)(1e6 / (double)stored_entries(&b->stored)));
    int flag = 0;
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .flag = &flag};
    b->stored.temporal_block = k;
    for (uint32_t i = 0; i < b->stored.n; i++) b->x[i] = b->next[i] = 1 + i % 7;
    const double start = clock_now();
    for (unsigned done = 0; done < count; done += k) {
        if (k > 1) {
            MUST(ops->jacobi_pass(&b->stored, NULL, b->x, b->next, 1, &test));
            continue;
        }
        MUST(ops->jacobi(&b->stored, NULL, b->x, b->next, 1, &test));
        double *x = b->x;
        b->x = b->next;
        b->next = x;
    }
    *out = (clock_now() - start) / count;
    return OK;
}

static enum status time_all(struct bench *b, double median[NSWEEPS])
{
    enum status status = OK;
    double times[NSWEEPS][ROUNDS];
    struct summary summary;
    for (int round = -1; round < ROUNDS; round++)
        for (int k = 0; k < NSWEEPS; k++)
            TRY(time_sweeps(b, sweeps[k], &times[k][round < 0 ? 0 : round]));
    for (int k = 0; k < NSWEEPS; k++) {
        TRY(summarise(ROUNDS, times[k], &summary));
        median[k] = summary.median;
    }
out:
    return status;
}

/* Seconds of a plain sweep for a row of a chain that fits the caches; 0: not known. */
static enum status small_row(const char *source, const struct place *place,
                             const struct layout *layout, double *out)
{
    enum status status = OK;
    struct problem problem = {0};
    struct bench b = {0};
    double median[NSWEEPS];
    *out = 0;
    if (!source) return OK;
    TRY(problem_open(source, &problem));
    TRY(open_bench(place, layout, &problem.system.a, &b));
    TRY(time_all(&b, median));
    *out = median[0] / b.stored.n;
out:
    close_bench(&b);
    problem_free(&problem);
    return status;
}

static void print_times(const struct bench *b, const double median[NSWEEPS], double row)
{
    const double least = row * b->stored.n;
    for (int k = 0; k < NSWEEPS; k++) {
        const double saves = pass_saves(&b->stored, b->stored.reach, sweeps[k]),
                     bound = fmax(median[0] / saves, fmin(least, median[0]));
        printf("  %-8s %-4s %2u %9.2f %9.3f", b->stored.layout->name, b->stored.place->name,
               sweeps[k], pass_window(&b->stored, b->stored.reach, sweeps[k]) / MIB,
               median[k] * 1e3);
        if (k > 0) printf("   %5.2f %8.2f", median[0] / median[k], median[0] / bound);
        printf("\n");
    }
}

static enum status bench(const struct chain *chain)
{
    enum status status = OK;
    struct problem problem = {0};
    struct bench b = {0};
    double median[NSWEEPS], row;
    TRY(problem_open(chain->source, &problem));
    printf("\n%s: %u rows, reach %u\n  %-8s %-4s %2s %9s %9s   %5s %8s\n", chain->source,
           problem.system.a.off.n, matrix_reach(&problem.system.a.off), "layout", "", "k", "MiB",
           "ms", "times", "expected");
    for (size_t l = 0; l < sizeof compared / sizeof *compared; l++)
        for (int p = 0; p < NPLACES; p++) { /* seq and omp */
            const struct layout *layout = layout_named(compared[l]);
            TRY(small_row(chain->small, places[p], layout, &row));
            TRY(open_bench(places[p], layout, &problem.system.a, &b));
            TRY(time_all(&b, median));
            print_times(&b, median, row);
            close_bench(&b);
            b = (struct bench){0};
        }
out:
    close_bench(&b);
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    enum status status = OK;
    printf("a core's cache: %.1f MiB\n", core_cache() / MIB);
    for (int k = 1; k < argc && status == OK; k++) status = bench(&(struct chain){argv[k], NULL});
    for (size_t k = 0; argc == 1 && k < sizeof chains / sizeof *chains && status == OK; k++)
        status = bench(&chains[k]);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
