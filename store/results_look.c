#include "store/results_look.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/memory.h"

/* Limits: no chunk is larger, unless one value is, and no value is wider; a script is the longest
 * text. Deflate makes at most MOST_EXPANSION bytes of one. An axis has a short name. */
enum {
    MOST_CHUNK = 1 << 20,
    MOST_WIDTH = 1 << 24,
    MOST_EXPANSION = 1100,
    MOST_AXES = 1000,
    LONGEST_NAME = 1000
};

/* A dataset of the file. */
struct dataset {
    char *path;
    enum column_type type;
    hid_t id;            /* open until its values are read */
    size_t width;        /* bytes of a value in memory */
    hsize_t rows, chunk; /* chunk: rows that are read at the same time */
};

struct look {
    struct hdf5_file file;
    struct results_shape shape;
    uint64_t stored; /* bytes of the file that are values */
    size_t count;
    struct dataset *dataset; /* columns, then axes */
    message_fn *put;
    void *to;
    size_t used;
    unsigned char bytes[LARGEST_MESSAGE]; /* message that is not sent yet */
};

bool column_is_newer(const struct column *column, const uint32_t *version)
{
    if (column->since[0] != version[0]) return column->since[0] > version[0];
    return column->since[1] > version[1];
}

double results_bytes(const struct results_shape *shape)
{
    double bytes = 0;
    for (int group = 0; group < NGROUPS; group++) {
        size_t size = groups[group].row_size;
        if (group == GROUP_SUMMARY) size = 0;
        if (group == GROUP_CASES) size = 2 * sizeof(uint64_t);
        if (group == GROUP_RUNS) size = sizeof(struct result_run) + sizeof(uint64_t);
        bytes += (double)shape->rows[group] * (double)size;
    }
    return bytes;
}

/* Type and shape of a dataset */

static const char *type_fault(hid_t stored, struct dataset *d)
{
    H5T_class_t class = H5Tget_class(stored);
    size_t size = H5Tget_size(stored);
    d->width = column_is_text(d->type) ? size : column_is_number(d->type) ? sizeof(uint64_t) : 1;
    if (!size || size > MOST_WIDTH) return "its values are too wide";
    if (column_is_text(d->type))
        return class == H5T_STRING && !H5Tis_variable_str(stored)
                   ? NULL
                   : "its values are not texts of fixed length";
    if (d->type == COLUMN_REAL)
        return class == H5T_FLOAT && size <= d->width ? NULL : "its values are not numbers";
    if (d->type == COLUMN_COUNT)
        return class == H5T_INTEGER && size <= d->width ? NULL : "its values are not whole numbers";
    return class == H5T_ENUM && size == 1 ? NULL : "its values are not those of an enumeration";
}

/* Refuses other filters: with them a chunk would be read by any plugin that the machine has. */
static const char *filter_fault(hid_t properties)
{
    int count = H5Pget_nfilters(properties);
    if (count < 0 || count > 3) return "its filters are not those of warpmark";
    for (int k = 0; k < count; k++) {
        unsigned flags;
        size_t nvalues = 0;
        H5Z_filter_t filter =
            H5Pget_filter2(properties, (unsigned)k, &flags, &nvalues, NULL, 0, NULL, NULL);
        if (filter != H5Z_FILTER_DEFLATE && filter != H5Z_FILTER_SHUFFLE &&
            filter != H5Z_FILTER_FLETCHER32)
            return "its filters are not those of warpmark";
    }
    return NULL;
}

/* Adds to the bytes of the file that are values. Values may not overlap, so returns false if they
 * are larger than the file in all. */
static bool add_stored_bytes(struct look *look, uint64_t bytes)
{
    if (bytes > look->file.size - look->stored) return false;
    look->stored += bytes;
    return true;
}

static const char *chunk_fault(struct look *look, const struct dataset *d, hsize_t at,
                               uint64_t bytes, bool filtered)
{
    unsigned skipped = 0;
    haddr_t address = HADDR_UNDEF;
    hsize_t size = 0;
    if (H5Dget_chunk_info_by_coord(d->id, &at, &skipped, &address, &size) < 0)
        return "its chunks cannot be read";
    if (address == HADDR_UNDEF || !size) return "a part of it was never written";
    if (skipped)
        return "its chunks cannot be read"; /* a reader would read beyond the end of a filter that
                                               was skipped */
    if (filtered ? bytes / MOST_EXPANSION > size : bytes != size)
        return "it is larger than the file can hold";
    return add_stored_bytes(look, size) ? NULL : "it is larger than the file";
}

static const char *chunks_fault(struct look *look, hid_t properties, size_t size, struct dataset *d)
{
    const char *fault = filter_fault(properties);
    if (fault) return fault;
    if (H5Pget_chunk(properties, 1, &d->chunk) != 1 || !d->chunk)
        return "its chunks cannot be read";
    if (d->chunk > 1 && d->chunk > MOST_CHUNK / size) return "its chunks are too large";
    for (hsize_t at = 0; !fault && at < d->rows; at += d->chunk)
        fault = chunk_fault(look, d, at, d->chunk * size, H5Pget_nfilters(properties) > 0);
    return fault;
}

static const char *contiguous_fault(struct look *look, size_t size, struct dataset *d)
{
    uint64_t bytes = d->rows * size;
    d->chunk = d->width < MOST_CHUNK ? MOST_CHUNK / d->width : 1;
    if (!bytes) return NULL;
    if (H5Dget_storage_size(d->id) != bytes) return "it was never written";
    return add_stored_bytes(look, bytes) ? NULL : "it is larger than the file";
}

static const char *storage_fault(struct look *look, size_t size, struct dataset *d)
{
    hid_t properties = H5Dget_create_plist(d->id);
    const char *fault = hdf5_outside(properties);
    if (!fault && H5Pget_layout(properties) == H5D_CHUNKED)
        fault = chunks_fault(look, properties, size, d);
    else if (!fault) fault = contiguous_fault(look, size, d);
    if (properties >= 0) H5Pclose(properties);
    return fault;
}

/* Checks everything but the values. */
static const char *dataset_fault(struct look *look, bool axis, struct dataset *d)
{
    hid_t space = H5Dget_space(d->id), stored = H5Dget_type(d->id);
    const char *fault = NULL;
    if (axis && H5Tget_class(stored) == H5T_FLOAT) d->type = COLUMN_REAL;
    size_t size = H5Tget_size(stored);
    if (H5Sget_simple_extent_type(space) != H5S_SIMPLE || H5Sget_simple_extent_ndims(space) != 1 ||
        H5Sget_simple_extent_dims(space, &d->rows, NULL) < 0)
        fault = "it is not one-dimensional";
    if (!fault) fault = type_fault(stored, d);
    if (!fault && d->rows > look->file.size * MOST_EXPANSION / size)
        fault = "it is larger than the file can hold";
    if (!fault) fault = storage_fault(look, size, d);
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    return fault;
}

/* Checks a dataset. path ends with its name in the open group. type: of a column; COLUMN_TEXT for
 * an axis, which may have numbers instead. */
static enum status look_at_dataset(struct look *look, hid_t group, char *path,
                                   enum column_type type, bool axis)
{
    struct dataset *d = &look->dataset[look->count++];
    *d = (struct dataset){.path = path, .id = H5I_INVALID_HID, .type = type};
    enum status status =
        hdf5_open_dataset(&look->file, path, group, strrchr(path, '/') + 1, &d->id);
    const char *fault = status == OK ? dataset_fault(look, axis, d) : NULL;
    return fault ? hdf5_damaged(&look->file, path, fault) : status;
}

/* Consistency of the datasets */

static enum status wrong_length(const struct look *look, const struct dataset *d, uint64_t expected)
{
    char what[96];
    snprintf(what, sizeof what, "it has %llu rows where %llu belong", (unsigned long long)d->rows,
             (unsigned long long)expected);
    return hdf5_damaged(&look->file, d->path, what);
}

/* Checks the number of rows. The first column of a group sets it, unless another group does. */
static enum status check_row_count(struct look *look, enum group group, bool first)
{
    const struct dataset *d = &look->dataset[look->count - 1];
    uint64_t *rows = &look->shape.rows[group];
    if (group == GROUP_META || group == GROUP_SETTINGS) *rows = 1;
    else if (group == GROUP_SUMMARY) *rows = look->shape.rows[GROUP_RUNS];
    else if (first) *rows = d->rows;
    return d->rows == *rows ? OK : wrong_length(look, d, *rows);
}

static enum status look_at_columns(struct look *look)
{
    enum status status = OK;
    hid_t group = H5I_INVALID_HID;
    char *path;
    for (const struct column *c = columns; c < columns + ncolumns; c++) {
        bool first = c == columns || c[-1].group != c->group;
        if (first && group >= 0) H5Gclose(group);
        if (first) group = H5I_INVALID_HID;
        if (column_is_newer(c, look->shape.version)) continue;
        if (group < 0) TRY(hdf5_open_group(&look->file, groups[c->group].path, &group));
        TRY(format_text(&path, "%s/%s", groups[c->group].path, c->name));
        TRY(look_at_dataset(look, group, path, c->type, false));
        TRY(check_row_count(look, c->group, first));
    }
out:
    if (group >= 0) H5Gclose(group);
    return status;
}

static enum status look_at_axis(struct look *look, hid_t group, hsize_t k)
{
    char name[LONGEST_NAME + 1], *path;
    ssize_t length = H5Lget_name_by_idx(group, ".", H5_INDEX_CRT_ORDER, H5_ITER_INC, k, name,
                                        sizeof name, H5P_DEFAULT);
    if (length < 1 || length > LONGEST_NAME || strchr(name, '/'))
        MUST(hdf5_damaged(&look->file, AXES_PATH, "the name of an axis cannot be read"));
    MUST(format_text(&path, AXES_PATH "/%s", name));
    MUST(look_at_dataset(look, group, path, COLUMN_TEXT, true));
    if (look->dataset[look->count - 1].rows != look->shape.rows[GROUP_PROBLEMS])
        MUST(hdf5_damaged(&look->file, path, "it is not as long as the columns of /problems"));
    return OK;
}

static enum status look_at_axes(struct look *look)
{
    enum status status = OK;
    H5G_info_t info;
    hid_t group;
    TRY(hdf5_open_group(&look->file, AXES_PATH, &group));
    if (H5Gget_info(group, &info) < 0)
        TRY(hdf5_damaged(&look->file, AXES_PATH, "it cannot be read"));
    if (info.nlinks > MOST_AXES)
        TRY(hdf5_damaged(&look->file, AXES_PATH, "it has more than 1000 axes"));
    TRY(reallocate(&look->dataset, look->count + info.nlinks, sizeof *look->dataset, "the axes"));
    look->shape.naxes = info.nlinks;
    for (hsize_t k = 0; k < info.nlinks; k++) TRY(look_at_axis(look, group, k));
out:
    if (group >= 0) H5Gclose(group);
    return status;
}

static enum status look_at_schema(struct look *look)
{
    const struct hdf5_file *file = &look->file;
    uint32_t *version = look->shape.version;
    hid_t meta = H5I_INVALID_HID;
    bool read = hdf5_has_schema(file, RESULTS_SCHEMA_GROUP, RESULTS_SCHEMA) &&
                hdf5_open_group(file, RESULTS_SCHEMA_GROUP, &meta) == OK &&
                hdf5_read_attribute(meta, "schema_version", H5T_NATIVE_UINT32, 2, version);
    if (meta >= 0) H5Gclose(meta);
    if (hdf5_has_schema(file, CACHE_SCHEMA_GROUP, CACHE_SCHEMA))
        return fail(ERROR_DAMAGED,
                    "%s is not a results file: it is a cache, which is a source to solve",
                    file->path);
    if (hdf5_has_schema(file, "/", PROOF_SCHEMA))
        return fail(ERROR_DAMAGED,
                    "%s is not a results file: it is a proof, which `warpmark verify` checks",
                    file->path);
    if (!read)
        return fail(ERROR_DAMAGED,
                    "%s is not a results file: it is HDF5, but warpmark did not write it",
                    file->path);
    if (version[0] >= SCHEMA_OLDEST && version[0] <= SCHEMA_MAJOR) return OK;
    return fail(ERROR_DAMAGED,
                "%s has results schema %u.%u, this warpmark reads %d.x to %d.x: use the program "
                "that wrote it",
                file->path, (unsigned)version[0], (unsigned)version[1], SCHEMA_OLDEST,
                SCHEMA_MAJOR);
}

/* Values */

static enum status send_rest(struct look *look)
{
    size_t used = look->used;
    look->used = 0;
    return used ? look->put(look->to, MESSAGE_VALUES, look->bytes, used) : OK;
}

static enum status send_bytes(struct look *look, const unsigned char *bytes, size_t size)
{
    enum status status = OK;
    while (status == OK && size) {
        size_t part = sizeof look->bytes - look->used;
        if (part > size) part = size;
        memcpy(look->bytes + look->used, bytes, part);
        look->used += part;
        bytes += part;
        size -= part;
        if (look->used == sizeof look->bytes) status = send_rest(look);
    }
    return status;
}

static enum status send_values(struct look *look, const struct values *values)
{
    if (!column_is_text(values->type))
        return send_bytes(look, values->bytes, values->count * values->width);
    for (size_t i = 0; i < values->count; i++) {
        const unsigned char *text = values->bytes + i * values->width;
        MUST(send_bytes(look, text, strnlen((const char *)text, values->width)));
        MUST(send_bytes(look, (const unsigned char *)"", 1));
    }
    return OK;
}

static bool read_some(const struct dataset *d, hsize_t first, hsize_t count, void *bytes)
{
    hid_t type = values_hdf5_type(d->type, d->width), here = H5Screate_simple(1, &count, NULL);
    hid_t there = H5Dget_space(d->id);
    bool read = H5Sselect_hyperslab(there, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0 &&
                H5Dread(d->id, type, here, there, H5P_DEFAULT, bytes) >= 0;
    if (there >= 0) H5Sclose(there);
    if (here >= 0) H5Sclose(here);
    if (type >= 0) H5Tclose(type);
    return read;
}

/* Sends a part at a time, so that no more than a part is in memory. */
static enum status send_dataset(struct look *look, struct dataset *d)
{
    enum status status = OK;
    struct values values = {.type = d->type, .width = d->width};
    uint32_t expected, sum = 0;
    TRY(allocate(d->rows < d->chunk ? d->rows : d->chunk, d->width, "a column of the results",
                 &values.bytes));
    for (hsize_t first = 0; first < d->rows; first += values.count) {
        values.count = d->rows - first < d->chunk ? d->rows - first : d->chunk;
        if (!read_some(d, first, values.count, values.bytes))
            TRY(hdf5_damaged(&look->file, d->path, "its values cannot be read"));
        sum = (uint32_t)crc32_z(sum, values.bytes, values.count * values.width);
        TRY(send_values(look, &values));
    }
    if (!hdf5_read_attribute(d->id, "crc32", H5T_NATIVE_UINT32, 1, &expected))
        TRY(hdf5_damaged(&look->file, d->path, "its attribute crc32 cannot be read"));
    if (expected != sum)
        TRY(hdf5_damaged(&look->file, d->path, "its values do not match its attribute crc32"));
    TRY(send_rest(look));
out:
    free(values.bytes);
    H5Dclose(d->id); /* also frees the chunks that it has read */
    d->id = H5I_INVALID_HID;
    return status;
}

static enum status send_axis(struct look *look, struct dataset *d)
{
    unsigned char message[LONGEST_NAME + 1] = {d->type == COLUMN_REAL};
    const char *name = d->path + strlen(AXES_PATH "/");
    memcpy(message + 1, name, strlen(name));
    enum status status = look->put(look->to, MESSAGE_AXIS, message, 1 + strlen(name));
    return status == OK ? send_dataset(look, d) : status;
}

static enum status send_all(struct look *look)
{
    size_t naxes = look->shape.naxes, ncol = look->count - naxes;
    MUST(look->put(look->to, MESSAGE_SHAPE, &look->shape, sizeof look->shape));
    for (size_t k = 0; k < look->count; k++)
        MUST((k < ncol ? send_dataset : send_axis)(look, &look->dataset[k]));
    return OK;
}

enum status results_look(struct hdf5_file *file, int fd, message_fn *put, void *to)
{
    enum status status = OK;
    struct look *look = NULL;
    TRY(allocate_zeroed(1, sizeof *look, "the results", &look));
    TRY(allocate(ncolumns, sizeof *look->dataset, "the columns of the results", &look->dataset));
    look->put = put;
    look->to = to;
    look->file = *file;
    TRY(hdf5_look(&look->file, fd));
    TRY(look_at_schema(look));
    TRY(look_at_columns(look));
    TRY(look_at_axes(look));
    TRY(send_all(look));
out:
    for (size_t k = 0; look && k < look->count; k++) {
        if (look->dataset[k].id >= 0) H5Dclose(look->dataset[k].id);
        free(look->dataset[k].path);
    }
    if (look && look->file.id >= 0) H5Fclose(look->file.id);
    if (look) free(look->dataset);
    free(look);
    return status;
}
