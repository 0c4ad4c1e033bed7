/* Random words. */
#pragma once

#include <stddef.h>

#include "tests/support/seed.h"

/* A word of 0 .. most letters out of the first few of alphabet. */
void random_word(uint64_t stream, uint64_t k, size_t most, const char *alphabet, char *out);
