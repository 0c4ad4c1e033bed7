/* Reads a results file with the HDF5 library: first everything is checked and compared, then the
 * values follow as messages. This is the half of results_read that runs in a child process; the
 * other half checks its messages. Internal to results_*.c.
 *
 * Messages: one SHAPE; then VALUES of every column that the file's version has, in the order of
 * columns.def, without a mark in between; then for each axis an AXIS and its VALUES. */
#pragma once

#include "base/process/isolated.h"
#include "store/columns.h"

enum results_message {
    MESSAGE_SHAPE,  /* a struct results_shape */
    MESSAGE_VALUES, /* numbers of eight bytes, enumerators of one, texts that end with NUL; only
                       texts may be split */
    MESSAGE_AXIS    /* a byte, 1 for numbers and 0 for texts, and the name without NUL */
};

struct results_shape {
    uint32_t version[2];    /* of the schema */
    uint64_t rows[NGROUPS]; /* 0 for groups that the file is too old to have */
    uint64_t naxes;
};

/* Returns whether a file of this version is too old to have the column. */
bool column_is_newer(const struct column *column, const uint32_t *version);

/* Memory for results in this process: MEMORY_FACTOR bytes for each byte of the file, and
 * MEMORY_SPARE. The child that reads them has one more for each, and MEMORY_CHILD. In all: four
 * times the file, and 64 MiB. */
enum { MEMORY_FACTOR = 3, MEMORY_SPARE = 40 << 20, MEMORY_CHILD = 24 << 20 };

/* Bytes of the rows of a shape in memory, without their texts. Each text takes its own bytes and
 * TEXT_BYTES. */
enum { TEXT_BYTES = 32 };
double results_bytes(const struct results_shape *shape);

/* Reads an open file, which is then closed except for its descriptor. Errors: ERROR_DAMAGED,
 * ERROR_HOST_MEMORY, and those of put. */
enum status results_look(struct hdf5_file *file, int fd, message_fn *put, void *to);
