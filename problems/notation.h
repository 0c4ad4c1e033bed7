/* Properties in PRISM's notation: of a source, and as a user may write them. */
#pragma once

#include <stdbool.h>

#include "base/status.h"

/* *out (new) = what the source asks, such as `P=?[F "done"]`, for a product in LTL; NULL for a
 * linear system, and where an automaton's file is asked. Errors: as for problem_check. */
enum status property_text(const char *source, char **out);

/* The same for a chain that is written to a file, by its labels and rewards alone. PRISM and Storm
 * know no reward by a name such as model.srew, so it is left out. source: a chain.
 * Errors: ERROR_HOST_MEMORY. */
struct source;
enum status property_by_labels(const struct source *source, char **out);

/* Where text is a property in PRISM's notation, *keys (new) is what to write instead, such as
 * `goal=done`, or NULL where nothing here computes it. False where it is none. Errors:
 * ERROR_HOST_MEMORY leaves *keys NULL. */
bool property_keys(const char *text, char **keys);
