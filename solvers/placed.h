/* Matrices whose rows are in place memory. struct matrix is used for them, too: its arrays are
 * there, its sizes on the host. A large system travels to the card once, and the matrices that
 * follow from it are made there. */
#pragma once

#include "solvers/solver.h"

/* Rows that become x_i = b_i. */
struct placed_pins {
    uint32_t count;
    const uint32_t *row;     /* ascending; in place memory */
    const uint64_t *entries; /* count + 1, in place memory: entry k is the number of entries in the
                                first k pinned rows */
};

/* What the rows of a long run are scaled by. */
struct placed_scale {
    const double *rate;       /* one for each class, in place memory; infinite: no scale */
    const uint32_t *class_of; /* of each row, in place memory; NULL: there is one class */
};

/* Operations of a place (place->placed). They enqueue work. */
struct placed_ops {
    /* out, whose arrays are allocated, = a with 1 on the diagonal of pinned rows and nothing beside
     * it. All other rows are multiplied by factor (one for each row, in place memory). */
    enum status (*pin)(const struct matrix *a, const struct placed_pins *pins, const double *factor,
                       const struct matrix *out);
    /* factor_i = 1 / s, where s is 1 + a_ii / rate, rounded down to a power of 2; 1 where that is
     * not finite */
    enum status (*scale)(const struct matrix *a, const struct placed_scale *by, double *factor);
    /* x_i = max(x_i, least), for n numbers */
    enum status (*raise)(size_t n, double least, double *x);
    /* row (n + 1) = the row starts, inverse (n) = 1 / diagonal. */
    enum status (*narrow)(const struct matrix *a, uint32_t *row, double *inverse);
    /* out, which has the rows and columns of a, = a with each entry multiplied by the weight of its
     * row (by_rows) or its column. The diagonal is multiplied by its weight. An entry in the column
     * of a row without entries becomes 0. weight: one for each row, in place memory. */
    enum status (*weigh)(const struct matrix *a, const double *weight, bool by_rows,
                         const struct matrix *out);
};

/* *(void **)out (new, in place memory) = a copy of this host memory. After an error it is for the
 * caller to release, or NULL. from must stay unchanged until the place is synchronised. Errors:
 * those of the place. */
enum status place_bring(const struct place *place, const void *from, size_t bytes, void *out);

/* *out (new arrays in place memory) = a with pinned rows, as above; waits. a, and factor (one
 * number for each row): in place memory. pin: count rows, ascending, on the host. Errors: those of
 * the place; ERROR_HOST_MEMORY. */
enum status placed_pin(const struct place *place, const struct matrix *a, uint32_t count,
                       const uint32_t *pin, const double *factor, struct matrix *out);
/* Accepts a zeroed one, and leaves one. */
void placed_free(const struct place *place, struct matrix *a);
