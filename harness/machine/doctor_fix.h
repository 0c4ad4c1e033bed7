/* What mends a machine for timings: settings of Linux that are files. Nothing is written unless the
 * caller asks for it. root is put before every path: "" on a real machine. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* A file to write. It holds until the machine starts again. */
struct doctor_fix {
    char path[96];
    const char *value; /* to write */
    char before[48];   /* what it is now */
};

/* Lists what is not as it should be: the governor of each CPU, and turbo. *out is new; NULL if
 * *count is 0. Errors: ERROR_HOST_MEMORY. */
enum status doctor_fixes(const char *root, struct doctor_fix **out, size_t *count);

/* Writes one. Errors: ERROR_ENVIRONMENT, with the reason, and what to do. */
enum status doctor_fix_do(const char *root, const struct doctor_fix *fix);
