/* Reads the original bytes of a file that may be packed with gzip or xz, or may be a member of a
 * tar archive, packed or not. */
#pragma once

#include "base/packed/members.h"

struct unpacked {
    struct inflow in; /* empty if the file is an archive or packed with xz */
    struct members members;
    uint64_t size;  /* bytes of the file on disk */
    uint64_t most;  /* bytes that it holds, or may unpack to */
    uint64_t given; /* bytes so far */
};

/* ending: if the file is an archive, read its one regular member whose name ends so; if there are
 * several, the one that has the name of its folder, such as NAME/NAME.mtx. NULL: refuse archives.
 * path must live as long as out, and out must not move in memory. Errors: ERROR_IO,
 * ERROR_HOST_MEMORY, ERROR_DAMAGED, ERROR_INPUT (no such member, or several; it unpacks to too
 * much), ERROR_INTERRUPTED. */
enum status unpacked_open(const char *path, const char *ending, struct unpacked *out);
void unpacked_close(struct unpacked *in); /* accepts a zeroed struct; leaves one */

/* The next bytes, at most size (below 2^31) of them; *got is 0 at the end only. Errors: as above.
 */
enum status unpacked_read(struct unpacked *in, void *to, size_t size, size_t *got);

/* *out (new) = all bytes of the file, and a zero byte behind them; *size: without it. what: such as
 * "a model", for the message about more than `most` bytes. Errors: as above, ERROR_INPUT. */
enum status unpacked_text(const char *path, const char *what, size_t most, char **out,
                          size_t *size);

/* unpacked_can_seek returns whether the file is neither packed nor an archive. Then unpacked_seek
 * continues reading at `offset` bytes behind the start. Errors: ERROR_IO. */
bool unpacked_can_seek(const struct unpacked *in);
enum status unpacked_seek(struct unpacked *in, uint64_t offset);

/* Returns how many bytes of the file on disk were read. */
uint64_t unpacked_taken(const struct unpacked *in);

/* Names: a packed file has .gz or .xz behind its own name. */

/* Returns the length of name without .gz or .xz. */
size_t packed_stem(const char *name);

/* *out (new) = the first of path, path.gz and path.xz that exists, or NULL. */
enum status packed_find(const char *path, char **out);

/* Replaces *path by the name that packed_find finds, if it finds one. */
enum status packed_choose(char **path);
