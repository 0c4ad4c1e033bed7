/* The unknowns of rows that are choices, for layouts that count columns from that of a row's own
 * unknown, or that end a row by it: a quarter of a byte for each row. If each row has an unknown of
 * its own, the array is empty and nothing reads it. */
#pragma once

#include "solvers/solver.h"

enum { OWNER_GROUP = 32 /* rows of a mark */ };

/* Mark of rows 32 k .. 32 k + 31. Bit r of `begins`: an unknown's rows begin with row 32 k + r.
 * before: number of unknowns whose rows begin earlier, less one (modulo 2^32). */
struct owner_mark {
    uint32_t before, begins;
};

#define OWNER_NAME "unknowns of rows"

/* Builds struct owner_mark[(n + 31) / 32] as array `index`, unless each row has an unknown of its
 * own. Errors: ERROR_HOST_MEMORY. */
enum status owners_build(const struct matrix *a, int index, struct stored *out);

/* Functions for host and device. */
#ifdef __CUDACC__
#define OWNERS_FUNCTION __host__ __device__ static inline
#else
#define OWNERS_FUNCTION static inline
#endif

OWNERS_FUNCTION uint32_t owners_bits(uint32_t word)
{
#ifdef __CUDA_ARCH__
    return (uint32_t)__popc(word);
#else
    return (uint32_t)__builtin_popcount(word);
#endif
}

/* Returns the unknown that owns row i. marks: NULL if each row has its own, which is first + i. */
OWNERS_FUNCTION uint32_t owner_of(const struct owner_mark *marks, uint32_t first, uint32_t i)
{
    if (!marks) return first + i;
    const struct owner_mark mark = marks[i / OWNER_GROUP];
    return mark.before + owners_bits(mark.begins << (OWNER_GROUP - 1 - i % OWNER_GROUP));
}

/* Returns the marks in array `index`, or NULL. */
static inline const struct owner_mark *owner_marks(const struct stored *a, int index)
{
    return a->array[index].bytes ? (const struct owner_mark *)a->array[index].data : NULL;
}
