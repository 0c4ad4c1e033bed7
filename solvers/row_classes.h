/* The closed classes of a long run's rows, for operations that sum over each class. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct place;

/* Classes of rows; all arrays are in place memory. */
struct row_classes {
    uint32_t count;         /* at least 1 */
    const uint32_t *of_row; /* the class of each row; NULL: all rows are in class 0, and the next
                               members are NULL, too */
    const uint32_t *order;  /* rows, class by class, ascending in each */
    const uint32_t *first;  /* start of each class in order; first[count] = n */
    void *room;             /* room for class_parts() weights of each class */
};

/* Returns the largest number of parts into which an operation may divide each class. */
static inline uint32_t class_parts(uint32_t count)
{
    enum { PARTS = 1024 };
    return count < PARTS ? PARTS / count : 1;
}

/* of_row: n classes below count, on the host; not read if count is 1. Errors: ERROR_HOST_MEMORY,
 * and those of the place. Call row_classes_free afterwards, also after an error. */
enum status row_classes_create(const struct place *place, uint32_t n, uint32_t count,
                               const uint32_t *of_row, struct row_classes *out);

void row_classes_free(const struct place *place,
                      struct row_classes *classes); /* accepts a zeroed one */
