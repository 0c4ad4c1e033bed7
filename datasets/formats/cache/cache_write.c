#include "datasets/formats/cache/cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache_arrays.h"
#include "datasets/formats/cache/cache_start.h"

/* Labels or rewards: their names packed as in the file, and where the numbers of each lie. */
struct named {
    size_t count, width;
    const char **name;
    void **pieces;
    char *packed;
};

struct writer {
    const char *path;
    struct array arrays[MOST_ARRAYS];
    size_t count;
    struct named labels, rewards;
    struct blocks blocks;
    struct cache_start start;
};

/* Arrays */

static struct array *add(struct writer *w, const char *name, enum element element, size_t width,
                         uint64_t length, const void *piece)
{
    struct array *array = &w->arrays[w->count++];
    *array = (struct array){name, element, 1, width, {length, 1}, .piece = (void *)piece};
    return array;
}

static void add_csr(struct writer *w, const struct csr *a)
{
    add(w, "row", ELEMENT_U64, sizeof *a->row, a->n + UINT64_C(1), a->row);
    add(w, "col", ELEMENT_U32, sizeof *a->col, a->nnz, a->col);
    add(w, "val", ELEMENT_F64, sizeof *a->val, a->nnz, a->val);
}

static enum status named_create(size_t count, struct named *out)
{
    out->count = count;
    MUST(allocate(count, sizeof *out->name, "names", &out->name));
    return allocate(count, sizeof *out->pieces, "names", &out->pieces);
}

static void named_free(struct named *named)
{
    free(named->name);
    free(named->pieces);
    free(named->packed);
}

static enum status pack_names(const char *path, struct named *named)
{
    named->width = 1;
    for (size_t k = 0; k < named->count; k++) {
        size_t length = strlen(named->name[k]);
        if (length > named->width) named->width = length;
        if (!name_printable(named->name[k]))
            return fail(ERROR_INPUT,
                        "cannot write %s: a name of a label or reward has control characters",
                        path);
    }
    MUST(allocate_zeroed(named->count, named->width, "names", &named->packed));
    for (size_t k = 0; k < named->count; k++)
        memcpy(named->packed + k * named->width, named->name[k], strlen(named->name[k]));
    return OK;
}

/* Two arrays: the names, and one row of n numbers for each. */
static enum status add_named(struct writer *w, const char *names, const char *numbers,
                             enum element element, size_t width, uint32_t n, struct named *named)
{
    MUST(pack_names(w->path, named));
    add(w, names, ELEMENT_TEXT, named->width, named->count, named->packed);
    struct array *array = add(w, numbers, element, width, named->count, NULL);
    array->rank = 2;
    array->dim[1] = n;
    array->pieces = named->pieces;
    return OK;
}

static enum status add_chain(struct writer *w, const struct chain *chain)
{
    uint32_t n = chain->transitions.n;
    add_csr(w, &chain->transitions);
    MUST(named_create(chain->nlabels, &w->labels));
    for (size_t k = 0; k < chain->nlabels; k++) {
        w->labels.name[k] = chain->labels[k].name;
        w->labels.pieces[k] = chain->labels[k].holds;
    }
    MUST(add_named(w, "label_names", "labels", ELEMENT_U8, 1, n, &w->labels));
    MUST(named_create(chain->nrewards, &w->rewards));
    for (size_t k = 0; k < chain->nrewards; k++) {
        w->rewards.name[k] = chain->rewards[k].name;
        w->rewards.pieces[k] = chain->rewards[k].rate;
    }
    MUST(add_named(w, "reward_names", "rewards", ELEMENT_F64, sizeof(double), n, &w->rewards));
    if (chain->variables && *chain->variables)
        add(w, "variables", ELEMENT_TEXT, strlen(chain->variables), 1, chain->variables);
    return OK;
}

static void add_system(struct writer *w, const struct linear *system)
{
    uint32_t n = system->a.off.n;
    add_csr(w, &system->a.off);
    add(w, "diag", ELEMENT_F64, sizeof(double), n, system->a.diag);
    add(w, "x0", ELEMENT_F64, sizeof(double), n, system->x0);
    if (system->b) add(w, "b", ELEMENT_F64, sizeof(double), n, system->b);
    if (system->answer) add(w, "answer", ELEMENT_F64, sizeof(double), n, system->answer);
}

static enum status sum_arrays(struct writer *w)
{
    atomic_bool stopped = false;
    MUST(blocks_create(w->count, w->arrays, &w->blocks));
#pragma omp parallel for schedule(dynamic) if (team_once(w->blocks.bytes / sizeof(double)))
    for (size_t k = 0; k < w->blocks.count; k++) {
        struct block *block = &w->blocks.block[k];
        if (stopped) continue;
        block->crc32 = (uint32_t)crc32_z(0, block->bytes, block->size);
        if (!progress_hook_call("bytes written", 0, w->blocks.bytes)) stopped = true;
    }
    for (size_t k = 0; k < w->count; k++) w->arrays[k].crc32 = blocks_crc32(&w->blocks, k);
    return stopped ? progress_hook_stopped() : OK;
}

/* The whole file */

/* Fills up with zeros to offset. */
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

/* The blocks are cut twice, for their offsets in the file are known only when their checksums are.
 */
static enum status write_file(struct writer *w, const char *contents, const char *type)
{
    enum status status = OK;
    struct new_file file = {0};
    TRY(file_create(w->path, format_origin.fresh ? NULL : &any_file, &file));
    TRY(sum_arrays(w));
    TRY(cache_start_make(w->path, contents, type, w->count, w->arrays, &w->start));
    blocks_free(&w->blocks);
    TRY(blocks_create(w->count, w->arrays, &w->blocks));
    TRY(write_blocks(w, &file));
    TRY(file_commit(&file));
out:
    file_abandon(&file);
    return status;
}

static void writer_free(struct writer *w)
{
    named_free(&w->labels);
    named_free(&w->rewards);
    blocks_free(&w->blocks);
    free(w->start.bytes);
}

enum status cache_write_chain(const struct chain *chain, const char *path)
{
    struct writer w = {.path = path};
    enum status status = add_chain(&w, chain);
    if (status == OK) status = write_file(&w, "chain", chain->type == CHAIN_DTMC ? "dtmc" : "ctmc");
    writer_free(&w);
    return status;
}

enum status cache_write_system(const struct linear *system, const char *path)
{
    struct writer w = {.path = path};
    if (!system->a.off.n) return fail(ERROR_INPUT, "cannot write %s: the system has no rows", path);
    add_system(&w, system);
    enum status status = write_file(&w, "system", NULL);
    writer_free(&w);
    return status;
}

enum status cache_write_product(const struct product *product, const char *path)
{
    struct writer w = {.path = path};
    add(&w, "row", ELEMENT_U64, sizeof *product->row, product->n + UINT64_C(1), product->row);
    add(&w, "col", ELEMENT_U32, sizeof *product->col, product->m, product->col);
    add(&w, "initial", ELEMENT_U32, sizeof product->initial, 1, &product->initial);
    add(&w, "accepting", ELEMENT_U64, sizeof *product->accepting, ((uint64_t)product->n + 63) / 64,
        product->accepting);
    enum status status = write_file(&w, "graph", NULL);
    writer_free(&w);
    return status;
}
