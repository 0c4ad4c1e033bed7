#include "base/hdf5.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void hdf5_silence(void)
{
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

struct reason {
    char *text;
    size_t size;
};

/* The first error of an upward walk is the innermost one. */
static herr_t keep_first(unsigned position, const H5E_error2_t *error, void *to)
{
    const struct reason *reason = to;
    if (position == 0) snprintf(reason->text, reason->size, "%s", error->desc);
    return 0;
}

const char *hdf5_reason(char *buffer, size_t size)
{
    struct reason reason = {buffer, size};
    snprintf(buffer, size, "unknown HDF5 error");
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &reason);
    return buffer;
}

enum status hdf5_damaged(const struct hdf5_file *file, const char *where, const char *what)
{
    return fail(ERROR_DAMAGED, "%s is a damaged %s: %s: %s", file->path, file->kind, where, what);
}

enum status hdf5_damaged_reason(const struct hdf5_file *file, const char *where)
{
    char reason[256];
    return hdf5_damaged(file, where, hdf5_reason(reason, sizeof reason));
}

/* Opens only to learn, in the system's own words, why the file could not be read. */
static enum status check_file(struct hdf5_file *file)
{
    struct stat about;
    int fd = open(file->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(errno));
    bool regular = !fstat(fd, &about) && S_ISREG(about.st_mode);
    close(fd);
    if (!regular) return fail(ERROR_IO, "cannot read %s: it is not a regular file", file->path);
    file->size = (uint64_t)about.st_size;
    return OK;
}

/* Without locks: writers replace files whole, and many network file systems have none. */
enum status hdf5_open(const char *path, const char *kind, struct hdf5_file *out)
{
    *out = (struct hdf5_file){.path = path, .kind = kind, .id = H5I_INVALID_HID};
    hdf5_silence();
    enum status status = check_file(out);
    if (status != OK) return status;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0) H5Pset_file_locking(access, false, true);
    out->id = H5Fopen(path, H5F_ACC_RDONLY, access);
    status = out->id >= 0 ? OK : hdf5_damaged_reason(out, "the file");
    if (access >= 0) H5Pclose(access);
    if (out->id < 0 && H5Fis_hdf5(path) <= 0) return fail(ERROR_DAMAGED, "%s is not a %s: it is not HDF5", path, kind);
    return status;
}

void hdf5_close(struct hdf5_file *file)
{
    if (file->id >= 0) H5Fclose(file->id);
    file->id = H5I_INVALID_HID;
}

enum status hdf5_open_dataset(const struct hdf5_file *file, const char *path, hid_t *out)
{
    *out = H5Dopen2(file->id, path, H5P_DEFAULT);
    if (*out >= 0) return OK;
    enum status status = hdf5_damaged_reason(file, path);
    return H5Lexists(file->id, path, H5P_DEFAULT) == 0 ? hdf5_damaged(file, path, "it is missing") : status;
}

bool hdf5_has_schema(const struct hdf5_file *file, const char *group, const char *schema)
{
    char found[64];
    hid_t object = H5Gopen2(file->id, group, H5P_DEFAULT);
    if (object < 0) return false;
    bool same = hdf5_read_text(object, "schema", found, sizeof found) && !strcmp(found, schema);
    H5Gclose(object);
    return same;
}

hid_t hdf5_text_type(size_t width)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    bool made = H5Tset_size(type, width) >= 0 && H5Tset_strpad(type, H5T_STR_NULLPAD) >= 0 &&
                H5Tset_cset(type, H5T_CSET_UTF8) >= 0;
    if (made) return type;
    H5Tclose(type);
    return H5I_INVALID_HID;
}

bool hdf5_read_attribute(hid_t object, const char *name, hid_t type, hssize_t count, void *out)
{
    hid_t attribute = H5Aopen(object, name, H5P_DEFAULT);
    if (attribute < 0) return false;
    hid_t space = H5Aget_space(attribute);
    bool read = H5Sget_simple_extent_npoints(space) == count && H5Aread(attribute, type, out) >= 0;
    if (space >= 0) H5Sclose(space);
    H5Aclose(attribute);
    return read;
}

/* HDF5 converts no character set into another, but both of its sets are read as they are. */
static hid_t text_type_like(hid_t object, const char *name, size_t width)
{
    hid_t type = hdf5_text_type(width), attribute = H5Aopen(object, name, H5P_DEFAULT);
    hid_t stored = H5Aget_type(attribute);
    if (stored >= 0 && H5Tget_class(stored) == H5T_STRING) H5Tset_cset(type, H5Tget_cset(stored));
    if (stored >= 0) H5Tclose(stored);
    if (attribute >= 0) H5Aclose(attribute);
    return type;
}

bool hdf5_read_text(hid_t object, const char *name, char *out, size_t size)
{
    hid_t type = text_type_like(object, name, size - 1);
    bool read = type >= 0 && hdf5_read_attribute(object, name, type, 1, out);
    out[read ? size - 1 : 0] = '\0';
    if (type >= 0) H5Tclose(type);
    return read;
}

bool hdf5_attach(hid_t object, const char *name, hid_t type, hsize_t count, const void *value)
{
    hid_t space = count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, NULL);
    hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool attached = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    if (attribute >= 0) H5Aclose(attribute);
    if (space >= 0) H5Sclose(space);
    return attached;
}

bool hdf5_attach_text(hid_t object, const char *name, const char *text)
{
    size_t length = strlen(text);
    hid_t type = hdf5_text_type(length ? length : 1);
    bool attached = hdf5_attach(object, name, type, 1, text);
    if (type >= 0) H5Tclose(type);
    return attached;
}
