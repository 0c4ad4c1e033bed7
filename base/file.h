/* Files that appear whole or not at all: what is written goes to path.tmp, which takes the place of path at the end. And
 * the one way in which a file that somebody names is opened for reading. */
#ifndef WARPMARK_BASE_FILE_H
#define WARPMARK_BASE_FILE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

/* Opens a regular file, or a symbolic link to one. Anything else is not even opened: a FIFO would wait for a writer, and
 * a device may act. flags: as of open(2). *size, or NULL: its bytes. *fd and *out are the caller's to close, -1 and NULL
 * on failure. Errors: ERROR_IO with the reason. */
enum status file_open(const char *path, int flags, int *fd, uint64_t *size);
enum status file_open_stream(const char *path, FILE **out);

struct new_file {
    char *path, *temporary;
    int fd, folder; /* folder: that of path, -1 where it cannot be opened */
    char *buffer;
    size_t used; /* bytes of the buffer that are not written yet */
};

/* Creates path.tmp, and refuses a path that exists and is no regular file, such as a device. Errors of all of these:
 * ERROR_IO with the reason, ERROR_HOST_MEMORY. After an error, and instead of file_commit, comes file_abandon. */
enum status file_create(const char *path, struct new_file *out);
enum status file_write(struct new_file *file, const void *bytes, size_t size);

/* Writes what is left, syncs, and renames; file is empty afterwards. */
enum status file_commit(struct new_file *file);

/* Removes path.tmp and leaves path as it was; accepts a zeroed or committed file. */
void file_abandon(struct new_file *file);

/* Makes path hold exactly these bytes. */
enum status file_replace(const char *path, const void *bytes, size_t size);

/* Whether file_create could work: creates and removes path.tmp. */
enum status file_probe(const char *path);

#endif
