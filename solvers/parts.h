/* A stored matrix at a place of several cards: a part of the rows a card, each of them stored by
 * the layout as a matrix of its own, whose columns are those of the whole. For solvers/solve.c,
 * which calls these where place->cards > 1. */
#pragma once

#include "solvers/solver.h"

/* Fills out->part and out->nparts, on the host; the rest of out is set already. Errors: the
 * builder's, ERROR_UNSUPPORTED where the layout cannot be divided, ERROR_HOST_MEMORY. What was
 * built stays for parts_free. */
enum status parts_build(const struct place *place, const struct matrix *a, struct stored *out);

/* Brings each part and its halo to its card. After a failure parts_free is to follow. */
enum status parts_upload(const struct place *place, struct stored *stored);

void parts_free(struct stored *stored); /* does nothing where there are none */
