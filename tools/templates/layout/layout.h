/* Layout @name@: say here what it stores, and the bytes of an entry and of a row.
 * It begins as plain rows: 12 bytes an entry and 16 a row in f64. */
#pragma once

/* The arrays, in the order of array_names (build.c). */
enum {
    @NAME@_ROW,    /* uint64_t row[n + 1]: the first entry of each row */
    @NAME@_COL,    /* uint32_t col[nnz] */
    @NAME@_VAL,    /* real val[nnz]; no entry is on the diagonal */
    @NAME@_INVERSE /* real inverse[n] = 1 / A_ii */
};
