#include "harness/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"

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

static enum status create_temporary(const char *path, char **name, int *fd)
{
    enum status status = OK;
    TRY(check_target(path));
    TRY(format_text(name, "%s.tmp", path));
    *fd = open(*name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (*fd < 0) status = refused(path);
out:
    return status;
}

static enum status write_all(const char *path, int fd, const char *bytes, size_t size)
{
    while (size) {
        ssize_t written = write(fd, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return refused(path);
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(fd) ? refused(path) : OK;
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

enum status file_replace(const char *path, const void *bytes, size_t size)
{
    enum status status = OK;
    char *name = NULL;
    int fd = -1, folder = -1;
    TRY(open_folder(path, &folder));
    TRY(create_temporary(path, &name, &fd));
    TRY(write_all(path, fd, bytes, size));
    int closed = close(fd);
    fd = -1;
    if (closed || rename(name, path)) TRY(refused(path));
    if (folder >= 0) fsync(folder);
out:
    if (fd >= 0) close(fd);
    if (folder >= 0) close(folder);
    if (status != OK && name) unlink(name);
    free(name);
    return status;
}

enum status file_probe(const char *path)
{
    char *name = NULL;
    int fd = -1;
    enum status status = create_temporary(path, &name, &fd);
    if (fd >= 0) {
        close(fd);
        unlink(name);
    }
    free(name);
    return status;
}
