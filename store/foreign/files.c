#include "store/foreign/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

enum { MOST_BYTES = 256 << 20 };

enum status file_text(const char *path, char **text, size_t *size)
{
    enum status status = OK;
    FILE *file = NULL;
    int fd = -1;
    uint64_t bytes;
    *text = NULL;
    TRY(file_open(path, 0, &fd, &bytes));
    if (bytes > MOST_BYTES) TRY(fail(ERROR_INPUT, "%s: larger than 256 MiB", path));
    TRY(allocate(bytes + 1, 1, "a file", text));
    *size = (size_t)bytes;
    file = fdopen(fd, "rb");
    if (!file || fread(*text, 1, *size, file) != *size)
        TRY(fail(ERROR_IO, "cannot read %s: %s", path, strerror(errno)));
    (*text)[*size] = '\0';
out:
    if (file) fclose(file);
    if (status != OK) {
        free(*text);
        *text = NULL;
    }
    return status;
}

enum status file_beside(const char *path, const char *name, char **out)
{
    const char *slash = strrchr(path, '/');
    if (*name == '/') return copy_text(name, out);
    return format_text(out, "%.*s%s", slash ? (int)(slash + 1 - path) : 0, path, name);
}
