/* Guesses the meaning of a source in another tool's notation: `tandem(c=255)`, `tandem:255`,
 * `die.tra:dtmc;goal=done`, `die.tra:P=?[F "done"]`. */
#pragma once

#include <stdbool.h>

/* *out (new) = text in the form that source_parse accepts, as a guess; it may still be wrong.
 * Returns false if there is no guess. keys: names of keys that may follow a file, ending with
 * NULL. */
bool meant_source(const char *text, const char *const *keys, char **out);
