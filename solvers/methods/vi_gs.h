/* Common parts of vi_gs and vi_gs_descending: value iteration in place, by the entries of the
 * matrix. */
#pragma once

#include "solvers/solve.h"

struct vi_gs {
    const struct matrix *a;
    bool largest, descending;
};

enum status vi_gs_why_not(const struct place *place, enum precision precision,
                          const struct solver_options *options);
enum status vi_gs_prepare(struct solve *solve, const struct solve_settings *settings);
enum status vi_gs_sweep(struct solve *solve);
enum status vi_gs_change(const struct solve *solve, double *out);
