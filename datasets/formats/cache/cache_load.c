#include "datasets/formats/cache/cache_load.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/isolated.h"
#include "base/memory.h"
#include "base/progress_hook.h"
#include "base/team.h"

/* Opening */

static enum status check_schema(const struct hdf5_file *file)
{
    uint32_t version[2];
    if (hdf5_has_schema(file, RESULTS_SCHEMA_GROUP, RESULTS_SCHEMA))
        return fail(ERROR_INPUT,
                    "%s is a results file, not a chain or a system: see it with warpmark show",
                    file->path);
    if (!hdf5_has_schema(file, CACHE_SCHEMA_GROUP, CACHE_SCHEMA))
        return fail(ERROR_DAMAGED,
                    "%s is not a cache: it is HDF5, but its attribute schema is not the "
                    "fixed-length text %s",
                    file->path, CACHE_SCHEMA);
    hid_t root = H5Gopen2(file->id, CACHE_SCHEMA_GROUP, H5P_DEFAULT);
    bool read = hdf5_read_attribute(root, "schema_version", H5T_NATIVE_UINT32, 2, version);
    if (root >= 0) H5Gclose(root);
    if (!read) return hdf5_damaged(file, "schema_version", "the attribute cannot be read");
    if (version[0] == CACHE_MAJOR) return OK;
    return fail(ERROR_DAMAGED,
                "%s has cache schema %u.%u, this warpmark reads %d.x: export it again", file->path,
                (unsigned)version[0], (unsigned)version[1], CACHE_MAJOR);
}

/* Which of the words, which end with NULL, an attribute of the file is. */
static enum status look_at_choice(const struct hdf5_file *file, const char *attribute,
                                  const char *const *words, int32_t *out)
{
    char word[16], what[80] = "the attribute is not one of the texts";
    hid_t root = H5Gopen2(file->id, CACHE_SCHEMA_GROUP, H5P_DEFAULT);
    bool read = hdf5_read_text(root, attribute, word, sizeof word);
    if (root >= 0) H5Gclose(root);
    for (*out = 0; words[*out]; ++*out) {
        size_t used = strlen(what);
        if (read && !strcmp(word, words[*out])) return OK;
        snprintf(what + used, sizeof what - used, "%s %s", *out ? "," : "", words[*out]);
    }
    return hdf5_damaged(file, attribute, what);
}

/* Finding */

static size_t element_width(enum element element)
{
    static const unsigned char widths[] = {
        [ELEMENT_U8] = 1, [ELEMENT_U32] = 4, [ELEMENT_U64] = 8, [ELEMENT_F64] = 8};
    return widths[element];
}

static enum status check_type(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    static const char *const wanted[] = {"8-bit unsigned", "32-bit unsigned, little-endian",
                                         "64-bit unsigned, little-endian",
                                         "64-bit floats, little-endian", "texts of fixed length"};
    char what[128];
    hid_t stored = H5Dget_type(dataset), type = H5I_INVALID_HID;
    bool right;
    if (out->element == ELEMENT_TEXT) {
        right = H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0;
        out->width = right ? H5Tget_size(stored) : 0;
    } else {
        type = array_type(out);
        out->width = element_width(out->element);
        right = H5Tequal(stored, type) > 0;
    }
    if (type >= 0) H5Tclose(type);
    if (stored >= 0) H5Tclose(stored);
    snprintf(what, sizeof what, "its values are not %s", wanted[out->element]);
    return right && out->width ? OK : hdf5_damaged(file, out->name, what);
}

static enum status wrong_rank(const struct hdf5_file *file, const struct array *array)
{
    return hdf5_damaged(file, array->name,
                        array->rank == 1 ? "it is not one-dimensional"
                                         : "it has not one column for each state");
}

static bool fits(const struct hdf5_file *file, const struct array *array)
{
    return array->dim[1] && array->dim[0] <= file->size / array->dim[1] / array->width;
}

static enum status check_shape(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    hid_t space = H5Dget_space(dataset);
    out->dim[0] = out->dim[1] = 1;
    bool right = H5Sget_simple_extent_type(space) == H5S_SIMPLE &&
                 H5Sget_simple_extent_ndims(space) == out->rank &&
                 H5Sget_simple_extent_dims(space, out->dim, NULL) >= 0;
    if (space >= 0) H5Sclose(space);
    if (!right || !out->dim[1]) return wrong_rank(file, out);
    return fits(file, out) ? OK : hdf5_damaged(file, out->name, "it is larger than the file");
}

static enum status check_storage(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    hid_t properties = H5Dget_create_plist(dataset);
    bool contiguous = properties >= 0 && H5Pget_layout(properties) == H5D_CONTIGUOUS;
    const char *outside = hdf5_outside(properties);
    uint64_t bytes = array_bytes(out);
    if (properties >= 0) H5Pclose(properties);
    if (outside) return hdf5_damaged(file, out->name, outside);
    if (!contiguous) return hdf5_damaged(file, out->name, "it is not contiguous");
    if (!bytes) return OK;
    haddr_t offset = H5Dget_offset(dataset);
    if (offset == HADDR_UNDEF || offset > file->size - bytes)
        return hdf5_damaged(file, out->name, "its bytes are not in the file");
    out->offset = offset;
    return OK;
}

static enum status check_dataset(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    MUST(check_type(file, dataset, out));
    MUST(check_shape(file, dataset, out));
    MUST(check_storage(file, dataset, out));
    if (!hdf5_read_attribute(dataset, "crc32", H5T_NATIVE_UINT32, 1, &out->crc32))
        return hdf5_damaged(file, out->name, "its attribute crc32 cannot be read");
    return OK;
}

/* Looking, in a child process */

static const char *const type_words[] = {"dtmc", "ctmc", NULL};

static const struct {
    const char *name;
    enum element element;
    int rank;
    unsigned of;       /* bits: what may hold it */
    unsigned optional; /* bits: what may lack it */
} kinds[] = {
#define IN(contents) (1u << (HOLDS_##contents))
    {"row", ELEMENT_U64, 1, IN(CHAIN) | IN(SYSTEM) | IN(PRODUCT), 0},
    {"col", ELEMENT_U32, 1, IN(CHAIN) | IN(SYSTEM) | IN(PRODUCT), 0},
    {"val", ELEMENT_F64, 1, IN(CHAIN) | IN(SYSTEM), 0},
    {"labels", ELEMENT_U8, 2, IN(CHAIN), 0},
    {"rewards", ELEMENT_F64, 2, IN(CHAIN), 0},
    {"label_names", ELEMENT_TEXT, 1, IN(CHAIN), 0},
    {"reward_names", ELEMENT_TEXT, 1, IN(CHAIN), 0},
    {"variables", ELEMENT_TEXT, 1, IN(CHAIN), IN(CHAIN)},
    {"diag", ELEMENT_F64, 1, IN(SYSTEM), 0},
    {"x0", ELEMENT_F64, 1, IN(SYSTEM), 0},
    {"b", ELEMENT_F64, 1, IN(SYSTEM), IN(SYSTEM)},
    {"answer", ELEMENT_F64, 1, IN(SYSTEM), IN(SYSTEM)},
    {"initial", ELEMENT_U32, 1, IN(PRODUCT), 0},
    {"accepting", ELEMENT_U64, 1, IN(PRODUCT), 0},
#undef IN
};
enum { NKINDS = sizeof kinds / sizeof *kinds };

/* What the child says, in one message. */
struct seen {
    int32_t contents, type;
    struct {
        uint64_t there, width, dim[2], offset;
        uint32_t crc32;
    } array[NKINDS];
};

static enum status look_at_array(const struct hdf5_file *file, int k, struct seen *seen)
{
    enum status status = OK;
    hid_t dataset = H5I_INVALID_HID;
    struct array array = {
        .name = kinds[k].name, .element = kinds[k].element, .rank = kinds[k].rank};
    bool optional = kinds[k].optional >> seen->contents & 1;
    if (optional && H5Lexists(file->id, array.name, H5P_DEFAULT) == 0) return OK;
    TRY(hdf5_open_dataset(file, array.name, file->id, array.name, &dataset));
    TRY(check_dataset(file, dataset, &array));
    seen->array[k].there = 1;
    seen->array[k].width = array.width;
    memcpy(seen->array[k].dim, array.dim, sizeof array.dim);
    seen->array[k].offset = array.offset;
    seen->array[k].crc32 = array.crc32;
out:
    if (dataset >= 0) H5Dclose(dataset);
    return status;
}

static enum status look(void *argument, int fd, message_fn *put, void *to)
{
    static const char *const words[] = {
        [HOLDS_SYSTEM] = "system", [HOLDS_CHAIN] = "chain", [HOLDS_PRODUCT] = "graph", NULL};
    enum status status = OK;
    struct hdf5_file file = *(const struct hdf5_file *)argument;
    struct seen seen = {0};
    TRY(hdf5_look(&file, fd));
    TRY(check_schema(&file));
    TRY(look_at_choice(&file, "contents", words, &seen.contents));
    if (seen.contents == HOLDS_CHAIN) TRY(look_at_choice(&file, "type", type_words, &seen.type));
    for (int k = 0; k < NKINDS; k++)
        if (kinds[k].of >> seen.contents & 1) TRY(look_at_array(&file, k, &seen));
    TRY(put(to, 0, &seen, sizeof seen));
out:
    if (file.id >= 0) H5Fclose(file.id);
    return status;
}

/* Taking what was seen */

static enum status nonsense(const struct cache *cache)
{
    return hdf5_damaged(&cache->file, "the file", "what was read from it makes no sense");
}

static enum status take(void *to, uint32_t kind, const void *bytes, size_t size)
{
    struct cache *cache = to;
    struct seen seen;
    if (kind || size != sizeof seen || cache->narrays) return nonsense(cache);
    memcpy(&seen, bytes, sizeof seen);
    if (seen.contents < 0 || seen.contents > HOLDS_PRODUCT || seen.type < 0 || seen.type > 1)
        return nonsense(cache);
    cache->contents = (enum contents)seen.contents;
    cache->type = seen.type ? CHAIN_CTMC : CHAIN_DTMC;
    uint64_t left = cache->file.size;
    for (int k = 0; k < NKINDS; k++) {
        struct array array = {
            .name = kinds[k].name, .element = kinds[k].element, .rank = kinds[k].rank};
        bool may_be = kinds[k].of >> cache->contents & 1,
             may_lack = kinds[k].optional >> cache->contents & 1;
        if (may_be && !may_lack && !seen.array[k].there) return nonsense(cache);
        if (!may_be || !seen.array[k].there) continue;
        array.width =
            array.element == ELEMENT_TEXT ? seen.array[k].width : element_width(array.element);
        memcpy(array.dim, seen.array[k].dim, sizeof array.dim);
        array.offset = seen.array[k].offset;
        array.crc32 = seen.array[k].crc32;
        if (!array.width || (array.rank == 1 && array.dim[1] != 1) || !fits(&cache->file, &array))
            return nonsense(cache);
        if (array_bytes(&array) && array.offset > cache->file.size - array_bytes(&array))
            return nonsense(cache);
        if (array_bytes(&array) > left)
            return hdf5_damaged(&cache->file, array.name, "it is larger than the file");
        left -= array_bytes(&array);
        cache->arrays[cache->narrays++] = array;
    }
    return OK;
}

enum status load_open(const char *path, struct cache *out)
{
    enum { MEMORY = 64 << 20, SECONDS = 20 }; /* the child reads no array */
    *out = (struct cache){0};
    enum status status = hdf5_open(path, "cache", &out->file);
    if (status != OK) return status;
    status =
        isolated(&(struct isolation){MEMORY, SECONDS}, look, &out->file, out->file.fd, take, out);
    if (status == ERROR_CRASHED)
        return fail(ERROR_DAMAGED, "%s is a damaged cache: reading it failed: %s", path,
                    fail_message());
    return status == OK && !out->narrays ? nonsense(out) : status;
}

enum status load_open_as(const char *path, enum contents wanted, struct cache *out)
{
    static const char *const names[] = {
        [HOLDS_SYSTEM] = "linear system", [HOLDS_CHAIN] = "chain", [HOLDS_PRODUCT] = "graph"};
    enum status status = load_open(path, out);
    if (status != OK || out->contents == wanted) return status;
    return fail(ERROR_INPUT, "%s is a cache of a %s, not of a %s", path, names[out->contents],
                names[wanted]);
}

enum status load_find(const struct cache *cache, const char *name, hsize_t columns,
                      struct array *out, bool *found)
{
    size_t k = 0;
    while (k < cache->narrays && strcmp(cache->arrays[k].name, name)) k++;
    if (found) *found = k < cache->narrays;
    if (k == cache->narrays) return found ? OK : hdf5_damaged(&cache->file, name, "it is missing");
    *out = cache->arrays[k];
    return out->rank == 1 || out->dim[1] == columns ? OK : wrong_rank(&cache->file, out);
}

/* Reading */

/* 0, or what is wrong: an errno, or -1 where the file ends before the block. */
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

enum status load_read(const struct hdf5_file *file, size_t count, const struct array *arrays)
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
