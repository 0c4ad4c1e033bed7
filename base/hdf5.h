/* HDF5 as all files of this project use it: the library prints nothing, checksums are zlib's
 * CRC-32, and a file that is not what it should be is refused in one line.
 *
 * A file may be anybody's, so it is read by a child process alone (base/isolated.h): this process
 * opens it with hdf5_open, the child looks into it with hdf5_look. Nothing is followed out of the
 * file: links, external storage, virtual datasets and plugins are refused. */
#pragma once

#include <hdf5.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

/* What marks a file as ours: the attribute `schema`, of /meta in a results file, of / in a cache
 * and in a proof */
#define RESULTS_SCHEMA "warpmark-results"
#define RESULTS_SCHEMA_GROUP "/meta"
#define CACHE_SCHEMA "warpmark-cache"
#define CACHE_SCHEMA_GROUP "/"
#define PROOF_SCHEMA "warpmark-proof"

/* A file opened for reading. */
struct hdf5_file {
    const char *path, *kind; /* borrowed; kind is what it should be, for messages: "results file" */
    uint64_t size;           /* bytes on disk */
    int fd;                  /* negative: not open */
    hid_t id;                /* of the library; negative: nobody looks into it */
};

/* From now on HDF5 is silent about errors. To be called before its first use. */
void hdf5_silence(void);

/* Why the last HDF5 call failed, in HDF5's own words; returns buffer. To be called before any other
 * HDF5 function. */
const char *hdf5_reason(char *buffer, size_t size);

/* Opens the file without a look into it. Errors: ERROR_IO (in the system's words, or no regular
 * file), ERROR_INPUT (not HDF5). *out can be closed then, too. */
enum status hdf5_open(const char *path, const char *kind, struct hdf5_file *out);

/* Lets the library open the file that is open at fd. Errors: ERROR_DAMAGED. */
enum status hdf5_look(struct hdf5_file *file, int fd);
void hdf5_close(struct hdf5_file *file); /* accepts a closed one */

/* ERROR_DAMAGED: where (a name inside the file) is at fault, because of what. */
enum status hdf5_damaged(const struct hdf5_file *file, const char *where, const char *what);

/* Opens the group at path in the file, or the dataset `name` in an open group, whose path is that
 * of `where`. They must lie there themselves, and not be reached by links. Errors: ERROR_DAMAGED */
enum status hdf5_open_group(const struct hdf5_file *file, const char *path, hid_t *out);
enum status hdf5_open_dataset(const struct hdf5_file *file, const char *where, hid_t group,
                              const char *name, hid_t *out);

/* Why the values of a dataset with these properties would come from outside the file; NULL: they do
 * not. */
const char *hdf5_outside(hid_t properties);

/* Whether the group exists and its attribute `schema` is this text. */
bool hdf5_has_schema(const struct hdf5_file *file, const char *group, const char *schema);

/* A text of width bytes, UTF-8, padded with zero bytes; to be closed by the caller. Negative on
 * failure. */
hid_t hdf5_text_type(size_t width);

/* Attributes: of exactly count elements, and texts. Reading cuts a text to size - 1 bytes. */
bool hdf5_read_attribute(hid_t object, const char *name, hid_t type, hssize_t count, void *out);
bool hdf5_read_text(hid_t object, const char *name, char *out, size_t size);
bool hdf5_attach(hid_t object, const char *name, hid_t type, hsize_t count, const void *value);
bool hdf5_attach_text(hid_t object, const char *name, const char *text);
