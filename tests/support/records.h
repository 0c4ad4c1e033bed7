/* Decoders of layouts that store codes in place of entries, following the descriptions in their
 * headers, and matrices whose rows repeat. */
#pragma once

#include "base/memory.h"
#include "solvers/cpu/simd.h"
#include "solvers/layouts/remainder.h"
#include "solvers/solve.h"
#include "tests/support/cmocka.h"
#include "tests/support/layout_arrays.h"
#include "tests/support/made/random_matrix.h"
#include "tests/support/seed.h"
#include "tests/support/teams.h"

enum { MOST_ENTRIES = 5000 };

struct row {
    uint32_t count;
    int64_t col[MOST_ENTRIES];
    double val[MOST_ENTRIES], inverse;
    bool in_remainder;
};

typedef void decode_fn(const struct stored *a, uint32_t i, struct row *out);

/* Returns the number of row i among the rows of the remainder. */
uint32_t remainder_index(const struct stored *a, int first_array, uint32_t i);

void decode_remainder(const struct stored *a, int first_array, uint32_t i, struct row *out);
size_t remainder_rows(const struct stored *a, int first_array);

/* Checks that the stored matrix is the matrix, no more and no less. Returns the number of rows in
 * the remainder. */
size_t check_stored(const struct stored *stored, const struct matrix *a, decode_fn *decode);

struct stored build_record(const struct layout *layout, enum precision precision,
                           const struct matrix *a);
/* The same for a place; `gpu_form` is on the host and has the form for one GPU. */
struct stored build_record_at(const struct place *place, const struct layout *layout,
                              enum precision precision, const struct matrix *a);
extern const struct place gpu_form;

/* A matrix whose row i has the entries of kind i % kinds, or of a random kind, as far as they lie
 * in it: up to five offsets within +-reach and a value each. */
struct matrix repeating_matrix(uint64_t key, uint32_t n, uint32_t kinds, uint32_t reach,
                               bool in_turn);

/* The same arrays for every number of threads. */
void check_threads(const struct layout *layout, const struct matrix *a);

void check_jacobi(const struct layout *layout, const struct matrix *a);

/* One sweep in place at every place that has it, bit for bit that of a plain loop in the order of
 * columns. */
void check_in_place(const struct layout *layout, const struct matrix *a);

/* Builds with every allocation failing in turn, and expects nothing to be left behind. How many
 * builds that took: one more than there are allocations. */
long check_no_memory(const struct layout *layout, const struct matrix *a);

/* Three rows of a part whose row 0 is row `first_row` of a matrix with 2^32 - 1 columns: they read
 * columns 0, their neighbour's, and the last one. */
struct matrix far_part(uint32_t first_row);

struct stored build_part(const struct layout *layout, const struct matrix *a);
