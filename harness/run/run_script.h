/* Runs an experiment script from its text to its results file, for `warpmark run` and
 * `reproduce`. */
#pragma once

#include "harness/run/run.h"
#include "harness/script/script.h"

enum {
    CHECKPOINT_SECONDS = 300
}; /* s between results files of a run, unless --checkpoint is given */

/* Loads the script, runs it and writes its results (request->record.output; NULL:
 * results/NAME-TIME.h5, with resume the newest), with progress and a last line on stderr. Handles
 * signals (interrupt_install). *code: run_exit_code. Errors: those of script_load, run_experiment
 * and recording_write; ERROR_ENVIRONMENT if the request forbids to measure on this machine. */
enum status run_script(const struct script_request *from, const struct run_request *request,
                       int *code);

/* Makes "warpmark COMMAND" with the words, quoted for a shell; *out is new. Errors:
 * ERROR_HOST_MEMORY. */
enum status command_line(const char *command, int argc, char *const *argv, char **out);
