/* The start of an HDF5 file: everything except the bytes of its arrays. HDF5 creates it in
 * memory.
 *
 * The arrays are written behind it without HDF5. So if the disk is full, our own write(2) fails
 * with a clear errno. Inside the library, a full disk would leave a file that HDF5 can neither
 * flush nor close. */
#pragma once

#include "base/arrays/array.h"

/* Attributes that a file has about itself. */
struct array_facts {
    const char *schema; /* the attribute of / that marks it */
    uint32_t version[2];
    const char *source, *program; /* texts of any length that say where it comes from */
    bool (*attach)(hid_t root, const void *more); /* writes the other attributes; returns false if
                                                     HDF5 refuses */
    const void *more;
    size_t bytes; /* most bytes that all attributes need in the file, without source and program */
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
