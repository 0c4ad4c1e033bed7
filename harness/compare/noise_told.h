/* What disturbed the times of a results file, in sentences: for the log of a run, show and reports.
 */
#pragma once

#include "harness/compare/matching.h"

/* Whether the times of these runs of one case are too long because its solves waited for a core
 * for BUSY_SHARE of their time or more; where that is not known, because the load was high when
 * the run began. */
bool noise_in_case(const struct case_runs *runs);

/* One sentence a line, without a line feed behind the last: the load of other programs, solves that
 * had to wait for a core, cards that were slowed down, a machine whose speed changed. Each says by
 * which factor times may be off, if that is known. "" where nothing was seen. *out is new; names in
 * it are the file's. Errors: ERROR_HOST_MEMORY. */
enum status noise_sentences(const struct results *results, char **out);
