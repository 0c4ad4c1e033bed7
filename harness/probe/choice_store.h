/* The user's cache of choices: which variant was best for a system. A file of it is named by a hash
 * of the system and of everything else that the choice depends on. It has four lines: a title, the
 * variant, the seconds that it took, and how that is known. Files can be removed at any time. The
 * folder is $WARPMARK_CHOICES, else warpmark/choices in $XDG_CACHE_HOME or ~/.cache; if the
 * variable is empty, nothing is read or written. */
#pragma once

#include <stdbool.h>

#include "problems/problem.h"

struct stored_choice {
    char variant[128];
    double seconds;
    bool measured; /* otherwise foretold */
};

struct choice_store {
    char *path; /* NULL: there is no store */
};

/* Finds the file for a system. context: what the choice depends on beside it, such as the place. It
 * looks at a sample of large arrays. Systems that it takes for each other have all sizes in common,
 * and one of them may get a worse choice. Errors: ERROR_HOST_MEMORY. */
enum status choice_store_open(const struct problem *problem, const char *context,
                              struct choice_store *out);
void choice_store_close(struct choice_store *store);

/* Reads the choice. Returns whether there is one; a damaged file has none. */
bool choice_store_read(const struct choice_store *store, struct stored_choice *out);

/* Keeps a choice. A failure is none of the caller's problems: the next solve chooses anew. */
void choice_store_write(const struct choice_store *store, const struct stored_choice *choice);
