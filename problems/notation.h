/* What sources ask, in PRISM's notation. */
#pragma once

#include "base/status.h"

/* *out (new) = what the source asks, such as `P=?[F "done"]`, for a product in LTL; NULL for a
 * linear system, and where an automaton's file is asked. Errors: as for problem_check. */
enum status property_text(const char *source, char **out);

/* The same for a chain that is written to a file, by its labels and rewards alone. PRISM and Storm
 * know no reward by a name such as model.srew, so it is left out. source: a chain.
 * Errors: ERROR_HOST_MEMORY. */
struct source;
enum status property_by_labels(const struct source *source, char **out);
