/* A tar archive being written, member by member: regular files of which only name and bytes are
 * kept, so equal contents give equal archives. */
#pragma once

#include "base/file.h"

struct tar {
    struct new_file file;
    uint64_t left;           /* bytes of the current member that are to come */
    uint64_t padding;        /* zeros behind it */
    uint64_t written, total; /* for the progress line; total may be 0 */
};

/* As file_create. After an error, and instead of tar_commit, comes tar_abandon. */
enum status tar_create(const char *path, const struct file_kind *replaced, struct tar *out);

/* Begins a member of `size` bytes, all of which must follow. Its name has at most 99 bytes. Errors:
 * as of file_write, ERROR_INPUT (the name is longer), ERROR_INTERRUPTED; also below. */
enum status tar_member(struct tar *tar, const char *name, uint64_t size);
enum status tar_bytes(struct tar *tar, const void *bytes, size_t size);

/* A whole member. */
enum status tar_store(struct tar *tar, const char *name, const void *bytes, uint64_t size);

enum status tar_commit(struct tar *tar);
void tar_abandon(struct tar *tar); /* accepts a zeroed or committed one */
