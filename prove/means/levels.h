/* Aggregation for a chain's dual systems, such as that of times to a state: a cycle over coarser
 * chains, which Krylov's method takes for the inverse. A is a matrix with a positive diagonal, no
 * positive entry beside it and no negative row sum. The coarse chain is that of aggregates, in
 * which rows have the shares of given weights. So residuals are averaged by these weights, and
 * corrections are the same in all rows of an aggregate. The transposed cycle is for A^T, that of
 * answers: residuals are added up, and corrections have the shares. Internal to prove/. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

enum {
    LEVELS_MOST = 24,
    LEVEL_GROUP = 8,     /* rows of an aggregate, but for those that join later */
    LEVEL_COARSEST = 256 /* rows that are eliminated */
};

#define NO_GROUP UINT32_MAX

struct level {
    struct matrix a;  /* that of level 0 belongs to the caller */
    double *excess;   /* of each row: what the diagonal has more than the entries beside it */
    double *inverse;  /* of the diagonal */
    double *share;    /* of each row: in its aggregate; before that is known, its weight */
    double *b, *x;    /* those of level 0 belong to the caller */
    double *residual; /* scratch */
    /* To the next level; NULL on the coarsest. A row without entries has no group: one sweep solves
     * it */
    uint32_t *group;          /* of each row */
    uint32_t *start, *member; /* the rows of each group, the first of group J is member[start[J]] */
};

/* What levels are made from. */
struct coarsening {
    const double *weight; /* one a row, such as a rough stationary distribution; NULL: no levels */
    const struct matrix *dual; /* NULL: A itself. Else A^T, but for rows without entries, which may
                                  have a column in the other one; the system is A x = b */
};

struct levels {
    struct level level[LEVELS_MOST];
    int count;
    bool transposed;
    double *dense; /* the coarsest matrix, factorised; NULL: it is too large */
};

/* a and dual must outlive it. Errors: ERROR_HOST_MEMORY. */
enum status levels_create(const struct matrix *a, const struct coarsening *how, struct levels *out);
void levels_free(struct levels *levels); /* accepts a zeroed one, leaves one */

/* x = about A^-1 b, linear in b. */
void levels_apply(struct levels *levels, const double *b, double *x);

/* The next level: groups of fine, and the matrix of coarse. *made: whether it is worth it. Errors:
 * ERROR_HOST_MEMORY. */
enum status level_coarsen(struct level *fine, struct level *coarse, bool *made);

/* Its first step: group, start and member, for *count groups. Errors: ERROR_HOST_MEMORY. */
enum status level_group(struct level *level, uint32_t *count);
void level_free_groups(struct level *level);
