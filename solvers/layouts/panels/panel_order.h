/* The order in which lanes read the entries of a segment from shared memory
 * (solvers/layouts/panels/panels.h). Lanes read as many numbers at a time as there are banks, and
 * the time grows with the number of them on one bank: the order spreads them over the banks. The
 * order depends only on the segment, so the bits of sums do, too. */
#pragma once

#include "solvers/layouts/panels/panels.h"

/* place[] has the places of the segment's entries. Makes order[] a permutation of their indices:
 * the index of the first entry, of the second, ... */
void panel_order(enum precision precision, struct panel_segment segment, const uint16_t *place,
                 uint16_t *order);
