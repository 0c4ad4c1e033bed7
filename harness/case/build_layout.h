/* A problem in the order and layout of a variant, on the host: what phase "layout" does. */
#pragma once

#include "harness/case/variant.h"
#include "problems/answer_bounds.h"
#include "solvers/solve.h"

struct built_layout {
    struct stored stored;
    const double *b,
        *x0; /* as stored numbers the rows; b may be NULL. They point into the problem or below */
    uint32_t *
        sequence; /* the problem's row of each stored one; NULL where the problem's order is kept */
    struct linear renumbered;    /* b, x0, and answer as room for the stored order's answer; zeroed
                                    without a sequence */
    struct matrix outgoing;      /* of methods that take the transpose: until it is stored */
    const struct matrix *matrix; /* what stored was built from, of methods that are by_entries; else
                                    NULL. It is the problem's, or renumbered's */
    uint32_t *class_of; /* of methods that are by_entries, for long runs with several closed
                           classes: that of each stored row; else NULL */
    struct answer_bounds bounds; /* as stored numbers the rows, of methods that start from them;
                                    else zeroed */
    char halo_note[120];         /* where parts receive much of each other (halo_note.h); or "" */
};

/* The problem must outlive out. Errors: ERROR_HOST_MEMORY; ERROR_UNSUPPORTED where the layout or
 * the method cannot take this problem, with the reason. */
enum status build_layout(const struct problem *problem, const struct variant *variant,
                         struct built_layout *out);

/* OK, or ERROR_UNSUPPORTED where the variant needs rows of the problem that are not stored. */
enum status build_layout_check(const struct problem *problem, const struct variant *variant);

void built_layout_free(struct built_layout *built); /* accepts a zeroed one, leaves one */

/* built_layout_target returns the buffer into which an answer for x is downloaded;
 * built_layout_undo then puts its entries into x, in the problem's order. */
double *built_layout_target(const struct built_layout *built, double *x);
void built_layout_undo(const struct built_layout *built, double *x);
