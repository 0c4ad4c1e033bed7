#include "prove/direct.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static void fill(const struct matrix *a, double *dense)
{
    const uint32_t n = a->off.n;
    for (uint32_t i = 0; i < n; i++) {
        dense[(size_t)i * n + i] = a->diag[i];
        for (uint64_t k = a->off.row[i]; k < a->off.row[i + 1]; k++)
            dense[(size_t)i * n + a->off.col[k]] = a->off.val[k];
    }
}

static void eliminate(uint32_t n, double *dense, double *x)
{
    for (uint32_t pivot = 0; pivot < n; pivot++) {
        const double *from = dense + (size_t)pivot * n;
        for (uint32_t i = pivot + 1; i < n; i++) {
            double *row = dense + (size_t)i * n;
            const double share = row[pivot] / from[pivot];
            if (share == 0) continue;
            for (uint32_t j = pivot; j < n; j++) row[j] -= share * from[j];
            x[i] -= share * x[pivot];
        }
    }
    for (uint32_t i = n; i-- > 0;) {
        const double *row = dense + (size_t)i * n;
        for (uint32_t j = i + 1; j < n; j++) x[i] -= row[j] * x[j];
        x[i] /= row[i];
    }
}

enum status direct_solve(const struct matrix *a, const double *b, double *x)
{
    const uint32_t n = a->off.n;
    double *dense;
    MUST(allocate_zeroed((size_t)n * n, sizeof *dense, "a proof", &dense));
    fill(a, dense);
    memcpy(x, b, n * sizeof *x);
    eliminate(n, dense, x);
    free(dense);
    return OK;
}
