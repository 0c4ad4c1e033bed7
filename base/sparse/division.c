#include "base/sparse/division.h"

uint32_t division_start(const uint64_t *row, uint32_t n, int parts, int k)
{
    const uint64_t all = rows_bytes(n, row[n]) / ENTRY_BYTES;
    uint32_t low = 0, high = n;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const uint64_t before = rows_bytes(middle, row[middle]) / ENTRY_BYTES;
        if (before * (unsigned)parts >= all * (unsigned)k) high = middle;
        else low = middle + 1;
    }
    return low;
}
