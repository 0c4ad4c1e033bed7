#include "solvers/layouts/plain_rows.h"

#define OFF_SUM(number, suffix)                                                      \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x) \
    {                                                                                \
        number sum = {0};                                                            \
        for (uint32_t k = a.start[i + 1]; k > a.start[i]; k--)                       \
            sum += a.val[k - 1] * x[a.col[k - 1]];                                   \
        return sum;                                                                  \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_sscan)
