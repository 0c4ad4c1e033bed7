/* Solves the systems of proofs by methods of solvers/, at any of its places. No proof trusts an
 * answer. Internal to prove/. */
#pragma once

#include "prove/systems/budget.h"
#include "prove/systems/ordered.h"
#include "solvers/solve.h"

/* A rough answer of a long run, by which rows can unite in coarser chains (solve_settings.weight).
 * times: for the system of times, whose rows have the rates that leave a state; otherwise for that
 * of answers. */
struct coarsening {
    const double *weight; /* one for each row; NULL: not known, rows do not unite. For rows in place
                             memory it is there, too */
    bool times;
};

/* A system A x = b for any number of b; <A> has weights (certify/check.h). */
struct equations {
    const struct matrix *a; /* in its own order, or in that of `ordered` */
    bool placed;            /* its rows are in place memory (solvers/placed.h) */
    struct ordered ordered;
    struct coarsening coarsening;
    struct budget *budget;
    struct stored stored;
    struct solve solve; /* by the way in use */
    int way;            /* those before have failed, or do not fit */
    double *zeros;      /* n; NULL for rows in place memory */
    const double *b;    /* in place memory, for rows there: the right-hand side, ... */
    double wanted;      /* ... and the largest |b - A x| that is wanted; 1 for other rows */
};

/* Returns whether rows have so many entries, on average, that the chain probably mixes fast. */
bool has_long_rows(const struct matrix *a);

extern bool unite_at_once; /* for tests: rows unite at once if they can, however few they are */

/* a, the weights of coarsening, and budget must live as long as out. order: look for an order of
 * the rows, unless they can unite. Errors: ERROR_HOST_MEMORY; those of the place. */
enum status equations_create(const struct matrix *a, bool order,
                             const struct coarsening *coarsening, struct budget *budget,
                             struct equations *out);
/* The same for rows in the memory of a place (solvers/placed.h), and one right-hand side b, which
 * is also there and must live as long. */
enum status equations_place(const struct place *place, const struct matrix *there,
                            const struct coarsening *coarsening, const double *b, double wanted,
                            struct budget *budget, struct equations *out);
void equations_free(struct equations *equations); /* accepts a zeroed one, leaves one */

/* x (n numbers) = an answer with every |b - A x| <= wanted, or a worse one if that takes too long
 * or cannot be. Errors: ERROR_HOST_MEMORY, ERROR_INTERRUPTED; those of the place. */
enum status equations_solve(struct equations *equations, const double *b, double wanted, double *x);

/* The same for equations_place; x is in place memory. *found: it is as wanted. */
enum status equations_solve_placed(struct equations *equations, double *x, bool *found);
