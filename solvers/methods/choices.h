/* The choices of a decision process as operations take them (struct choice_rows). */
#pragma once

#include "solvers/solve.h"

/* *out = the groups of the rows, in place memory; `stay`: and what each row keeps of its unknown,
 * if any row keeps something. Errors: ERROR_HOST_MEMORY; those of the place. */
enum status choices_bring(const struct solve *solve, const struct solve_settings *settings,
                          bool stay, struct choice_rows *out);
/* Releases them; all may be NULL. */
void choices_release(const struct place *place, struct choice_rows *own);
