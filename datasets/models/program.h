/* A program of somebody else that runs to its end, while we wait and can be interrupted. Its output
 * is not shown. It reads nothing. Nothing that it started stays, not even a daemon, also where we
 * are killed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { PROGRAM_SAID = 300 };

struct program {
    const char *const *words; /* the program, searched for on the path, and its arguments; NULL */
    const char *folder;       /* where it runs; NULL: here */
    const char *what;         /* is done meanwhile, for people */
    double seconds;           /* that it may take */
    double file_bytes;        /* that each file may have that it writes */
};

struct program_end {
    bool well;    /* it ended with exit code 0 */
    char how[64]; /* "exit code 3", "no answer for 60 s", "signal 9", ...; "" where well */
    char said[PROGRAM_SAID]; /* its last line that is not empty, as it may be shown */
};

/* Errors: ERROR_HOST_MEMORY, ERROR_IO where no process can be had; ERROR_INTERRUPTED. */
enum status program_run(const struct program *program, struct program_end *out);
