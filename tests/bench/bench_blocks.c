/* make bench-blocks: several Jacobi sweeps in one pass over memory (temporal_block=k) against plain
 * sweeps, on one core and on two. All are timed in turn; the least of ROUNDS, in ms per sweep, by
 * the clock and by the processor time of each thread. SOURCES as arguments: only these.
 *
 * "times" is how many times as fast a sweep of a pass is as a plain one. "expected" is computed
 * from bytes: a plain sweep moves the matrix, x, x' (twice, because a line is read before it is
 * written) and b through memory in the measured time; a pass moves them once for k sweeps. A sweep
 * is never faster than one of a chain of the same kind that fits the caches; SMALL names a source
 * for this. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/process/clock.h"
#include "problems/problem.h"
#include "solvers/solve.h"
#include "solvers/temporal_block.h"

enum { ROUNDS = 5, NPLACES = 2, MIB = 1 << 20 };

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

/* A matrix at a place, with two vectors. */
struct bench {
    struct stored stored;
    double *x, *next;
};

static enum status open_bench(const struct place *place, const struct layout *layout,
                              const struct matrix *a, struct bench *out)
{
    enum status status = OK;
    const size_t bytes = a->off.rows * sizeof(double);
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

/* Seconds of a sweep. */
struct least {
    double wall, cpu; /* cpu: of all threads, divided by the place's */
};

static double cpu_now(const struct place *place)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return ((double)now.tv_sec + 1e-9 * (double)now.tv_nsec) /
           (place == places[0] ? 1 : omp_get_max_threads());
}

/* The least times of several lots of some 16 sweeps, so many in a pass. */
static enum status time_sweeps(struct bench *b, unsigned k, struct least *out)
{
    const struct mat_ops *ops = find_mat_ops(b->stored.layout, b->stored.place, F64);
    const unsigned most = sweeps[NSWEEPS - 1];
    const unsigned count = most * (1 + (uint32_t)(1e6 / (double)stored_entries(&b->stored)));
    int flag = 0;
    struct test test = {.criterion = RELATIVE, .epsilon = 1e-6, .flag = &flag};
    b->stored.temporal_block = k;
    for (uint32_t i = 0; i < b->stored.n; i++) b->x[i] = b->next[i] = 1 + i % 7;
    const double start = clock_now(), cpu = cpu_now(b->stored.place);
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
    out->wall = fmin(out->wall, (clock_now() - start) / count);
    out->cpu = fmin(out->cpu, (cpu_now(b->stored.place) - cpu) / count);
    return OK;
}

static enum status time_all(struct bench *b, struct least least[NSWEEPS])
{
    for (int k = 0; k < NSWEEPS; k++) least[k] = (struct least){INFINITY, INFINITY};
    for (int round = 0; round < ROUNDS; round++)
        for (int k = 0; k < NSWEEPS; k++) MUST(time_sweeps(b, sweeps[k], &least[k]));
    return OK;
}

/* Seconds of a plain sweep for a row of a chain that fits the caches; 0: not known. */
static enum status small_row(const char *source, const struct place *place,
                             const struct layout *layout, double *out)
{
    enum status status = OK;
    struct problem problem = {0};
    struct bench b = {0};
    struct least least[NSWEEPS];
    *out = 0;
    if (!source) return OK;
    TRY(problem_open(source, &problem));
    TRY(open_bench(place, layout, &problem.system.a, &b));
    TRY(time_all(&b, least));
    *out = least[0].cpu / b.stored.n;
out:
    close_bench(&b);
    problem_free(&problem);
    return status;
}

/* Returns the factor by which a pass reduces the bytes per sweep from memory: `count` if its window
 * fits the caches, 1 if the matrix and its vectors all fit, or the window does not. A pass cannot
 * be faster by more than this factor. */
static double pass_saves(const struct stored *stored, unsigned count)
{
    const double cache = core_cache(), all = pass_window(stored, stored->n, 2);
    return all > cache && pass_window(stored, stored->reach, count) <= cache ? count : 1;
}

static void print_times(const struct bench *b, const struct least least[NSWEEPS], double row)
{
    const double plain = least[0].cpu, bottom = fmin(row * b->stored.n, plain);
    for (int k = 0; k < NSWEEPS; k++) {
        const double saves = pass_saves(&b->stored, sweeps[k]);
        printf("  %-8s %-4s %2u %9.2f %9.3f %9.3f", b->stored.layout->name, b->stored.place->name,
               sweeps[k], pass_window(&b->stored, b->stored.reach, sweeps[k]) / MIB,
               least[k].wall * 1e3, least[k].cpu * 1e3);
        if (k > 0)
            printf("   %5.2f %5.2f %8.2f", least[0].wall / least[k].wall, plain / least[k].cpu,
                   plain / fmax(plain / saves, bottom));
        printf("\n");
    }
}

static enum status bench(const struct chain *chain)
{
    enum status status = OK;
    struct problem problem = {0};
    struct bench b = {0};
    struct least least[NSWEEPS];
    double row;
    TRY(problem_open(chain->source, &problem));
    printf("\n%s: %u rows, reach %u\n  %-8s %-4s %2s %9s %9s %9s   %5s %5s %8s\n", chain->source,
           problem.system.a.off.rows, matrix_reach(&problem.system.a.off), "layout", "", "k", "MiB",
           "ms", "CPU", "times", "CPU", "expected");
    for (size_t l = 0; l < sizeof compared / sizeof *compared; l++)
        for (int p = 0; p < NPLACES; p++) { /* seq and omp */
            const struct layout *layout = find_layout(compared[l]);
            TRY(small_row(chain->small, places[p], layout, &row));
            TRY(open_bench(places[p], layout, &problem.system.a, &b));
            TRY(time_all(&b, least));
            print_times(&b, least, row);
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
