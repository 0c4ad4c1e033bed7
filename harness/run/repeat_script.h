/* Runs an experiment script several times, for `warpmark run --repeat`. */
#pragma once

#include "harness/run/run_script.h"

/* Runs the script so many times, into FILE.h5, FILE-2.h5, ... (request->record.output is FILE.h5),
 * and says on stderr whether the intervals of its crossovers agree. All files must be writable
 * before the first run begins. To resume begins the runs that were never begun. *code: that of the
 * first run that did not end with 0; of the last one if it was interrupted. Errors: those of
 * run_script and results_probe. */
enum status repeat_script(const struct script_request *from, const struct run_request *request,
                          size_t times, int *code);
