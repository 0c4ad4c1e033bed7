/* The cycle in its additive form: e near A^-1 r for an r of either sign, by a hierarchy that stays
 * as it is. On each level a damped Jacobi sweep from 0, the next level's answer to what is left,
 * added with the weights of the hierarchy, and another sweep; the smallest level by its inverse. So
 * e is linear in r. */
#pragma once

#include "solvers/multilevel/cycle.h"

/* What a level has beside its system, in place memory. */
struct correction {
    double *r, *e, *other; /* r of level 0 is the caller's */
    double *damped;        /* the diagonal over omega; huge where that is 0 */
};

struct additive {
    struct cycle
        cycle; /* sets the hierarchy up; of each level x is the iterate, next the weights */
    struct correction at[LEVELS_MOST];
    bool long_run;
    const struct vec_ops *vec;
    double *block; /* owned, in place memory: all vectors */
    size_t used, room;
    struct level inverse; /* owned, in place memory: the inverse of the smallest level, as a level
                             whose sweep makes the product; n = 0 where that level is too large */
    struct level here;    /* owned: the same on the host */
    double *rate;         /* owned, on the host: of the smallest level */
    double *diagonal;     /* owned, on the host: of any level */
};

/* a: as for hierarchy_create. */
enum status additive_create(const struct place *place, const struct matrix *a, bool long_run,
                            struct additive *out);
void additive_free(struct additive *a); /* accepts a zeroed one, leaves one */

/* Aggregates and numbers of all levels, for the iterate in levels.level[0].x. A long run improves
 * it by some cycles. Else 1 everywhere does: it is close to what sweeps remove last. */
enum status additive_set_up(struct additive *a);

/* at[0].e = what a cycle makes of r. */
enum status additive_apply(struct additive *a, const double *r);
