/* The experiments that repeat papers: which there are, and running one so that it can be gone on
 * with. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/process/problem_cache.h"

struct reproduce_request {
    const char *folder; /* of the results */
    bool quick;
    bool force; /* go on with what another machine or program began */
    size_t nwanted, noverrides;
    const char **wanted;    /* papers ("spin09") and experiments ("spin09-table1"); none: all */
    const char **overrides; /* "key=value" for the scripts */
};

struct reproduction {
    char *name, *script, *output; /* script and output are paths: the latter is FOLDER/NAME.h5 */
};

struct reproductions {
    size_t count;
    struct reproduction *item; /* by name */
};

/* The bundled experiments that have a `paper` and are wanted; *out is to be freed in any case. A
 * script that cannot be read is among them: running it says why. Errors: ERROR_INPUT for a wanted
 * name that none has, with the nearest; ERROR_IO; ERROR_HOST_MEMORY. */
enum status reproductions_find(const struct reproduce_request *request, struct reproductions *out);
void reproductions_free(struct reproductions *all); /* accepts a zeroed one; leaves one */

/* Runs one: from the start, or from where an earlier run was stopped; what is finished stays as it
 * is, and *kept is set. shelf: of problems that several have. *code: as run_exit_code. Errors:
 * those of run_script; ERROR_INPUT where the finished file is of another script, or of other
 * options or settings. */
enum status reproduce(const struct reproduce_request *request, const struct reproduction *item,
                      struct problem_cache *cache, bool *kept, int *code);
