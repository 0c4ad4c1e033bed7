/* Sorts the entries of one row by column, keeping the order of equal columns: duplicates are added
 * up in the order of the file. Memory beside the row: as much again at most, kept for the next one.
 */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct row_sort {
    uint32_t *col;
    double *val;
    uint64_t room;
};

/* spare starts zeroed. Errors: ERROR_HOST_MEMORY; the row is as it was then. */
enum status row_sort(struct row_sort *spare, uint64_t length, uint32_t *col, double *val);
void row_sort_free(struct row_sort *spare);
