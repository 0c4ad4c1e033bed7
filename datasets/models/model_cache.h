/* The folder of chains that were built from models: $WARPMARK_MODELS, else warpmark/models in
 * $XDG_CACHE_HOME or ~/.cache. Its files are caches (docs/formats.md), which users can remove at
 * any time. name: a hash of everything on which the chain depends. A file is used only if it has
 * this name and is unchanged. */
#pragma once

#include <stdbool.h>

#include "base/sparse/chain.h"

/* *out (new) = the path of the file for this name; NULL if chains are not kept: the variable is
 * empty, or there is no home. Errors: ERROR_HOST_MEMORY. */
enum status model_cache_file(const char *name, char **out);

/* Reads the chain of this name from the file; *found: the file exists and has this chain. Removes
 * the file if it is damaged or has something else. Errors: those of cache_read_model except
 * ERROR_DAMAGED. */
enum status model_cache_read(const char *file, const char *name, struct chain *out, bool *found);

/* Makes the folder and the file, unless another process has made it. Errors: ERROR_IO;
 * ERROR_HOST_MEMORY; ERROR_INTERRUPTED. */
enum status model_cache_keep(const struct chain *chain, const char *name, const char *file);
