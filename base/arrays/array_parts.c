#include "base/arrays/array_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"

static struct array_part *part_of(const struct array_parts *w, size_t array, int part)
{
    return &w->part[array * (size_t)w->parts + (size_t)part];
}

static enum status array_write_failed(const struct array_parts *w)
{
    return fail(ERROR_IO, "cannot write %s: %s", w->path, strerror(errno));
}

/* Finds the offsets of the arrays. The checksums are not known yet, but the offsets do not depend
 * on them. */
static enum status place_arrays(struct array_parts *w)
{
    struct array_start start = {0};
    enum status status = array_start_make(w->path, &w->facts, w->count, w->arrays, &start);
    free(start.bytes);
    for (size_t k = 0; k < w->count; k++)
        for (int p = 0; p < w->parts; p++) array_parts_divide(w, k, p, 0);
    return status;
}

enum status array_parts_begin(const char *path, const struct file_kind *replaced,
                              const struct array_facts *facts, int parts, size_t count,
                              const struct array *arrays, struct array_parts *out)
{
    *out = (struct array_parts){.path = path, .facts = *facts, .count = count, .parts = parts};
    for (size_t k = 0; k < count; k++) out->arrays[k] = arrays[k];
    MUST(allocate_zeroed(count * (size_t)parts, sizeof *out->part, "parts of a file", &out->part));
    MUST(place_arrays(out));
    return file_create(path, replaced, &out->file);
}

void array_parts_divide(struct array_parts *w, size_t array, int part, uint64_t element)
{
    struct array_part *to = part_of(w, array, part);
    to->at = to->begin = w->arrays[array].offset + element * w->arrays[array].width;
}

enum status array_parts_put(struct array_parts *w, size_t array, int part, const void *bytes,
                            size_t size)
{
    struct array_part *to = part_of(w, array, part);
    const char *from = bytes;
    to->crc32 = (uint32_t)crc32_z(to->crc32, bytes, size);
    while (size) {
        const ssize_t put = pwrite(w->file.fd, from, size, (off_t)to->at);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return array_write_failed(w);
        from += put;
        size -= (size_t)put;
        to->at += (uint64_t)put;
    }
    return OK;
}

/* Computes the checksum of an array from its parts; fails if the parts do not fill it exactly. */
static enum status sum_parts(const struct array_parts *w, struct array *array)
{
    const size_t k = (size_t)(array - w->arrays);
    uint64_t at = array->offset;
    uLong crc = crc32_z(0, NULL, 0);
    for (int p = 0; p < w->parts; p++) {
        const struct array_part *part = part_of(w, k, p);
        if (part->begin != at)
            return fail(ERROR_IO, "cannot write %s: its parts do not fit together", w->path);
        crc = crc32_combine(crc, part->crc32, (z_off_t)(part->at - part->begin));
        at = part->at;
    }
    array->crc32 = (uint32_t)crc;
    if (at == array->offset + array_bytes(array)) return OK;
    return fail(ERROR_IO, "cannot write %s: its parts do not fit together", w->path);
}

/* Writes the start of the file. Gaps that nobody wrote are zeros. */
static enum status put_start(struct array_parts *w)
{
    enum status status = OK;
    struct array_start start = {0};
    TRY(array_start_make(w->path, &w->facts, w->count, w->arrays, &start));
    if (ftruncate(w->file.fd, (off_t)start.file_size) != 0) TRY(array_write_failed(w));
    TRY(file_write(&w->file, start.bytes, start.size));
out:
    free(start.bytes);
    return status;
}

enum status array_parts_commit(struct array_parts *w)
{
    for (size_t k = 0; k < w->count; k++)
        if (array_bytes(&w->arrays[k])) MUST(sum_parts(w, &w->arrays[k]));
    MUST(put_start(w));
    return file_commit(&w->file);
}

void array_parts_abandon(struct array_parts *w)
{
    file_abandon(&w->file);
    free(w->part);
    w->part = NULL;
}
