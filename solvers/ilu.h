/* Incomplete factorisations without fill-in, M = (I + L) D (I + U) on the entries of A: what a
 * place brings for preconditioner ilu0. Rows that are pinned have the diagonal alone.
 *
 * A pivot that is 0, not finite, or less than WEAK_PIVOT times the diagonal entry is replaced by
 * that entry, and counted. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/sparse/csr.h"

#define WEAK_PIVOT 1e-12

/* Entries of a level, on average, from which on cuSPARSE's SpSV is faster on a GPU than rows that
 * wait for each other: measured, between 3,576 and 7,970 (docs/notebook/ilu.md). */
enum { ILU_WIDE = 6144 };

/* How a GPU solves L and U. */
enum triangles {
    TRIANGLES_AUTO,    /* by cuSPARSE where levels are wide */
    TRIANGLES_ROWS,    /* each row when those that it needs are there */
    TRIANGLES_CUSPARSE /* cuSPARSE's SpSV */
};

struct ilu {
    const struct matrix *a; /* on the host */
    const uint64_t *pin;    /* rows, ascending, on the host; npins of them when factor is called */
    uint32_t npins;
    bool narrow;              /* L and U are stored in f32 */
    enum triangles triangles; /* for a GPU; after create TRIANGLES_AUTO is one of the others */
    uint32_t replaced;        /* pivots, after factor */
    uint32_t threads;         /* after factor: those that may share L and U; 0 where there is one */
    /* by which threads take them, 0 where one thread takes all; on a GPU all that there are, after
     * create */
    uint32_t lower_levels, upper_levels;
    void *own; /* of the operations: one block of allocate() */
};

/* Per place and precision of the vectors. NULL operations: the place has none of it. */
struct ilu_ops {
    enum status (*create)(struct ilu *ilu); /* allocates; a, narrow and triangles are set */
    enum status (*factor)(struct ilu *ilu); /* allocates nothing */
    enum status (*solve)(const struct ilu *ilu, const void *r, void *z); /* M z = r; z is not r */
    void (*destroy)(struct ilu *ilu); /* also after create has failed halfway, or never came */
};
