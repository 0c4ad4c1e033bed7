/* Prints a grid for other programs. Keys are the heads, or "group: head"; a second key of the same
 * name ends in "_2", so that all are different. Internal to grid*.c. */
#pragma once

#include "base/output/grid.h"

/* Prints only header and rows. Errors of both: ERROR_HOST_MEMORY, before anything is written. */
enum status grid_print_csv(const struct grid *grid, FILE *out);

/* Prints an array of objects, one in each line. An empty cell is null. In columns of numbers, a
 * text that can be read as a number is one; all other cells are texts. */
enum status grid_print_json(const struct grid *grid, FILE *out);

/* Removes the columns that are not kept. */
void grid_squeeze(struct grid *grid, const bool *kept);

/* Skips characters that are shown as spaces. */
const char *behind_spaces(const char *text);
