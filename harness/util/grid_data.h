/* A grid for other programs. Keys are the heads, "group: head" where there is a group; the second
 * of one name ends in "_2", so that no two are the same. Internal to grid*.c. */
#pragma once

#include "harness/util/grid.h"

/* Header and rows alone. Errors of both: ERROR_HOST_MEMORY, before anything is written. */
enum status grid_print_csv(const struct grid *grid, FILE *out);

/* An array of objects, one line each. An empty cell is null. In columns of numbers, what reads as a
 * number is one; all other cells are texts. */
enum status grid_print_json(const struct grid *grid, FILE *out);

/* Behind what is shown as spaces. */
const char *behind_spaces(const char *text);
