/* Opens the product of a source. */
#pragma once

#include "problems/problem.h"
#include "problems/source.h"

/* Opens a source that is a product; out = NULL: only checks whether it could be opened. growth
 * watches the product, as in problem_open_growing; may be NULL. Errors: those of problem_open and
 * of growth. */
enum status open_product(const struct source *source, const struct growth *growth,
                         struct problem *out);
