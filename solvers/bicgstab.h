/* What the BiCGStab methods share: van der Vorst's iteration, unpreconditioned, with its scalars in place memory. */
#ifndef WARPMARK_SOLVERS_BICGSTAB_H
#define WARPMARK_SOLVERS_BICGSTAB_H

#include "solvers/solver.h"

typedef enum status dot_fn(size_t n, const void *x, const void *y, double *out);

enum { BICGSTAB_WORK = 5, BICGSTAB_SCALARS = 8 };

bool bicgstab_can_use(const struct mat_ops *mat);
enum status bicgstab_run(struct solve *solve, dot_fn *dot);
enum status bicgstab_change(const struct solve *solve, double *out);

#endif
