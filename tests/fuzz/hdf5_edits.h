/* Edits of a results file by HDF5's own calls: its columns, groups, attributes and links, with
 * checksums that are right again, so that a reader gets as far as it can. */
#pragma once

#include "base/memory.h"
#include "store/columns.h"
#include "tests/fuzz/fuzz.h"

/* Which kind of edit, which column, and three bytes more. */
struct edit {
    uint8_t kind, column, a, b, c;
};

static inline const char *path_of(uint8_t column)
{
    static char path[100];
    const struct column *c = &columns[column % ncolumns];
    if (column == 255) return AXES_PATH "/n";
    if (column == 254) return AXES_PATH "/new\033axis";
    if (column == 253) return AXES_PATH;
    if (column >= 240) return groups[column % NGROUPS].path;
    snprintf(path, sizeof path, "%s/%s", groups[c->group].path, c->name);
    return path;
}

static inline hsize_t length_of(uint8_t choice, hsize_t few)
{
    static const hsize_t lengths[] = {
        0, 1, 2, 1000, UINT64_C(1) << 20, UINT64_C(1) << 31, UINT64_C(1) << 40, UINT64_C(1) << 61};
    return choice % 16 < 8 ? few : lengths[choice % 8];
}

static inline hid_t type_of(uint8_t choice)
{
    static const size_t widths[] = {1, 8, 255, 65536, 1 << 20, 3};
    hid_t type, base_type;
    switch (choice % 12) {
    case 0: return H5Tcopy(H5T_IEEE_F64LE);
    case 1: return H5Tcopy(H5T_STD_U64LE);
    case 2: return H5Tcopy(H5T_STD_I8LE);
    case 3: return H5Tcopy(H5T_IEEE_F32BE);
    case 4: return hdf5_text_type(widths[choice / 12 % 6]);
    case 5:
        type = H5Tcopy(H5T_C_S1);
        H5Tset_size(type, H5T_VARIABLE);
        return type;
    case 6: return H5Tvlen_create(H5T_STD_U64LE);
    case 7: return H5Tcreate(H5T_OPAQUE, widths[choice / 12 % 6]);
    case 8: return values_hdf5_type(COLUMN_STATUS, 1);
    case 9:
        type = H5Tcreate(H5T_COMPOUND, 16);
        H5Tinsert(type, "a", 0, H5T_STD_U64LE), H5Tinsert(type, "b", 8, H5T_IEEE_F64LE);
        return type;
    case 10: return H5Tarray_create2(H5T_STD_U64LE, 1, &(hsize_t){4});
    default:
        base_type = H5Tenum_create(H5T_STD_U8LE);
        H5Tenum_insert(base_type, "ok", &(uint8_t){choice});
        return base_type;
    }
}

static inline void attach_crc(hid_t object, uint32_t crc)
{
    H5Adelete(object, "crc32");
    hdf5_attach(object, "crc32", H5T_NATIVE_UINT32, 1, &crc);
}

/* A column of another type, rank, length and storage, without values of its own. */
static inline void replace_column(hid_t file, const struct edit *e)
{
    hsize_t few = e->column == 254 || e->column == 255 ? 1 : 3,
            dims[3] = {length_of(e->b, few), 1, 1};
    hsize_t chunk[3] = {1 + e->c % 64, 1, 1};
    int rank = e->a >= 192 ? e->a % 4 : 1;
    hid_t type = type_of(e->a),
          space = rank ? H5Screate_simple(rank, dims, NULL) : H5Screate(H5S_SCALAR);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (e->c % 4 == 1 && rank) H5Pset_chunk(properties, rank, chunk), H5Pset_deflate(properties, 1);
    if (e->c % 4 == 2) H5Pset_external(properties, "/etc/passwd", 0, H5F_UNLIMITED);
    H5Ldelete(file, path_of(e->column), H5P_DEFAULT);
    hid_t dataset =
        H5Dcreate2(file, path_of(e->column), type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    if (dataset >= 0) {
        static const unsigned char zeros[1 << 16];
        hsize_t size = dims[0] * H5Tget_size(type);
        attach_crc(dataset,
                   (uint32_t)(size <= sizeof zeros
                                  ? values_checksum(&(struct values){
                                        .bytes = (unsigned char *)zeros, .count = 1, .width = size})
                                  : e->c));
        H5Dclose(dataset);
    }
    H5Pclose(properties);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
}

/* A byte of a column, whose checksum is made right again. */
static inline void change_value(hid_t file, const struct edit *e)
{
    struct values values = {.type = COLUMN_TEXT};
    hid_t dataset = H5Dopen2(file, path_of(e->column), H5P_DEFAULT);
    hid_t type = H5Dget_type(dataset), space = H5Dget_space(dataset);
    hssize_t count = space >= 0 ? H5Sget_simple_extent_npoints(space) : 0;
    values.width = type >= 0 ? H5Tget_size(type) : 0;
    values.count = (size_t)(count < 0 ? 0 : count);
    size_t size = values.count * values.width;
    if (size > 0 && values.count <= 1 << 16 && values.width <= 1 << 12 &&
        !H5Tdetect_class(type, H5T_VLEN) && !H5Tis_variable_str(type)) {
        require_ok(allocate_zeroed(size, 1, "values", &values.bytes));
        if (H5Dread(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.bytes) >= 0) {
            values.bytes[((size_t)e->a << 8 | e->b) % size] = e->c;
            H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.bytes);
            attach_crc(dataset, values_checksum(&values));
        }
        free(values.bytes);
    }
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    if (dataset >= 0) H5Dclose(dataset);
}

static inline void change_link(hid_t file, const struct edit *e)
{
    char other[100];
    const char *path = path_of(e->column);
    snprintf(other, sizeof other, "%s", path_of(e->b));
    path = path_of(e->column);
    if (e->a % 8) H5Ldelete(file, path, H5P_DEFAULT);
    switch (e->a % 8) {
    case 1: H5Lcreate_soft(other, file, path, H5P_DEFAULT, H5P_DEFAULT); break;
    case 2: H5Lcreate_soft(path, file, path, H5P_DEFAULT, H5P_DEFAULT); break;
    case 3: H5Lcreate_external("/etc/passwd", "/x", file, path, H5P_DEFAULT, H5P_DEFAULT); break;
    case 4:
        H5Lcreate_external(e->b % 2 ? "in.h5" : "other.h5", other, file, path, H5P_DEFAULT,
                           H5P_DEFAULT);
        break;
    case 5: H5Lcreate_hard(file, other, file, path, H5P_DEFAULT, H5P_DEFAULT); break;
    case 6: H5Gclose(H5Gcreate2(file, path, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT)); break;
    case 7: break;
    default: H5Lmove(file, path, file, other, H5P_DEFAULT, H5P_DEFAULT);
    }
}

static inline void change_attribute(hid_t file, const struct edit *e)
{
    static const char *const names[] = {"crc32", "schema", "schema_version", "units"};
    const uint32_t numbers[4] = {e->b % 4, e->c % 4, e->b, e->c};
    const char *path = e->a % 4 == 1 || e->a % 4 == 2 ? RESULTS_SCHEMA_GROUP : path_of(e->column);
    hid_t object = H5Oopen(file, path, H5P_DEFAULT);
    if (object < 0) return;
    H5Adelete(object, names[e->a % 4]);
    switch (e->a / 4 % 5) {
    case 0: hdf5_attach(object, names[e->a % 4], H5T_STD_U32LE, 1 + e->c % 4, numbers); break;
    case 1: hdf5_attach(object, names[e->a % 4], H5T_IEEE_F64LE, 1, &(double){e->b}); break;
    case 2:
        hdf5_attach_text(object, names[e->a % 4], e->b % 2 ? RESULTS_SCHEMA : CACHE_SCHEMA);
        break;
    case 3:
        hdf5_attach(object, names[e->a % 4], H5T_STD_U32LE, 2,
                    (const uint32_t[]){1 + e->b % 2, e->c % 4});
        break;
    default: break;
    }
    H5Oclose(object);
}

/* The text of a column in every row becomes another. */
static inline void change_text(hid_t file, const struct edit *e)
{
    static const char *const texts[] = {
        "",           "built",    "structure",   "lines", "n",          "solve",
        "{a,b}{a,b}", "\033[31m", "/etc/passwd", "cold",  "leader:n=9", "return 1",
        "\xff\xfe",   "%s%n",     "a/b/c/d",     "x,y,z"};
    char bytes[3 * 16] = {0};
    struct values values = {.type = COLUMN_TEXT, .bytes = (unsigned char *)bytes, .width = 16};
    values.count = e->c % 4 == 3 ? 3 : e->c % 4;
    for (size_t k = 0; k < values.count; k++)
        strncpy(bytes + 16 * k, texts[(e->a + k * e->b) % 16], 16);
    hsize_t count = values.count;
    hid_t type = hdf5_text_type(16), space = H5Screate_simple(1, &count, NULL);
    H5Ldelete(file, path_of(e->column), H5P_DEFAULT);
    hid_t dataset =
        H5Dcreate2(file, path_of(e->column), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (dataset >= 0) {
        H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes);
        attach_crc(dataset, values_checksum(&values));
        H5Dclose(dataset);
    }
    H5Sclose(space);
    H5Tclose(type);
}

static inline void apply(hid_t file, const struct edit *e)
{
    switch (e->kind % 5) {
    case 0: change_value(file, e); break;
    case 1: replace_column(file, e); break;
    case 2: change_link(file, e); break;
    case 3: change_attribute(file, e); break;
    default: change_text(file, e);
    }
}
