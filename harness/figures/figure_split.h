/* Which curves of a figure stand in one panel: all of them, or, where they are many, those of one
 * method, layout, place or precision, or else neighbours. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/tables/legend.h"

enum { MOST_CURVES_OF_PANEL = 8 };

struct curve_split {
    const char *axis; /* "method", ...: what tells the groups apart; NULL: nothing does */
    size_t ngroups;   /* 1: one panel has them all */
    size_t *group;    /* of each column */
    char **title;     /* of each group: "jacobi", "curves 9 to 16"; "" of one group */
    size_t *look;     /* of each column: the same in all groups where the rest of its name is */
    size_t nlooks;
    char **entry; /* the names of looks, for the key */
};

/* wanted: which columns are drawn. all: its names. most: curves of one panel.
 * Errors: ERROR_HOST_MEMORY. */
enum status split_make(const struct pivot_axis *columns, const bool *wanted,
                       const struct legend *all, size_t most, struct curve_split *out);
void split_free(struct curve_split *split); /* accepts a zeroed one; leaves one */
