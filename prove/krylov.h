/* BiCGStab (van der Vorst 1992), preconditioned on the right by one symmetric Gauss-Seidel sweep
 * within each thread's rows. Internal to prove/. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/budget.h"

enum { KRYLOV_VECTORS = 6 };

struct krylov {
    const struct matrix *a;
    double *inverse; /* of the diagonal */
    double *vector[KRYLOV_VECTORS];
};

enum status krylov_create(const struct matrix *a, struct krylov *out);
void krylov_free(struct krylov *krylov); /* accepts a zeroed one, leaves one */

/* Solves A x = b from 0 until every |b - A x| is at most `wanted`, as far as the recurrence tells;
 * or gives up. *left = the largest of them. Errors: ERROR_INTERRUPTED. */
enum status krylov_solve(struct krylov *krylov, const double *b, double wanted,
                         struct budget *budget, double *x, double *left);
