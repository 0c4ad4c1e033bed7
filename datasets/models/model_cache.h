/* The folder of chains that were built from models: $WARPMARK_MODELS, else warpmark/models in
 * $XDG_CACHE_HOME or ~/.cache. Its files are caches (docs/formats.md), which can be copied, moved
 * and removed at will. */
#pragma once

#include "base/sparse/chain.h"

/* *out (new) = the file of that name in it; NULL where no chain is to be kept: the variable is
 * empty, or there is no home. Errors: ERROR_HOST_MEMORY. */
enum status model_cache_file(const char *name, char **out);

/* Makes the folder, and the file unless somebody else was faster. Errors: ERROR_IO;
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status model_cache_keep(const struct chain *chain, const char *file);
