/* Common parts of the two directions of Gauss-Seidel. */
#pragma once

#include "solvers/solver.h"

struct gauss_seidel_options {
    int level_order; /* number of a word of the option; the first word is the default */
};

extern const struct option gauss_seidel_options[];

/* Returns whether rows are wanted level by level. */
bool gauss_seidel_by_level(const struct solver_options *options);

bool gauss_seidel_can_use(const struct mat_ops *mat);

/* *out = the change of one more sweep: a sweep in place leaves no older iterate to compare with. */
enum status gauss_seidel_change(const struct solve *solve, bool descending, double *out);
