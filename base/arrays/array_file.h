/* The bytes of arrays, from and to a file, on all cores and without HDF5. */
#pragma once

#include "base/arrays/array_start.h"
#include "base/file.h"

/* Reads arrays that were found (array_find.h) to where their pieces are, and compares the
 * checksums. Errors: ERROR_DAMAGED, ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status arrays_read(const struct hdf5_file *file, size_t count, const struct array *arrays);

/* Makes path hold a file with these facts and arrays, or leaves it as it was; sets their checksums
 * and offsets. replaced: as of file_create. Errors: ERROR_INPUT (path is not to be replaced),
 * ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status arrays_write(const char *path, const struct file_kind *replaced,
                         const struct array_facts *facts, size_t count, struct array *arrays);
