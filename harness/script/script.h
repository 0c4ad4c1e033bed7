/* Experiment scripts: the only part that knows Lua. Loads a script, checks every key, and hands
 * over plain data. */
#pragma once

#include <stddef.h>

#include "harness/store/experiment.h"

struct script_request {
    const char *path;
    bool quick; /* --quick */
    size_t noverrides;
    const char *const *overrides; /* "key=value" from the command line */
};

/* Runs the script and validates what it returns. Nothing is measured. Errors: ERROR_IO where the
 * file cannot be read, ERROR_INPUT with one line (file and line for Lua's own errors; the nearest
 * name for an unknown key), also where the script takes too long or too much memory. */
enum status script_load(const struct script_request *request, struct experiment *out);

/* For tests: how many seconds of CPU time and bytes a script may take; 0: as many as usual. */
void script_limit(double seconds, size_t memory);
