/* Common parts of the methods that update decision processes in place, on the matrix itself: of
 * vi_gs, vi_gs_descending, topological, pi and mpi. A chain is a process with a row for each
 * unknown. */
#pragma once

#include <math.h>

#include "solvers/solve.h"

/* The first member of solve->own. */
struct vi_gs {
    const struct matrix *a;
    const double *b; /* on the host; NULL: zeros */
    bool largest, descending;
};

enum status vi_gs_why_not(const struct place *place, enum precision precision,
                          const struct solver_options *options);
enum status vi_gs_prepare(struct solve *solve, const struct solve_settings *settings);
enum status vi_gs_sweep(struct solve *solve);
enum status vi_gs_change(const struct solve *solve, double *out);

/* Returns the value of row c of unknown i. */
static inline double vi_gs_row(const struct vi_gs *own, const double *b, const double *x,
                               uint32_t c, uint32_t i)
{
    const struct csr *off = &own->a->off;
    const double diagonal = own->a->diag[c];
    double value = b ? b[c] : 0;
    for (uint64_t k = off->row[c]; k < off->row[c + 1]; k++) value -= off->val[k] * x[off->col[k]];
    if (diagonal == 1) return value;
    return own->descending ? value + (1 - diagonal) * x[i] : value / diagonal;
}

/* Returns the best value of unknown i; *row: its first row that has it. */
static inline double vi_gs_best(const struct vi_gs *own, const double *b, const double *x,
                                uint32_t i, uint32_t *row)
{
    const uint32_t first = matrix_first_row(own->a, i), end = matrix_first_row(own->a, i + 1);
    double best = vi_gs_row(own, b, x, first, i);
    *row = first;
    for (uint32_t c = first + 1; c < end; c++) {
        const double value = vi_gs_row(own, b, x, c, i);
        if (own->largest ? !(value > best) : !(value < best)) continue;
        best = value;
        *row = c;
    }
    return best;
}

/* Returns whether a change fails the test. 0/0 is no change. */
static inline bool vi_gs_fails(const struct vi_gs *own, const struct test *test, double old,
                               double next)
{
    const double change = fabs(next - old), of = fabs(own->descending ? old : next);
    if (test->criterion == ABSOLUTE)
        return own->descending ? !(change <= test->epsilon) : !(change < test->epsilon);
    if (own->descending) return !(change <= test->epsilon * of);
    return change != 0 && !(change / of < test->epsilon);
}

/* x_i = next. Returns whether the change fails the test; *largest grows to its size. */
static inline bool vi_gs_update(const struct solve *solve, double *x, uint32_t i, double next,
                                double *largest)
{
    const struct vi_gs *own = solve->own;
    const double old = x[i], change = fabs(next - old),
                 size = solve->test.criterion == ABSOLUTE ? 1 : fabs(own->descending ? old : next);
    if (change != 0) *largest = fmax(*largest, change / size);
    x[i] = next;
    return vi_gs_fails(own, &solve->test, old, next);
}

/* Makes a sweep on the host. Returns whether the test fails; *largest: the largest change as the
 * test measures it. */
bool vi_gs_pass(const struct solve *solve, double *x, double *largest);
