/* What bicgstab and gmres share: options, the preconditioner, and pinned rows.
 *
 * A long run's matrix is singular. Pinning takes one equation a class out and keeps the unknown at
 * 1: the remaining system is not singular, and the answer is scaled in the end. s is the row with
 * the largest entry after some sweeps of JOR. Every vector of the method is 0 in pinned rows, so
 * that column s of the matrix plays no part. */
#pragma once

#include "solvers/preconditioner.h"
#include "solvers/solver.h"

enum pinning { PIN_AUTO, PIN_NO, PIN_YES };

struct krylov_options {
    int precondition; /* which of preconditioners[] */
    enum factor_precision factors;
    enum triangles triangles;
    enum pinning pin;
    int restart;
};

extern const struct option krylov_options[];

/* solve->own. */
struct krylov {
    struct preconditioning m;
    bool pinned;
    struct row_classes classes;   /* of a long run; else one */
    /* pinned rows, ascending, on the host; the nown of them that this process has, counted from its
     * first row; and these in place memory */
    uint64_t *pin_here, *pin_own, *pin;
    uint32_t nown;
    struct weight *weight;    /* of every class */
    double *mass, *factor;    /* of every class: the sum of the start's entries, and what a class
                                 is multiplied by */
    double bound;             /* what every entry of the answer's residual is to stay below */
    double aim;               /* the same for the residual in the scale of the iterates */
    double largest;           /* |entry| of A */
    void **vector;            /* those that the method asked for */
    int vectors;
    double left;   /* the largest entry of the true residual that krylov_check has seen last */
    bool rounded;  /* it may be as small as rounding lets it be */
    void *scratch; /* one more vector */
};

/* Whether the solve has neither preconditioner nor pins. */
bool krylov_is_plain(const struct solver_options *options);

bool krylov_can_use(const struct mat_ops *mat);

/* method->change */
enum status krylov_change(const struct solve *solve, double *out);

/* For methods' prepare and dismiss. vectors: how many the method needs. */
enum status krylov_prepare(struct solve *solve, const struct solve_settings *settings, int vectors);
void krylov_dismiss(struct solve *solve);

/* Adds to solve->note. */
void krylov_note(struct solve *solve, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Notes that the residual stays above size, and why that may be. */
void krylov_note_stall(struct solve *solve, double size);

/* Begins a run: pins, and the preconditioner made. *ended: nothing can be pinned. */
enum status krylov_begin(struct solve *solve, bool *ended);

/* z = M^-1 v and y = A z without pinned rows; without a preconditioner *at = v, else *at = z. */
enum status krylov_apply(struct solve *solve, const void *v, void *z, void *y, const void **at);

/* r = b - A x without pinned rows; *size = its largest entry. */
enum status krylov_residual(struct solve *solve, const void *x, void *r, double *size);

/* Whether x is an answer: *size = the largest entry of its true residual, pinned rows included, in
 * the scale of the answer; *met: it is below the bound. Sets own->rounded: an iterate that was far
 * larger on its way keeps such a residual, and the next run from it may take that away. Overwrites
 * scratch. */
enum status krylov_check(struct solve *solve, void *x, double *size, bool *met);

/* Ends a run with an answer whose residual is above the bound, but as small as rounding lets it be.
 */
enum status krylov_finish_rounded(struct solve *solve, const void *x);

/* Ends a run with this answer, scaled to the masses of the start. */
enum status krylov_finish(struct solve *solve, const void *x, enum outcome outcome);
