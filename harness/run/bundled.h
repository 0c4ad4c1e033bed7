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
