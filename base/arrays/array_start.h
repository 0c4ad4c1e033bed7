/* The start of an HDF5 file: everything but the bytes of its arrays, as HDF5 makes it in memory.
 *
 * The arrays are written behind it without HDF5. So a full disk meets a write(2) whose errno says
 * so, and not the middle of the library, which cannot close a file that it cannot flush. */
#pragma once

#include "base/arrays/array.h"

/* What a file says of itself. */
struct array_facts {
    const char *schema; /* the attribute of / that marks it */
    uint32_t version[2];
    const char *source, *program; /* texts of any length that say where it comes from */
    bool (*attach)(hid_t root, const void *more); /* the rest; false where HDF5 refuses */
    const void *more;
    size_t bytes; /* that all of it takes in the file at most, without source and program */
};

struct array_start {
    unsigned char *bytes;
    size_t size, room;
    uint64_t file_size; /* with the arrays */
};

/* Makes the start of path for these arrays, whose checksums are set, and sets their offsets.
 * Errors: ERROR_IO (HDF5's own), ERROR_INPUT (the text of the source is too long),
 * ERROR_HOST_MEMORY. The caller frees out->bytes, on failure too. */
enum status array_start_make(const char *path, const struct array_facts *facts, size_t count,
                             struct array *arrays, struct array_start *out);
