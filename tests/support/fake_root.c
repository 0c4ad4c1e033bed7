#include "tests/support/fake_root.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char fake_root[512];

void fake_root_remove(void)
{
    char command[600];
    snprintf(command, sizeof command, "rm -rf '%s'", fake_root);
    if (*fake_root && system(command) != 0) abort();
    *fake_root = '\0';
}

void fake_root_create(void)
{
    const char *parent = getenv("TMPDIR");
    fake_root_remove();
    snprintf(fake_root, sizeof fake_root, "%s/warpmark-root-XXXXXX",
             parent && *parent ? parent : "/tmp");
    if (!mkdtemp(fake_root)) abort();
}

void fake_file(const char *path, const char *text)
{
    char full[1024];
    snprintf(full, sizeof full, "%s%s", fake_root, path);
    for (char *slash = full + strlen(fake_root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(full, 0777);
    }
    FILE *out = fopen(full, "w");
    if (!out || fputs(text, out) < 0 || fclose(out)) abort();
}

void fake_cache(unsigned cpu, int index, const char *level, const char *type, const char *size,
                const char *shared)
{
    char path[256];
    const char *const files[][2] = {
        {"level", level}, {"type", type}, {"size", size}, {"shared_cpu_list", shared}};
    for (int k = 0; k < 4; k++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cache/index%d/%s", cpu, index,
                 files[k][0]);
        fake_file(path, files[k][1]);
    }
}
