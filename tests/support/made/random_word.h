/* Random words. */
#ifndef WARPMARK_TESTS_SUPPORT_MADE_RANDOM_WORD_H
#define WARPMARK_TESTS_SUPPORT_MADE_RANDOM_WORD_H

#include <string.h>

#include "tests/support/seed.h"

/* A word of 0 .. most letters out of the first few of alphabet. */
static inline void random_word(uint64_t stream, uint64_t k, size_t most, const char *alphabet,
                               char *out)
{
    size_t length = random_below(random_bits(seed, stream, k), most + 1);
    for (size_t i = 0; i < length; i++)
        out[i] =
            alphabet[random_below(random_bits(seed, stream + 1, k * 64 + i), strlen(alphabet))];
    out[length] = '\0';
}

#endif
