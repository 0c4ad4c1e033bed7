/* Times of a case with the questions inside its question, in both files. */
#pragma once

#include "analysis/compare/matching.h"
#include "base/output/units.h"

/* *out = "with the questions inside 1 ms -> 2 ms"; "" if none are inside, or a side has no such
 * time. Errors: ERROR_HOST_MEMORY. */
enum status inside_told(const struct matched_case *matched, struct human *out);
