#include "datasets/cache_load.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "base/memory.h"
#include "base/team.h"
#include "base/work.h"

/* Opening */

static enum status check_schema(const struct hdf5_file *file)
{
    uint32_t version[2];
    if (hdf5_has_schema(file, RESULTS_SCHEMA_GROUP, RESULTS_SCHEMA))
        return fail(ERROR_INPUT, "%s is a results file, not a chain or a system: see it with warpmark show",
                    file->path);
    if (!hdf5_has_schema(file, CACHE_SCHEMA_GROUP, CACHE_SCHEMA))
        return fail(ERROR_DAMAGED,
                    "%s is not a cache: it is HDF5, but its attribute schema is not the fixed-length text %s",
                    file->path, CACHE_SCHEMA);
    hid_t root = H5Gopen2(file->id, CACHE_SCHEMA_GROUP, H5P_DEFAULT);
    bool read = hdf5_read_attribute(root, "schema_version", H5T_NATIVE_UINT32, 2, version);
    if (root >= 0) H5Gclose(root);
    if (!read) return hdf5_damaged(file, "schema_version", "the attribute cannot be read");
    if (version[0] == CACHE_MAJOR) return OK;
    return fail(ERROR_DAMAGED, "%s has cache schema %u.%u, this warpmark reads %d.x: export it again", file->path,
                (unsigned)version[0], (unsigned)version[1], CACHE_MAJOR);
}

enum status load_choice(const struct hdf5_file *file, const char *attribute, const char *const *words, int *out)
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

enum status load_open(const char *path, struct hdf5_file *out, enum contents *contents)
{
    static const char *const words[] = {
        [HOLDS_SYSTEM] = "system", [HOLDS_CHAIN] = "chain", [HOLDS_GRAPH] = "graph", NULL};
    enum status status = OK;
    int which;
    TRY(hdf5_open(path, "cache", out));
    TRY(check_schema(out));
    TRY(load_choice(out, "contents", words, &which));
    *contents = (enum contents)which;
out:
    return status;
}

enum status load_open_as(const char *path, enum contents wanted, struct hdf5_file *out)
{
    static const char *const names[] = {
        [HOLDS_SYSTEM] = "linear system", [HOLDS_CHAIN] = "chain", [HOLDS_GRAPH] = "graph"};
    enum contents found;
    enum status status = load_open(path, out, &found);
    if (status != OK || found == wanted) return status;
    return fail(ERROR_INPUT, "%s is a cache of a %s, not of a %s", path, names[found], names[wanted]);
}

/* Finding */

static enum status check_type(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    static const unsigned char widths[] = {1, 4, 8, 8};
    static const char *const wanted[] = {"8-bit unsigned", "32-bit unsigned, little-endian",
                                         "64-bit unsigned, little-endian", "64-bit floats, little-endian",
                                         "texts of fixed length"};
    char what[128];
    hid_t stored = H5Dget_type(dataset), type = H5I_INVALID_HID;
    bool right;
    if (out->element == ELEMENT_TEXT) {
        right = H5Tget_class(stored) == H5T_STRING && H5Tis_variable_str(stored) == 0;
        out->width = right ? H5Tget_size(stored) : 0;
    } else {
        type = array_type(out);
        out->width = widths[out->element];
        right = H5Tequal(stored, type) > 0;
    }
    if (type >= 0) H5Tclose(type);
    if (stored >= 0) H5Tclose(stored);
    snprintf(what, sizeof what, "its values are not %s", wanted[out->element]);
    return right && out->width ? OK : hdf5_damaged(file, out->name, what);
}

static enum status check_shape(const struct hdf5_file *file, hid_t dataset, hsize_t columns, struct array *out)
{
    hid_t space = H5Dget_space(dataset);
    out->dim[0] = out->dim[1] = 1;
    bool right = H5Sget_simple_extent_type(space) == H5S_SIMPLE && H5Sget_simple_extent_ndims(space) == out->rank &&
                 H5Sget_simple_extent_dims(space, out->dim, NULL) >= 0 && (out->rank == 1 || out->dim[1] == columns);
    if (space >= 0) H5Sclose(space);
    if (!right)
        return hdf5_damaged(file, out->name,
                            out->rank == 1 ? "it is not one-dimensional" : "it has not one column for each state");
    if (out->dim[0] > file->size / out->dim[1] / out->width)
        return hdf5_damaged(file, out->name, "it is larger than the file");
    return OK;
}

static enum status check_storage(const struct hdf5_file *file, hid_t dataset, struct array *out)
{
    hid_t properties = H5Dget_create_plist(dataset);
    bool contiguous = properties >= 0 && H5Pget_layout(properties) == H5D_CONTIGUOUS;
    uint64_t bytes = array_bytes(out);
    if (properties >= 0) H5Pclose(properties);
    if (!contiguous) return hdf5_damaged(file, out->name, "it is not contiguous");
    if (!bytes) return OK;
    haddr_t offset = H5Dget_offset(dataset);
    if (offset == HADDR_UNDEF || offset > file->size - bytes)
        return hdf5_damaged(file, out->name, "its bytes are not in the file");
    out->offset = offset;
    return OK;
}

static enum status check_dataset(const struct hdf5_file *file, hid_t dataset, hsize_t columns, struct array *out)
{
    enum status status = OK;
    TRY(check_type(file, dataset, out));
    TRY(check_shape(file, dataset, columns, out));
    TRY(check_storage(file, dataset, out));
    if (!hdf5_read_attribute(dataset, "crc32", H5T_NATIVE_UINT32, 1, &out->crc32))
        TRY(hdf5_damaged(file, out->name, "its attribute crc32 cannot be read"));
out:
    return status;
}

/* Links are not followed: their bytes would be those of another file. */
enum status load_find(const struct hdf5_file *file, const char *name, enum element element, int rank, hsize_t columns,
                      struct array *out, bool *found)
{
    enum status status = OK;
    hid_t dataset = H5I_INVALID_HID;
    H5L_info_t link;
    *out = (struct array){.name = name, .element = element, .rank = rank};
    if (found) *found = H5Lexists(file->id, name, H5P_DEFAULT) != 0;
    if (found && !*found) return OK;
    if (H5Lget_info(file->id, name, &link, H5P_DEFAULT) >= 0 && link.type != H5L_TYPE_HARD)
        return hdf5_damaged(file, name, "it is a link to another place");
    TRY(hdf5_open_dataset(file, name, &dataset));
    TRY(check_dataset(file, dataset, columns, out));
out:
    if (dataset >= 0) H5Dclose(dataset);
    return status;
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
        if (!work_goes_on("bytes read", atomic_fetch_add(&done, block->size) + block->size, blocks->bytes))
            stopped = true;
    }
    if (problem > 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(problem));
    if (problem) return hdf5_damaged(file, "the file", "it became shorter while it was read");
    return stopped ? work_stopped() : OK;
}

enum status load_read(const struct hdf5_file *file, size_t count, const struct array *arrays)
{
    enum status status = OK;
    struct blocks blocks = {0};
    void *fd;
    TRY(blocks_create(count, arrays, &blocks));
    if (H5Fget_vfd_handle(file->id, H5P_DEFAULT, &fd) < 0) TRY(hdf5_damaged_reason(file, "the file"));
    TRY(read_blocks(file, *(const int *)fd, &blocks));
    for (size_t k = 0; k < count; k++)
        if (blocks_crc32(&blocks, k) != arrays[k].crc32)
            TRY(hdf5_damaged(file, arrays[k].name, "its values do not match its attribute crc32"));
out:
    blocks_free(&blocks);
    return status;
}
