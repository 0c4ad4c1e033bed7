/* Records of a search: one line for each result, in a file that only grows. A line that was cut off
 * by a kill is ignored. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct notebook {
    int fd;
    size_t count, room;
    char **line;
};

/* Errors: ERROR_IO, ERROR_HOST_MEMORY. */
enum status notebook_open(const char *path, struct notebook *out);
void notebook_close(struct notebook *notebook); /* accepts a zeroed one; leaves one */

/* Returns the rest of the last line that begins with `start`, or NULL. */
const char *notebook_find(const struct notebook *notebook, const char *start);

/* Adds a line, which has no line feed; it is on the disk when this returns. Errors: as above. */
enum status notebook_add(struct notebook *notebook, const char *line);
