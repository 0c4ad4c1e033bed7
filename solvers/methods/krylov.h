/* Common parts of bicgstab and gmres: options, the preconditioner, and pinned rows.
 *
 * The matrix of a long run is singular. Pinning removes one equation of each class and keeps its
 * unknown, row s, at 1: the remaining system is not singular, and the answer is scaled at the end.
 * s is the row with the largest entry after some sweeps of JOR. Every vector of the method is 0 in
 * pinned rows, so column s of the matrix has no effect. */
#pragma once

#include "solvers/preconditioner.h"
#include "solvers/solver.h"

enum pinning { PIN_AUTO, PIN_NO, PIN_YES };
enum products { PRODUCTS_AUTO, PRODUCTS_LAYOUT };

struct krylov_options {
    int precondition; /* index in preconditioners[] */
    enum factor_precision factors;
    enum triangles triangles;
    int blocks; /* see struct ilu */
    enum products products;
    enum pinning pin;
    int restart;
};

extern const struct option krylov_options[];

/* solve->own. */
struct krylov {
    struct preconditioning m;
    bool pinned;
    struct row_classes classes;   /* classes of a long run; otherwise one class */
    /* pin_here: all pinned rows, ascending, on the host; pin_own: the nown of them that this
     * process has, counted from its first row; pin: these in place memory */
    uint64_t *pin_here, *pin_own, *pin;
    uint32_t nown;
    struct weight *weight;    /* weight of every class */
    double *mass, *factor;    /* for every class: the sum of the start vector's entries, and the
                                 factor of the class at the end */
    double bound;             /* bound for every entry of the answer's residual */
    double aim;               /* the same bound in the scale of the iterates */
    double largest;           /* largest |entry| of A */
    void **vector;            /* vectors that the method asked for */
    int vectors;
    double left;   /* the largest entry of the true residual at the last krylov_check */
    bool rounded;  /* the residual may be as small as rounding allows */
    void *scratch; /* one more vector */
};

/* Chooses the preconditioner of this name, and the restart of gmres. */
void krylov_choose(struct solver_options *options, const char *precondition, int restart);

/* Returns whether the solve has neither a preconditioner nor pins. */
bool krylov_is_plain(const struct solver_options *options);

const struct preconditioner *krylov_preconditioner(const struct solver_options *options);

bool krylov_can_use(const struct mat_ops *mat);

/* method->change */
enum status krylov_change(const struct solve *solve, double *out);

/* For prepare and dismiss of methods. vectors: number of vectors that the method needs. */
enum status krylov_prepare(struct solve *solve, const struct solve_settings *settings, int vectors);
void krylov_dismiss(struct solve *solve);

/* Adds to solve->note. */
void krylov_note(struct solve *solve, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Notes that the residual stays above `size`, and the possible reason. */
void krylov_note_stall(struct solve *solve, double size);

/* Begins a run: chooses the pins and makes the preconditioner. *ended: nothing can be pinned. */
enum status krylov_begin(struct solve *solve, bool *ended);

/* z = M^-1 v and y = A z, with 0 in pinned rows. Without a preconditioner *at = v, else *at = z.
 * Where the preconditioner makes products (preconditioner.h): z = N v and y = K A z. */
enum status krylov_apply(struct solve *solve, const void *v, void *z, void *y, const void **at);

/* z = M^-1 v, or N v: what the sum of the vectors that krylov_apply took adds to x. */
enum status krylov_step(struct solve *solve, const void *v, void *z);

/* r = b - A x, or K of it, with 0 in pinned rows; *size = its largest entry. */
enum status krylov_residual(struct solve *solve, const void *x, void *r, double *size);

/* Checks whether x is an answer. *size = the largest entry of its true residual, pinned rows
 * included, in the scale of the answer; *met: it is below the bound. Sets own->rounded if rounding
 * may keep the residual from getting smaller. If an earlier iterate was far larger, its rounding
 * errors remain in the residual, and another run from x may remove them. Overwrites scratch. */
enum status krylov_check(struct solve *solve, void *x, double *size, bool *met);

/* Ends a run with an answer whose residual is above the bound, but as small as rounding allows. */
enum status krylov_finish_rounded(struct solve *solve, const void *x);

/* Ends a run with this answer, scaled to the class sums of the start vector. */
enum status krylov_finish(struct solve *solve, const void *x, enum outcome outcome);
