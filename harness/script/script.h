/* Loads experiment scripts: runs one, checks every key, and returns plain data. Only this part of
 * the program knows Lua. */
#pragma once

#include <stddef.h>

#include "store/experiment.h"

struct script_request {
    const char *path;
    bool quick; /* from --quick */
    size_t noverrides;
    const char *const *overrides; /* "key=value" from the command line */
    const char *options; /* of results to judge, one "name=value" in each line; overrides are
                            ignored then; NULL: it is to be measured */
};

/* Runs the script and checks its result. Nothing is measured. Errors: ERROR_IO if the file cannot
 * be read, ERROR_INPUT with one line (file and line for Lua's own errors; the nearest name for an
 * unknown key), also if the script takes too long or too much memory. */
enum status script_load(const struct script_request *request, struct experiment *out);

/* Sets limits for tests: bytes that a script may take, and seconds of CPU time to describe its
 * experiment, and for each claim, table and figure; 0: the usual ones. */
void script_limit(double seconds, size_t memory);
