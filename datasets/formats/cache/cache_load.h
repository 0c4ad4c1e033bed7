/* Opens a cache, finds its arrays, and brings their bytes to memory. Internal to cache_*.c. */
#pragma once

#include <sha256.h>

#include "base/arrays/array.h"
#include "datasets/format.h"

enum { CACHE_MAJOR = 1, CACHE_MINOR = 3 };

/* The attribute `rounding` of a chain. */
enum { ROUNDED_TRANSITIONS, ROUNDED_REWARDS, ROUNDED_MORE, ROUNDINGS };

/* A cache whose arrays were found, by a child process (base/isolated.h), and lie within the file */
struct cache {
    struct hdf5_file file;
    enum contents contents;
    enum chain_type type;                    /* of a chain */
    char model[SHA256_DIGEST_STRING_LENGTH]; /* its attribute; "": it has none */
    struct chain_rounding rounding;          /* of a chain; lost where the file does not say it */
    size_t narrays;
    struct array arrays[MOST_ARRAYS]; /* those that are there; nowhere in memory yet */
};

/* What the attribute `model` of a chain is that was built from a model: the SHA-256 of model, which
 * names all that it was built from, of its type, of its rounding, and of its arrays: names, shapes
 * and checksums, in the order of the file. */
void cache_seal(const char *model, enum chain_type type, const struct chain_rounding *rounding,
                size_t count, const struct array *arrays, char out[SHA256_DIGEST_STRING_LENGTH]);

/* Errors: as for cache_holds; out->file can be closed then, too. */
enum status load_open(const char *path, struct cache *out);

/* The same, where the cache must hold this. Errors: ERROR_INPUT, too. */
enum status load_open_as(const char *path, enum contents wanted, struct cache *out);

/* The array of this name. columns: the second dimension where its rank is 2, which is not believed
 * but checked. *found, where it is not NULL, says whether the array is there; otherwise it must be.
 * Errors: ERROR_DAMAGED. */
enum status load_find(const struct cache *cache, const char *name, hsize_t columns,
                      struct array *out, bool *found);
