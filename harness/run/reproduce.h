/* Lists the experiments that repeat papers, and runs one so that it can be resumed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/process/problem_cache.h"

struct reproduce_request {
    const char *folder; /* folder of the results */
    bool quick;
    bool force; /* resume a run of another machine or program */
    size_t nwanted, noverrides;
    const char **wanted;    /* names of papers ("spin09") and experiments ("spin09-table1"); none:
                               all */
    const char **overrides; /* "key=value" for the scripts */
};

struct reproduction {
    char *name, *script, *output; /* script and output are paths; output is FOLDER/NAME.h5 */
};

struct reproductions {
    size_t count;
    struct reproduction *item; /* sorted by name */
};

/* Finds the selected bundled experiments that have a `paper`; *out is to be freed in any case. A
 * script that cannot be read is in the list: running it reports the reason. Errors: ERROR_INPUT for
 * a name that selects nothing, with the nearest; ERROR_IO; ERROR_HOST_MEMORY. */
enum status reproductions_find(const struct reproduce_request *request, struct reproductions *out);
void reproductions_free(struct reproductions *all); /* accepts a zeroed one; leaves one */

/* Runs one experiment, from the start or from where an earlier run was stopped. A finished one
 * stays as it is, and *kept is set. cache: of problems that several experiments use. *code: as
 * run_exit_code. Errors: those of run_script; ERROR_INPUT if the finished file is of another
 * script, or has other options or settings. */
enum status reproduce(const struct reproduce_request *request, const struct reproduction *item,
                      struct problem_cache *cache, bool *kept, int *code);
