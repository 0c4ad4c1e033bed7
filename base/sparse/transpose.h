/* Transposes a matrix by all cores: each thread fills the rows of the result for some columns, so
 * it reads the entries that are near these. The result does not depend on the number of threads. */
#pragma once

#include "base/sparse/csr.h"

#define NO_RANK UINT32_MAX

struct transposition {
    const uint32_t *rank; /* for each row: its number in the result, ascending, or NO_RANK: left out
                             together with its column. NULL: all keep theirs */
    uint32_t rows;        /* of the result */
    bool beside;          /* leaves out the diagonal */
    bool negative;        /* changes the signs */
};

/* Makes the transpose of some rows and columns; its rows are sorted, and those of `from` need not
 * be. from->val may be NULL, and then out has none. If `frees`, the entries of `from` are freed on
 * the way, so that there are never two of a matrix whose entries lie near the diagonal. Errors:
 * ERROR_HOST_MEMORY. */
enum status transpose(const struct transposition *how, struct csr *from, bool frees,
                      struct csr *out);
