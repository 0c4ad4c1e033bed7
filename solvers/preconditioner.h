/* What comes before the matrix in a preconditioned Krylov method: M^-1 near A^-1, cheap to apply.
 * The members of this axis stand in preconditioners.def, one line each. They are written against
 * operations of the place, as methods are.
 *
 * Pinned rows (methods/krylov.h) have a residual of 0 throughout, and must keep a 0 there. */
#pragma once

#include "solvers/ilu.h"
#include "solvers/place.h"

struct facts;
struct forecast;
struct preconditioner;
struct solve_settings;

enum factor_precision { FACTORS_F32, FACTORS_F64 };

/* One preconditioner of one solve. */
struct preconditioning {
    const struct preconditioner *kind;
    const struct place *place;
    enum precision precision; /* of vectors */
    enum factor_precision factors;
    enum triangles triangles;
    const struct stored *stored; /* the matrix at the place */
    const struct matrix *a;      /* on the host */
    const uint64_t *pin;    /* rows, ascending, on the host; most_pins at most */
    uint32_t npins, most_pins;
    bool long_run;     /* b = 0, and the columns of the matrix sum to zero */
    const void *rough; /* of a pinned long run, when factor is called: a rough answer, positive,
                          in place memory */
    const uint32_t *class_of; /* of each row, on the host, where there are several; else NULL */
    const struct row_classes *classes; /* the same in place memory */
    char note[120];                    /* what factor has to say, or "" */
    union {
        struct ilu ilu;
        void *diagonal; /* in place memory */
        void *own;      /* of others */
    };
};

struct preconditioner {
    const char *name;
    bool by_rows;       /* it reads off-diagonal entries of the matrix */
    const char *stalls; /* why an iteration with it may come to a halt, and what to do. NULL: not
                           known */
    /* Allocates. ERROR_UNSUPPORTED with the reason where the place or the matrix cannot. NULL:
     * nothing to do, here and below */
    enum status (*prepare)(struct preconditioning *m);
    /* Makes M from the matrix and the pins, within the timed run; allocates nothing. */
    enum status (*factor)(struct preconditioning *m);
    /* z = M^-1 r; z is not r. NULL: M is the identity */
    enum status (*apply)(const struct preconditioning *m, const void *r, void *z);
    void (*dismiss)(struct preconditioning *m); /* also after a prepare that failed */
    /* Corrects what a Krylov method without it would take (solvers/forecast.h), whose iterations
     * apply it so many times. NULL: it cannot say */
    void (*foresee)(const struct facts *facts, double times, struct forecast *out);
};

/* preconditioners.def; NULL behind the last */
extern const struct preconditioner *const preconditioners[];
