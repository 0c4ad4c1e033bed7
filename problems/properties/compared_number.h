/* Finds numbers in models in PRISM's language that builders round before they compare them. */
#pragma once

#include <stddef.h>

/* Returns the first number of more than 15 digits beside a comparison, such as `1/3 =
 * 0.33333333333333333`, and its length; NULL: none. In doubles, such a number may be equal to a
 * different one. */
const char *compared_number(const char *text, size_t *length);
