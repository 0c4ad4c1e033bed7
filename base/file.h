/* Files that appear whole or not at all: what is written has no name until the end, or one of its
 * own where the file system wants that, and then that of path.
 *
 * A file that exists is never replaced, unless the caller says of what kind it may be and it is of
 * that kind; one that appears while the new one is written is not replaced either. A symbolic link
 * is followed: what it names is replaced, and the link stays. Here is, too, the one way in which a
 * file that somebody names is opened for reading. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

/* Opens a regular file, or a symbolic link to one. Anything else is not even opened: a FIFO would
 * wait for a writer, and a device may act. flags: as of open(2). *size, or NULL: its bytes. *fd and
 * *out are the caller's to close, -1 and NULL on failure. Errors: ERROR_IO with the reason. */
enum status file_open(const char *path, int flags, int *fd, uint64_t *size);
enum status file_open_stream(const char *path, FILE **out);

/* Writes all bytes, also where a signal comes between. false: errno says why. */
bool write_all(int fd, const void *bytes, size_t size);

/* What a program's own files are known by. An empty file is of every kind. */
struct file_kind {
    const char *name;  /* "a results file", for messages */
    const char *start; /* the file begins with this, and ... */
    const char *mark;  /* ... holds this, somewhere; both "": any file is of this kind */
};

extern const struct file_kind any_file;

struct new_file {
    char *path, *temporary; /* path: without links; temporary: what it is called before, where it
                               has a name */
    bool named, replaces;   /* whether it has that name; whether path may exist */
    int fd, folder;         /* folder: that of path, -1 where it cannot be opened */
    char *buffer;
    size_t used; /* bytes of the buffer that are not written yet */
};

/* Begins a file; replaced: the kind that path may be of, NULL: none. Errors of all of these:
 * ERROR_INPUT where path exists and is not to be replaced; ERROR_IO with the reason, also where
 * path is a folder, a device or a link to nothing; ERROR_HOST_MEMORY. After an error, and instead
 * of file_commit, comes file_abandon. */
enum status file_create(const char *path, const struct file_kind *replaced, struct new_file *out);
enum status file_write(struct new_file *file, const void *bytes, size_t size);

/* Writes what is left, syncs, and gives it its name; file is empty afterwards. */
enum status file_commit(struct new_file *file);

/* Leaves path as it was; accepts a zeroed or committed file. */
void file_abandon(struct new_file *file);

/* Makes path hold exactly these bytes. */
enum status file_store(const char *path, const struct file_kind *replaced, const void *bytes,
                       size_t size);

/* Whether a file of this kind could be written to path, which may exist only where force is set. To
 * be asked before long work; nothing is left behind. */
enum status file_probe(const char *path, const struct file_kind *kind, bool force);
