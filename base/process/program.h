/* Runs another program to its end: a builder of models, gnuplot, git, another warpmark. It has no
 * input, and its output is hidden. If the user interrupts, it gets SIGTERM and 3 s to end. All
 * processes that it started end with it, even daemons, also if we are killed. */
#pragma once

#include "base/process/last_line.h"
#include "base/status.h"

struct program {
    const char *const *words; /* the program, searched on the path, and its arguments; ends with
                                 NULL */
    const char *folder;       /* folder in which it runs; NULL: the current one */
    const char *output;       /* file for its standard output; NULL: it is hidden */
    const char *what;         /* description of the work, for the progress line; NULL: none */
    double seconds;           /* time limit; INFINITY: none */
    double file_bytes;        /* size limit for each file that it writes; 0: none */
};

enum { PROGRAM_NOT_STARTED = 127 }; /* exit code */

struct program_end {
    int code;       /* its exit code; -1: a signal or the time limit ended it */
    char brief[64]; /* "exit code 3", "no end within 60 s", "signal 9", ...; "" for exit code 0 */
    char how[300];  /* the same in a sentence, with its last line */
    char said[LONGEST_LAST_LINE];  /* its last line that is not empty, safe to show */
    char error[LONGEST_LAST_LINE]; /* the last line about an error; "": none */
};

/* Errors: ERROR_HOST_MEMORY, ERROR_IO if no process can be created; ERROR_INTERRUPTED. */
enum status program_run(const struct program *program, struct program_end *out);
