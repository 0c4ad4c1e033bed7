/* The start of a cache: everything but the bytes of its arrays, as HDF5 makes it in memory.
 * Internal to cache_*.c.
 *
 * The arrays are written behind it without HDF5. So a full disk meets a write(2) whose errno says
 * so, and not the middle of the library, which cannot close a file that it cannot flush. */
#pragma once

#include "datasets/formats/cache/cache_arrays.h"

struct cache_start {
    unsigned char *bytes;
    size_t size, room;
    uint64_t file_size; /* with the arrays */
};

/* Makes the start of path for these arrays, whose checksums are set, and sets their offsets. type:
 * NULL for systems. Errors: ERROR_IO (HDF5's own), ERROR_INPUT (the text of the source is too
 * long), ERROR_HOST_MEMORY. The caller frees out->bytes, on failure too. */
enum status cache_start_make(const char *path, const char *contents, const char *type, size_t count,
                             struct array *arrays, struct cache_start *out);
