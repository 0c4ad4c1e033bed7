#include "base/arrays/array_range.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/progress_hook.h"

static enum status read_bytes(const struct hdf5_file *file, uint64_t offset, size_t size,
                              unsigned char *out)
{
    while (size > 0) {
        const ssize_t got = pread(file->fd, out, size, (off_t)offset);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(errno));
        if (got == 0) return hdf5_damaged(file, "the file", "it became shorter while it was read");
        out += got;
        offset += (uint64_t)got;
        size -= (size_t)got;
    }
    return OK;
}

enum status array_read_range(const struct hdf5_file *file, const struct array *array,
                             uint64_t first, uint64_t count, void *out)
{
    return read_bytes(file, array->offset + first * array->width, count * array->width, out);
}

enum status array_check(const struct hdf5_file *file, const struct array *array)
{
    enum { PIECE = 1 << 22 };
    enum status status = OK;
    const uint64_t bytes = array_bytes(array);
    unsigned char *piece = NULL;
    uLong sum = 0;
    TRY(allocate(PIECE, 1, "a piece of a file", &piece));
    for (uint64_t at = 0, size; at < bytes; at += size) {
        size = bytes - at < PIECE ? bytes - at : PIECE;
        TRY(read_bytes(file, array->offset + at, size, piece));
        sum = crc32_z(sum, piece, size);
        if (!progress_hook_call("bytes read", at, bytes)) TRY(progress_hook_stopped());
    }
    if ((uint32_t)sum != array->crc32)
        TRY(hdf5_damaged(file, array->name, "its values do not match its attribute crc32"));
out:
    free(piece);
    return status;
}
