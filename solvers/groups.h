/* Marks of the groups of a vector's entries that are not all zero: one bit per group, so that a
 * kernel need not read groups of zeros. -0 does not count as zero here, because its bits differ. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { GROUP_ENTRIES = 32, GROUPS_A_WORD = 32 };

/* Returns the number of words for the marks of n entries. The last one is only read together with
 * the one before. */
static inline size_t groups_words(size_t n)
{
    return n / (GROUP_ENTRIES * GROUPS_A_WORD) + 2;
}

/* *out (new) = the marks of n entries; NULL if more than half of the groups have a mark, because
 * then the marks do not pay. Errors: ERROR_HOST_MEMORY. */
enum status groups_mark(const double *vector, size_t n, uint32_t **out);

/* Functions for host and device. */
#ifdef __CUDACC__
#define GROUPS_FUNCTION __host__ __device__ static inline
#else
#define GROUPS_FUNCTION static inline
#endif

/* Returns the words with the mark of entry i's group and the next 31 marks, which can be loaded
 * before they are needed. */
GROUPS_FUNCTION uint64_t groups_near(const uint32_t *marks, uint32_t i)
{
    const uint32_t *word = marks + i / (GROUP_ENTRIES * GROUPS_A_WORD);
    return (uint64_t)word[1] << 32 | word[0];
}

/* Bit k: the mark of the k-th group after entry i's own; k < 32. */
GROUPS_FUNCTION uint32_t groups_from(uint64_t near, uint32_t i)
{
    return (uint32_t)(near >> i / GROUP_ENTRIES % GROUPS_A_WORD);
}
