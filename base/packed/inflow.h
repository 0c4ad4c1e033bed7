/* Reads the bytes of a file in order, and unpacks them if its first bytes show that it is gzip. A
 * wrong checksum or length is an error, and so are other bytes behind the packed ones.
 *
 * A small file can unpack to a very large one. So a file that unpacks to more than UNPACK_MOST
 * times its size plus UNPACK_SPARE bytes is refused. */
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
    enum packing packing; /* xz is detected here, but not unpacked (members.h) */
    struct gzip *gzip;    /* NULL: bytes are read as they are */
    uint64_t size;        /* of the file */
    uint64_t most;        /* size of the file, or number of bytes to which it may unpack */
    uint64_t given;       /* bytes so far */
};

/* Errors: ERROR_IO, ERROR_HOST_MEMORY. path must live as long as out. */
enum status inflow_open(const char *path, struct inflow *out);
void inflow_close(struct inflow *in); /* accepts a zeroed struct; leaves one */

/* Reads the next bytes, at most size (below 2^31); *got is 0 only at the end. Errors: ERROR_IO,
 * ERROR_INPUT (it unpacks to too much), ERROR_DAMAGED, ERROR_HOST_MEMORY. */
enum status inflow_read(struct inflow *in, void *to, size_t size, size_t *got);

/* Starts again at the first byte. Errors: ERROR_IO. */
enum status inflow_rewind(struct inflow *in);

/* Continues at `offset` bytes behind the start of a file that is not packed. Errors: ERROR_IO. */
enum status inflow_seek(struct inflow *in, uint64_t offset);

/* Number of bytes of the file on disk that were read. */
uint64_t inflow_taken(const struct inflow *in);

/* Fails if `bytes`, the number of unpacked bytes, is above `most`. Errors: ERROR_INPUT. */
enum status inflow_check(const struct inflow *in, uint64_t bytes);
