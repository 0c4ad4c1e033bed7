/* The distinct ones among many numbers, for layouts that store an index in place of a number. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "solvers/solver.h"

/* The numbers to look up: values, or their reciprocals, rounded to a precision. */
struct numbers {
    enum precision precision;
    bool reciprocals;
    size_t count;
    const double *value;
};

/* Dictionary of numbers. Two numbers are the same if their bits are: 0 and -0 are two numbers, and
 * values that differ only beyond f32 are one number in F32. */
struct dictionary {
    struct numbers of;
    size_t count;      /* distinct numbers */
    uint64_t *number;  /* their bits, ascending */
    struct slot *slot; /* mask + 1: open addressing with linear probing */
    size_t mask;
};

/* Collects the distinct numbers. Runs in parallel, with the same result for every number of
 * threads. If there are more than `most` (below 2^32) distinct numbers, out->count is above `most`
 * and nothing else of *out may be used. Errors: ERROR_HOST_MEMORY. */
enum status dictionary_create(const struct numbers *of, size_t most, struct dictionary *out);
void dictionary_free(struct dictionary *dictionary); /* accepts a zeroed one, leaves one */

/* Returns the index of a value (or of its reciprocal), which must be one of the numbers given to
 * dictionary_create. */
uint32_t dictionary_index(const struct dictionary *dictionary, double value);

/* Stores the numbers, in the order of their indices, as an array of a layout. */
enum status dictionary_store(const struct dictionary *dictionary, struct stored *out, int array);
