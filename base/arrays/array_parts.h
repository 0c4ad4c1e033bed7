/* Writes a file of arrays for callers that never have the whole in memory. Each array is written in
 * the same number of parts, which follow each other in the file. Parts can be filled side by side,
 * each from its start to its end:
 *
 *     TRY(array_parts_begin(path, replaced, &facts, parts, count, arrays, &w));
 *     array_parts_divide(&w, array, part, element), for each part but the first: its start
 *     TRY(array_parts_put(&w, array, part, bytes, size)), repeatedly
 *     TRY(array_parts_commit(&w));
 *     array_parts_abandon(&w), in any case
 */
#pragma once

#include "base/arrays/array_start.h"
#include "base/file.h"

struct array_part {
    uint64_t at, begin; /* positions in the file: of the next byte to write, and of the first
                           byte */
    uint32_t crc32;     /* of its bytes so far */
};

struct array_parts {
    const char *path;
    struct array_facts facts;
    size_t count; /* of arrays */
    struct array arrays[MOST_ARRAYS];
    int parts;
    struct array_part *part; /* of each array `parts` */
    struct new_file file;
};

/* Begins the file; arrays need no pieces, and all are of rank 1. path and what facts point to stay
 * until the end. Errors of all of these: those of arrays_write. path stays as it was until
 * array_parts_commit. */
enum status array_parts_begin(const char *path, const struct file_kind *replaced,
                              const struct array_facts *facts, int parts, size_t count,
                              const struct array *arrays, struct array_parts *out);

/* Sets the element of the array at which a part begins. A part without this call begins at element
 * 0. */
void array_parts_divide(struct array_parts *w, size_t array, int part, uint64_t element);

/* Appends bytes to a part. */
enum status array_parts_put(struct array_parts *w, size_t array, int part, const void *bytes,
                            size_t size);

/* Completes the file; all parts must be complete. */
enum status array_parts_commit(struct array_parts *w);
void array_parts_abandon(struct array_parts *w); /* accepts a zeroed or committed one */
