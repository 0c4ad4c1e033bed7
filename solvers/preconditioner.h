/* Preconditioners of Krylov methods: M^-1 near A^-1, cheap to apply. preconditioners.def lists
 * them, one per line. They are written against operations of the place, as methods are.
 *
 * Pinned rows (methods/krylov.h) always have a residual of 0, and a preconditioner must keep the 0
 * there. */
#pragma once

#include "solvers/ilu.h"
#include "solvers/place.h"

struct preconditioner;
struct solve_settings;

enum factor_precision { FACTORS_F32, FACTORS_F64 };

/* One preconditioner of one solve. */
struct preconditioning {
    const struct preconditioner *kind;
    const struct place *place;
    enum precision precision; /* precision of vectors */
    enum factor_precision factors;
    enum triangles triangles;
    uint32_t blocks; /* see struct ilu */
    bool products;   /* wanted; after factor: methods solve K A N, and left, right and product are
                        used in place of apply */
    const struct stored *stored; /* the matrix at the place */
    const struct matrix *a;      /* on the host */
    bool placed;                 /* its rows are in place memory instead (solvers/placed.h) */
    const uint64_t *pin;    /* pinned rows, ascending, on the host; at most most_pins */
    uint32_t npins, most_pins;
    bool long_run;     /* b = 0, and the columns of the matrix sum to zero */
    const void *rough; /* for a pinned long run, when factor is called: a rough, positive answer,
                          in place memory */
    const uint32_t *class_of; /* class of each row, on the host, if there are several classes;
                                 else NULL */
    const struct row_classes *classes; /* the same in place memory */
    const double *weight;              /* see struct solve_settings */
    bool by_rows;
    char note[120]; /* message of factor, or "" */
    union {
        struct ilu ilu;
        void *diagonal; /* in place memory */
        void *own;      /* data of other preconditioners */
    };
};

struct preconditioner {
    const char *name;
    bool by_rows;       /* it reads off-diagonal entries of the matrix */
    bool rough;         /* factor reads the rough answer */
    bool by_entries;    /* apply divides by m->diagonal, entry by entry */
    const char *stalls; /* possible reason for an iteration that does not progress, and the
                           remedy. NULL: not known */
    /* Allocates. ERROR_UNSUPPORTED with the reason if the place or the matrix cannot be used. NULL,
     * here and below: nothing to do */
    enum status (*prepare)(struct preconditioning *m);
    /* Makes M from the matrix and the pins, within the timed run; allocates nothing. */
    enum status (*factor)(struct preconditioning *m);
    /* z = M^-1 r; z is not r. NULL: M is the identity */
    enum status (*apply)(const struct preconditioning *m, const void *r, void *z);
    /* If M^-1 = N K, and K A N costs less than A and M^-1: r = K r, t = N v, and y = K A N v with
     * t = N v. NULL, or products is not set after factor: not so */
    enum status (*left)(const struct preconditioning *m, void *r);
    enum status (*right)(const struct preconditioning *m, const void *v, void *t);
    enum status (*product)(const struct preconditioning *m, const void *v, void *t, void *y);
    void (*dismiss)(struct preconditioning *m); /* also after a prepare that failed */
};

/* The preconditioners of preconditioners.def; NULL after the last */
extern const struct preconditioner *const preconditioners[];
