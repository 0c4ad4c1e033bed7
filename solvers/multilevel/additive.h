/* The cycle in its additive form: e near A^-1 r, for an r of any signs, by a hierarchy that does
 * not change. Each level makes a damped Jacobi sweep from 0, adds the next level's answer to the
 * remaining residual with the weights of the hierarchy, and makes another sweep. The smallest level
 * multiplies with its inverse. So e is linear in r. */
#pragma once

#include "solvers/multilevel/cycle.h"

/* Vectors of a level beside its system, in place memory. */
struct correction {
    double *r, *e, *other; /* r of level 0 belongs to the caller */
    double *damped;        /* the diagonal divided by omega; a huge number if the diagonal is 0 */
};

struct additive {
    struct cycle
        cycle; /* sets up the hierarchy; in each level x is the iterate, next the weights */
    struct correction at[LEVELS_MOST];
    bool long_run;
    int behind; /* sweeps on the way up; the caller may choose more than one */
    const struct vec_ops *vec;
    double *block; /* owned, in place memory: all vectors */
    size_t used, room;
    struct level inverse; /* owned, in place memory: the inverse of the smallest level, stored as
                             a level whose sweep makes the product; n = 0 if that level is too
                             large */
    struct level here;    /* owned: the same on the host */
    double *rate;         /* owned, on the host: rates of the smallest level */
};

/* a, placed: as in struct finest. */
enum status additive_create(const struct place *place, const struct matrix *a, bool placed,
                            bool long_run, struct additive *out);
void additive_free(struct additive *a); /* accepts a zeroed one, leaves one */

/* Sets up all levels for the iterate in levels.level[0].x. For a long run some cycles improve this
 * iterate. Otherwise it is set to 1 everywhere, which is close to the error that sweeps remove
 * last. */
enum status additive_set_up(struct additive *a);

/* Adapts all levels to other numbers of level 0, with the aggregates that they have. */
enum status additive_renew(struct additive *a);

/* at[0].e = the result of a cycle for r. */
enum status additive_apply(struct additive *a, const double *r);
