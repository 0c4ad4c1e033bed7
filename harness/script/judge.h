/* Judging: runs the Lua functions of a script on finished results. They test its claims, and make
 * its tables and figures, which the results then hold (store/judged.h).
 *
 * The script is one that the user named: that of the run, or that of --script. The script in a
 * results file never runs. */
#pragma once

#include "store/results.h"

/* Help of option --script. */
#define SCRIPT_HELP "judge again, by the claims, tables and figures of this script"

/* Judges everything that the script declares, which must be as in the results. Each item that fails
 * gets the message of its error: file and line, the wrong value, or the limit of script_limit that
 * it exceeded. The script runs once more, from its text. Errors: ERROR_INPUT if that fails;
 * ERROR_HOST_MEMORY. */
enum status judge_results(struct experiment *script, struct results *results);

/* Judges by the script at path, with the options of the results. Its claims, tables and figures
 * replace those that the results had. Errors: those of script_load, too. */
enum status judge_with(const char *path, struct results *results);
