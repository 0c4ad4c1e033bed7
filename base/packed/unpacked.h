/* The bytes of a file that may be packed with gzip or xz, or be the one of its kind in a tar
 * archive (packed or not): whoever reads them sees the file as it was before. */
#pragma once

#include "base/packed/members.h"

struct unpacked {
    struct inflow in; /* where it is no archive and not xz, else empty */
    struct members members;
    uint64_t size;  /* bytes of the file on disk */
    uint64_t most;  /* bytes that it holds, or may unpack to */
    uint64_t given; /* bytes so far */
};

/* ending: an archive has one regular member whose name ends so, or one that is called like its
 * folder, as NAME/NAME.mtx, beside others; NULL: archives are refused. path must outlive out, which
 * must stay where it is. Errors: ERROR_IO, ERROR_HOST_MEMORY, ERROR_DAMAGED, ERROR_INPUT (no such
 * member, or several; it unpacks to too much), ERROR_INTERRUPTED. */
enum status unpacked_open(const char *path, const char *ending, struct unpacked *out);
void unpacked_close(struct unpacked *in); /* accepts a zeroed struct; leaves one */

/* The next bytes, at most size (below 2^31) of them; *got is 0 at the end only. Errors: as above.
 */
enum status unpacked_read(struct unpacked *in, void *to, size_t size, size_t *got);

/* Whether the bytes lie on disk as they come; and goes on `offset` bytes behind their start.
 * Errors: ERROR_IO. */
bool unpacked_can_seek(const struct unpacked *in);
enum status unpacked_seek(struct unpacked *in, uint64_t offset);

/* How many bytes of the file were read. */
uint64_t unpacked_taken(const struct unpacked *in);

/* Names: a packed file has .gz or .xz behind its own name. */

/* The length of name without that. */
size_t packed_stem(const char *name);

/* *out (new) = the first of path, path.gz and path.xz that exists, or NULL. */
enum status packed_find(const char *path, char **out);

/* Puts that file's name in the place of *path (new), where there is one. */
enum status packed_choose(char **path);
