/* Packs bytes as gzip, xz or tar, for tests of the code that unpacks them. Every array is newly
 * allocated; failures end the program. */
#pragma once

#include <stddef.h>

struct packed {
    unsigned char *bytes;
    size_t size, room; /* used, allocated */
};

struct packed pack_gzip(const void *bytes, size_t size);
struct packed pack_xz(const void *bytes, size_t size);

/* Adds a regular member to a tar archive, which starts zeroed. pack_tar_end() ends it. */
void pack_tar(struct packed *tar, const char *name, const void *bytes, size_t size);
void pack_tar_end(struct packed *tar);

/* Appends bytes. */
void pack_append(struct packed *to, const void *bytes, size_t size);
