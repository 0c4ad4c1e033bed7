/* Values of a UMB file's states: valuations/states. What the format allows beyond whole numbers and
 * truth values is skipped, and several classes of states are not read. */
#pragma once

#include <jansson.h>

#include "datasets/formats/umb/umb_index.h"

/* Reads which variables there are; index->variables is empty if values cannot be read. Errors:
 * ERROR_HOST_MEMORY. */
enum status umb_variables_read(const json_t *root, struct umb_index *index);
void umb_variables_free(struct umb_variables *variables); /* accepts a zeroed one, leaves one */

/* Sets the variables and values of a chain, if the file has them and each is an int32. Errors:
 * ERROR_DAMAGED, ERROR_IO, ERROR_HOST_MEMORY. */
enum status umb_values_read(const struct umb_files *files, const struct umb_index *index,
                            struct chain *chain);
