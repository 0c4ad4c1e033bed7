/* The rows of a rank of the linear system that a model and its property come to, those of the
 * states of its share. They have the bits of the rows that reduce_steady, reduce_fixpoint and
 * reduce_bounded make (problems/property.h). All ranks call these functions together; their errors
 * are the same on all ranks. */
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
    uint32_t *length; /* of each own row at most: transitions from, or to, other states */
    /* A long run: its rows are all here. */
    struct csr incoming;
    double *leaving;
    /* Others are made of the transitions of the states, again and again. One byte an own state. */
    uint8_t *goal, *no, *yes; /* no, yes: of certain_states. All NULL: no goal */
    uint8_t *moves;           /* of a bounded property: where the value changes */
};

/* share, property and reward stay. Errors: ERROR_HOST_MEMORY; ERROR_INPUT for an unknown label;
 * ERROR_UNSUPPORTED for a long run that is not one of a single closed class. */
enum status own_system_make(struct share *share, const struct property *property,
                            const char *reward, struct own_system *out);

/* (own_rows.c) *rows (new) = own rows from row `first` on, and *end behind the last of them: some,
 * or none where there are none left. row[] begins at 0, columns are those of the whole. Errors:
 * ERROR_HOST_MEMORY, and ERROR_INPUT as of fixpoint_rows. */
enum status own_system_rows(struct own_system *system, uint32_t first, uint32_t *end,
                            struct linear *rows);
void own_system_free(struct own_system *system); /* accepts a zeroed one, leaves one */
