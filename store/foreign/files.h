/* Files of other programs. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Reads a whole file of at most 256 MiB; *text is new, with a zero behind its size. Errors:
 * ERROR_IO; ERROR_INPUT if it is larger; ERROR_HOST_MEMORY. */
enum status file_text(const char *path, char **text, size_t *size);

/* Sets *out (new) to the file called name, relative to the folder of path. */
enum status file_beside(const char *path, const char *name, char **out);
