/* BiCGStab (van der Vorst 1992), preconditioned on the right. The preconditioner is one sweep
 * forward and one backward within each thread's rows, with the pivots of an incomplete
 * factorisation, or a cycle over levels. Internal to prove/. */
#pragma once

#include "base/sparse/csr.h"
#include "prove/means/budget.h"
#include "prove/means/levels.h"

enum { KRYLOV_VECTORS = 6 };

struct krylov {
    const struct matrix *a;
    struct coarsening coarsening;
    enum pivots { DIAGONAL, MODIFIED_PIVOTS, LEVELS, PIVOTS } pivots; /* preconditioner in use */
    double *inverse;                                                  /* 1 / pivots */
    struct levels levels;
    bool team; /* whether threads share the work; not if that is slower, as on a busy machine */
    double *vector[KRYLOV_VECTORS];
};

extern bool levels_always; /* for tests: chains have levels at once, however short they are */

/* a and the arrays of coarsening must live as long as out. plain: first try it without sweeps.
 * Errors: ERROR_HOST_MEMORY. */
enum status krylov_create(const struct matrix *a, const struct coarsening *coarsening, bool plain,
                          struct krylov *out);
void krylov_free(struct krylov *krylov); /* accepts a zeroed one, leaves one */

/* The aim of a solve: it ends when every |b - A x| is at most `wanted`, or at most `share` times
 * the largest |x_i|. */
struct aim {
    double wanted, share;
};

/* Solves A x = b, starting from 0, until the aim is met according to the recurrence (*met), or
 * gives up. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status krylov_solve(struct krylov *krylov, const double *b, const struct aim *aim,
                         struct budget *budget, double *x, bool *met);
