/* The linear system of a model that ranks explore together and write to a file. */
#pragma once

#include <signal.h>

#include "problems/ranks/write_system.h"
#include "solvers/part_counts.h"

struct write_order {
    const char *source;
    const char *folder;   /* that the file goes to; it is there */
    const char *program;  /* what the file says of it */
    const char *identity; /* of this program */
    int ranks;            /* 2 to MOST_PARTS */
    const volatile sig_atomic_t *stop;
};

/* Makes the cache of that folder. Errors: what file_probe says; ERROR_INPUT for a name that no
 * message can hold; those of the ranks (write_system); of starting them, and ERROR_CRASHED with the
 * rank that is lost and why; ERROR_INTERRUPTED. The file is there whole or not at all. */
enum status ranks_write(const struct write_order *order, struct written_system *out);
