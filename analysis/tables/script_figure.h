/* Arranges a figure that a script builds, so that it is drawn like any other. */
#pragma once

#include "analysis/tables/pivot.h"
#include "base/status.h"
#include "store/judged.h"

/* Makes a row for each panel and x, and a column for each curve title. A later point of the same
 * curve and x replaces an earlier one. *out is new and borrows texts from the figure. Errors:
 * ERROR_HOST_MEMORY. */
enum status script_figure_pivot(const struct judged_figure *figure, struct pivot *out);
