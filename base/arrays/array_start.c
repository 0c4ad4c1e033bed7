#include "base/arrays/array_start.h"

#include <string.h>

#include "base/memory.h"

/* MOST_ATTRIBUTES: HDF5 stores up to this many attributes in the header of the group itself. */
enum { LONGEST_ORIGIN = 1 << 14, MOST_ATTRIBUTES = 32 };

static enum status array_start_failed(const char *path, const char *what)
{
    char reason[256];
    hdf5_reason(reason, sizeof reason);
    return fail(ERROR_IO, "cannot write %s: %s: %s", path, what, reason);
}

/* Callback with which HDF5 enlarges its file in memory. Our buffer already has the memory, and
 * keeps it when HDF5 closes the file. */
static void *resize_start(void *old, size_t size, H5FD_file_image_op_t operation, void *to)
{
    struct array_start *start = to;
    (void)old;
    (void)operation;
    if (size > start->room) return NULL;
    start->size = size;
    return start->bytes;
}

static herr_t keep_start(void *start, H5FD_file_image_op_t operation, void *to)
{
    (void)start;
    (void)operation;
    (void)to;
    return 0;
}

static void *share_udata(void *to)
{
    return to;
}

static herr_t keep_udata(void *to)
{
    (void)to;
    return 0;
}

/* Creates a file in memory. The 1.8 format is the oldest one with checksums for metadata. One block
 * holds all metadata, so the arrays come behind it. The file stores no times, so the same chain
 * gives the same file. */
static enum status create_file(const char *path, struct array_start *out, hid_t *id)
{
    H5FD_file_image_callbacks_t callbacks = {.image_realloc = resize_start,
                                             .image_free = keep_start,
                                             .udata_copy = share_udata,
                                             .udata_free = keep_udata,
                                             .udata = out};
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), creation = H5Pcreate(H5P_FILE_CREATE);
    bool set = H5Pset_fapl_core(access, 1, 0) >= 0 &&
               H5Pset_file_image_callbacks(access, &callbacks) >= 0 &&
               H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0 &&
               H5Pset_meta_block_size(access, out->room) >= 0 &&
               H5Pset_small_data_block_size(access, 0) >= 0 &&
               H5Pset_attr_phase_change(creation, MOST_ATTRIBUTES, 0) >= 0 &&
               H5Pset_obj_track_times(creation, false) >= 0;
    *id = H5I_INVALID_HID;
    if (set) *id = H5Fcreate("in memory", H5F_ACC_TRUNC, creation, access);
    enum status status = *id >= 0 ? OK : array_start_failed(path, "the file in memory");
    if (creation >= 0) H5Pclose(creation);
    if (access >= 0) H5Pclose(access);
    return status;
}

static enum status place_array(const char *path, hid_t id, struct array *array)
{
    hid_t type = array_type(array), space = H5Screate_simple(array->rank, array->dim, NULL);
    hid_t properties = H5Pcreate(H5P_DATASET_CREATE), dataset = H5I_INVALID_HID;
    bool set = H5Pset_alloc_time(properties, H5D_ALLOC_TIME_EARLY) >= 0 &&
               H5Pset_fill_time(properties, H5D_FILL_TIME_NEVER) >= 0 &&
               H5Pset_obj_track_times(properties, false) >= 0;
    if (set)
        dataset = H5Dcreate2(id, array->name, type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
    bool placed = dataset >= 0 && hdf5_attach(dataset, "crc32", H5T_STD_U32LE, 1, &array->crc32);
    enum status status = placed ? OK : array_start_failed(path, array->name);
    if (placed && array_bytes(array)) array->offset = H5Dget_offset(dataset);
    if (dataset >= 0) H5Dclose(dataset);
    if (properties >= 0) H5Pclose(properties);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    return status;
}

static enum status attach_facts(const char *path, hid_t id, const struct array_facts *facts)
{
    hid_t root = H5Gopen2(id, "/", H5P_DEFAULT);
    bool attached = hdf5_attach_text(root, "schema", facts->schema) &&
                    hdf5_attach(root, "schema_version", H5T_STD_U32LE, 2, facts->version) &&
                    facts->attach(root, facts->more) &&
                    hdf5_attach_text(root, "source", facts->source) &&
                    hdf5_attach_text(root, "program", facts->program);
    enum status status = attached ? OK : array_start_failed(path, "its attributes");
    if (root >= 0) H5Gclose(root);
    return status;
}

enum status array_start_make(const char *path, const struct array_facts *facts, size_t count,
                             struct array *arrays, struct array_start *out)
{
    enum status status = OK;
    hid_t id = H5I_INVALID_HID;
    hsize_t size;
    size_t origin = strlen(facts->source) + strlen(facts->program);
    if (origin > LONGEST_ORIGIN)
        return fail(ERROR_INPUT, "cannot write %s: the text of its source is longer than %d bytes",
                    path, LONGEST_ORIGIN);
    hdf5_silence();
    out->room = facts->bytes + origin;
    TRY(allocate_zeroed(out->room, 1, "a file", &out->bytes));
    TRY(create_file(path, out, &id));
    TRY(attach_facts(path, id, facts));
    for (size_t k = 0; k < count; k++) TRY(place_array(path, id, &arrays[k]));
    if (H5Fget_filesize(id, &size) < 0) TRY(array_start_failed(path, "the file in memory"));
    out->file_size = size;
out:
    if (id >= 0 && H5Fclose(id) < 0 && status == OK)
        status = array_start_failed(path, "the file in memory");
    return status;
}
