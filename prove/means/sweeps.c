#include "prove/means/sweeps.h"

void sweep_both_ways(const struct csr *off, const double *inverse, uint32_t first, uint32_t end,
                     const double *p, double *z)
{
    for (uint32_t i = first; i < end; i++) {
        double sum = p[i];
        for (uint64_t k = off->row[i]; k < off->row[i + 1] && off->col[k] < i; k++)
            if (off->col[k] >= first) sum -= off->val[k] * z[off->col[k]];
        z[i] = sum * inverse[i];
    }
    for (uint32_t i = end; i-- > first;) {
        double sum = 0;
        for (uint64_t k = off->row[i + 1]; k-- > off->row[i] && off->col[k] > i;)
            if (off->col[k] < end) sum += off->val[k] * z[off->col[k]];
        z[i] -= sum * inverse[i];
    }
}
