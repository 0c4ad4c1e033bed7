/* How rows are stored: a list of arrays, a builder, and row operations (solvers/operations.h). */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/operations.h"
#include "solvers/schedule.h"

struct layout;
struct method;
struct place;
struct product;

enum { MAX_ARRAYS = 12 };

/* A scratch array holds nothing until a row operation writes to it; only device places have it. */
struct array {
    void *data;
    size_t bytes; /* BYTES_UNKNOWN: of scratch that upkeep.open sizes */
    bool scratch;
};

#define BYTES_UNKNOWN SIZE_MAX

enum { WINDOW_ROWS = 256 };

/* One matrix in one layout, on the host after layout->build, in place memory after stored_upload */
struct stored {
    const struct layout *layout;
    const struct place *place; /* NULL while on the host */
    enum precision precision;
    struct solver_options options;
    bool for_gpu;     /* built for a place that is not on the host */
    bool by_row;      /* built for a method that updates one row after the other */
    uint64_t n;       /* below 2^32 but for rows that are made (layout->makes_rows) */
    uint64_t columns; /* n; of a part: those of the whole */
    uint64_t nnz;     /* off-diagonal entries that a sweep reads */
    uint32_t
        longest;  /* of them, in the row that has most; where stored_measure was called for it */
    double least; /* and the size of the smallest that is not 0; infinite: there is none. 0: not
                     called */
    struct array array[MAX_ARRAYS];
    struct schedule
        schedule; /* where stored_schedule was called for it, else zeroed; where the arrays are */
    void *state;  /* what upkeep.open made, or NULL */
    void *own;    /* what the builder keeps beside the arrays: one block of allocate(), or NULL */
    /* where the matrix did not fit the layout asked for and `layout` is another, or where it does
     * not allow what options ask for: why; else "" */
    char note[160];
    /* sweeps that jacobi_pass makes: options.temporal_block where the matrix allows it, else 0 */
    unsigned temporal_block;
    uint32_t reach;  /* where that is not 0, on the host: |i - j| of the farthest entry */
    bool transposed; /* of a graph: edges are stored turned round */
    /* At places of several cards: a part of the rows a card (solvers/parts.h), and no arrays. Of a
     * part where the whole is `edged`: once more its first rows and its last ones, as far as other
     * parts read their entries. */
    int nparts;
    struct stored *part;
    bool edged;
    /* Of a part, and of what a rank has: which row of the whole its row 0 is. Of a part: the
     * columns, ascending uint64_t, that other parts own; and its window, rows low .. high - 1 of
     * the whole, which has its rows and its halo. low is a multiple of WINDOW_ROWS. */
    uint64_t first_row;
    struct array halo;
    uint64_t low, high;
    uint64_t stray; /* rows before and behind those that kernels of the part may read, and make no
                       use of; the builder's. WINDOW_ROWS more may be read in any case */
};

/* What a sweep reads and writes, for base/team.h. */
static inline uint64_t stored_entries(const struct stored *stored)
{
    return stored->nnz + stored->n;
}

struct layout {
    const char *name;
    const char *title;
    const char *array_names[MAX_ARRAYS]; /* ends at the first NULL */
    const char
        *absence; /* why places on the host, or all others, lack this layout, where they do */
    bool chooses; /* stores a matrix in the layout of its choice, always, and has no row operations
                     of its own */
    bool of_engines; /* goes with methods of other programs alone, and stores nothing */
    bool makes_rows; /* where they are read, from matrix.closed: it takes no matrix without. Name
                        patterns do not match it */
    bool in_library; /* a vendor's library sums up its rows: there is no fingerprint of its code */
    bool divisible;  /* takes a part of the rows, whose columns may be n or above, and has apply,
                      * residual, jacobi, power */
    bool ascending;  /* the columns of a part's rows must ascend, too */
    /* Into how many sums a sweep deals a row's entries in turn, in the order of the row, so that
     * its result is that of a plain loop to the last bit (tests/solvers/test_sweeps.c). 0: another
     * order. */
    int sums;
    unsigned blocked; /* ON_HOST, ON_ONE_GPU: where it can make several sweeps of jacobi in one
                         pass (option temporal_block) */
    const struct option *options; /* of its own, in stored.options.layout; NULL: none */
    /* OK, or ERROR_UNSUPPORTED with the reason why a combination cannot run, where the operations
     * that the method needs do not say it. NULL: all can */
    enum status (*why_not)(const struct method *method, const struct place *place);
    /* fills the host arrays of out and declares its scratch (layout, precision, options, n, nnz are
     * set already); ERROR_UNSUPPORTED with the reason where this matrix does not fit the layout,
     * unless stored_instead() stores it in another */
    enum status (*build)(const struct matrix *a, struct stored *out);
    enum status (*store)(const struct product *product,
                         struct stored *out); /* a layout of graphs has this instead */
};
