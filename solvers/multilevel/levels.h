/* Operations of a place for the method multilevel (place->levels), on a hierarchy of levels.
 *
 * A level is a system A x = b with A_ij <= 0 beside the diagonal, b >= 0, x >= 0. In a long run b =
 * 0, each column of A sums to zero, and A may have several classes of rows that do not reach each
 * other. Level 0 is the system to solve. Each row of the next level is an aggregate of rows of this
 * one.
 *
 * All pointers of a level are in place memory, all numbers are f64. The operations enqueue work and
 * wait for nothing, unless their comment says so. They give the same bits in every call and for
 * every number of threads.
 *
 * The method calls (solvers/multilevel/cycle.c), from the finest level to the coarsest:
 *
 *   smooth; in set-up cycles aggregate, count, connect; weigh, product
 *
 * and on the way back: eliminate on the coarsest level, then prolong, smooth, smooth on each other
 * level. Level 0 is smoothed by the row operations of its layout (mat_ops.jacobi). */
#pragma once

#include "solvers/operations.h"

enum {
    LEVELS_MOST = 32,
    LEVEL_ROUNDS = 3,      /* rounds of pairing */
    LEVEL_PASSES = 4,      /* passes of a round */
    LEVEL_NEIGHBOURS = 64, /* neighbours of a group that pairing looks at: its entries, row after
                              row, until one comes from a further neighbour */
    LEVEL_JOIN = 1024,     /* number of entries of a single row from which on it looks for a
                              group */
    LEVEL_COARSEST = 128,  /* number of rows that eliminate can take */
    LEVEL_PARTS = 256,     /* number of parts of a large sum, all with the same number of terms */
    WINDOW_MOST = 4,
    WINDOW_CHANGE = 100, /* times epsilon: largest change of the last cycle, as a share of the
                            sum */
    WINDOW_STEP = 4,     /* largest factor by which a combination may change an entry */
    WINDOW_SUMS = 4 + WINDOW_MOST * (WINDOW_MOST + 1) / 2
};

#define LEVEL_FLOOR 1e-250  /* in comparisons of flows a smaller x counts as this */
#define LEVEL_STRONG 0.25f  /* share of the strongest flow that two groups need to unite */
#define NO_ENTRY UINT32_MAX /* also: no row, no group */

struct level_parts; /* solvers/cuda/cards/levels.h */
struct hierarchy;
struct matrix;
struct stored;

struct level {
    uint32_t n;
    /* In a part on one of several cards: number of rows of other parts (ghosts) that its entries
     * read. Ghosts have the columns from n on; x, next and aggregate have room for them, and
     * out_start for their columns. Otherwise 0 */
    uint32_t ghosts;
    uint64_t nnz;  /* below NO_ENTRY */
    uint64_t *row; /* n + 1 */
    uint32_t *col; /* nnz; ascending within a row */
    double *val;   /* nnz, not positive: A_ij beside the diagonal */
    double *diag;  /* n, positive; 0 if a class of a long run is a single row */
    double *b;     /* n; NULL in a long run */
    double *x;     /* n */
    double *next;  /* n; the method swaps x and next after smooth */
    /* In a part, in set-up cycles: for each row the largest flow from or to a ghost, in the form of
     * the keys of rows (see aggregate below). Otherwise NULL */
    const float *outside;
    /* The entries of each column, ascending; NULL on level 0 */
    uint32_t *out_start; /* n + 1 */
    uint32_t *out_entry; /* nnz; indices into val */
    /* The way to the next level; NULL on the coarsest */
    uint32_t *aggregate; /* n: the row of the next level that a row belongs to */
    uint32_t *start;     /* room for n + 1; the number of aggregates + 1 are used */
    uint32_t *member;    /* n: the rows of each aggregate, ascending */
    uint32_t *map; /* level_map_room(nnz) entries. On a host: for each entry, the entry of the
                      next level that it is part of; NO_ENTRY if both ends are in one aggregate.
                      On CUDA: for each entry of the next level, the entries that are part of it
                      (solvers/cuda/levels/levels.h) */
    /* At a place of several cards. divided: each card has a part of the rows; this level then has
     * no arrays except x, next and b, which tell the arrays of the cards to use. parts: the parts
     * of a level that is divided, or that one card has gathered; otherwise NULL */
    bool divided;
    struct level_parts *parts;
};

static inline size_t level_map_room(uint64_t nnz)
{
    return nnz + nnz / 16 + 4;
}

/* The iterates of level 0 that are combined. d^0 = x - before is the change of the newest sweep,
 * d^k = change[k - 1] that of an older one, and after[k - 1] the iterate after it. */
struct window {
    uint32_t n;
    const double *diag;
    const struct level_parts *parts; /* parts of level 0; if set, diag is not used */
    double *x, *before;
    const double *last; /* the iterate of the cycle before; NULL: none */
    int older;          /* number of older iterates that are used, below WINDOW_MOST */
    double *after[WINDOW_MOST - 1], *change[WINDOW_MOST - 1];
    int slot;            /* the older one that the newest replaces */
    double *sums;        /* WINDOW_SUMS, place memory */
    double *coefficient; /* WINDOW_MOST, place memory */
};

struct level_ops {
    /* At places of several cards, otherwise NULL. divide: makes level 0 of a hierarchy that has a
     * place and operations, from the parts of this matrix and b, which may be NULL. extend:
     * hierarchy_extend for a level that is divided. unite: releases the memory of both. */
    enum status (*divide)(struct hierarchy *h, const struct matrix *a, const struct stored *stored,
                          double *b);
    enum status (*extend)(struct hierarchy *h, int k);
    void (*unite)(struct hierarchy *h);
    /* Bytes of scratch that aggregate, count and connect need for a level of this size. */
    size_t (*scratch_bytes)(uint32_t n, uint64_t nnz);
    /* Set-up. Makes aggregate, start and member of a level from its x, and *count = the number of
     * aggregates; waits. May overwrite map. There are LEVEL_ROUNDS rounds, each of at most
     * LEVEL_PASSES passes.
     *
     * F of a group (at first, of a row) is the sum of max(x_i, LEVEL_FLOOR) diag_i. The flow from
     * group J to group I is the sum of -A_ij max(x_j, LEVEL_FLOOR). The two directions are not
     * added: the larger one counts. Two groups that are still single in this round and have a flow
     * between them have a key: flow / min(F_I, F_J) as a finite float; if these are equal, the
     * smaller I xor J is better. So no two pairs of a group have equal keys. In a pass, two groups
     * unite if their key is the best for both. From the second pass on, a pair is left out if its
     * flow is below LEVEL_STRONG of the best of either group in the first pass. Groups are numbered
     * anew after each round, by their smallest row. At the end, a row that is still alone joins a
     * group of more than one row: the one from which the best of its own entries comes, by the same
     * key of rows.
     *
     * Ghosts are in no group. A pair is left out, from the first pass on and at the end, if its
     * flow is below LEVEL_STRONG of the `outside` of a row in it: that row waits for a level where
     * the ghost is a row of the same card. */
    enum status (*aggregate)(const struct level *level, void *scratch, uint32_t *count);
    /* Set-up. Makes coarse->row (coarse->n is the number of aggregates), and *nnz on the host;
     * waits. May overwrite fine->map. */
    enum status (*count)(const struct level *fine, const struct level *coarse, void *scratch,
                         uint64_t *nnz);
    /* Set-up, after count. Makes coarse->col, out_start, out_entry; fine->map */
    enum status (*connect)(const struct level *fine, const struct level *coarse, void *scratch);
    /* coarse x_J = sum of x_i over J, fine next_i = x_i / x_J (1 / |J| if x_J is 0); if there is a
     * b, coarse b_J = sum of b_i */
    enum status (*weigh)(const struct level *fine, const struct level *coarse);
    /* coarse val and diag with the weights w = fine next. Entry (I, J) is the sum of A_ij w_j over
     * its entries. diag: in a long run the sum of -A_IJ over column J, so that nothing is
     * subtracted; otherwise the sum of A_ij w_j over i and j in J */
    enum status (*product)(const struct level *fine, const struct level *coarse);
    /* next_i = (1 - omega) x_i + omega (b_i - sum A_ij x_j) / diag_i; x_i if diag_i = 0 */
    enum status (*smooth)(const struct level *level, double omega);
    /* next = x after a sweep of Gauss-Seidel and one in the other direction. Blocks of rows, which
     * depend on n alone, use their own new entries and the old x of the others. NULL: there is none
     */
    enum status (*gauss_seidel)(const struct level *level);
    /* fine x_i = next_i (a weight) times coarse x_J */
    enum status (*prolong)(const struct level *fine, const struct level *coarse);
    /* The additive form (solvers/multilevel/additive.h), where b and x have any signs. collect:
     * coarse b_J = sum over J of b_i - diag_i x_i - sum A_ij x_j. correct: fine x_i += next_i (a
     * weight) times coarse x_J */
    enum status (*collect)(const struct level *fine, const struct level *coarse);
    enum status (*correct)(const struct level *fine, const struct level *coarse);
    /* damped_i = diag_i / omega; DBL_MAX if diag_i is not positive. NULL: there is none */
    enum status (*damp)(const struct level *level, double omega, double *damped);
    /* Solves A x = b for n <= LEVEL_COARSEST. In a long run it subtracts nothing (Grassmann, Taksar
     * and Heyman 1985), and each class keeps its sum of x. Otherwise x does not change if an entry
     * of the solution is negative or not finite. dense: LEVEL_COARSEST^2 doubles */
    enum status (*eliminate)(const struct level *level, double *dense);
    /* A cycle of solvers/multilevel/cycle.c on the last `count` levels, from level[0] on, in one
     * launch; they are set up. The iterate is in level[0].x before and after. For levels of at most
     * tail_rows rows. NULL: there is none */
    enum status (*tail)(const struct level *level, int count, double omega, double *dense);
    uint32_t tail_rows;
    /* sums[0] = sum of diag_i |d^0_i|, sums[1] = sum of diag_i |before_i|, sums[2] = sum of |x_i -
     * last_i| (0 if there is no last), sums[3] = sum of |x_i|, and from sums[4] on, for k = 0 ..
     * older, for l = 0 .. k: the sum of diag_i^2 d^k_i d^l_i */
    enum status (*measure)(const struct window *window);
    /* Votes TEST_UNSATISFIED unless there is a last, sums[0] <= epsilon omega sums[1] (absolute:
     * epsilon omega) and sums[2] <= WINDOW_CHANGE epsilon sums[3]. */
    enum status (*judge)(const struct window *window, double omega, struct test *test);
    /* coefficient: the coefficients of d^0 .. d^older that minimise the norm of their combination
     * and sum to 1; 1, 0, .. if the normal equations are singular. */
    enum status (*fit)(const struct window *window);
    /* In one pass: after[slot] = x, change[slot] = d^0, and x_i = the combination of x and after,
     * but at least x_i / WINDOW_STEP and at most x_i WINDOW_STEP, so that it stays positive. */
    enum status (*combine)(const struct window *window);
};
