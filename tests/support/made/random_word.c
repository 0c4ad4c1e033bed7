#include "tests/support/made/random_word.h"

#include <stddef.h>
#include <string.h>

void random_word(uint64_t stream, uint64_t k, size_t most, const char *alphabet, char *out)
{
    size_t length = random_below(random_bits(seed, stream, k), most + 1);
    for (size_t i = 0; i < length; i++)
        out[i] =
            alphabet[random_below(random_bits(seed, stream + 1, k * 64 + i), strlen(alphabet))];
    out[length] = '\0';
}
