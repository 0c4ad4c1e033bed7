/* A layout says how rows are stored: it has a list of arrays, a builder, and row operations
 * (solvers/operations.h). */
#pragma once

#include "base/sparse/csr.h"
#include "solvers/operations.h"
#include "solvers/schedule.h"

struct layout;
struct method;
struct place;
struct product;

enum { MAX_ARRAYS = 12 };

/* An array of a layout. A scratch array has no content until a row operation writes to it; only
 * device places have scratch arrays. */
struct array {
    void *data;
    size_t bytes; /* BYTES_UNKNOWN for scratch that upkeep.open allocates */
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
    bool keeps;       /* rows are choices, and a diagonal entry is not 1 */
    uint64_t n;       /* number of rows; below 2^32, except for rows that are made
                         (layout->makes_rows) */
    uint32_t ngroups; /* number of unknowns that own the rows, if they are choices; 0: each row has
                         an unknown of its own */
    uint64_t columns; /* number of unknowns; in a part, that of the whole matrix */
    uint64_t nnz;     /* off-diagonal entries that a sweep reads */
    uint32_t longest; /* number of these entries in the longest row; set by stored_measure */
    double least;     /* size of the smallest such entry that is not 0; infinite: there is none. Set
                         by stored_measure, else 0 */
    struct array array[MAX_ARRAYS];
    struct schedule
        schedule; /* set by stored_schedule, else zeroed; its memory is where the arrays are */
    void *state;  /* memory of upkeep.open, or NULL */
    void *own;    /* further data of the builder: one block of allocate(), or NULL */
    /* reason why `layout` is not the layout asked for, or why an option has no effect on this
     * matrix; else "" */
    char note[160];
    /* number of sweeps of jacobi_pass: options.temporal_block if the matrix allows it, else 0 */
    unsigned temporal_block;
    uint32_t reach;  /* if temporal_block is not 0 and the matrix is on the host: |i - j| of the
                        farthest entry */
    bool transposed; /* for a graph: edges are stored in the reverse direction */
    /* At places of several cards: one part of the rows for each card (solvers/parts.h), and no
     * arrays. In a part, if the whole is `edged`: a second copy of its first and last rows, whose
     * entries other parts read. */
    int nparts;
    struct stored *part;
    bool edged;
    /* For a part, and for the matrix of a rank: the unknown of its row 0 (matrix.first). For a
     * part: `halo`, the columns that other parts own, as ascending uint64_t; and its window, rows
     * low .. high - 1 of the whole, which contains its rows and its halo. low is a multiple of
     * WINDOW_ROWS. */
    uint64_t first_row;
    struct array halo;
    uint64_t low, high;
    uint64_t stray; /* number of rows before and after the window that kernels of the part may
                       read without using them; set by the builder. WINDOW_ROWS more may be read
                       in any case */
};

/* Number of unknowns that own these rows. */
static inline uint64_t stored_unknowns(const struct stored *stored)
{
    return stored->ngroups ? stored->ngroups : stored->n;
}

/* Number of entries that a sweep reads and writes, for base/team.h. */
static inline uint64_t stored_entries(const struct stored *stored)
{
    return stored->nnz + stored->n;
}

struct layout {
    const char *name;
    const char *title;
    const char *array_names[MAX_ARRAYS]; /* ends at the first NULL */
    const char *absence; /* reason why host places, or all other places, lack this layout; NULL if
                            none does */
    bool chooses;        /* always stores a matrix in another layout of its choice, and has no row
                            operations */
    bool of_engines;     /* for methods of other programs only; stores nothing */
    bool makes_rows;     /* computes rows when they are read, from matrix.closed, and takes no other
                            matrix. Name patterns do not match it */
    bool in_library;     /* a vendor's library sums up its rows, so its code has no fingerprint */
    bool divisible;      /* can store a part of the rows, whose columns may be n or above, and has
                            apply, residual, jacobi, power */
    bool square;         /* each row must have an unknown of its own: columns are counted from the
                            row's own, or the own column marks the end of a row */
    bool ascending;      /* also needs ascending columns in the rows of a part */
    bool by_level;       /* on one GPU it can sweep in place through rows that are stored level by
                            level (schedule.h) */
    /* Number of sums among which a sweep deals the entries of a row in turn, in the order of the
     * row: its result then has all bits of a plain loop that does the same
     * (tests/solvers/test_sweeps.c). 0: another order. */
    int sums;
    unsigned blocked; /* ON_HOST, ON_ONE_GPU: places where it can make several sweeps of jacobi
                         in one pass (option temporal_block) */
    const struct option *options; /* the layout's own options, in stored.options.layout; NULL:
                                     none */
    /* Returns OK, or ERROR_UNSUPPORTED with the reason why a combination cannot run although its
     * operations exist. NULL: all can run */
    enum status (*why_not)(const struct method *method, const struct place *place);
    /* Fills the host arrays of out and declares its scratch; layout, precision, options, n and nnz
     * are set already. ERROR_UNSUPPORTED with the reason if this matrix does not fit the layout,
     * unless stored_instead() stores it in another one */
    enum status (*build)(const struct matrix *a, struct stored *out);
    /* For a place with place->placed: the same as build and stored_upload, from rows in its memory.
     * In f64. NULL: the layout cannot */
    enum status (*take)(const struct matrix *there, struct stored *out);
    enum status (*store)(const struct product *product,
                         struct stored *out); /* layouts of graphs have this function instead of
                                                 build */
};
