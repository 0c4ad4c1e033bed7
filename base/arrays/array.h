/* Arrays in our HDF5 files, in memory and on disk.
 *
 * In the file, each array is one contiguous dataset. In memory it is one piece, or several pieces
 * of equal size that follow each other in the file. All cores process the bytes block by block. */
#pragma once

#include "base/arrays/hdf5.h"

enum { MOST_ARRAYS = 13 }; /* of a file */

enum element { ELEMENT_U8, ELEMENT_U32, ELEMENT_U64, ELEMENT_F64, ELEMENT_TEXT };

struct array {
    const char *name; /* of the dataset */
    enum element element;
    int rank;
    size_t width;    /* bytes of an element */
    hsize_t dim[2];  /* elements; rank 1: dim[1] = 1 */
    void *piece;     /* borrowed. Rank 1: the elements */
    void **pieces;   /* rank 2: dim[0] times dim[1] elements */
    uint64_t offset; /* in the file; no meaning where there are no bytes */
    uint32_t crc32;  /* of all bytes */
};

uint64_t array_bytes(const struct array *array);

/* The HDF5 type of its elements, in the file as in memory; to be closed by the caller. Negative on
 * failure. */
hid_t array_type(const struct array *array);

/* Returns whether a message can quote the name: it has no control characters. */
bool name_printable(const char *name);

/* Bytes that lie together in memory and in the file. */
struct block {
    unsigned char *bytes;
    size_t size;
    uint64_t offset;
    uint32_t crc32;
};

/* All arrays cut into blocks of at most a few MiB, in the order of arrays and bytes. */
struct blocks {
    size_t count;
    size_t first[MOST_ARRAYS + 1]; /* block of each array, and the end */
    struct block *block;
    uint64_t bytes;
};

/* Errors: ERROR_HOST_MEMORY; *out can be freed then, too. */
enum status blocks_create(size_t count, const struct array *arrays, struct blocks *out);
void blocks_free(struct blocks *blocks);

/* The checksum of an array from those of its blocks. */
uint32_t blocks_crc32(const struct blocks *blocks, size_t array);
