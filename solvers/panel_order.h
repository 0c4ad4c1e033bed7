/* The order in which a warp reads from shared memory the entries of the segments that it takes together
 * (solvers/panels.h). Lanes read as many numbers at a time as there are banks, in a time that grows with how many of
 * them lie on one bank: the order spreads them. */
#ifndef WARPMARK_SOLVERS_PANEL_ORDER_H
#define WARPMARK_SOLVERS_PANEL_ORDER_H

#include "solvers/panels.h"

/* Of the segments of a visit, which share a number of lanes, place[] has the places of all entries, segment by segment,
 * at most PANEL_LONGEST. order[], segment by segment, becomes a permutation of each: which of its places is first,
 * second, .... */
void panel_order(enum precision precision, const struct panel_segment *segment, uint32_t segments,
                 const uint16_t *place, uint16_t *order);

#endif
