/* Runs another program to its end: a build, git, another warpmark. It runs as a child process
 * (process.h), so it ends with us and when the user interrupts. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct program_call {
    const char *program;      /* its path, or a name that PATH has */
    const char *const *words; /* command line, its name first; ends with NULL */
    const char *output;       /* file for its standard output; NULL: it is hidden */
    double seconds;           /* time limit; INFINITY: none */
};

/* Runs the program. how: "" if it ended with exit code 0; else what became of it, with the last
 * line that it printed. Errors: ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status run_program(const struct program_call *call, char *how, size_t size);
