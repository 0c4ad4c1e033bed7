/* The experiments that come with the program. */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* The folder of the bundled experiments: ./experiments, or beside the program, or in its
 * share/warpmark; *out is new. Errors: ERROR_INPUT where none exists. */
enum status experiments_folder(char **out);

/* The path of an experiment given as a file, or as the name of a bundled one; *out is new. Errors:
 * ERROR_INPUT with the nearest name. */
enum status find_experiment(const char *name, char **out);

/* The names of the bundled experiments, sorted; *out and its texts are new. */
enum status experiment_names(const char *folder, char ***out, size_t *count);

/* The results file of a bundled experiment that comes with the program, measured on a GPU: that of
 * the machine with the most GPUs. *out is new, or NULL where there is none. Errors: those of
 * experiments_folder; ERROR_HOST_MEMORY. */
enum status find_stored(const char *name, char **out);
