/* Makes the command that finds the commit of a finding. */
#pragma once

#include "analysis/history/history.h"

/* Makes "warpmark bisect --good c4 --bad c5 --case 'tandem:c=63 jacobi/msr/f64/seq'"; *out is new.
 * "" if bisect has nothing to find: nothing became slower in one step, its code is the same, or the
 * commits before and after are the same, unknown, or had changes outside any commit. Errors:
 * ERROR_HOST_MEMORY. */
enum status which_commit(const struct history *history, const struct finding *finding, char **out);

/* Makes the commands of all alarms, once for alarms of the same commits, each in a line that begins
 * with `before`. *out is new; "" if there are none. Errors: ERROR_HOST_MEMORY. */
enum status which_commits(const struct history *history, const char *before, char **out);
