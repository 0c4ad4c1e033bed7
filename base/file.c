#define _GNU_SOURCE /* O_TMPFILE, renameat2, memmem */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/near_file.h"

enum { BUFFER = 1 << 16 };

/* Reading */

static enum status file_read_failed(const char *path, const char *why)
{
    return fail(ERROR_IO, "cannot read %s: %s", path, why);
}

/* Reports an error whose reason is in errno. */
static enum status absent(const char *path)
{
    char hint[NEAR_FILE_SIZE];
    const int error = errno;
    near_file(path, hint);
    return fail(ERROR_IO, "cannot read %s: %s%s", path, strerror(error),
                error == ENOENT ? hint : "");
}

enum status file_open(const char *path, int flags, int *fd, uint64_t *size)
{
    static const char irregular[] = "it is not a regular file";
    struct stat about;
    *fd = -1;
    if (stat(path, &about)) return absent(path);
    if (S_ISDIR(about.st_mode)) return file_read_failed(path, "it is a folder, not a regular file");
    if (!S_ISREG(about.st_mode)) return file_read_failed(path, irregular);
    *fd = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*fd < 0) return file_read_failed(path, strerror(errno));
    bool regular =
        !fstat(*fd, &about) && S_ISREG(about.st_mode); /* another may have taken its place */
    if (size) *size = (uint64_t)about.st_size;
    if (regular) return OK;
    close(*fd);
    *fd = -1;
    return file_read_failed(path, irregular);
}

enum status file_open_stream(const char *path, FILE **out)
{
    int fd;
    *out = NULL;
    enum status status = file_open(path, O_RDONLY, &fd, NULL);
    if (status != OK) return status;
    *out = fdopen(fd, "rb");
    if (*out) return OK;
    status = file_read_failed(path, strerror(errno));
    close(fd);
    return status;
}

/* Writing */

const struct file_kind any_file = {"a file", "", ""};

static enum status file_write_failed(const char *path)
{
    char hint[NEAR_FILE_SIZE] = ""; /* that there is no such folder */
    const int error = errno;
    if (error == ENOENT) near_file(path, hint);
    return fail(ERROR_IO, "cannot write %s: %s%s", path, strerror(error), hint);
}

static enum status exists_already(const char *path)
{
    return fail(ERROR_INPUT, "cannot write %s: it exists", path);
}

/* Existing files */

static bool holds(const char *bytes, size_t size, const struct file_kind *kind)
{
    size_t start = strlen(kind->start);
    return size >= start && !memcmp(bytes, kind->start, start) &&
           memmem(bytes, size, kind->mark, strlen(kind->mark));
}

/* target: path without links. */
static enum status check_file_kind(const char *path, const char *target, size_t size,
                                   const struct file_kind *kind)
{
    if (size == 0 || (!*kind->start && !*kind->mark)) return OK;
    int fd = open(target, O_RDONLY | O_CLOEXEC);
    char *bytes = fd < 0 ? MAP_FAILED : mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
    int error = errno;
    if (fd >= 0) close(fd);
    if (bytes == MAP_FAILED)
        return fail(ERROR_IO, "cannot write %s: it exists, and cannot be read: %s", path,
                    strerror(error));
    bool is = holds(bytes, size, kind);
    munmap(bytes, size);
    if (is) return OK;
    return fail(ERROR_INPUT, "cannot write %s: it exists and is not %s. Choose another name", path,
                kind->name);
}

/* *out (new) = path without links; *there = path exists and may be replaced. */
static enum status find_target(const char *path, const struct file_kind *replaced, char **out,
                               bool *there)
{
    struct stat target;
    if (!*path) return fail(ERROR_INPUT, "a file needs a name: '' is none");
    *there = lstat(path, &target) == 0;
    if (!*there) return errno == ENOENT ? copy_text(path, out) : file_write_failed(path);
    const bool is_link = S_ISLNK(target.st_mode);
    if (stat(path, &target))
        return fail(ERROR_IO, "cannot write %s: it is a symbolic link to nothing; remove it first",
                    path);
    if (!S_ISREG(target.st_mode))
        return fail(ERROR_IO, "cannot write %s: it exists and is %s", path,
                    S_ISDIR(target.st_mode) ? "a folder, not a regular file"
                                            : "not a regular file");
    if (!replaced) return exists_already(path);
    enum status status = is_link ? OK : copy_text(path, out);
    if (is_link && !(*out = realpath(path, NULL))) status = file_write_failed(path);
    return status != OK ? status : check_file_kind(path, *out, (size_t)target.st_size, replaced);
}

/* Opens the folder that contains path; *fd = -1 if it cannot be opened. Then we cannot sync the
 * folder, so the system alone decides when the new entry is durable. */
static enum status open_folder(const char *path, int *fd)
{
    char *folder;
    MUST(copy_text(path, &folder));
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    *fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return OK;
}

/* Creates a file without a name, so that nothing is left behind if the program dies. If the file
 * system does not support this, the file gets a temporary name. */
static enum status open_file(struct new_file *file)
{
    MUST(format_text(&file->temporary, "%s.%ld.tmp", file->path, (long)getpid()));
    MUST(open_folder(file->path, &file->folder));
    if (file->folder >= 0)
        file->fd = openat(file->folder, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
    if (file->fd >= 0) return OK;
    file->fd = open(file->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file->fd < 0) return file_write_failed(file->path);
    file->named = true;
    return OK;
}

enum status file_create(const char *path, const struct file_kind *replaced, struct new_file *out)
{
    *out = (struct new_file){.fd = -1, .folder = -1};
    MUST(find_target(path, replaced, &out->path, &out->replaces));
    MUST(allocate(BUFFER, 1, "writing a file", &out->buffer));
    return open_file(out);
}

bool write_all(int fd, const void *bytes, size_t size)
{
    for (const char *at = bytes; size;) {
        ssize_t written = write(fd, at, size);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static enum status file_flush(struct new_file *file)
{
    size_t size = file->used;
    file->used = 0;
    return write_all(file->fd, file->buffer, size) ? OK : file_write_failed(file->path);
}

enum status file_write(struct new_file *file, const void *bytes, size_t size)
{
    if (size > BUFFER - file->used) {
        MUST(file_flush(file));
    }
    if (size > BUFFER) return write_all(file->fd, bytes, size) ? OK : file_write_failed(file->path);
    memcpy(file->buffer + file->used, bytes, size);
    file->used += size;
    return OK;
}

/* Frees all but the files on disk. */
static void let_go(struct new_file *file)
{
    if (file->path && file->fd >= 0) close(file->fd);
    if (file->path && file->folder >= 0) close(file->folder);
    free(file->path);
    free(file->temporary);
    free(file->buffer);
    *file = (struct new_file){0};
}

/* Gives a name to a file that has none. Returns false on failure; errno is EEXIST if the name is in
 * use. */
static bool give_name(int fd, const char *name)
{
    char self[64];
    snprintf(self, sizeof self, "/proc/self/fd/%d", fd);
    return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0;
}

/* Gives the file its final name in one step, so nobody sees an incomplete file. Does not replace a
 * file that appeared in the meantime, unless path may be replaced. */
static bool put_in_place(struct new_file *file)
{
    if (!file->named && !file->replaces) return give_name(file->fd, file->path);
    if (!file->named && !give_name(file->fd, file->temporary)) return false;
    file->named = true;
    if (file->replaces) return rename(file->temporary, file->path) == 0;
    if (renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path, RENAME_NOREPLACE) == 0)
        return true;
    return errno == EINVAL && link(file->temporary, file->path) == 0 &&
           unlink(file->temporary) == 0;
}

enum status file_commit(struct new_file *file)
{
    MUST(file_flush(file));
    if (fsync(file->fd)) return file_write_failed(file->path);
    if (!put_in_place(file))
        MUST(errno == EEXIST ? exists_already(file->path) : file_write_failed(file->path));
    file->named = false;
    if (file->folder >= 0) fsync(file->folder);
    let_go(file);
    return OK;
}

void file_abandon(struct new_file *file)
{
    if (file->named) unlink(file->temporary);
    let_go(file);
}

enum status file_store(const char *path, const struct file_kind *replaced, const void *bytes,
                       size_t size)
{
    struct new_file file = {0};
    enum status status = OK;
    TRY(file_create(path, replaced, &file));
    TRY(file_write(&file, bytes, size));
    TRY(file_commit(&file));
out:
    file_abandon(&file);
    return status;
}

enum status file_probe(const char *path, const struct file_kind *kind, bool force)
{
    struct new_file file = {0};
    struct stat there;
    if (!force && stat(path, &there) == 0 && S_ISREG(there.st_mode))
        return fail(ERROR_INPUT,
                    "%s exists: choose another name with -o, or give --force to replace it", path);
    enum status status = file_create(path, force ? kind : NULL, &file);
    file_abandon(&file);
    return status;
}
