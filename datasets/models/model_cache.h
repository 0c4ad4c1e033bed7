/* The folder of chains that were built from models: $WARPMARK_MODELS, else warpmark/models in
 * $XDG_CACHE_HOME or ~/.cache. Its files are caches (docs/formats.md), which can be removed at
 * will. name: a hash of all that the chain depends on. A file is believed only where it says that
 * name and is as it was written. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"

/* *out (new) = the file of that name in it; NULL where no chain is to be kept: the variable is
 * empty, or there is no home. Errors: ERROR_HOST_MEMORY. */
enum status model_cache_file(const char *name, char **out);

/* The chain of that name in the file; *found: it is there, and is that chain. A file that is not is
 * removed. Errors: those of cache_read_model but ERROR_DAMAGED. */
enum status model_cache_read(const char *file, const char *name, struct chain *out, bool *found);

/* Makes the folder, and the file unless somebody else was faster. Errors: ERROR_IO;
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status model_cache_keep(const struct chain *chain, const char *name, const char *file);
