#include "tests/support/made/random_matrix.h"

#include <stdlib.h>

/* A share of the off-diagonal entries of row i that exist. */
static double shape_density(enum shape shape, uint32_t n, uint32_t i)
{
    switch (shape) {
    case SHAPE_SPARSE: return n > 4 ? 4.0 / n : 0.5;
    case SHAPE_EMPTY_ROWS: return i % 3 == 0 ? 0.3 : 0;
    case SHAPE_ONE_FULL_ROW: return i == n / 2 ? 1 : n > 2 ? 2.0 / n : 0;
    case SHAPE_DENSE: return 0.9;
    default: return 0;
    }
}

struct matrix random_matrix(uint64_t key, uint32_t n, enum shape shape)
{
    struct matrix a = {0};
    uint64_t kept = 0;
    if (matrix_allocate(n, (uint64_t)n * n, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        for (uint32_t j = 0; j < n; j++) {
            uint64_t slot = (uint64_t)i * n + j;
            if (i == j || random_unit(random_bits(key, 0, slot)) >= shape_density(shape, n, i))
                continue;
            a.off.col[kept] = j;
            a.off.val[kept++] = 2 * random_unit(random_bits(key, 1, slot)) - 1;
        }
        a.off.row[i + 1] = kept;
        double size = (2 + random_unit(random_bits(key, 2, i))) * (double)(1 + kept - a.off.row[i]);
        a.diag[i] = random_bits(key, 3, i) & 1 ? size : -size;
    }
    a.off.nnz = kept;
    return a;
}

double *random_vector(uint64_t key, uint64_t stream, uint32_t n)
{
    double *x = malloc((n ? n : 1) * sizeof *x);
    if (!x) abort();
    for (uint32_t i = 0; i < n; i++) x[i] = 2 * random_unit(random_bits(key, stream, i)) - 1;
    return x;
}
