/* Files that appear whole or not at all. */
#ifndef WARPMARK_HARNESS_FILE_H
#define WARPMARK_HARNESS_FILE_H

#include <stddef.h>

#include "base/status.h"

/* Makes path hold exactly these bytes: path.tmp is created, written, synced and renamed, then the folder synced. On
 * failure path is untouched and path.tmp is gone. Refuses a path that exists and is no regular file, such as a device.
 * Errors: ERROR_IO with the reason, ERROR_HOST_MEMORY. */
enum status file_replace(const char *path, const void *bytes, size_t size);

/* Whether file_replace can start: creates and removes path.tmp. The same errors. */
enum status file_probe(const char *path);

#endif
