/* Incomplete factorisations without fill-in, M = (I + L) D (I + U) on the entries of A: the
 * operations of a place for preconditioner ilu0. Pinned rows have only the diagonal. A pivot that
 * is 0, not finite, or less than WEAK_PIVOT times the diagonal entry is replaced by that entry, and
 * counted. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/csr.h"

#define WEAK_PIVOT 1e-12

/* On a GPU, rows wait for each other where levels have fewer entries than ILU_WIDE on average.
 * Wider levels are taken one after the other, where a row has at most ILU_LONG entries on average,
 * as one thread takes a row. cuSPARSE's SpSV takes longer rows (docs/notebook/ilu.md). */
enum { ILU_WIDE = 6144, ILU_LONG = 64 };

/* How a GPU solves L and U. */
enum triangles {
    TRIANGLES_AUTO,     /* rows, levels or cusparse: see above */
    TRIANGLES_ROWS,     /* each row as soon as the rows that it needs are done */
    TRIANGLES_CUSPARSE, /* cuSPARSE's SpSV */
    TRIANGLES_LEVELS    /* level by level, with L and U stored in this order */
};

struct ilu {
    const struct matrix *a; /* on the host */
    const uint64_t *pin;    /* pinned rows, ascending, on the host; there are npins when factor
                               is called */
    uint32_t npins;
    bool narrow;              /* L and U are stored in f32 */
    enum triangles triangles; /* for a GPU; create replaces TRIANGLES_AUTO by one of the others */
    uint32_t blocks;          /* on a CPU: the number of blocks of rows that are factored apart.
                                 Entries between two blocks are left out. 1: the whole matrix */
    bool products;            /* wanted: left, right and product in place of solve */
    bool exact;               /* after factor: they take its place, as L and U are A's */
    uint32_t replaced;        /* number of replaced pivots, after factor */
    uint32_t threads;         /* after factor: number of threads that may share L and U; 0 if
                                 there is one */
    /* levels by which threads take L and U, 0 if one thread takes all rows; on a GPU all levels,
     * after create */
    uint32_t lower_levels, upper_levels;
    void *own; /* data of the operations: one block of allocate() */
};

/* Operations of a place for one precision of the vectors. All are NULL if the place has none.
 *
 * Products. In most chains ILU(0) changes only the diagonal: where i can be reached from k and k
 * from j, there is mostly no step from j to i. With A = L + D + U and pivots P then
 * M = (I + L / P) (P + U), and L and U are A's. So K A N, with K = (I + L / P)^-1 and
 * N = (P + U)^-1, takes one pass over the entries in place of two (Eisenstat 1981): with t = N v,
 *
 *   (P + L) h = v + (D - 2 P) t        K A t = P (h + t)
 *
 * Entries between two blocks, times t, are added to the right-hand side. */
struct ilu_ops {
    enum status (*create)(struct ilu *ilu); /* allocates; a, narrow and triangles are set */
    enum status (*factor)(struct ilu *ilu); /* allocates nothing */
    enum status (*solve)(const struct ilu *ilu, const void *r, void *z); /* M z = r; z is not r */
    void (*destroy)(struct ilu *ilu); /* also called after create failed halfway, or was not
                                         called */
    /* Where exact is set. NULL: the place never sets it */
    enum status (*left)(const struct ilu *ilu, void *r);                            /* r = K r */
    enum status (*right)(const struct ilu *ilu, const void *v, void *t);            /* t = N v */
    enum status (*product)(const struct ilu *ilu, const void *v, void *t, void *y); /* and K A t */
};
