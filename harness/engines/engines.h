/* The engines that are installed: executable files of their own name in the folders that
 * $WARPMARK_ENGINES names, separated by ':', then in those that came with this program. NAME.json
 * there describes a command line, which the program `command` there runs as engine NAME.
 *
 * An engine is started only when it is asked for by name, or when all are listed. What was found
 * stays until the process ends, and is in the registry of methods. */
#pragma once

#include "harness/engines/engine.h"

/* One that was found: an engine, or why it does not start. */
struct engine_entry {
    char *name, *path;     /* path: NULL of a file that cannot be an engine */
    struct engine *engine; /* NULL: it does not start, ... */
    char *failure;         /* ... because of this */
};

/* The engine called name, which is in the registry from now on. OK, with NULL, where there is no
 * such file. Errors: ERROR_ENVIRONMENT where it does not start, and why; ERROR_HOST_MEMORY. */
enum status engines_find(const char *name, const struct engine **out);

/* Starts them all; those that came before stay. *entries is valid until the next call of either. */
enum status engines_load(const struct engine_entry **entries, size_t *count);

/* Starts an engine's program, for what comes after "hello" (harness/engines/engine_process.h). */
struct engine_process;
enum status engine_open_process(const struct engine *engine, int threads,
                                struct engine_process *out);
