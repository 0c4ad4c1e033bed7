#include "solvers/layouts/compact_rows.h"

/* Sums up to the first word of padding, which names its own column. */
#define OFF_SUM(number, suffix)                                                              \
    static inline number off_sum##suffix(struct rows a, uint32_t i, const number *x)         \
    {                                                                                        \
        const uint32_t own = owner_of(a.owners, 0, i);                                       \
        const uint32_t mask = (1u << a.shift) - 1;                                           \
        number sum = {0};                                                                    \
        for (size_t line = a.start[i / 32], end = a.start[i / 32 + 1]; line < end; line++) { \
            uint32_t word = a.word[line * 32 + i % 32];                                      \
            if (word >> a.shift == own) break;                                               \
            sum += a.values[word & mask] * x[word >> a.shift];                               \
        }                                                                                    \
        return sum;                                                                          \
    }
FOR_REALS_AND_PAIRS(OFF_SUM)

#include "solvers/cpu/sweeps.h"

EXPORT_SWEEPS(mat_ops_cwl)
