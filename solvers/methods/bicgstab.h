/* Common parts of the BiCGStab methods: work vectors, scalars in place memory, start and test. */
#pragma once

#include "solvers/methods/krylov.h"
#include "solvers/methods/recurrence.h"
#include "solvers/solver.h"

/* solve->own of bicgstab */
struct bicgstab {
    struct krylov krylov;
    struct recurrence recurrence; /* loop=resident */
};

typedef enum status dot_fn(size_t n, const void *x, const void *y, double *out);

enum { R, Q, P, V, T, BICGSTAB_WORK }; /* work vectors: V = A p, T = A s */
enum {
    RHO,
    RHO_NEXT,
    ALPHA,
    OMEGA,
    BETA,
    QV,
    TS,
    TT,
    BICGSTAB_SCALARS
}; /* scalars; TS and TT side by side */

bool bicgstab_can_use(const struct mat_ops *mat);

/* r = b - A x, q = p = r, rho = q.r. *ended: the start vector solves the system already, and the
 * outcome is set. */
enum status bicgstab_start(struct solve *solve, dot_fn *dot, bool *ended);

/* Adds alpha p to x if the solve has converged, because its test was made on s. */
enum status bicgstab_finish(struct solve *solve);

/* Runs the method: the start; then `begin`, the first half of an iteration, up to its test; then
 * steps, each from one test to the next, until one ends the solve. */
enum status bicgstab_run(struct solve *solve, step_fn *begin);

/* The same with a preconditioner, or pinned rows (bicgstab_preconditioned.c). */
enum status bicgstab_run_preconditioned(struct solve *solve);
enum { BICGSTAB_Y, BICGSTAB_Z, BICGSTAB_SPARE, PRECONDITIONED_VECTORS }; /* krylov.vector */

enum status bicgstab_change(const struct solve *solve, double *out);
