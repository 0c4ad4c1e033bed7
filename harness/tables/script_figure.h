/* A figure that a script builds, arranged as the drawing of any other. */
#pragma once

#include "base/status.h"
#include "harness/script/judge.h"
#include "harness/tables/pivot.h"

/* One row a panel and x, one column a curve title; a later point of the same curve and x takes the
 * place of an earlier one. *out is new and borrows texts from the figure. Errors:
 * ERROR_HOST_MEMORY. */
enum status script_figure_pivot(const struct judged_figure *figure, struct pivot *out);
