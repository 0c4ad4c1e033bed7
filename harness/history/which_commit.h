/* The command that names the commit of a finding. */
#pragma once

#include "harness/history/history.h"

/* "warpmark bisect --good c4 --bad c5 --case 'tandem:c=63 jacobi/msr/f64/seq'"; *out is new. ""
 * where bisect has nothing to find: nothing became slower in one step, its code is the same, or
 * the commits before and after are the same, unknown, or had changes that no commit has. Errors:
 * ERROR_HOST_MEMORY. */
enum status which_commit(const struct history *history, const struct finding *finding, char **out);

/* Those of the alarms, once for alarms of the same commits: a line each, which begins with
 * `before`. *out is new; "" where there is none. Errors: ERROR_HOST_MEMORY. */
enum status which_commits(const struct history *history, const char *before, char **out);
