/* Reads results of other benchmark programs. Their texts are a stranger's: whatever is missing or
 * of another kind is refused with file, line and column. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "store/foreign/gather.h"
#include "store/foreign/spot.h"

/* A program: how its files are known, and read. */
struct foreign_format {
    const char *name, *what;
    bool (*is)(const struct spot *root);
    enum status (*read)(const struct spot *root, struct gathered *out);
};

#define FOREIGN(name, what)                  \
    bool name##_is(const struct spot *root); \
    enum status name##_read(const struct spot *root, struct gathered *out);
#include "store/foreign/foreign.def"
#undef FOREIGN

extern const struct foreign_format foreign_formats[]; /* ends with a NULL name */

/* Reads one more file; a benchmark that was read before gets one more process. Errors: ERROR_INPUT,
 * ERROR_IO, ERROR_HOST_MEMORY. */
enum status foreign_read(const char *path, struct gathered *out);

/* The same from memory; text ends with a zero behind its size. path: for messages, and for the
 * files beside it. */
enum status foreign_decode(const char *path, const char *text, size_t size, struct gathered *out);
