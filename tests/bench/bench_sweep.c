/* make bench-sweep: one Jacobi sweep of jacobi/msr/f64/seq, test included, against a plain CSR loop
 * over the same arrays (y_i = sum of val * x[col], nothing else), in nanoseconds a non-zero. All
 * are timed in turn; medians of ROUNDS.
 *
 * A sweep tests rows until one has failed, so it is timed twice: "sweep" as nearly every sweep of a
 * solve runs, a row failing early, and "last", where every row passes and so every row is tested.
 *
 * Then sweeps of the layouts that compress the matrix, and how many times as fast as msr's they
 * are, on one core and on two, and how many times as fast two cores are as one; all timed in turn.
 * In parentheses the same from the least processor time of all threads together, half of which two
 * cores would take that nothing else uses. Beside them a bare product with msr's arrays, the plain
 * CSR loop. SOURCES as arguments: these alone.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/statistics/stats.h"
#include "base/process/clock.h"
#include "problems/problem.h"
#include "solvers/layouts/msr/msr.h"
#include "solvers/solve.h"

enum { ROUNDS = 31 };

/* The tandem queue of capacity c, incoming transitions with uniform values: its structure (3.5
 * non-zeros a row, six diagonals) is what decides the speed. State (a, phase, b) has index b, or (c
 * + 1) + (2 (a - 1) + phase - 1)(c + 1) + b. */
static uint32_t tandem_state(uint32_t c, uint32_t a, uint32_t phase, uint32_t b)
{
    return a == 0 ? b : (c + 1) + (2 * (a - 1) + phase - 1) * (c + 1) + b;
}

static void add(struct triplet *t, uint64_t *count, uint32_t from, uint32_t to, double rate)
{
    t[(*count)++] = (struct triplet){.row = to, .col = from, .val = -rate};
}

static enum status tandem(uint32_t c, struct matrix *out)
{
    enum status status = OK;
    uint32_t n = (2 * c + 1) * (c + 1);
    uint64_t count = 0;
    struct csr a = {0};
    struct triplet *t = malloc(7ull * (c + 1) * (c + 1) * sizeof *t);
    if (!t) return fail(ERROR_HOST_MEMORY, "no memory");
    for (uint32_t q = 0; q <= c; q++)
        for (uint32_t phase = 1; phase <= (q ? 2u : 1u); phase++)
            for (uint32_t b = 0; b <= c; b++) {
                uint32_t s = tandem_state(c, q, phase, b);
                if (q < c) add(t, &count, s, tandem_state(c, q + 1, phase, b), 4.0 * c);
                if (q && b < c)
                    add(t, &count, s, tandem_state(c, q - 1, 1, b + 1), phase == 1 ? 1.8 : 2);
                if (q && phase == 1) add(t, &count, s, tandem_state(c, q, 2, b), 0.2);
                if (b) add(t, &count, s, tandem_state(c, q, phase, b - 1), 4);
            }
    TRY(csr_from_triplets(n, count, t, &a));
    TRY(csr_split(&a, out));
    for (uint32_t i = 0; i < n; i++) out->diag[i] = 4.0 * c;
out:
    csr_free(&a);
    free(t);
    return status;
}

__attribute__((noinline)) static void plain_loop(uint32_t n, const uint32_t *restrict row,
                                                 const uint32_t *restrict col,
                                                 const double *restrict val,
                                                 const double *restrict x, double *restrict y)
{
    for (uint32_t i = 0; i < n; i++) {
        double sum = 0;
        for (uint32_t k = row[i]; k < row[i + 1]; k++) sum += val[k] * x[col[k]];
        y[i] = sum;
    }
}

struct loop_times {
    double plain[ROUNDS], sweep[ROUNDS], last[ROUNDS];
};

static enum status time_sweeps(const struct stored *s, double epsilon, int repeat, const double *x,
                               double *y, double *out)
{
    const struct mat_ops *ops = find_mat_ops(s->layout, s->place, s->precision);
    int flag = 0;
    struct test test = {.criterion = RELATIVE, .epsilon = epsilon, .flag = &flag};
    enum status status = OK;
    double start = clock_now();
    for (int k = 0; k < repeat && status == OK; k++) status = ops->jacobi(s, NULL, x, y, 1, &test);
    *out = (clock_now() - start) / repeat;
    return status;
}

static enum status time_all(const struct stored *s, struct loop_times *out)
{
    enum status status = OK;
    double *x = malloc(s->n * sizeof *x), *y = malloc(s->n * sizeof *y);
    if (!x || !y) return fail(ERROR_HOST_MEMORY, "no memory");
    for (uint32_t i = 0; i < s->n; i++) x[i] = 1 + i % 7;
    for (int round = -1; round < ROUNDS; round++) {
        int repeat = (int)(2e7 / (double)(s->nnz + s->n)) + 1, at = round < 0 ? 0 : round;
        double start = clock_now();
        for (int k = 0; k < repeat; k++)
            plain_loop(s->n, s->array[MSR_ROW].data, s->array[MSR_COL].data, s->array[MSR_VAL].data,
                       x, y);
        out->plain[at] = (clock_now() - start) / repeat;
        TRY(time_sweeps(s, 1e-6, repeat, x, y, &out->sweep[at]));
        TRY(time_sweeps(s, 1e30, repeat, x, y, &out->last[at]));
    }
out:
    free(x);
    free(y);
    return status;
}

static enum status bench(const char *name, const struct matrix *a)
{
    enum status status = OK;
    struct stored stored = {0};
    struct summary plain, sweep, last;
    struct loop_times times;
    TRY(stored_build(layouts[0], F64, NULL, a, &stored));
    TRY(stored_upload(places[0], &stored));
    TRY(time_all(&stored, &times));
    TRY(summarise(ROUNDS, times.plain, &plain));
    TRY(summarise(ROUNDS, times.sweep, &sweep));
    TRY(summarise(ROUNDS, times.last, &last));
    double per = 1e9 / (double)stored.nnz;
    printf("%-32s %8llu %9llu   %6.3f   %6.3f %5.2f [%.2f, %.2f]   %6.3f %5.2f\n", name,
           (unsigned long long)stored.n, (unsigned long long)stored.nnz, plain.median * per,
           sweep.median * per, sweep.median / plain.median, sweep.ci_low / plain.median,
           sweep.ci_high / plain.median, last.median * per, last.median / plain.median);
out:
    stored_free(&stored);
    return status;
}

/* Layouts side by side, on one core and on two. */

static const char *const compared[] = {"msr", "pattern", "sdia", "balanced", "delta16", "auto"};
enum { NCOMPARED = sizeof compared / sizeof *compared, NCORES = 2 };

struct compared {
    struct stored stored[NCORES][NCOMPARED];
    double times[NCORES][NCOMPARED][ROUNDS], cpu[NCORES][NCOMPARED][ROUNDS], build[NCOMPARED];
    double product[ROUNDS]; /* processor time */
};

static double cpu_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static const struct place *place_of(int cores)
{
    return places[cores]; /* seq and omp */
}

static enum status build_layouts(const struct matrix *a, struct compared *c)
{
    enum status status = OK;
    for (int l = 0; l < NCOMPARED; l++)
        for (int k = 0; k < layout_count; k++)
            if (!strcmp(layouts[k]->name, compared[l])) {
                double start = clock_now();
                TRY(stored_build(layouts[k], F64, NULL, a, &c->stored[0][l]));
                c->build[l] = clock_now() - start;
                TRY(stored_build(layouts[k], F64, NULL, a, &c->stored[1][l]));
                for (int p = 0; p < NCORES; p++) TRY(stored_upload(place_of(p), &c->stored[p][l]));
            }
out:
    return status;
}

static double time_product(const struct stored *s, int repeat, const double *x, double *y)
{
    double start = cpu_now();
    for (int k = 0; k < repeat; k++)
        plain_loop(s->n, s->array[MSR_ROW].data, s->array[MSR_COL].data, s->array[MSR_VAL].data, x,
                   y);
    return (cpu_now() - start) / repeat;
}

static enum status time_layouts(struct compared *c)
{
    enum status status = OK;
    uint32_t n = c->stored[0][0].n;
    double *x[NCORES] = {NULL}, *y[NCORES] = {NULL};
    int repeat = (int)(5e6 / (double)(c->stored[0][0].nnz + n)) + 1;
    for (int p = 0; p < NCORES; p++) {
        TRY(place_of(p)->allocate(n * sizeof(double), (void **)&x[p]));
        TRY(place_of(p)->allocate(n * sizeof(double), (void **)&y[p]));
        for (uint32_t i = 0; i < n; i++) x[p][i] = 1 + i % 7;
    }
    for (int round = -1; round < ROUNDS; round++) {
        c->product[round < 0 ? 0 : round] = time_product(&c->stored[0][0], repeat, x[0], y[0]);
        for (int l = 0; l < NCOMPARED; l++)
            for (int p = 0; p < NCORES; p++) {
                int at = round < 0 ? 0 : round;
                double start = cpu_now();
                TRY(time_sweeps(&c->stored[p][l], 1e-6, repeat, x[p], y[p], &c->times[p][l][at]));
                c->cpu[p][l][at] = (cpu_now() - start) / repeat;
            }
    }
out:
    for (int p = 0; p < NCORES; p++) {
        place_of(p)->release(x[p]);
        place_of(p)->release(y[p]);
    }
    return status;
}

static double least(const double times[ROUNDS])
{
    double out = times[0];
    for (int k = 1; k < ROUNDS; k++) out = fmin(out, times[k]);
    return out;
}

static double least_cpu(const struct compared *c, int core, int layout)
{
    return least(c->cpu[core][layout]);
}

static enum status print_layouts(const char *source, const struct compared *c)
{
    enum status status = OK;
    struct summary base, one, two;
    TRY(summarise(ROUNDS, c->times[0][0], &base));
    printf("\n%s: %llu rows, %llu non-zeros\n  %-9s %8s %9s %8s   %s   %9s  %s\n", source,
           (unsigned long long)c->stored[0][0].n, (unsigned long long)c->stored[0][0].nnz, "layout",
           "bytes/row", "build, ms", "ms", "times msr [95 %]  (CPU)", "omp, ms", "times seq (CPU)");
    for (int l = 0; l < NCOMPARED; l++) {
        const struct stored *stored = &c->stored[0][l];
        TRY(summarise(ROUNDS, c->times[0][l], &one));
        TRY(summarise(ROUNDS, c->times[1][l], &two));
        printf("  %-9s %8.1f %9.1f %8.3f   %5.2f [%.2f, %.2f] (%.2f)   %9.3f  %5.2f (%.2f)  %s\n",
               compared[l], (double)stored_bytes(stored) / stored->n, c->build[l] * 1e3,
               one.median * 1e3, base.median / one.median, base.ci_low / one.ci_high,
               base.ci_high / one.ci_low, least_cpu(c, 0, 0) / least_cpu(c, 0, l), two.median * 1e3,
               one.median / two.median, 2 * least_cpu(c, 0, l) / least_cpu(c, 1, l), stored->note);
    }
    printf("  product   %.3f ms (CPU), %.2f times as fast as a sweep of msr, %.2f of auto\n",
           least(c->product) * 1e3, least_cpu(c, 0, 0) / least(c->product),
           least_cpu(c, 0, NCOMPARED - 1) / least(c->product));
out:
    return status;
}

static enum status compare_layouts(const char *source)
{
    static struct compared c;
    enum status status = OK;
    struct problem problem = {0};
    memset(&c, 0, sizeof c);
    TRY(problem_open(source, &problem));
    TRY(build_layouts(&problem.system.a, &c));
    TRY(time_layouts(&c));
    TRY(print_layouts(source, &c));
out:
    for (int p = 0; p < NCORES; p++)
        for (int l = 0; l < NCOMPARED; l++) stored_free(&c.stored[p][l]);
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static const char *const chains[] = {
        "tandem:c=1023", "cluster:n=320", "kanban:t=4",  "polling:n=14",
        "fms:n=7",       "polling:n=16",  "herman:n=11", "random_dd:n=4000,density=0.1"};
    static const char *const sources[] = {"random_dd:n=2000,density=0.01",
                                          "random_dd:n=8000,density=0.01",
                                          "random_dd:n=8000,density=0.1"};
    static const uint32_t capacities[] = {63, 255, 1023};
    enum status status = OK;
    for (int k = 1; k < argc && status == OK; k++) status = compare_layouts(argv[k]);
    if (argc > 1) goto out;
    printf("%-32s %8s %9s   %6s   %6s %s   %6s %s\n", "ns a non-zero", "rows", "non-zeros", "plain",
           "sweep", "ratio [95 %]     ", "last", "ratio");
    for (size_t k = 0; k < 3 && status == OK; k++) {
        struct problem problem;
        status = problem_open(sources[k], &problem);
        if (status == OK) status = bench(sources[k], &problem.system.a);
        problem_free(&problem);
    }
    for (size_t k = 0; k < 3 && status == OK; k++) {
        struct matrix a = {0};
        char name[64];
        snprintf(name, sizeof name, "structure of tandem:c=%u", capacities[k]);
        status = tandem(capacities[k], &a);
        if (status == OK) status = bench(name, &a);
        matrix_free(&a);
    }
    for (size_t k = 0; k < sizeof chains / sizeof *chains && status == OK; k++)
        status = compare_layouts(chains[k]);
out:
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
