#include "solvers/layouts/compact_rows.h"

#define OFF_SUM(number, suffix)                                                      \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x) \
    {                                                                                \
        const uint32_t mask = (1u << a.shift) - 1;                                   \
        number sum = {0};                                                            \
        for (uint32_t k = a.start[i]; k < a.start[i + 1]; k++)                       \
            sum += a.values[a.word[k] & mask] * x[a.word[k] >> a.shift];             \
        return sum;                                                                  \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_cmsr)
