#include "solvers/layouts/plain_rows.h"

/* Sums the even entries, the odd entries, and then both sums. Each sum ends at the first word of
 * padding, which names its own column. */
#define OFF_SUM(number, suffix)                                                              \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)         \
    {                                                                                        \
        const uint32_t own = owner_of(a.owners, 0, i);                                       \
        number even = {0}, odd = {0};                                                        \
        for (size_t line = a.start[i / 16], end = a.start[i / 16 + 1]; line < end; line++) { \
            size_t k = line * 32 + i % 16;                                                   \
            if (a.col[k] == own) break;                                                      \
            even += a.val[k] * x[a.col[k]];                                                  \
            if (a.col[k + 16] == own) break;                                                 \
            odd += a.val[k + 16] * x[a.col[k + 16]];                                         \
        }                                                                                    \
        return even + odd;                                                                   \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_hwl)
