/* The arrays of a cache on their way to memory. Internal to cache_read*.c. */
#pragma once

#include "base/sparse/csr.h"
#include "datasets/formats/cache/cache_load.h"

struct cache_reader {
    struct cache cache;
    size_t count;
    struct array arrays[MOST_ARRAYS];
    double bytes; /* of all arrays found */
};

/* The first arrays of a chain or a system. */
enum { ROW, COL, VAL };

/* Finds the array of this name, which must exist (load_find). */
enum status cache_find_array(struct cache_reader *r, const char *name, hsize_t columns);

/* Fails because an array must have `expected` numbers. */
enum status cache_wrong_length(const struct cache_reader *r, const struct array *array,
                               uint64_t expected);

/* Finds the arrays of a CSR and sets its sizes; and makes room for them. */
enum status cache_find_csr(struct cache_reader *r, struct csr *out);
enum status cache_allocate_csr(struct cache_reader *r, struct csr *inout);
