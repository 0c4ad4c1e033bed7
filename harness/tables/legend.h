/* Short names for the columns of a table or the curves of a figure. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "harness/tables/pivot.h"

enum { NVARIANT_PARTS = 4 }; /* of a variant: method/layout/precision/place */

struct legend {
    size_t count;
    char **name;  /* one per level of the axis */
    char *shared; /* what all variants have in common and the names leave out: "msr f64"; "" for
                     nothing */
};

/* Variants lose the parts that all of them share: `jacobi seq`, `bicgstab cuda`. Numbers get the
 * field's name: `n = 2,000`. Errors: ERROR_HOST_MEMORY. */
enum status legend_make(const struct pivot_axis *axis, struct legend *out);

/* The same, but names leave out part `without` of variants, too. */
enum status legend_without(const struct pivot_axis *axis, int without, struct legend *out);

void legend_free(struct legend *legend); /* accepts a zeroed one; leaves one */

/* Part `which` of a variant, new; "" where it is none. Errors: ERROR_HOST_MEMORY. */
enum status variant_part(const char *variant, int which, char **out);
