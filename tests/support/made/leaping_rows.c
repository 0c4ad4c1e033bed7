#include "tests/support/made/leaping_rows.h"

#include <stdbool.h>
#include <stdlib.h>

struct matrix leaping_rows(uint64_t key, uint32_t n, uint32_t most, uint32_t leap)
{
    static const uint32_t leaps[] = {65534, 65535, 65536, 131069, 131070, 131071, 70000};
    struct matrix a = {0};
    uint64_t kept = 0;
    if (matrix_allocate(n, (uint64_t)n * most, &a) != OK) abort();
    for (uint32_t i = 0; i < n; i++) {
        uint64_t count = random_below(random_bits(key, 0, i), most + 1),
                 col = random_below(random_bits(key, 1, i), n);
        if (i % 5 == 0) col = 0;
        for (uint64_t k = 0; k < count && col < n; k++) {
            uint64_t slot = (uint64_t)i * most + k, bits = random_bits(key, 2, slot);
            if (col != i) {
                a.off.col[kept] = (uint32_t)col;
                a.off.val[kept++] = 0.5 + random_unit(random_bits(key, 3, i & 1 ? slot : i));
            }
            bool leaps_now = leap && random_below(bits, leap) == 0;
            col += leaps_now ? leaps[random_below(random_bits(key, 4, slot), 7)]
                             : 1 + random_below(random_bits(key, 5, slot), 30);
        }
        a.off.row[i + 1] = kept;
        a.diag[i] = 3 + random_unit(random_bits(key, 6, i));
    }
    a.off.nnz = kept;
    return a;
}
