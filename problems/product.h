/* From a source to a product. */
#pragma once

#include "problems/problem.h"
#include "problems/source.h"

/* Opens a source that is a product; out = NULL: only looks whether it could be opened. growth, or
 * NULL: watches, as for problem_open_growing. Errors: as for problem_open, and those of growth. */
enum status open_product(const struct source *source, const struct growth *growth,
                         struct problem *out);
