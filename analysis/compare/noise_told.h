/* Makes sentences about what disturbed the times of a results file: for the log of a run, show and
 * reports. */
#pragma once

#include "analysis/compare/matching.h"

/* Returns whether something disturbed the times of these runs of one case: they have a mark
 * (marks_of_times), or solves waited for a core for BUSY_SHARE of their time or more. If the
 * waiting is not known, a high load at the start of the run counts instead, for places seq and
 * omp. */
bool noise_in_case(const struct case_runs *runs);

/* One sentence a line, without a line feed behind the last: the load of other programs, solves that
 * had to wait for a core, cards that were slowed down, a machine whose speed changed. Each says by
 * which factor times may be off, if that is known. "" where nothing was seen. *out is new; names in
 * it are the file's. Errors: ERROR_HOST_MEMORY. */
enum status noise_sentences(const struct results *results, char **out);
