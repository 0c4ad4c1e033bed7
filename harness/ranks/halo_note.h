/* Makes the note on the entries that parts of a matrix receive from each other in an iteration.
 * Many such entries cost as much time as many rows. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problems/row_order.h"

/* Entries that one part receives in an iteration, and its rows. */
struct halo_size {
    uint64_t received, rows;
};

/* Writes how many entries the part with the largest share receives and, if can_reorder, which
 * orders may need fewer than `order`. Writes "" if no part receives more than 10 % of its number of
 * rows. */
void halo_note(int parts, const struct halo_size *sizes, enum row_order order, bool can_reorder,
               char *out, size_t size);
