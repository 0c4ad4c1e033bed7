#include "tests/support/csr_sound.h"

#include <math.h>
#include <stdbool.h>

bool csr_sound(const struct csr *a)
{
    if (a->rows == 0 || a->row[0] != 0 || a->row[a->rows] != a->nnz) return false;
    for (uint32_t i = 0; i < a->rows; i++) {
        if (a->row[i] > a->row[i + 1]) return false;
        for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++) {
            if (a->col[k] >= a->rows || (k > a->row[i] && a->col[k - 1] >= a->col[k])) return false;
            if (!isfinite(a->val[k])) return false;
        }
    }
    return true;
}
