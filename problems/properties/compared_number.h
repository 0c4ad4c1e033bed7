/* Models in PRISM's language: numbers that builders round before they compare them. */
#pragma once

#include <stddef.h>

/* The first number of more than 15 digits beside a comparison, such as `1/3 = 0.33333333333333333`,
 * and its length; NULL: none. Doubles may not tell such a number from the other side. */
const char *compared_number(const char *text, size_t *length);
