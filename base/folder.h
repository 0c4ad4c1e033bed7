/* Temporary folders for files that another program reads or writes while we wait.
 *
 * A folder is removed with its contents at the end, also if a signal stops the program. Only
 * SIGKILL leaves it behind. Its owner holds a lock (flock) on it, and whoever creates the next
 * folder removes those without a lock. */
#pragma once

#include <stdint.h>

#include "base/status.h"

struct folder {
    char *path; /* NULL: none */
    int lock;
};

/* Makes the folder path, unless it is there. Errors: ERROR_IO. */
enum status folder_make(const char *path);

/* Makes the folders in which the file path lies, one below the other. Errors: ERROR_IO,
 * ERROR_HOST_MEMORY. */
enum status folder_make_above(const char *path);

/* *out (new) = warpmark/NAME in $XDG_CACHE_HOME or ~/.cache; NULL if there is neither. Errors:
 * ERROR_HOST_MEMORY. */
enum status cache_path(const char *name, char **out);

/* The same, unless the environment variable names another folder; NULL if it is empty. */
enum status cache_folder(const char *variable, const char *name, char **out);

/* Removes those files of the folder that were not used for longest, until all others have at most
 * so many bytes together. */
void folder_trim(const char *path, uint64_t most_bytes);

/* Creates a new folder for this process alone below $TMPDIR or /tmp. purpose is part of its name.
 * Errors: ERROR_IO, ERROR_HOST_MEMORY; *out is empty then. */
enum status folder_create(const char *purpose, struct folder *out);

/* The same below another folder. */
enum status folder_create_in(const char *parent, const char *purpose, struct folder *out);

/* Removes the folder with everything in it; accepts a zeroed one, leaves one. */
void folder_remove(struct folder *folder);
