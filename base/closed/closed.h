/* Rows of a matrix in closed form: the entries of a row are computed from its number, so nothing
 * needs to be stored. Values, columns and the order of columns are the same as in the stored rows,
 * bit for bit.
 *
 * closed.def lists the members. Each is a header, <name>.h, for the host and for CUDA, with
 *
 *   <NAME>_KINDS                                          number of distinct diagonal entries
 *   double <name>_diagonal(closed, unsigned kind)         diagonal entry of a kind
 *   unsigned <name>_kind(closed, uint64_t i)              kind of row i
 *   double <name>_reward(closed, uint64_t i)              as closed_reward
 *   double <name>_largest(closed)                         as closed_largest
 *   double <name>_weight(closed, uint64_t i)              as closed_weight
 *   uint64_t <name>_reach(closed)                         as closed_reach
 *
 * and functions that compute its entries. The host's functions below use them. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#ifdef __CUDACC__
#define CLOSED_FUNCTION __host__ __device__ static inline
#else
#define CLOSED_FUNCTION static inline
#endif

enum closed_form {
    CLOSED_NONE, /* the matrix has no closed form */
#define CLOSED(name) CLOSED_##name,
#include "base/closed/closed.def"
#undef CLOSED
    CLOSED_END_OF_ROWS, /* no form; rows of those behind it are choices (base/closed/choices.h) */
#define CHOICES(name) CLOSED_##name,
#include "base/closed/choices.def"
#undef CHOICES
    NCLOSED
};

/* Of rows that are choices. */
struct closed_process {
    uint64_t extent, question; /* of the model: its second parameter, and what is asked */
    uint64_t states, choices;  /* that are reached */
    uint64_t initial;          /* state */
    double pays;               /* each choice; 0 or 1 */
    bool largest;              /* the largest value is asked, else the smallest */
};

struct closed_rows {
    enum closed_form form;
    uint64_t n;                    /* rows and columns; may pass 2^32 */
    uint64_t nnz;                  /* off-diagonal entries */
    uint64_t transitions;          /* of the chain */
    uint64_t size;                 /* of the model: its first parameter */
    struct closed_process process; /* of rows that are choices; n is the number of states, nnz and
                                      transitions are those of states that are reached */
};

/* Returns an empty one. */
CLOSED_FUNCTION struct closed_rows closed_of(enum closed_form form)
{
    const struct closed_rows closed = {form, 0, 0, 0, 0, {0, 0, 0, 0, 0, 0, false}};
    return closed;
}

extern const char *const closed_names[NCLOSED]; /* "tandem", ...; "" for none */

/* Number of distinct diagonal entries, and the entry of each kind, 0 .. closed_kinds - 1. */
unsigned closed_kinds(const struct closed_rows *closed);
double closed_diagonal(const struct closed_rows *closed, unsigned kind);

/* Kind of row i, and its diagonal entry. */
unsigned closed_row_kind(const struct closed_rows *closed, uint64_t i);
double closed_row_diagonal(const struct closed_rows *closed, uint64_t i);

/* Reward of state i in the property: its weight in a long run, else b_i. */
double closed_reward(const struct closed_rows *closed, uint64_t i);

/* Largest absolute value of the matrix's entries, which is on the diagonal. */
double closed_largest(const struct closed_rows *closed);

/* Entry i of the vector v of a proof (docs/proofs.md): a weight, or in a long run the time to one
 * state, in any unit. It is a guess that the check tests row by row. NaN: there is no such vector,
 * so no answer is proven. */
double closed_weight(const struct closed_rows *closed, uint64_t i);

/* Largest distance of an entry from the diagonal. */
uint64_t closed_reach(const struct closed_rows *closed);

/* Off-diagonal entries of a row, some at a time, in the order of their columns:
 *
 *     entries.next = 0;
 *     do closed_row(closed, i, &entries); ... entries.count of them ...
 *     while (entries.next);
 */
enum { CLOSED_ENTRIES = 64 };
struct closed_entries {
    uint64_t next; /* 0 before the first and after the last; else for the form alone */
    uint64_t base; /* the column of entry k is base + col[k] */
    unsigned kind; /* of the row */
    uint32_t count, col[CLOSED_ENTRIES];
    double val[CLOSED_ENTRIES];
};
void closed_row(const struct closed_rows *closed, uint64_t i, struct closed_entries *out);
