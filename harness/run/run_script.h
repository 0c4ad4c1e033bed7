/* An experiment script from its text to its results file: what `warpmark run` does, and `reproduce`
 * for each. */
#pragma once

#include "harness/run/run.h"
#include "harness/script/script.h"

enum {
    CHECKPOINT_SECONDS = 300
}; /* between results files of a run, unless --checkpoint says otherwise */

/* Loads the script, runs it and writes its results (request->record.output; NULL:
 * results/NAME-TIME.h5, with resume the newest), with progress and a last line on stderr. Signals
 * are taken (interrupt_install). *code: run_exit_code. Errors: those of script_load, run_experiment
 * and recording_write; ERROR_ENVIRONMENT where the request wants no measurement on such a machine.
 */
enum status run_script(const struct script_request *from, const struct run_request *request,
                       int *code);

/* "warpmark COMMAND" and the words, as a shell reads them; *out is new. Errors: ERROR_HOST_MEMORY.
 */
enum status command_line(const char *command, int argc, char *const *argv, char **out);
