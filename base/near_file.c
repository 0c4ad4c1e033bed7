#include "base/near_file.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_NAMES = 10000, LONGEST = 255 };

/* Whether name is near to what was wanted, and nearer than best; of two alike, the first by name.
 */
static bool is_better(const char *name, const char *best, const char *wanted)
{
    const char *const alone[] = {name, NULL}, *const first[] = {name, best, NULL},
                      *const last[] = {best, name, NULL};
    const char *ending = strrchr(name, '.'), *asked = strrchr(wanted, '.');
    if (strcmp(ending ? ending : "", asked ? asked : "") || !nearest_name(wanted, alone))
        return false;
    if (!*best) return true;
    if (nearest_name(wanted, first) != name) return false;
    return nearest_name(wanted, last) == name || strcmp(name, best) < 0;
}

const char *near_file(const char *path, char buffer[NEAR_FILE_SIZE])
{
    char folder[NEAR_FILE_SIZE - LONGEST - 32], best[LONGEST + 1] = "";
    const char *slash = strrchr(path, '/'), *wanted = slash ? slash + 1 : path;
    const int length = slash ? (int)(slash + 1 - path) : 0;
    *buffer = '\0';
    if (length >= (int)sizeof folder || !*wanted) return buffer;
    snprintf(folder, sizeof folder, "%.*s", length, path);
    DIR *opened = opendir(length ? folder : ".");
    if (!opened) {
        if (length > 1) snprintf(buffer, NEAR_FILE_SIZE, " (there is no folder %s)", folder);
        return buffer;
    }
    const struct dirent *entry;
    for (int k = 0; k < MOST_NAMES && (entry = readdir(opened)); k++)
        if (is_better(entry->d_name, best, wanted))
            snprintf(best, sizeof best, "%s", entry->d_name);
    closedir(opened);
    if (*best) snprintf(buffer, NEAR_FILE_SIZE, ", did you mean '%s%s'?", folder, best);
    return buffer;
}
