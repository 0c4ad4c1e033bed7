/* Reads parts of arrays in a file, for callers that never have the whole array in memory. */
#pragma once

#include "base/arrays/array.h"

/* Elements first .. first + count - 1 of an array of rank 1 that was found (array_find.h), to out.
 * Their checksum is not known. Errors: ERROR_IO, ERROR_DAMAGED (the file became shorter). */
enum status array_read_range(const struct hdf5_file *file, const struct array *array,
                             uint64_t first, uint64_t count, void *out);

/* Reads all of an array, some MiB at a time, and compares its checksum. Errors: as above, and
 * ERROR_DAMAGED, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status array_check(const struct hdf5_file *file, const struct array *array);
