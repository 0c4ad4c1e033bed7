/* What a note says of the entries that parts of a matrix receive from each other in an iteration:
 * as much work as that of many rows, where they are many. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "problems/row_order.h"

/* Of one part. */
struct halo_size {
    uint64_t received, rows;
};

/* Of the part with the largest share: what it receives, and which orders may have less than
 * `order`, where another can be taken at all. "" where no part receives more than 10 % as many
 * entries as it has rows. */
void halo_note(int parts, const struct halo_size *sizes, enum row_order order, bool can_reorder,
               char *out, size_t size);
