/* The map of a study over two axes: for each value of the second one, where on the first one the
 * two variants take the same time. */
#pragma once

#include <stdbool.h>

#include "base/status.h"
#include "harness/store/results.h"
#include "harness/tables/pivot.h"

/* The search for one value of the second axis, or those with several seeds. */
struct boundary_place {
    const struct result_crossover *row; /* of several the first */
    size_t panel;                       /* one for each study: 0, 1, ... */
    size_t searches, found, unfinished, noisy;
    bool next, mixed;     /* as crossover_family says: at, low, high are of the next matrix */
    double at, low, high; /* NaN: none; low may be 0, high infinite */
    double from, to;      /* the ends of what was measured; from > to: nothing was */
    const char *below;    /* the variant that is faster below a crossover; NULL: none is known */
    const char *faster;   /* the one that is surely faster at every point; NULL: none */
};

/* Those of all studies with the figure's x as second axis and its y as axis; *out is new. Errors:
 * ERROR_HOST_MEMORY. */
enum status boundary_places(const struct results *results, const struct figure *figure,
                            size_t *count, struct boundary_place **out);

/* The variants that are faster below and above the crossovers of a panel; the same one for both
 * where it is surely faster everywhere; NULL for both: unknown, or the places differ. */
void boundary_sides(size_t count, const struct boundary_place *places, size_t panel,
                    const char **below, const char **above);

/* Side of the measured range on which the crossover may be, for a place at which one variant is
 * surely faster: 1 above, -1 below; 0: unknown, or another kind of place. */
int boundary_side(size_t count, const struct boundary_place *places,
                  const struct boundary_place *place);

/* One row a study (where there are several) and a value of x, one column; *out is new and borrows
 * texts from results and figure. Errors: ERROR_HOST_MEMORY. */
enum status boundary_pivot(const struct figure *figure, size_t count,
                           const struct boundary_place *places, struct pivot *out);
