/* Opens a cache, finds its arrays, and brings their bytes to memory. Internal to cache_*.c. */
#ifndef WARPMARK_DATASETS_CACHE_LOAD_H
#define WARPMARK_DATASETS_CACHE_LOAD_H

#include "datasets/cache_arrays.h"
#include "datasets/format.h"

/* Errors: as for cache_holds; *out can be closed then, too. */
enum status load_open(const char *path, struct hdf5_file *out, enum contents *contents);

/* The same, where the cache must hold this. Errors: ERROR_INPUT, too. */
enum status load_open_as(const char *path, enum contents wanted, struct hdf5_file *out);

/* Which of the words, which end with NULL, an attribute of the file is. Errors: ERROR_DAMAGED. */
enum status load_choice(const struct hdf5_file *file, const char *attribute, const char *const *words, int *out);

/* Fills all of out but where it lies in memory. columns: the second dimension where rank is 2, which is not believed
 * but checked. Nothing is found that is larger than the file. *found, where it is not NULL, says whether the array is
 * there; otherwise it must be. Errors: ERROR_DAMAGED. */
enum status load_find(const struct hdf5_file *file, const char *name, enum element element, int rank, hsize_t columns,
                      struct array *out, bool *found);

/* Reads arrays that were found to where their pieces are, in parallel, and compares the checksums. Errors:
 * ERROR_DAMAGED, ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status load_read(const struct hdf5_file *file, size_t count, const struct array *arrays);

#endif
