/* A rank's rows of the linear system of a model and a property: those of the states of its share.
 * They are bit for bit the rows that reduce_steady, reduce_fixpoint and reduce_bounded make
 * (problems/property.h). All ranks call these functions together; their errors are the same on all
 * ranks. */
#pragma once

#include "base/sparse/linear.h"
#include "problems/property.h"
#include "problems/ranks/share.h"

struct own_system {
    struct share *share;
    const struct property *property;
    const char *reward; /* its name; NULL: none */
    bool has_b, has_weight;
    uint64_t entries; /* off-diagonal ones, of all own rows */
    uint32_t *length; /* for each own row: number of transitions from, or to, other states; an upper
                         bound */
    /* Long runs: all rows are stored here. */
    struct csr incoming;
    double *leaving;
    /* Other systems: rows are computed from the transitions of the states whenever they are needed.
     * One byte for each own state. */
    uint8_t *goal, *no, *yes; /* no, yes: from certain_states. All NULL if there is no goal */
    uint8_t *moves;           /* for bounded properties: whether the value changes */
};

/* share, property and reward must live as long as out. Errors: ERROR_HOST_MEMORY; ERROR_INPUT for
 * an unknown label; ERROR_UNSUPPORTED for a long run that is not a single closed class. */
enum status own_system_make(struct share *share, const struct property *property,
                            const char *reward, struct own_system *out);

/* (own_rows.c) *rows (new) = some own rows from row `first` on, *end = the row after the last of
 * them; no rows if `first` is the end. row[] begins at 0, columns are those of the whole matrix.
 * Errors: ERROR_HOST_MEMORY, and ERROR_INPUT as in fixpoint_rows. */
enum status own_system_rows(struct own_system *system, uint32_t first, uint32_t *end,
                            struct linear *rows);
void own_system_free(struct own_system *system); /* accepts a zeroed one, leaves one */
