#include "base/near_file.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

enum { MOST_NAMES = 10000, LONGEST = 255 };

/* Writes name without its ending to stem; returns the ending with its dot. */
static const char *cut_ending(const char *name, char stem[LONGEST + 1])
{
    const char *dot = strrchr(name, '.');
    if (!dot) dot = name + strlen(name);
    snprintf(stem, LONGEST + 1, "%.*s", (int)(dot - name), name);
    return dot;
}

/* Returns whether name is a better suggestion than best: it has the same ending as `wanted`, is
 * near to it, and nearer than best. If both are equally near, the first by name is better. */
static bool is_nearer_file(const char *name, const char *best, const char *wanted)
{
    char stem[LONGEST + 1], best_stem[LONGEST + 1], asked[LONGEST + 1];
    const char *const alone[] = {stem, NULL}, *const first[] = {stem, best_stem, NULL},
                      *const last[] = {best_stem, stem, NULL};
    const char *ending = cut_ending(name, stem);
    if (strcmp(ending, cut_ending(wanted, asked)) || !nearest_name(asked, alone)) return false;
    if (!*best) return true;
    cut_ending(best, best_stem);
    if (nearest_name(asked, first) != stem) return false;
    return nearest_name(asked, last) == stem || strcmp(name, best) < 0;
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
        if (is_nearer_file(entry->d_name, best, wanted))
            snprintf(best, sizeof best, "%s", entry->d_name);
    closedir(opened);
    if (*best) snprintf(buffer, NEAR_FILE_SIZE, ", did you mean '%s%s'?", folder, best);
    return buffer;
}
