#include "tests/support/scratch.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char scratch_folder[512];

const char *scratch_path(const char *name)
{
    static char paths[4][1024];
    static unsigned turn;
    char *path = paths[turn++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", scratch_folder, name);
    return path;
}

void scratch_write_bytes(const char *name, const void *bytes, size_t count)
{
    FILE *file = fopen(scratch_path(name), "wb");
    if (!file || fwrite(bytes, 1, count, file) != count || fclose(file)) {
        perror(scratch_path(name));
        abort();
    }
}

void scratch_write(const char *name, const char *text)
{
    scratch_write_bytes(name, text, strlen(text));
}

void scratch_clear(void)
{
    DIR *folder = opendir(scratch_folder);
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, ".."))
            unlink(scratch_path(entry->d_name));
    closedir(folder);
}

int scratch_create(void **state)
{
    (void)state;
    const char *parent = getenv("TMPDIR");
    snprintf(scratch_folder, sizeof scratch_folder, "%s/warpmark-test-XXXXXX",
             parent && *parent ? parent : "/tmp");
    return mkdtemp(scratch_folder) ? 0 : -1;
}

int scratch_remove(void **state)
{
    (void)state;
    scratch_clear();
    return rmdir(scratch_folder);
}
