/* A folder for files that another program reads or writes while we wait. */
#ifndef WARPMARK_HARNESS_FOLDER_H
#define WARPMARK_HARNESS_FOLDER_H

#include "base/status.h"

/* *out (new) = a fresh folder, ours alone, below $TMPDIR or /tmp; purpose is a part of its name. Errors: ERROR_IO;
 * ERROR_HOST_MEMORY; *out is NULL then. */
enum status folder_create(const char *purpose, char **out);

/* Removes the files of these names (ends with NULL) that are there, then the folder, and frees its name. Accepts NULL.
 */
void folder_remove(char *folder, const char *const *names);

/* The same with every file in it. */
void folder_remove_all(char *folder);

#endif
