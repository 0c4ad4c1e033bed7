/* The bytes of arrays, from and to a file, on all cores and without HDF5. */
#pragma once

#include "base/arrays/array_start.h"
#include "base/file.h"

/* Reads arrays that array_find.h has located into their pieces, and compares the checksums. Errors:
 * ERROR_DAMAGED, ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status arrays_read(const struct hdf5_file *file, size_t count, const struct array *arrays);

/* Writes a file with these facts and arrays to path, or leaves path unchanged on failure; sets the
 * checksums and offsets of the arrays. replaced: as for file_create. Errors: ERROR_INPUT (path must
 * not be replaced), ERROR_IO, ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status arrays_write(const char *path, const struct file_kind *replaced,
                         const struct array_facts *facts, size_t count, struct array *arrays);
