#include "base/arrays/array_find.h"

#include <stdio.h>
#include <string.h>

enum status array_nonsense(const struct hdf5_file *file)
{
    return hdf5_damaged(file, "the file", "what was read from it makes no sense");
}

enum status array_check_schema(const struct hdf5_file *file, const char *schema, unsigned major,
                               const char *again)
{
    uint32_t version[2];
    if (!hdf5_has_schema(file, "/", schema))
        return fail(ERROR_DAMAGED,
                    "%s is not a %s: it is HDF5, but its attribute schema is not the fixed-length "
                    "text %s",
                    file->path, file->kind, schema);
    hid_t root = H5Gopen2(file->id, "/", H5P_DEFAULT);
    bool read = hdf5_read_attribute(root, "schema_version", H5T_NATIVE_UINT32, 2, version);
    if (root >= 0) H5Gclose(root);
    if (!read) return hdf5_damaged(file, "schema_version", "the attribute cannot be read");
    if (version[0] == major) return OK;
    return fail(ERROR_DAMAGED, "%s has %s schema %u.%u, this warpmark reads %u.x: %s", file->path,
                file->kind, (unsigned)version[0], (unsigned)version[1], major, again);
}

static size_t element_width(enum element element)
{
    static const unsigned char widths[] = {
        [ELEMENT_U8] = 1, [ELEMENT_U32] = 4, [ELEMENT_U64] = 8, [ELEMENT_F64] = 8};
    return widths[element];
}

static enum status check_array_type(const struct hdf5_file *file, hid_t dataset, struct array *out)
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

enum status array_wrong_rank(const struct hdf5_file *file, const struct array *array)
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
    if (!right || !out->dim[1]) return array_wrong_rank(file, out);
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
    MUST(check_array_type(file, dataset, out));
    MUST(check_shape(file, dataset, out));
    MUST(check_storage(file, dataset, out));
    if (!hdf5_read_attribute(dataset, "crc32", H5T_NATIVE_UINT32, 1, &out->crc32))
        return hdf5_damaged(file, out->name, "its attribute crc32 cannot be read");
    return OK;
}

/* Reading, in a child process */

enum status array_look(const struct hdf5_file *file, const struct array_kind *kind, bool optional,
                       struct array_place *out)
{
    enum status status = OK;
    hid_t dataset = H5I_INVALID_HID;
    struct array array = {.name = kind->name, .element = kind->element, .rank = kind->rank};
    *out = (struct array_place){0};
    if (optional && H5Lexists(file->id, array.name, H5P_DEFAULT) == 0) return OK;
    TRY(hdf5_open_dataset(file, array.name, file->id, array.name, &dataset));
    TRY(check_dataset(file, dataset, &array));
    out->there = 1;
    out->width = array.width;
    memcpy(out->dim, array.dim, sizeof array.dim);
    out->offset = array.offset;
    out->crc32 = array.crc32;
out:
    if (dataset >= 0) H5Dclose(dataset);
    return status;
}

/* Checking the child's answers */

enum status array_take(const struct hdf5_file *file, const struct array_kind *kind,
                       const struct array_place *place, uint64_t *left, struct array *out)
{
    const bool text = kind->element == ELEMENT_TEXT;
    *out = (struct array){.name = kind->name,
                          .element = kind->element,
                          .rank = kind->rank,
                          .width = text ? place->width : element_width(kind->element),
                          .dim = {place->dim[0], place->dim[1]},
                          .offset = place->offset,
                          .crc32 = place->crc32};
    if (!out->width || (out->rank == 1 && out->dim[1] != 1) || !fits(file, out))
        return array_nonsense(file);
    const uint64_t bytes = array_bytes(out);
    if (bytes && out->offset > file->size - bytes) return array_nonsense(file);
    if (bytes > *left) return hdf5_damaged(file, out->name, "it is larger than the file");
    *left -= bytes;
    return OK;
}
