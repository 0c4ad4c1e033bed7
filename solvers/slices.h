/* A stored matrix at a place of several cards: a slice of the rows a card, each of them stored by the layout as a
 * matrix of its own, whose columns are those of the whole. For solvers/solve.c, which calls these where place->cards
 * > 1.
 */
#ifndef WARPMARK_SOLVERS_SLICES_H
#define WARPMARK_SOLVERS_SLICES_H

#include "solvers/solver.h"

/* Fills out->slice and out->nslices, on the host; the rest of out is set already. Errors: the builder's,
 * ERROR_UNSUPPORTED where the layout cannot be sliced, ERROR_HOST_MEMORY. What was built stays for slices_free. */
enum status slices_build(const struct place *place, const struct matrix *a, struct stored *out);

/* Brings each slice and its halo to its card. After a failure slices_free is to follow. */
enum status slices_upload(const struct place *place, struct stored *stored);

void slices_free(struct stored *stored); /* does nothing where there are none */

#endif
