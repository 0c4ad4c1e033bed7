/* Decides which curves of a figure share a panel: all of them or, if there are many, those of one
 * method, layout, place or precision, or else neighbours. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/tables/legend.h"
#include "base/status.h"

enum { MOST_CURVES_OF_PANEL = 8 };

struct curve_split {
    const char *axis; /* "method", ...: part that differs between groups; NULL: none does */
    size_t ngroups;   /* 1: one panel has all curves */
    size_t *group;    /* for each column */
    char **title;     /* for each group: "jacobi", "curves 9 to 16"; "" if there is only one */
    size_t *look;     /* for each column; equal in all groups if the rest of the name is */
    size_t nlooks;
    char **entry; /* the names of looks, for the key */
};

/* Splits the columns. wanted: columns that are drawn. all: their names. most: curves in one panel.
 * Errors: ERROR_HOST_MEMORY. */
enum status split_make(const struct pivot_axis *columns, const bool *wanted,
                       const struct legend *all, size_t most, struct curve_split *out);
void split_free(struct curve_split *split); /* accepts a zeroed one; leaves one */
