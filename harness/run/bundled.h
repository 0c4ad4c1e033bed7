/* Finds the experiments that come with the program. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Finds the folder of the bundled experiments: ./experiments, or beside the program, or in its
 * share/warpmark; *out is new. Errors: ERROR_INPUT if none exists. */
enum status experiments_folder(char **out);

/* Finds the path of an experiment given as a file, or as the name of a bundled one; *out is new.
 * Errors: ERROR_INPUT with the nearest name. */
enum status find_experiment(const char *name, char **out);

/* Lists the names of the bundled experiments, sorted; *out and its texts are new. */
enum status experiment_names(const char *folder, char ***out, size_t *count);

/* Finds the stored results file of a bundled experiment, measured on a GPU; if there are several,
 * that of the machine with the most GPUs. *out is new, or NULL if there is none. Errors: those of
 * experiments_folder; ERROR_HOST_MEMORY. */
enum status find_stored(const char *name, char **out);
