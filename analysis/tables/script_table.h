/* Tables that a script builds, and the table of its claims. */
#pragma once

#include <stdbool.h>

#include "base/output/grid.h"
#include "base/status.h"
#include "store/results.h"

/* Both fill a zeroed grid, which the caller frees in any case; exact: as in struct listing. Errors:
 * those of the script, ERROR_HOST_MEMORY. */
enum status claims_fill(const struct results *results, struct grid *grid);
enum status script_table_fill(const struct results *results, const struct table *from, bool exact,
                              struct grid *grid);
