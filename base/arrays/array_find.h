/* Locates the arrays of a file that we do not trust. A child process (base/process/isolated.h)
 * reads the file with HDF5; this process checks its answers and does not trust them either. */
#pragma once

#include "base/arrays/array.h"

/* Expected name, type and rank of an array. */
struct array_kind {
    const char *name;
    enum element element;
    int rank;
};

/* The child's answer about one array, without pointers. */
struct array_place {
    uint64_t there, width, dim[2], offset;
    uint32_t crc32;
};

/* In the child: checks that the attribute `schema` of / is this text and that the first number of
 * the version is `major`. again: how the user makes a file of the current version. Errors:
 * ERROR_DAMAGED. */
enum status array_check_schema(const struct hdf5_file *file, const char *schema, unsigned major,
                               const char *again);

/* In the child: reads the properties of the dataset. If an optional dataset is missing, out->there
 * is 0. Errors: ERROR_DAMAGED. */
enum status array_look(const struct hdf5_file *file, const struct array_kind *kind, bool optional,
                       struct array_place *out);

/* In this process: checks an array that exists and stores it in *out. The array must lie within the
 * file, and all arrays together must not be larger than the file. *left: bytes of the file that no
 * array has used yet. Errors: ERROR_DAMAGED. */
enum status array_take(const struct hdf5_file *file, const struct array_kind *kind,
                       const struct array_place *place, uint64_t *left, struct array *out);

/* Fails with ERROR_DAMAGED because the child's answer is impossible. */
enum status array_nonsense(const struct hdf5_file *file);

/* Fails with ERROR_DAMAGED because the array does not have the expected rank. */
enum status array_wrong_rank(const struct hdf5_file *file, const struct array *array);
