#include "base/arrays/hdf5.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process/isolated.h"

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

/* Opening */

static const unsigned char signature[8] = "\x89HDF\r\n\x1a\n";

/* A file of text is the user's mistake; one that was HDF5 once is damaged, and the library will say
 * so. */
static enum status check_signature(const struct hdf5_file *file)
{
    unsigned char start[sizeof signature];
    int same = 0;
    ssize_t got = pread(file->fd, start, sizeof start, 0);
    if (got < 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(errno));
    if (got == 0) return fail(ERROR_INPUT, "%s is not a %s: it is empty", file->path, file->kind);
    for (ssize_t k = 0; k < got; k++) same += start[k] == signature[k];
    if (2 * same > got) return OK;
    return fail(ERROR_INPUT, "%s is not a %s: it is not HDF5", file->path, file->kind);
}

enum status hdf5_open(const char *path, const char *kind, struct hdf5_file *out)
{
    *out = (struct hdf5_file){.path = path, .kind = kind, .fd = -1, .id = H5I_INVALID_HID};
    hdf5_silence(); /* starts the library, which each child would do again */
    enum status status = file_open(path, O_RDONLY, &out->fd, &out->size);
    return status == OK ? check_signature(out) : status;
}

enum { NAME_SIZE = sizeof NAME_OF_OPEN_FILE + 12 };

/* Reports why HDF5 does not open the file. Since format 1.8 the superblock has the size of the
 * file, so a file that was cut off can be named as such. */
static enum status refuse_file(const struct hdf5_file *file, int fd)
{
    enum { VERSION = 8, END = 28, BYTES = 36 };
    unsigned char start[BYTES];
    char what[96], name[NAME_SIZE];
    uint64_t end = 0;
    snprintf(name, sizeof name, NAME_OF_OPEN_FILE, fd);
    const int again = open(name, O_RDONLY | O_CLOEXEC);
    if (again < 0) return fail(ERROR_IO, "cannot read %s: %s", file->path, strerror(errno));
    close(again);
    if (pread(fd, start, sizeof start, 0) == BYTES && start[VERSION] >= 2)
        memcpy(&end, start + END, sizeof end);
    if (end <= file->size)
        return hdf5_damaged(file, "the file", "its first bytes are not as they were written");
    snprintf(what, sizeof what, "it is cut off: %llu of its %llu bytes are there",
             (unsigned long long)file->size, (unsigned long long)end);
    return hdf5_damaged(file, "the file", what);
}

/* Without locks: writers replace files whole, and many network file systems have none. */
enum status hdf5_look(struct hdf5_file *file, int fd)
{
    char name[NAME_SIZE];
    hdf5_silence();
    H5PLset_loading_state(0);
    snprintf(name, sizeof name, NAME_OF_OPEN_FILE, fd);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    if (access >= 0) H5Pset_file_locking(access, false, true);
    file->id = H5Fopen(name, H5F_ACC_RDONLY, access);
    if (access >= 0) H5Pclose(access);
    return file->id >= 0 ? OK : refuse_file(file, fd);
}

void hdf5_close(struct hdf5_file *file)
{
    if (file->id >= 0) H5Fclose(file->id);
    if (file->fd >= 0) close(file->fd);
    file->id = H5I_INVALID_HID;
    file->fd = -1;
}

/* Objects */

/* A hard link alone cannot lead out of the file. */
static enum status check_link(const struct hdf5_file *file, const char *where, hid_t group,
                              const char *name)
{
    H5L_info_t link;
    if (H5Lget_info(group, name, &link, H5P_DEFAULT) >= 0)
        return link.type == H5L_TYPE_HARD
                   ? OK
                   : hdf5_damaged(file, where, "it is a link to another place");
    bool missing = H5Lexists(group, name, H5P_DEFAULT) == 0;
    return hdf5_damaged(file, where, missing ? "it is missing" : "it cannot be opened");
}

/* Opens the path one group at a time. */
enum status hdf5_open_group(const struct hdf5_file *file, const char *path, hid_t *out)
{
    enum status status = OK;
    const char *where = path;
    char name[64];
    *out = H5Gopen2(file->id, "/", H5P_DEFAULT);
    if (*out < 0) return hdf5_damaged(file, "/", "it cannot be opened");
    for (size_t length; path += strspn(path, "/"), *path; path += length) {
        hid_t above = *out;
        length = strcspn(path, "/");
        snprintf(name, sizeof name, "%.*s", (int)length, path);
        status = check_link(file, where, above, name);
        *out = status == OK ? H5Gopen2(above, name, H5P_DEFAULT) : H5I_INVALID_HID;
        H5Gclose(above);
        if (status == OK && *out < 0) status = hdf5_damaged(file, where, "it cannot be opened");
        if (status != OK) return status;
    }
    return OK;
}

enum status hdf5_open_dataset(const struct hdf5_file *file, const char *where, hid_t group,
                              const char *name, hid_t *out)
{
    *out = H5I_INVALID_HID;
    MUST(check_link(file, where, group, name));
    *out = H5Dopen2(group, name, H5P_DEFAULT);
    return *out >= 0 ? OK : hdf5_damaged(file, where, "it cannot be opened");
}

const char *hdf5_outside(hid_t properties)
{
    H5D_layout_t layout = H5Pget_layout(properties);
    int external = H5Pget_external_count(properties);
    if (layout == H5D_VIRTUAL) return "its values lie in other datasets";
    if (layout == H5D_LAYOUT_ERROR || external < 0) return "it does not say where its values lie";
    return external ? "its values lie in another file" : NULL;
}

bool hdf5_has_schema(const struct hdf5_file *file, const char *group, const char *schema)
{
    char found[64];
    hid_t object;
    if (hdf5_open_group(file, group, &object) != OK) return false;
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
