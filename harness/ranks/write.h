/* Lets ranks explore a model together and write its linear system to a file. */
#pragma once

#include <signal.h>

#include "problems/ranks/write_system.h"
#include "solvers/part_counts.h"

struct write_order {
    const char *source;
    const char *folder;   /* existing folder for the file */
    const char *program;  /* text about the program, for the file */
    const char *identity; /* of this program */
    int ranks;            /* 2 to MOST_PARTS */
    const volatile sig_atomic_t *stop;
};

/* Writes the cache file of that folder. The file is complete or does not exist. Errors: those of
 * file_probe; ERROR_INPUT for a name that no message can hold; those of the ranks (write_system)
 * and of starting them; ERROR_CRASHED with the rank that is lost and why; ERROR_INTERRUPTED. */
enum status ranks_write(const struct write_order *order, struct written_system *out);
