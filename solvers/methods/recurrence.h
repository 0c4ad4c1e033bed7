/* BiCGStab's recurrence, many iterations in one call (loop=resident): what a method gives to
 * mat_ops.recurrence, and what comes back.
 *
 * Plain: the recurrence and the test of solvers/methods/bicgstab.c. A call begins and ends behind a
 * test, so it makes whole steps of that method.
 *
 * Checked: the recurrence of solvers/methods/bicgstab_preconditioned.c, with a diagonal M or none,
 * and pinned rows. A call also ends where the host has to decide something: see `end`. */
#pragma once

#include "solvers/operations.h"

/* Where an iteration is: at its beginning; behind the test of s; behind x and r. */
enum recurrence_at { AT_BEGINNING, AT_SECOND_HALF, AT_DIRECTION };

/* Why a call has ended. Plain calls end with the first one alone, and tell their votes. */
enum recurrence_end {
    ENDED_BY_COUNT,   /* all iterations were made, or a test ended them */
    ENDED_BY_DIVISOR, /* alpha, omega or beta is zero or not finite */
    ENDED_AT_S,       /* every |s_i| is at most aim */
    ENDED_AT_R,       /* every |r_i| is at most aim */
    ENDED_BY_PATIENCE /* `patience` iterations brought no better iterate */
};

/* State between two calls beside the vectors. The host writes it while no call runs. */
struct recurrence_state {
    double rho, alpha, omega, beta;
    double aim;     /* the bound for every |s_i| or |r_i| */
    double claimed; /* at the end: the largest |s_i| or |r_i|, if the host has to look at it */
    double size;    /* the largest |r_i| of the best iterate */
    unsigned since; /* iterations since the best iterate */
    int at;         /* enum recurrence_at: where the next call begins */
    int end;        /* enum recurrence_end */
};

/* n entries a vector, in place memory. The work vectors are those of the method's file; y and z are
 * M^-1 p and M^-1 s. */
struct recurrence {
    bool checked;
    const void *from_x, *from_best; /* iterates at the beginning; best: checked only */
    void *x, *best;                 /* iterates at the end, two vectors; may be from_* */
    void *r, *p, *v, *y, *z;
    const void *q;
    const void *diagonal; /* of M; NULL: M is the identity */
    const uint64_t *pin;  /* pinned rows, ascending, in place memory */
    uint32_t npins;
    unsigned patience;
    double *rho, *alpha;            /* plain: in place memory, in place of those of `state` */
    struct recurrence_state *state; /* memory that both the host and the place can read and write;
                                       of open */
    int kind;                       /* of open: how rows are kept, ... */
    unsigned blocks;                /* ... by how many blocks, ... */
    uint32_t each;                  /* ... and how many rows a block has */
};

struct recurrence_ops {
    /* Chooses how the rows of a are kept, for how->checked, and allocates the state. a->n > 0.
     * Errors: ERROR_UNSUPPORTED where there are too many rows, ERROR_DEVICE_MEMORY, ERROR_DEVICE */
    enum status (*open)(const struct stored *a, struct recurrence *how);
    void (*close)(struct recurrence *how); /* accepts one that was not opened */
    /* Enqueues iterations until as many as test->burst says have ended, or one of the reasons of
     * enum recurrence_end. The report of the burst counts iterations that have ended; its votes are
     * those of the last test, or 0 if the host has to decide. Plain: not_finite is about x. */
    enum status (*run)(const struct stored *a, const struct recurrence *how,
                       const struct test *test);
};
