/* Exchanges arrays with an engine through files: little-endian numbers side by side, without a
 * header (docs/engines.md). All lie in one private folder. */
#pragma once

#include "base/sparse/csr.h"
#include "harness/engines/engine.h"
#include "solvers/solve.h"

/* Writes the system of a solve into the folder, and says so as members of the object at hand.
 * Errors: ERROR_IO; ERROR_HOST_MEMORY. */
enum status engine_write_system(const char *folder, const struct solve_settings *settings,
                                struct json *json);

/* Writes the chain that the problem comes from, in a format, and says so with its property. Errors:
 * those of problem_open and of the format. */
enum status engine_write_model(const char *folder, const char *format,
                               const struct problem *problem, struct json *json);

/* The first of an engine's forms in which the problem can be written. Errors: ERROR_UNSUPPORTED. */
enum status engine_choose_form(const struct engine *engine, const struct problem *problem,
                               const char **out);

/* x := the n numbers in a file of the folder. Errors: ERROR_CRASHED where it is not there or has
 * another size, ERROR_IO. */
enum status engine_read_answer(const char *engine, const char *path, uint32_t n, double *x);
