/* Sorts the entries of one row by column, keeping the order of equal columns, because duplicates
 * are added up in the order of the file. Keeps scratch memory of up to twice the size of a row for
 * the next one. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct row_sort {
    uint32_t *col;
    double *val;
    uint64_t room;
};

/* spare starts zeroed. Errors: ERROR_HOST_MEMORY; the row is unchanged then. */
enum status row_sort(struct row_sort *spare, uint64_t length, uint32_t *col, double *val);
void row_sort_free(struct row_sort *spare);
