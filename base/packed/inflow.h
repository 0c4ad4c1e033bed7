/* The bytes of a file in order, unpacked where the file is gzip, which its first bytes say. A sum
 * or length that does not match is an error, and so are bytes behind the packed ones.
 *
 * A small file can unpack to a very large one. So a file that unpacks to more than UNPACK_MOST
 * times its size and UNPACK_SPARE bytes is refused. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/status.h"

enum { UNPACK_MOST = 1000, UNPACK_SPARE = 1 << 20 };

enum packing { PACKED_NOT, PACKED_GZIP, PACKED_XZ };

struct inflow {
    const char *path; /* borrowed; for messages */
    int file;
    enum packing packing; /* xz is told apart here, but not unpacked (members.h) */
    struct gzip *gzip;    /* NULL: bytes come as they are */
    uint64_t size;        /* of the file */
    uint64_t most;        /* bytes that it holds, or may unpack to */
    uint64_t given;       /* bytes so far */
};

/* Errors: ERROR_IO, ERROR_HOST_MEMORY. path must outlive out. */
enum status inflow_open(const char *path, struct inflow *out);
void inflow_close(struct inflow *in); /* accepts a zeroed struct; leaves one */

/* The next bytes, at most size (below 2^31) of them; *got is 0 at the end only. Errors: ERROR_IO,
 * ERROR_INPUT (it unpacks to too much), ERROR_DAMAGED, ERROR_HOST_MEMORY. */
enum status inflow_read(struct inflow *in, void *to, size_t size, size_t *got);

/* The same bytes once more. Errors: ERROR_IO. */
enum status inflow_rewind(struct inflow *in);

/* Goes on `offset` bytes behind the start of a file that is not packed. Errors: ERROR_IO. */
enum status inflow_seek(struct inflow *in, uint64_t offset);

/* How many bytes of the file were read. */
uint64_t inflow_taken(const struct inflow *in);

/* Fails where more bytes came, or are to come, than `most`. Errors: ERROR_INPUT. */
enum status inflow_check(const struct inflow *in, uint64_t bytes);
