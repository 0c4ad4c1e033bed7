#include "solvers/layouts/plain_rows.h"

/* Sums up to the first word of padding, which names its own column. */
#define OFF_SUM(number, suffix)                                                              \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)         \
    {                                                                                        \
        const uint32_t own = owner_of(a.owners, 0, i);                                       \
        number sum = {0};                                                                    \
        for (size_t line = a.start[i / 32], end = a.start[i / 32 + 1]; line < end; line++) { \
            size_t k = line * 32 + i % 32;                                                   \
            if (a.col[k] == own) break;                                                      \
            sum += a.val[k] * x[a.col[k]];                                                   \
        }                                                                                    \
        return sum;                                                                          \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_wl)
