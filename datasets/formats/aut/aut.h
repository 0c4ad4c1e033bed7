/* Products as Aldebaran files (.aut), with the accepting vertices in a file beside them (.acc). */
#pragma once

#include "base/automata/product.h"

/* Reads path and the file beside it; docs/formats.md describes both. A vertex's successors keep the
 * order of their lines. Errors: ERROR_IO, ERROR_INPUT (with file and line), ERROR_HOST_MEMORY,
 * ERROR_INTERRUPTED; *out is zeroed then. */
enum status aut_read_product(const char *path, struct product *out);

/* Writes model.aut and model.acc. Errors: ERROR_INPUT (a part without an initial vertex), ERROR_IO,
 * ERROR_HOST_MEMORY, ERROR_INTERRUPTED. */
enum status aut_write_product(const struct product *product, const char *folder);
