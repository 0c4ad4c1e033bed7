/* BiCGStab (van der Vorst 1992), preconditioned on the right by one sweep forward and one backward
 * within each thread's rows, with the pivots of an incomplete factorisation; or by a cycle over
 * levels. Internal to prove/. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/means/budget.h"
#include "prove/means/levels.h"

enum { KRYLOV_VECTORS = 6 };

struct krylov {
    const struct matrix *a;
    struct coarsening coarsening;
    enum pivots { DIAGONAL, MODIFIED_PIVOTS, LEVELS, PIVOTS } pivots; /* the first that works */
    double *inverse;                                                  /* of these */
    struct levels levels;
    bool team; /* whether threads share the work: not where that is slower, as on a machine
                  that is busy */
    double *vector[KRYLOV_VECTORS];
};

extern bool levels_always; /* for tests: chains have levels at once, however short they are */

/* What is pointed to must outlive it. plain: try it without sweeps first. Errors:
 * ERROR_HOST_MEMORY. */
enum status krylov_create(const struct matrix *a, const struct coarsening *coarsening, bool plain,
                          struct krylov *out);
void krylov_free(struct krylov *krylov); /* accepts a zeroed one, leaves one */

/* When a residual is small enough: every |b - A x| is at most `wanted`, or at most `share` times
 * the largest |x_i|. */
struct aim {
    double wanted, share;
};

/* Solves A x = b from 0 until the aim is met, as far as the recurrence tells; or gives up. Errors:
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status krylov_solve(struct krylov *krylov, const double *b, const struct aim *aim,
                         struct budget *budget, double *x, bool *met);
