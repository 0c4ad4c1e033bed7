/* Runs a foreign program to its end. The user can interrupt this. Its output is not shown, and it
 * has no input. All processes that it started end, even daemons, also if we are killed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"

enum { PROGRAM_SAID = 300 };

struct program {
    const char *const *words; /* the program, searched on the path, and its arguments; ends with
                                 NULL */
    const char *folder;       /* folder in which it runs; NULL: the current one */
    const char *what;         /* description of the work, for the progress line */
    double seconds;           /* time limit */
    double file_bytes;        /* size limit for each file that it writes */
};

struct program_end {
    bool well;    /* it ended with exit code 0 */
    char how[64]; /* "exit code 3", "no answer for 60 s", "signal 9", ...; "" where well */
    char said[PROGRAM_SAID]; /* its last line that is not empty, safe to show */
};

/* Errors: ERROR_HOST_MEMORY, ERROR_IO if no process can be created; ERROR_INTERRUPTED. */
enum status program_run(const struct program *program, struct program_end *out);
