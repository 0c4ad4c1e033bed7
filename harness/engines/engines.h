/* Finds the installed engines: executable files, named like the engine, in the folders that
 * $WARPMARK_ENGINES lists, separated by ':', then in those that came with this program. A file
 * NAME.json there describes a command line; its program `command` is run as engine NAME.
 *
 * An engine is started only when it is asked for by name, or when all are listed. It stays known
 * until the process ends, and is in the registry of methods. */
#pragma once

#include "harness/engines/engine.h"

/* A file that was found: an engine, or the reason why it does not start. */
struct engine_entry {
    char *name, *path;     /* path: NULL if the file cannot be an engine */
    struct engine *engine; /* NULL: it does not start, ... */
    char *failure;         /* ... for this reason */
};

/* Finds the engine called name, and puts it into the registry. OK, with NULL, if there is no such
 * file. Errors: ERROR_ENVIRONMENT with the reason if it does not start; ERROR_HOST_MEMORY. */
enum status engines_find(const char *name, const struct engine **out);

/* Starts all engines; those found before stay. *entries is valid until the next call of either
 * function. */
enum status engines_load(const struct engine_entry **entries, size_t *count);

/* Starts an engine's program, for messages other than "hello"
 * (harness/engines/engine_process.h). */
struct engine_process;
enum status engine_open_process(const struct engine *engine, int threads,
                                struct engine_process *out);
