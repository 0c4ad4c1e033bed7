#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

enum { BUFFER = 1 << 16 };

/* Reading */

static enum status unreadable(const char *path, const char *why)
{
    return fail(ERROR_IO, "cannot read %s: %s", path, why);
}

enum status file_open(const char *path, int flags, int *fd, uint64_t *size)
{
    static const char irregular[] = "it is not a regular file";
    struct stat about;
    *fd = -1;
    if (stat(path, &about)) return unreadable(path, strerror(errno));
    if (!S_ISREG(about.st_mode)) return unreadable(path, irregular);
    *fd = open(path, flags | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (*fd < 0) return unreadable(path, strerror(errno));
    bool regular = !fstat(*fd, &about) && S_ISREG(about.st_mode); /* another may have taken its place */
    if (size) *size = (uint64_t)about.st_size;
    if (regular) return OK;
    close(*fd);
    *fd = -1;
    return unreadable(path, irregular);
}

enum status file_open_stream(const char *path, FILE **out)
{
    int fd;
    *out = NULL;
    enum status status = file_open(path, O_RDONLY, &fd, NULL);
    if (status != OK) return status;
    *out = fdopen(fd, "rb");
    if (*out) return OK;
    status = unreadable(path, strerror(errno));
    close(fd);
    return status;
}

/* Writing */

static enum status refused(const char *path)
{
    return fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno));
}

/* Renaming would put a plain file in the place of a device or a socket. */
static enum status check_target(const char *path)
{
    struct stat target;
    if (stat(path, &target) || S_ISREG(target.st_mode)) return OK;
    return fail(ERROR_IO, "cannot write %s: it exists and is not a regular file", path);
}

/* The folder that holds path, or -1 where it cannot be opened: then its entry is only as durable as the system makes
 * it. */
static enum status open_folder(const char *path, int *fd)
{
    char *folder;
    enum status status = copy_text(path, &folder);
    if (status != OK) return status;
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = '\0';
    *fd = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return OK;
}

enum status file_create(const char *path, struct new_file *out)
{
    enum status status = OK;
    *out = (struct new_file){.fd = -1, .folder = -1};
    TRY(check_target(path));
    TRY(copy_text(path, &out->path));
    TRY(format_text(&out->temporary, "%s.tmp", path));
    TRY(allocate(BUFFER, 1, "writing a file", &out->buffer));
    TRY(open_folder(path, &out->folder));
    out->fd = open(out->temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (out->fd < 0) status = refused(path);
out:
    return status;
}

static enum status write_all(struct new_file *file, const char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(file->fd, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return refused(file->path);
        bytes += written;
        size -= (size_t)written;
    }
    return OK;
}

static enum status flush(struct new_file *file)
{
    size_t size = file->used;
    file->used = 0;
    return write_all(file, file->buffer, size);
}

enum status file_write(struct new_file *file, const void *bytes, size_t size)
{
    if (size > BUFFER - file->used) {
        enum status status = flush(file);
        if (status != OK) return status;
    }
    if (size > BUFFER) return write_all(file, bytes, size);
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

enum status file_commit(struct new_file *file)
{
    enum status status = OK;
    TRY(flush(file));
    if (fsync(file->fd)) TRY(refused(file->path));
    int closed = close(file->fd);
    file->fd = -1;
    if (closed || rename(file->temporary, file->path)) TRY(refused(file->path));
    if (file->folder >= 0) fsync(file->folder);
    let_go(file);
out:
    return status;
}

void file_abandon(struct new_file *file)
{
    if (file->temporary) unlink(file->temporary);
    let_go(file);
}

enum status file_replace(const char *path, const void *bytes, size_t size)
{
    struct new_file file = {0};
    enum status status = OK;
    TRY(file_create(path, &file));
    TRY(file_write(&file, bytes, size));
    TRY(file_commit(&file));
out:
    file_abandon(&file);
    return status;
}

enum status file_probe(const char *path)
{
    struct new_file file = {0};
    enum status status = file_create(path, &file);
    file_abandon(&file);
    return status;
}
