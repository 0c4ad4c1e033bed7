#include "harness/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

enum status folder_create(const char *purpose, char **out)
{
    const char *parent = getenv("TMPDIR");
    enum status status = format_text(out, "%s/warpmark-%s-XXXXXX", parent && *parent ? parent : "/tmp", purpose);
    if (status != OK || mkdtemp(*out)) return status;
    status = fail(ERROR_IO, "cannot create the folder %s: %s", *out, strerror(errno));
    free(*out);
    *out = NULL;
    return status;
}

void folder_remove(char *folder, const char *const *names)
{
    char path[4096];
    if (!folder) return;
    for (; *names; names++)
        if (snprintf(path, sizeof path, "%s/%s", folder, *names) < (int)sizeof path) unlink(path);
    rmdir(folder);
    free(folder);
}

void folder_remove_all(char *folder)
{
    static const char *const none[] = {NULL};
    DIR *entries = folder ? opendir(folder) : NULL;
    for (const struct dirent *entry; entries && (entry = readdir(entries));)
        unlinkat(dirfd(entries), entry->d_name, 0); /* not . and .., which are folders */
    if (entries) closedir(entries);
    folder_remove(folder, none);
}
