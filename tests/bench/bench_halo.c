/* make bench-halo: the entries that parts of a matrix read from each other, in each order of rows
 * that is meant to reduce them. For 2, 4 and 16 parts, divided as ranks divide rows: the entries
 * that a part receives in an iteration, over its rows, for the part with the largest share. Then
 * the time to make the order, and for 16 parts the bytes of the largest part over the mean, divided
 * by bytes and by rows. SOURCES as arguments: only these. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/process/clock.h"
#include "base/sparse/division.h"
#include "problems/problem.h"
#include "problems/row_order.h"
#include "solvers/halo.h"

static const enum row_order orders[] = {ORDER_NATIVE, ORDER_BFS, ORDER_BISECTION};
static const int counts[] = {2, 4, 16};
enum { NORDERS_HERE = sizeof orders / sizeof *orders, NCOUNTS = sizeof counts / sizeof *counts };

static double bytes_between(const struct csr *off, uint32_t first, uint32_t end)
{
    return (double)rows_bytes(end - first, off->row[end] - off->row[first]);
}

static enum status largest_share(const struct matrix *a, int parts, double *out)
{
    const struct csr *off = &a->off;
    *out = 0;
    for (int k = 0; k < parts; k++) {
        const uint32_t first = division_start(off->row, off->rows, parts, k),
                       end = division_start(off->row, off->rows, parts, k + 1);
        uint64_t *halo, count;
        MUST(halo_build(a, first, end, &halo, &count));
        free(halo);
        if (end > first) *out = fmax(*out, (double)count / (end - first));
    }
    return OK;
}

static double imbalance(const struct csr *off, int parts, bool by_bytes)
{
    double largest = 0;
    for (int k = 0; k < parts; k++) {
        const uint64_t first = by_bytes ? division_start(off->row, off->rows, parts, k)
                                        : part_start(off->rows, parts, k),
                       end = by_bytes ? division_start(off->row, off->rows, parts, k + 1)
                                      : part_start(off->rows, parts, k + 1);
        largest = fmax(largest, bytes_between(off, first, end));
    }
    return largest / (bytes_between(off, 0, off->rows) / parts);
}

static enum status print_row(const char *source, enum row_order order, const struct matrix *a,
                             double seconds)
{
    printf("%-28s %9u  %-10s", source, a->off.rows, row_order_names[order]);
    for (int k = 0; k < NCOUNTS; k++) {
        double share;
        MUST(largest_share(a, counts[k], &share));
        printf(" %8.2f %%", 100 * share);
    }
    printf(" %8.2f s %8.3f %8.3f\n", seconds, imbalance(&a->off, counts[NCOUNTS - 1], true),
           imbalance(&a->off, counts[NCOUNTS - 1], false));
    fflush(stdout);
    return OK;
}

static enum status bench(const char *source)
{
    enum status status = OK;
    struct problem problem = {0};
    struct linear renumbered = {0};
    uint32_t *sequence = NULL;
    TRY(problem_open(source, &problem));
    for (int k = 0; k < NORDERS_HERE; k++) {
        const double began = clock_now();
        TRY(row_order_sequence(&problem, orders[k], &sequence));
        const double seconds = clock_now() - began;
        if (sequence) TRY(row_order_apply(&problem.system, sequence, &renumbered));
        TRY(print_row(source, orders[k], sequence ? &renumbered.a : &problem.system.a, seconds));
        linear_free(&renumbered);
        free(sequence);
        sequence = NULL;
    }
out:
    linear_free(&renumbered);
    free(sequence);
    problem_free(&problem);
    return status;
}

int main(int argc, char **argv)
{
    static char *const sources[] = {"cluster:n=122",
                                    "tandem:c=511",
                                    "kanban:t=4",
                                    "fms:n=5",
                                    "polling:n=14",
                                    "herman:n=11",
                                    "random_dd:n=20000,density=0.0005"};
    char *const *list = argc > 1 ? argv + 1 : sources;
    const int many = argc > 1 ? argc - 1 : (int)(sizeof sources / sizeof *sources);
    enum status status = OK;
    printf("%-28s %9s  %-10s %10s %10s %10s %10s %8s %8s\n", "halo of the worst part", "rows",
           "order", "2 parts", "4 parts", "16 parts", "order took", "by bytes", "by rows");
    for (int k = 0; k < many && status == OK; k++) status = bench(list[k]);
    if (status != OK) fprintf(stderr, "%s\n", fail_message());
    return status != OK;
}
