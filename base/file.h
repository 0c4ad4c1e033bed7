/* Files are written completely or not at all. A new file has no name, or a temporary name where the
 * file system needs one, until file_commit gives it its final name.
 *
 * An existing file is replaced only if the caller allows a kind of file and the file is of that
 * kind. A file that appears while the new one is written is not replaced. Symbolic links are
 * followed: the target is replaced and the link stays.
 *
 * file_open is also the only way to open a file for reading that a user named. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/status.h"

/* Opens a regular file, or a symbolic link to one. Other kinds of files are not opened at all: a
 * FIFO would wait for a writer, and a device may act. flags: as for open(2). *size: size in bytes;
 * size may be NULL. The caller closes *fd or *out, which is -1 or NULL on failure. Errors: ERROR_IO
 * with the reason. */
enum status file_open(const char *path, int flags, int *fd, uint64_t *size);
enum status file_open_stream(const char *path, FILE **out);

/* Writes all bytes, also if signals interrupt it. Returns false on failure; errno has the
 * reason. */
bool write_all(int fd, const void *bytes, size_t size);

/* How a program recognizes its own files. An empty file matches every kind. */
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

/* Writes the buffered bytes, syncs, and gives the file its name. *file is empty afterwards. */
enum status file_commit(struct new_file *file);

/* Ends without changing path; accepts a zeroed or committed file. */
void file_abandon(struct new_file *file);

/* Creates or replaces path with exactly these bytes. */
enum status file_store(const char *path, const struct file_kind *replaced, const void *bytes,
                       size_t size);

/* Checks that a file of this kind can be written to path; if force is not set, path must not exist.
 * Callers check this before long work. Leaves nothing behind. */
enum status file_probe(const char *path, const struct file_kind *kind, bool force);
