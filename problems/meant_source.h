/* The source that somebody meant who wrote it as in another tool: `tandem(c=255)`, `tandem:255`,
 * `die.tra:dtmc;goal=done`, `die.tra:P=?[F "done"]`. */
#pragma once

#include <stdbool.h>

/* *out (new) = text in the form that source_parse takes, as far as that can be guessed; false where
 * it cannot. It may still be wrong. keys: what may follow a file; ends with NULL. */
bool meant_source(const char *text, const char *const *keys, char **out);
