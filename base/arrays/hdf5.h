/* HDF5 with the settings that all files of this project use: the library prints nothing, checksums
 * are zlib's CRC-32, and a message of one line says why a file is refused.
 *
 * We do not trust files, so only a child process reads them with HDF5 (base/process/isolated.h):
 * this process opens a file with hdf5_open, and the child reads it with hdf5_look. Nothing outside
 * the file is followed: links, external storage, virtual datasets and plugins are refused. */
#pragma once

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* Values of the attribute `schema`, which marks our files. It is attached to /meta in a results
 * file, and to / in a cache and in a proof. */
#define RESULTS_SCHEMA "warpmark-results"
#define RESULTS_SCHEMA_GROUP "/meta"
#define CACHE_SCHEMA "warpmark-cache"
#define CACHE_SCHEMA_GROUP "/"
#define PROOF_SCHEMA "warpmark-proof"

/* A file opened for reading. */
struct hdf5_file {
    const char *path, *kind; /* borrowed. kind: what the file should be, for messages, such as
                                "results file" */
    uint64_t size;           /* bytes on disk */
    int fd;                  /* negative: not open */
    hid_t id;                /* HDF5's handle; negative: not opened with HDF5 */
};

/* Stops HDF5 from printing errors. Call this before any other use of HDF5. */
void hdf5_silence(void);

/* Writes HDF5's own reason for its last error to buffer and returns buffer. Call this before any
 * other HDF5 function. */
const char *hdf5_reason(char *buffer, size_t size);

/* Opens the file without reading it. Errors: ERROR_IO (with the system's reason, or because it is
 * no regular file), ERROR_INPUT (not HDF5). *out can be closed after errors, too. */
enum status hdf5_open(const char *path, const char *kind, struct hdf5_file *out);

/* Opens the file at descriptor fd with HDF5. Errors: ERROR_DAMAGED. */
enum status hdf5_look(struct hdf5_file *file, int fd);
void hdf5_close(struct hdf5_file *file); /* accepts a closed one */

/* Fails with ERROR_DAMAGED; where: name of the damaged object in the file, what: reason. */
enum status hdf5_damaged(const struct hdf5_file *file, const char *where, const char *what);

/* Opens the group at path in the file, or the dataset `name` in an open group; where: path of that
 * group. Objects that are reached by links are refused. Errors: ERROR_DAMAGED */
enum status hdf5_open_group(const struct hdf5_file *file, const char *path, hid_t *out);
enum status hdf5_open_dataset(const struct hdf5_file *file, const char *where, hid_t group,
                              const char *name, hid_t *out);

/* Returns why a dataset with these properties would read values from outside the file; NULL if it
 * would not. */
const char *hdf5_outside(hid_t properties);

/* Returns whether the group exists and its attribute `schema` is this text. */
bool hdf5_has_schema(const struct hdf5_file *file, const char *group, const char *schema);

/* A text of width bytes, UTF-8, padded with zero bytes; to be closed by the caller. Negative on
 * failure. */
hid_t hdf5_text_type(size_t width);

/* Attributes: of exactly count elements, and texts. Reading cuts a text to size - 1 bytes. */
bool hdf5_read_attribute(hid_t object, const char *name, hid_t type, hssize_t count, void *out);
bool hdf5_read_text(hid_t object, const char *name, char *out, size_t size);
bool hdf5_attach(hid_t object, const char *name, hid_t type, hsize_t count, const void *value);
bool hdf5_attach_text(hid_t object, const char *name, const char *text);
