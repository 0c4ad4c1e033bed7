#include "tests/support/made/packing.h"

#include <lzma.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { TAR_BLOCK = 512, GZIP_WINDOW = 15 + 16 };

static void *room(size_t size)
{
    void *bytes = malloc(size + 1);
    if (!bytes) abort();
    return bytes;
}

struct packed pack_gzip(const void *bytes, size_t size)
{
    z_stream stream = {.next_in = (unsigned char *)bytes, .avail_in = (unsigned)size};
    if (deflateInit2(&stream, 6, Z_DEFLATED, GZIP_WINDOW, 8, Z_DEFAULT_STRATEGY) != Z_OK) abort();
    size_t most = deflateBound(&stream, size);
    struct packed out = {.bytes = room(most), .room = most + 1};
    stream.next_out = out.bytes;
    stream.avail_out = (unsigned)most;
    if (deflate(&stream, Z_FINISH) != Z_STREAM_END) abort();
    out.size = stream.total_out;
    deflateEnd(&stream);
    return out;
}

struct packed pack_xz(const void *bytes, size_t size)
{
    size_t most = lzma_stream_buffer_bound(size);
    struct packed out = {.bytes = room(most), .room = most + 1};
    if (lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, bytes, size, out.bytes, &out.size,
                                most) != LZMA_OK)
        abort();
    return out;
}

void pack_append(struct packed *to, const void *bytes, size_t size)
{
    if (to->size + size >= to->room) {
        to->room = 2 * (to->size + size) + 1;
        to->bytes = realloc(to->bytes, to->room);
        if (!to->bytes) abort();
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
}

/* POSIX ustar: fields are octal numbers in text; the checksum counts its own field as blanks. */
void pack_tar(struct packed *tar, const char *name, const void *bytes, size_t size)
{
    static const unsigned char zeros[TAR_BLOCK];
    unsigned char header[TAR_BLOCK] = "";
    unsigned sum = 0;
    char number[16];
    memcpy(header, name, strnlen(name, 100));
    memcpy(header + 100, "0000644", 8);
    snprintf(number, sizeof number, "%011zo", size);
    memcpy(header + 124, number, 12);
    memset(header + 148, ' ', 8);
    header[156] = '0';
    memcpy(header + 257, "ustar\00000", 8);
    for (size_t k = 0; k < sizeof header; k++) sum += header[k];
    snprintf(number, sizeof number, "%06o", sum);
    memcpy(header + 148, number, 7);
    pack_append(tar, header, sizeof header);
    pack_append(tar, bytes, size);
    pack_append(tar, zeros, (TAR_BLOCK - size % TAR_BLOCK) % TAR_BLOCK);
}

void pack_tar_end(struct packed *tar)
{
    static const unsigned char zeros[2 * TAR_BLOCK];
    pack_append(tar, zeros, sizeof zeros);
}
