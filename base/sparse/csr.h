/* Compressed sparse rows, and the split of a square matrix that every solver here starts from.
 *
 * Invariants of struct csr, wherever one is handed over: row[0] = 0, row[] ascends, row[n] = nnz;
 * within a row the columns ascend strictly (so no duplicates) and lie below n; values are finite.
 * nnz may pass 2^32. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/closed/closed.h"
#include "base/status.h"

struct csr {
    uint32_t n;    /* rows and columns */
    uint64_t nnz;  /* stored entries */
    uint64_t *row; /* n + 1 */
    uint32_t *col; /* nnz */
    double *val;   /* nnz */
};

/* A square matrix A as its off-diagonal part and its diagonal, the modified sparse row view of SPIN
 * 2009. */
struct matrix {
    struct csr off;            /* off-diagonal entries only */
    double *diag;              /* off.n, none of them zero */
    struct closed_rows closed; /* the same rows in closed form, where they have one */
};

/* Rows and columns, which pass 2^32 only where no rows are stored. */
static inline uint64_t matrix_rows(const struct matrix *a)
{
    return a->closed.form ? a->closed.n : a->off.n;
}

/* Off-diagonal entries, stored or not. */
static inline uint64_t matrix_entries(const struct matrix *a)
{
    return a->closed.form ? a->closed.nnz : a->off.nnz;
}

/* False: there are no entries and no diagonal (pointers NULL). Either there is the closed form
 * alone, and off.n = 0; or matrix_is_made. */
static inline bool matrix_is_stored(const struct matrix *a)
{
    return a->diag || !matrix_rows(a);
}

/* Rows that somebody makes, a range at a time, where they are needed: of off there are n, nnz and
 * row[] alone. */
static inline bool matrix_is_made(const struct matrix *a)
{
    return !matrix_is_stored(a) && !a->closed.form;
}

/* One entry on its way into a CSR. */
struct triplet {
    uint32_t row, col;
    double val;
};

enum status csr_allocate(uint32_t n, uint64_t nnz, struct csr *out);
void csr_free(struct csr *a); /* accepts a zeroed struct; leaves one */
void matrix_free(struct matrix *a);

/* Builds a CSR from count triplets in any order, adding up duplicates in the order in which they
 * come. All indices must be below n. Errors: ERROR_HOST_MEMORY. */
enum status csr_from_triplets(uint32_t n, uint64_t count, const struct triplet *triplet,
                              struct csr *out);

/* The transpose; rows come out sorted. */
enum status csr_transpose(const struct csr *a, struct csr *out);

/* Splits a into off-diagonal part and diagonal; rows without a diagonal entry get 0 there. */
enum status csr_split(const struct csr *a, struct matrix *out);

/* The same in place, a being gone afterwards, also on failure; with all rows empty but those that
 * are chosen (one byte a row; NULL: all are). first: the number of row 0, where a has some rows of
 * a larger matrix. */
enum status csr_split_rows(struct csr *a, const uint8_t *chosen, uint32_t first,
                           struct matrix *out);

/* Index of entry (i, j), or UINT64_MAX. */
uint64_t csr_find(const struct csr *a, uint32_t i, uint32_t j);
