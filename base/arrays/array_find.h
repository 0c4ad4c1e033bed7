/* Where the arrays of a file lie, which may be anybody's. A child process (base/isolated.h) looks
 * with HDF5; what it says is checked as if anybody had sent it. */
#pragma once

#include "base/arrays/array.h"

/* What an array of the file is to be. */
struct array_kind {
    const char *name;
    enum element element;
    int rank;
};

/* What the child says of it, without pointers. */
struct array_place {
    uint64_t there, width, dim[2], offset;
    uint32_t crc32;
};

/* In the child: whether the attribute `schema` of / is this text, and the first number of its
 * version this one. again: how a file of today's version comes about. Errors: ERROR_DAMAGED. */
enum status array_check_schema(const struct hdf5_file *file, const char *schema, unsigned major,
                               const char *again);

/* In the child: looks at the dataset. One that is optional may be missing: out->there is 0 then.
 * Errors: ERROR_DAMAGED. */
enum status array_look(const struct hdf5_file *file, const struct array_kind *kind, bool optional,
                       struct array_place *out);

/* In this process: takes one that is there; it lies within the file, and all that were taken are
 * not larger than the file together. *left: bytes of the file that none has taken yet. Errors:
 * ERROR_DAMAGED. */
enum status array_take(const struct hdf5_file *file, const struct array_kind *kind,
                       const struct array_place *place, uint64_t *left, struct array *out);

/* ERROR_DAMAGED: the child's answer cannot be. */
enum status array_nonsense(const struct hdf5_file *file);

/* ERROR_DAMAGED: it has not the shape that it is to have. */
enum status array_wrong_rank(const struct hdf5_file *file, const struct array *array);
