/* Short names for the columns of a table or the curves of a figure. */
#pragma once

#include <stddef.h>

#include "analysis/tables/pivot.h"
#include "base/status.h"

enum { NVARIANT_PARTS = 4 }; /* of a variant: method/layout/precision/place */

struct legend {
    size_t count;
    char **name;  /* for each level of the axis */
    char *shared; /* parts that all variants have and that the names leave out: "msr f64"; "" if
                     there are none */
};

/* Makes the names. Variants lose the parts that all of them share: `jacobi seq`, `bicgstab cuda`.
 * Numbers get the field's name: `n = 2,000`. Errors: ERROR_HOST_MEMORY. */
enum status legend_make(const struct pivot_axis *axis, struct legend *out);

/* The same, but names leave out part `without` of variants, too. */
enum status legend_without(const struct pivot_axis *axis, int without, struct legend *out);

void legend_free(struct legend *legend); /* accepts a zeroed one; leaves one */

/* Copies part `which` of a variant (new); "" if it is no variant. Errors: ERROR_HOST_MEMORY. */
enum status variant_part(const char *variant, int which, char **out);
