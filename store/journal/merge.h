/* Joins results of one experiment that several runs measured, such as the tasks of a campaign. */
#pragma once

#include <stdbool.h>

#include "store/results.h"

/* Merges results. *out has the runs of all parts in the order of the plan, which is the same in
 * all. A run that was not measured gives way to a measured one of the same case. Samples of a later
 * part come after those of earlier ones, in order and time. Nothing of it is judged. names: for
 * messages. Errors: ERROR_INPUT if the parts are not of one experiment (force: machine and program
 * may differ), or if two of them have different measurements of one case; ERROR_HOST_MEMORY. */
enum status results_merge(size_t count, const struct results *parts, const char *const *names,
                          bool force, struct results *out);

/* Joins runs of the same experiment as repetitions: the processes of a case in one part follow
 * those in the part before. parts: their runs get these numbers. A case that was not measured in
 * one part has only its processes in the others. Errors: those of results_merge; ERROR_INPUT if two
 * parts are the same run, or (also with force) of different machines. */
enum status results_repeat(size_t count, struct results *parts, const char *const *names,
                           bool force, struct results *out);
