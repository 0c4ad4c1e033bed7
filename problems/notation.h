/* Properties of sources in PRISM's notation. */
#pragma once

#include "base/status.h"

/* *out (new) = the property of the source, such as `P=?[F "done"]`, or in LTL for a product; NULL
 * for a linear system, and for an automaton from a file. Errors: those of problem_check. */
enum status property_text(const char *source, char **out);

/* The same for a chain that is written to a file, so only labels and rewards can be used. PRISM and
 * Storm do not know rewards by names such as model.srew, so these are left out. source: a chain.
 * Errors: ERROR_HOST_MEMORY. */
struct source;
enum status property_by_labels(const struct source *source, char **out);
