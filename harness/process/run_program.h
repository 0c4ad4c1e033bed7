/* Another program, run to its end: a build, a git, another warpmark. It is a process of ours
 * (process.h), so it dies with us and with the user's wish. */
#pragma once

#include <stddef.h>

#include "base/status.h"

struct program_call {
    const char *program;      /* its path, or a name that PATH has */
    const char *const *words; /* what it is told, its name first; ends with NULL */
    const char *output;       /* file that gets what it prints on stdout; NULL: nobody sees that */
    double seconds;           /* it is killed after so long; INFINITY: never */
};

/* how: "" where it ended with exit code 0; else what became of it, with the last line that it
 * printed. Errors: ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status run_program(const struct program_call *call, char *how, size_t size);
