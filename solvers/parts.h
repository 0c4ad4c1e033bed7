/* A stored matrix at a place of several cards: each card has a part of the rows, which the layout
 * stores as a matrix of its own with the columns of the whole. For solvers/solve.c, which calls
 * these functions if place->cards > 1. */
#pragma once

#include "solvers/solver.h"

/* Fills out->part and out->nparts, on the host; the rest of out is set already. Errors: those of
 * the builder, ERROR_UNSUPPORTED if the layout cannot be divided, ERROR_HOST_MEMORY. After an error
 * call parts_free. */
enum status parts_build(const struct place *place, const struct matrix *a, struct stored *out);

/* Uploads each part and its halo to its card. After an error call parts_free. */
enum status parts_upload(const struct place *place, struct stored *stored);

void parts_free(struct stored *stored); /* does nothing if there are no parts */
