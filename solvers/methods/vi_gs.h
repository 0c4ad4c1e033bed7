/* Common parts of the methods that update decision processes in place, on the matrix itself: of
 * vi_gs, vi_gs_descending, topological, pi and mpi. A chain is a process with a row for each
 * unknown. */
#pragma once

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
double vi_gs_row(const struct vi_gs *own, const double *b, const double *x, uint32_t c, uint32_t i);

/* Returns the best value of unknown i; *row: its first row that has it. */
double vi_gs_best(const struct vi_gs *own, const double *b, const double *x, uint32_t i,
                  uint32_t *row);

/* x_i = next. Returns whether the change fails the test; *largest grows to its size. */
bool vi_gs_update(const struct solve *solve, double *x, uint32_t i, double next, double *largest);

/* Makes a sweep on the host. Returns whether the test fails; *largest: the largest change as the
 * test measures it. */
bool vi_gs_pass(const struct solve *solve, double *x, double *largest);
