#include "solvers/layouts/compact_rows.h"

/* Sums the even entries, the odd entries, and then both sums. Each sum ends at the first word of
 * padding, which names its own column. */
#define OFF_SUM(number, suffix)                                                                    \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)               \
    {                                                                                              \
        const uint32_t own = owner_of(a.owners, 0, i);                                             \
        const uint32_t mask = (1u << a.shift) - 1;                                                 \
        number even = {0}, odd = {0};                                                              \
        for (size_t line = a.start[i / 16], end = a.start[i / 16 + 1]; line < end; line++) {       \
            uint32_t first = a.word[line * 32 + i % 16], second = a.word[line * 32 + 16 + i % 16]; \
            if (first >> a.shift == own) break;                                                    \
            even += a.values[first & mask] * x[first >> a.shift];                                  \
            if (second >> a.shift == own) break;                                                   \
            odd += a.values[second & mask] * x[second >> a.shift];                                 \
        }                                                                                          \
        return even + odd;                                                                         \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_chwl)
