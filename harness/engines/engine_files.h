/* Exchanges arrays with an engine through files: little-endian numbers side by side, without a
 * header (docs/engines.md). All lie in one private folder. */
#pragma once

#include "base/sparse/csr.h"
#include "harness/engines/engine.h"
#include "solvers/solve.h"

/* Writes the system of a solve into the folder, and the names of its files as members of the
 * current JSON object. Errors: ERROR_IO; ERROR_HOST_MEMORY. */
enum status engine_write_system(const char *folder, const struct solve_settings *settings,
                                struct json *json);

/* Writes the chain that the problem comes from in a format, and the file's name and the property to
 * JSON. Errors: those of problem_open and of the format. */
enum status engine_write_model(const char *folder, const char *format,
                               const struct problem *problem, struct json *json);

/* Chooses the first of an engine's forms in which the problem can be written. Errors:
 * ERROR_UNSUPPORTED. */
enum status engine_choose_form(const struct engine *engine, const struct problem *problem,
                               const char **out);

/* Reads n numbers from a file of the folder into x. Errors: ERROR_CRASHED if it is missing or has
 * another size, ERROR_IO. */
enum status engine_read_answer(const char *engine, const char *path, uint32_t n, double *x);
