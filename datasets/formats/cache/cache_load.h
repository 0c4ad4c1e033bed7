/* Opens a cache, finds its arrays, and brings their bytes to memory. Internal to cache_*.c. */
#pragma once

#include "base/arrays/array.h"
#include "base/sha256.h"
#include "datasets/format.h"

enum { CACHE_MAJOR = 1, CACHE_MINOR = 5, CACHE_TELLS_MIXED = 5 };

/* The attribute `rounding` of a chain. */
enum { ROUNDED_TRANSITIONS, ROUNDED_REWARDS, ROUNDED_MORE, ROUNDINGS };

/* A cache whose arrays a child process (base/process/isolated.h) has found. They lie within the
 * file. */
struct cache {
    struct hdf5_file file;
    enum contents contents;
    enum chain_type type;           /* only for a chain */
    uint32_t minor;                 /* of its version */
    char model[SHA256_TEXT];        /* its attribute of this name; "": it has none */
    struct chain_rounding rounding; /* only for a chain; `lost` is set if the file does not
                                       say it */
    size_t narrays;
    struct array arrays[MOST_ARRAYS]; /* the arrays in the file; not in memory yet */
};

/* Computes the attribute `model` of a chain that was built from a model: the SHA-256 of model
 * (which names everything that it was built from), the chain's type, its rounding, and the names,
 * shapes and checksums of its arrays, in the order of the file. */
void cache_seal(const char *model, enum chain_type type, const struct chain_rounding *rounding,
                size_t count, const struct array *arrays, char out[SHA256_TEXT]);

/* Errors: as for cache_holds; out->file can be closed then, too. */
enum status load_open(const char *path, struct cache *out);

/* The same for a cache that must have these contents. Errors: also ERROR_INPUT. */
enum status load_open_as(const char *path, enum contents wanted, struct cache *out);

/* Finds the array of this name. columns: the second dimension that an array of rank 2 must have. If
 * found is not NULL, *found = whether the array exists; otherwise it must exist. Errors:
 * ERROR_DAMAGED. */
enum status load_find(const struct cache *cache, const char *name, hsize_t columns,
                      struct array *out, bool *found);
