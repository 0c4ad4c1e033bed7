#include "base/arrays/array_file.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/progress_hook.h"
#include "base/team.h"

/* Reading */

/* Returns 0, or the error: an errno, or -1 if the file ends before the block. */
static int read_block(int fd, const struct block *block)
{
    for (size_t at = 0; at < block->size;) {
        ssize_t got = pread(fd, block->bytes + at, block->size - at, (off_t)(block->offset + at));
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got ? errno : -1;
        at += (size_t)got;
    }
    return 0;
}

static enum status read_blocks(const struct hdf5_file *file, int fd, struct blocks *blocks)
{
    atomic_int problem = 0;
    atomic_bool stopped = false;
    atomic_uint_fast64_t done = 0;
#pragma omp parallel for schedule(dynamic) if (team_once(blocks->bytes / sizeof(double)))
    for (size_t k = 0; k < blocks->count; k++) {
        struct block *block = &blocks->block[k];
        if (problem || stopped) continue;
        int trouble = read_block(fd, block);
        if (trouble) problem = trouble;
        else block->crc32 = (uint32_t)crc32_z(0, block->bytes, block->size);
        if (!progress_hook_call("bytes read", atomic_fetch_add(&done, block->size) + block->size,
                                blocks->bytes))
            stopped = true;
    }
    if (problem > 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(problem));
    if (problem) return hdf5_damaged(file, "the file", "it became shorter while it was read");
    return stopped ? progress_hook_stopped() : OK;
}

enum status arrays_read(const struct hdf5_file *file, size_t count, const struct array *arrays)
{
    enum status status = OK;
    struct blocks blocks = {0};
    TRY(blocks_create(count, arrays, &blocks));
    TRY(read_blocks(file, file->fd, &blocks));
    for (size_t k = 0; k < count; k++)
        if (blocks_crc32(&blocks, k) != arrays[k].crc32)
            TRY(hdf5_damaged(file, arrays[k].name, "its values do not match its attribute crc32"));
out:
    blocks_free(&blocks);
    return status;
}

/* Writing */

struct writer {
    const char *path;
    struct blocks blocks;
    struct array_start start;
};

static enum status sum_arrays(struct writer *w, size_t count, struct array *arrays)
{
    atomic_bool stopped = false;
    MUST(blocks_create(count, arrays, &w->blocks));
#pragma omp parallel for schedule(dynamic) if (team_once(w->blocks.bytes / sizeof(double)))
    for (size_t k = 0; k < w->blocks.count; k++) {
        struct block *block = &w->blocks.block[k];
        if (stopped) continue;
        block->crc32 = (uint32_t)crc32_z(0, block->bytes, block->size);
        if (!progress_hook_call("bytes written", 0, w->blocks.bytes)) stopped = true;
    }
    for (size_t k = 0; k < count; k++) arrays[k].crc32 = blocks_crc32(&w->blocks, k);
    return stopped ? progress_hook_stopped() : OK;
}

/* Writes zeros up to offset. */
static enum status write_gap(struct new_file *file, uint64_t *at, uint64_t offset)
{
    static const char zeros[4096];
    while (*at < offset) {
        size_t size = offset - *at < sizeof zeros ? offset - *at : sizeof zeros;
        MUST(file_write(file, zeros, size));
        *at += size;
    }
    return OK;
}

static enum status write_blocks(struct writer *w, struct new_file *file)
{
    uint64_t at = w->start.size;
    MUST(file_write(file, w->start.bytes, w->start.size));
    for (size_t k = 0; k < w->blocks.count; k++) {
        const struct block *block = &w->blocks.block[k];
        if (block->offset < at)
            return fail(ERROR_IO, "cannot write %s: HDF5 has mixed up its parts", w->path);
        MUST(write_gap(file, &at, block->offset));
        MUST(file_write(file, block->bytes, block->size));
        at += block->size;
        if (!progress_hook_call("bytes written", at, w->start.file_size))
            return progress_hook_stopped();
    }
    return write_gap(file, &at, w->start.file_size);
}

/* Cuts the arrays into blocks twice, because their offsets in the file are known only after their
 * checksums. */
enum status arrays_write(const char *path, const struct file_kind *replaced,
                         const struct array_facts *facts, size_t count, struct array *arrays)
{
    enum status status = OK;
    struct new_file file = {0};
    struct writer w = {.path = path};
    TRY(file_create(path, replaced, &file));
    TRY(sum_arrays(&w, count, arrays));
    TRY(array_start_make(path, facts, count, arrays, &w.start));
    blocks_free(&w.blocks);
    TRY(blocks_create(count, arrays, &w.blocks));
    TRY(write_blocks(&w, &file));
    TRY(file_commit(&file));
out:
    file_abandon(&file);
    blocks_free(&w.blocks);
    free(w.start.bytes);
    return status;
}
