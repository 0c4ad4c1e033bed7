/* Compressed sparse rows, and the split of a square matrix with which every solver here starts.
 *
 * Conditions of struct csr in every call: row[0] = 0, row[] ascends, row[rows] = nnz; within a row
 * the columns ascend strictly (so there are no duplicates) and are below the number of columns,
 * which is that of the rows in a square one; values are finite. nnz can be above 2^32.
 *
 * Columns are unknowns: a vector x of A x has a number for each of them. A row is an equation, or a
 * choice in a decision process, and belongs to one unknown. Chains have a row for each unknown;
 * decision processes have more rows than unknowns. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/closed/closed.h"
#include "base/status.h"

struct csr {
    uint32_t rows;
    uint64_t nnz;  /* stored entries */
    uint64_t *row; /* rows + 1 */
    uint32_t *col; /* nnz */
    double *val;   /* nnz */
};

/* A matrix A as its off-diagonal part and its diagonal: the modified sparse row format of SPIN
 * 2009. The diagonal entry of a row is the one in the column of the unknown that owns the row.
 *
 * A part of a matrix has the rows of consecutive unknowns, from unknown `first` on. Its row numbers
 * start from 0; its columns are those of the whole. */
struct matrix {
    struct csr off;            /* off-diagonal entries only */
    double *diag;              /* off.rows, none of them zero */
    uint64_t first;            /* the unknown of row 0; 0 if this is not a part */
    uint32_t *group;           /* ngroups + 1: unknown first + k owns rows group[k] .. group[k + 1]
                                  - 1, at least one. NULL: a row for each unknown */
    uint32_t ngroups;          /* 0 if group is NULL */
    double *most;              /* intervals of probabilities (base/intervals/interval_rows.h), else
                                  NULL: off.nnz numbers */
    double *stay;              /* with most: 2 numbers for each row */
    struct closed_rows closed; /* the same rows in closed form, if they have one */
};

/* Number of rows; above 2^32 only if no rows are stored. */
static inline uint64_t matrix_rows(const struct matrix *a)
{
    return a->closed.form ? a->closed.n : a->off.rows;
}

/* Number of unknowns that own these rows. */
static inline uint64_t matrix_unknowns(const struct matrix *a)
{
    return a->group ? a->ngroups : matrix_rows(a);
}

/* The first row of an unknown of a stored matrix; that of matrix_unknowns(a) is the number of rows.
 */
static inline uint32_t matrix_first_row(const struct matrix *a, uint32_t unknown)
{
    return a->group ? a->group[unknown] : unknown;
}

/* Returns whether row r of a stored matrix has no entries beside the diagonal. */
static inline bool matrix_row_is_alone(const struct matrix *a, uint64_t r)
{
    return a->off.row[r] == a->off.row[r + 1];
}

/* Returns whether an unknown of a stored matrix is stated: its only row is x_i = b. */
static inline bool matrix_is_stated(const struct matrix *a, uint32_t unknown)
{
    const uint32_t first = matrix_first_row(a, unknown);
    return matrix_first_row(a, unknown + 1) - first == 1 && matrix_row_is_alone(a, first) &&
           a->diag[first] == 1;
}

uint32_t group_of_row(const struct matrix *a, uint32_t row); /* for row_owner */

/* The unknown that owns a row, in the numbers of the columns. */
static inline uint64_t row_owner(const struct matrix *a, uint64_t row)
{
    return a->first + (a->group ? group_of_row(a, (uint32_t)row) : row);
}

/* Number of off-diagonal entries, stored or not. */
static inline uint64_t matrix_entries(const struct matrix *a)
{
    return a->closed.form ? a->closed.nnz : a->off.nnz;
}

/* Returns whether entries and diagonal are stored. If not, their pointers are NULL, and either
 * there is only the closed form and off.rows = 0, or matrix_is_made. */
static inline bool matrix_is_stored(const struct matrix *a)
{
    return a->diag || !matrix_rows(a);
}

/* Returns whether rows are made one range at a time, where they are needed: off has only n, nnz and
 * row[]. */
static inline bool matrix_is_made(const struct matrix *a)
{
    return !matrix_is_stored(a) && !a->closed.form;
}

/* Returns OK if entries and diagonal are stored. Else fails with ERROR_UNSUPPORTED: kind and name,
 * such as "layout " and "msr", need them; instead: what the user can do. */
enum status matrix_check_stored(const struct matrix *a, const char *kind, const char *name,
                                const char *instead);

/* One entry for csr_from_triplets. */
struct triplet {
    uint32_t row, col;
    double val;
};

enum status csr_allocate(uint32_t n, uint64_t nnz, struct csr *out);
void csr_free(struct csr *a); /* accepts a zeroed struct; leaves one */

/* Allocates entries and diagonal of a matrix with a row for each unknown; the other members of out
 * are kept. After errors, free it. Errors: ERROR_HOST_MEMORY. */
enum status matrix_allocate(uint32_t rows, uint64_t nnz, struct matrix *out);
void matrix_free(struct matrix *a);

/* Builds a CSR from count triplets in any order, adding up duplicates in the order in which they
 * come. All indices must be below n. Errors: ERROR_HOST_MEMORY. */
enum status csr_from_triplets(uint32_t n, uint64_t count, const struct triplet *triplet,
                              struct csr *out);

/* Makes the transpose; its rows are sorted. */
enum status csr_transpose(const struct csr *a, struct csr *out);

/* Adds to each of these numbers all those before it: counts become the ends of rows. */
void counts_to_ends(uint64_t *number, uint64_t count);

/* Splits a into off-diagonal part and diagonal; the diagonal is 0 in rows without a diagonal
 * entry. */
enum status csr_split(const struct csr *a, struct matrix *out);

/* The same; a is empty afterwards, also on failure, and its memory is freed on the way. All rows
 * that are not chosen become empty (chosen: one byte for each row; NULL: all are chosen).
 * out->first is set, and kept. */
enum status csr_split_rows(struct csr *a, const uint8_t *chosen, struct matrix *out);

/* Index of entry (i, j), or UINT64_MAX. */
uint64_t csr_find(const struct csr *a, uint32_t i, uint32_t j);

/* Removes zeros: files may store them, and the sum of duplicates may be zero. */
void csr_drop_zeros(struct csr *a);
