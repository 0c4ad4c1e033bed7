/* Writes a tar archive, member by member. Members are regular files of which only name and bytes
 * are stored, so equal contents give equal archives. */
#pragma once

#include "base/file.h"

struct tar {
    struct new_file file;
    uint64_t left;           /* bytes of the current member that are not written yet */
    uint64_t padding;        /* zeros behind it */
    uint64_t written, total; /* for the progress line; total may be 0 */
};

/* Begins an archive, like file_create. After an error, call tar_abandon instead of tar_commit. */
enum status tar_create(const char *path, const struct file_kind *replaced, struct tar *out);

/* Begins a member of `size` bytes; tar_bytes must write all of them. The name has at most 99 bytes.
 * Errors of these: those of file_write, ERROR_INPUT (the name is longer), ERROR_INTERRUPTED. */
enum status tar_member(struct tar *tar, const char *name, uint64_t size);
enum status tar_bytes(struct tar *tar, const void *bytes, size_t size);

/* Writes a complete member. */
enum status tar_store(struct tar *tar, const char *name, const void *bytes, uint64_t size);

enum status tar_commit(struct tar *tar);
void tar_abandon(struct tar *tar); /* accepts a zeroed or committed one */
