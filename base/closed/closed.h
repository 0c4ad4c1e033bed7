/* Rows of a matrix in closed form: which entries a row has is computed from its number, so that
 * nothing of it need be stored. Values, columns and the order of columns are those of the stored
 * rows, bit for bit.
 *
 * The members stand in closed.def. Each is a header, <name>.h, for the host and for CUDA, with
 *
 *   <NAME>_KINDS                                          how many diagonal entries there are
 *   double <name>_diagonal(closed, unsigned kind)
 *   unsigned <name>_kind(closed, uint64_t i)              which of them row i has
 *   double <name>_reward(closed, uint64_t i)              as closed_reward
 *   double <name>_largest(closed)                         as closed_largest
 *   double <name>_weight(closed, uint64_t i)              as closed_weight
 *   uint64_t <name>_reach(closed)                         as closed_reach
 *
 * and what its entries follow from. The host's functions here are written with them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#define CLOSED_FUNCTION __host__ __device__ static inline
#else
#define CLOSED_FUNCTION static inline
#endif

enum closed_form {
    CLOSED_NONE, /* a matrix without */
#define CLOSED(name) CLOSED_##name,
#include "base/closed/closed.def"
#undef CLOSED
    NCLOSED
};

struct closed_rows {
    enum closed_form form;
    uint64_t n;           /* rows and columns; may pass 2^32 */
    uint64_t nnz;         /* off-diagonal entries */
    uint64_t transitions; /* of the chain */
    uint64_t size;        /* of the model: its one parameter */
};

extern const char *const closed_names[NCLOSED]; /* "tandem", ...; "" for none */

/* Distinct diagonal entries, and those of kind 0 .. closed_kinds - 1. */
unsigned closed_kinds(const struct closed_rows *closed);
double closed_diagonal(const struct closed_rows *closed, unsigned kind);

/* The kind of row i, and what is on its diagonal. */
unsigned closed_row_kind(const struct closed_rows *closed, uint64_t i);
double closed_row_diagonal(const struct closed_rows *closed, uint64_t i);

/* The reward of state i as the property has it: its weight in a long run, else b_i. */
double closed_reward(const struct closed_rows *closed, uint64_t i);

/* The largest entry of the matrix in size, which is on the diagonal. */
double closed_largest(const struct closed_rows *closed);

/* The vector v of a proof (docs/proofs.md): weights, and of a long run times to one state, in any
 * unit. It is a guess, which the check looks at row by row. NaN: there is none, and no answer is
 * proven. */
double closed_weight(const struct closed_rows *closed, uint64_t i);

/* How far an entry is from the diagonal, at most. */
uint64_t closed_reach(const struct closed_rows *closed);

/* The off-diagonal entries of row i, one after another. */
typedef void closed_entry(void *context, uint64_t column, double value);
void closed_row(const struct closed_rows *closed, uint64_t i, closed_entry *entry, void *context);

/* Row i of A x. */
struct closed_sum {
    double diagonal;  /* A_ii */
    double off;       /* sum over j != i of A_ij x_j, added in the order of the columns */
    double size;      /* the same of |A_ij x_j| */
    uint64_t entries; /* how many j */
};
struct closed_sum closed_sum(const struct closed_rows *closed, uint64_t i, const double *x);
