/* Another warpmark as a stopwatch: it runs a script, and its results are read. */
#pragma once

#include "store/results.h"

struct measurement {
    const char *program, *script;
    const char *file;        /* it writes its results here; an older file is removed */
    const char *const *more; /* more words of its command line, then NULL; NULL: none */
    double seconds;          /* time limit; INFINITY: none */
};

/* Its exit code is ignored, since it also reports failed cases. why: "", or why there are no
 * results. Errors: those of program_run. */
enum status program_measure(const struct measurement *measurement, struct results *out, char *why,
                            size_t size);
