#include "base/sparse/colour_order.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { NO_COLOUR = -1 };

/* Sets seen[c] = i for each colour c of a neighbour of row i. */
static void see_neighbours(const struct csr *a, uint32_t i, const int32_t *colour, uint32_t *seen)
{
    for (uint64_t k = a->row[i]; k < a->row[i + 1]; k++)
        if (colour[a->col[k]] != NO_COLOUR && a->col[k] != i) seen[colour[a->col[k]]] = i;
}

enum status colour_order(const struct csr *a, uint32_t *rank)
{
    enum status status = OK;
    struct csr columns = {0};
    int32_t *colour = NULL;
    uint32_t *seen = NULL, *start = NULL;
    TRY(csr_transpose(a, &columns));
    TRY(allocate(a->rows, sizeof *colour, "colours", &colour));
    TRY(allocate((size_t)a->rows + 1, sizeof *seen, "colours", &seen));
    TRY(allocate_zeroed((size_t)a->rows + 2, sizeof *start, "colours", &start));
    for (uint32_t i = 0; i < a->rows; i++) colour[i] = NO_COLOUR, seen[i] = UINT32_MAX;
    for (uint32_t i = 0; i < a->rows; i++) {
        int32_t c = 0;
        see_neighbours(a, i, colour, seen);
        see_neighbours(&columns, i, colour, seen);
        while (seen[c] == i) c++;
        colour[i] = c;
        start[c + 1]++;
    }
    for (uint32_t c = 0; c < a->rows; c++) start[c + 1] += start[c];
    for (uint32_t i = 0; i < a->rows; i++) rank[i] = start[colour[i]]++;
out:
    csr_free(&columns);
    free(colour);
    free(seen);
    free(start);
    return status;
}
