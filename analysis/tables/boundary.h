/* Map of a study over two axes: for each value of the second axis, the place on the first axis
 * where the two variants take the same time. */
#pragma once

#include <stdbool.h>

#include "analysis/tables/pivot.h"
#include "base/status.h"
#include "store/results.h"

/* Search for one value of the second axis, or several searches with different seeds. */
struct boundary_place {
    const struct result_crossover *row; /* the first one, if there are several */
    size_t panel;                       /* one for each study: 0, 1, ... */
    size_t searches, found, unfinished, noisy;
    bool next, mixed;     /* as in crossover_family: at, low, high are for the next matrix */
    double at, low, high; /* NaN: none; low may be 0, high infinite */
    double from, to;      /* ends of the measured range; from > to: nothing was measured */
    const char *below;    /* variant that is faster below a crossover; NULL: unknown */
    const char *faster;   /* variant that is surely faster at every point; NULL: none */
};

/* Finds the places of all studies that have the figure's x as second axis and its y as axis; *out
 * is new. Errors: ERROR_HOST_MEMORY. */
enum status boundary_places(const struct results *results, const struct figure *figure,
                            size_t *count, struct boundary_place **out);

/* Finds the variants that are faster below and above the crossovers of a panel. Both are the same
 * if one is surely faster everywhere. Both are NULL if that is unknown, or the places differ. */
void boundary_sides(size_t count, const struct boundary_place *places, size_t panel,
                    const char **below, const char **above);

/* Side of the measured range on which the crossover may be, for a place at which one variant is
 * surely faster: 1 above, -1 below; 0: unknown, or another kind of place. */
int boundary_side(size_t count, const struct boundary_place *places,
                  const struct boundary_place *place);

/* Makes a row for each study (if there are several) and value of x, and one column; *out is new and
 * borrows texts from results and figure. Errors: ERROR_HOST_MEMORY. */
enum status boundary_pivot(const struct figure *figure, size_t count,
                           const struct boundary_place *places, struct pivot *out);
