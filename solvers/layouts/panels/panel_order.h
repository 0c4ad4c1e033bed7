/* The order in which lanes read from shared memory the entries of a segment
 * (solvers/layouts/panels/panels.h). They read as many numbers at a time as there are banks, in a
 * time that grows with how many of them lie on one bank: the order spreads them. It depends on
 * nothing but the segment, so that neither do sums. */
#pragma once

#include "solvers/layouts/panels/panels.h"

/* place[] has the places of the segment's entries; order[] becomes a permutation of them: which of
 * place[] is the first entry, the second, .... */
void panel_order(enum precision precision, struct panel_segment segment, const uint16_t *place,
                 uint16_t *order);
