/* Aggregation for the dual systems of a chain, such as that of times to a state. A cycle over
 * coarser chains replaces the inverse in Krylov's method. A has a positive diagonal, no positive
 * off-diagonal entry and no negative row sum. A coarse chain has one state for each aggregate, in
 * which rows have shares by given weights. So residuals are averaged with these weights, and all
 * rows of an aggregate get the same correction. The transposed cycle is for A^T, the system of
 * answers: residuals are added up, and corrections are distributed by the shares. Internal to
 * prove/. */
#pragma once

#include <stdbool.h>

#include "base/sparse/csr.h"

enum {
    MEANS_LEVELS_MOST = 24,
    LEVEL_GROUP = 8,           /* rows of an aggregate at most, before single rows join it */
    MEANS_LEVEL_COARSEST = 256 /* a level of at most this many rows is solved by elimination */
};

#define NO_GROUP UINT32_MAX

struct level {
    struct matrix a;  /* that of level 0 belongs to the caller */
    double *excess;   /* for each row: the diagonal plus the sum of the off-diagonal entries, at
                         least 0 */
    double *inverse;  /* of the diagonal */
    double *share;    /* for each row: its share of its aggregate's weight; before aggregates are
                         known, its weight */
    double *b, *x;    /* those of level 0 belong to the caller */
    double *residual; /* scratch */
    /* Groups for the next level; NULL on the coarsest. A row without entries has no group, because
     * one sweep solves it. */
    uint32_t *group;          /* of each row */
    uint32_t *start, *member; /* the rows of each group, the first of group J is member[start[J]] */
};

/* Input for the construction of levels. */
struct coarsening {
    const double *weight; /* one for each row, such as a rough stationary distribution; NULL: no
                             levels */
    const struct matrix *dual; /* NULL: same as A. Else A^T, except that a row without entries may
                                  have a column in the other matrix; the system is A x = b */
};

struct levels {
    struct level level[MEANS_LEVELS_MOST];
    int count;
    bool transposed;
    double *dense; /* the coarsest matrix, factorised; NULL: it is too large */
};

/* a and dual must live as long as out. Errors: ERROR_HOST_MEMORY. */
enum status levels_create(const struct matrix *a, const struct coarsening *how, struct levels *out);
void levels_free(struct levels *levels); /* accepts a zeroed one, leaves one */

/* x = an approximation of A^-1 b, linear in b. */
void levels_apply(struct levels *levels, const double *b, double *x);

/* Makes the next level: the groups of fine, and the matrix of coarse. *made = false if the coarse
 * level would not be small enough to be worth it. Errors: ERROR_HOST_MEMORY. */
enum status level_coarsen(struct level *fine, struct level *coarse, bool *made);

/* First step of level_coarsen: finds group, start and member, for *count groups. Errors:
 * ERROR_HOST_MEMORY. */
enum status level_group(struct level *level, uint32_t *count);
void level_free_groups(struct level *level);
