/* Builds a problem in the order and layout of a variant, on the host: phase "layout". */
#pragma once

#include "harness/case/variant.h"
#include "problems/answer_bounds.h"
#include "solvers/solve.h"

struct built_layout {
    struct stored stored;
    const double *b, *x0; /* in the order of rows in stored; b may be NULL. They point into the
                             problem or below */
    uint32_t *
        sequence; /* the problem's row of each stored row; NULL where the problem's order is kept */
    struct linear renumbered;    /* b, x0, and room for an answer in the stored order; zeroed
                                    without a sequence */
    struct matrix outgoing;      /* for methods that take the transpose: the matrix, until it is
                                    stored */
    const struct matrix *matrix; /* for methods that are by_entries: the matrix that stored was
                                    built from, the problem's or renumbered's; else NULL */
    uint32_t *class_of; /* for methods that are by_entries, for long runs with several closed
                           classes: the class of each stored row; else NULL */
    struct answer_bounds bounds; /* for methods that start from bounds, in the order of stored rows;
                                    else zeroed */
    char halo_note[120];         /* if parts receive many entries from each other (halo_note.h); or
                                    "" */
};

/* Builds the layout. The problem must outlive out. Errors: ERROR_HOST_MEMORY; ERROR_UNSUPPORTED
 * with the reason if the layout or the method cannot take this problem. */
enum status build_layout(const struct problem *problem, const struct variant *variant,
                         struct built_layout *out);

/* Returns OK, or ERROR_UNSUPPORTED if the variant needs rows of the problem that are not stored. */
enum status build_layout_check(const struct problem *problem, const struct variant *variant);

/* Returns the settings of a solve of the problem in this layout; the caller sets its criterion,
 * scale, epsilon, limits and stop. */
struct solve_settings built_settings(const struct problem *problem, const struct variant *variant,
                                     const struct built_layout *built);

void built_layout_free(struct built_layout *built); /* accepts a zeroed one, leaves one */

/* built_layout_target returns the buffer into which an answer for x is downloaded;
 * built_layout_undo then puts its entries into x, in the problem's order. */
double *built_layout_target(const struct built_layout *built, double *x);
void built_layout_undo(const struct built_layout *built, double *x);
