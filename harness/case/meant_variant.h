/* Guesses the variant that somebody meant who wrote its parts in another order, left some out, or
 * used names of other tools. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

/* Writes the name of that variant into out, with each word as the part that it most likely is.
 * Missing parts become jacobi, msr (csr), f64 (u32) and seq; all options go behind the method, and
 * may be wrong. Returns false if a word is no part, or text is a name pattern. */
bool meant_variant(const char *text, size_t size, char *out);

/* Adds that variant to the message about text, if is_right takes it and the message does not name
 * all that is wrong. Returns ERROR_INPUT. */
enum status suggest_variant(const char *text, bool (*is_right)(const char *text));
