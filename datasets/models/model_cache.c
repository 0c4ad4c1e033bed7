#include "datasets/models/model_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "datasets/formats/cache/cache.h"

enum status model_cache_file(const char *name, char **out)
{
    const char *own = getenv("WARPMARK_MODELS"), *cache = getenv("XDG_CACHE_HOME"),
               *home = getenv("HOME");
    *out = NULL;
    if (own) return *own ? format_text(out, "%s/%s.h5", own, name) : OK;
    if (cache && *cache == '/') return format_text(out, "%s/warpmark/models/%s.h5", cache, name);
    if (home && *home == '/')
        return format_text(out, "%s/.cache/warpmark/models/%s.h5", home, name);
    return OK;
}

enum status model_cache_read(const char *file, const char *name, struct chain *out, bool *found)
{
    *found = false;
    if (access(file, F_OK)) return OK;
    const enum status status = cache_read_model(file, name, out);
    *found = status == OK;
    if (status != ERROR_DAMAGED) return status;
    unlink(file);
    return OK;
}

enum status model_cache_keep(const struct chain *chain, const char *name, const char *file)
{
    enum status status = folder_make_above(file);
    if (status == OK) status = cache_write_model(chain, name, file);
    if (status == OK || access(file, F_OK) == 0) return OK;
    if (status != ERROR_IO && status != ERROR_INPUT) return status;
    char *why = NULL;
    MUST(copy_text(fail_message(), &why));
    status =
        fail(ERROR_IO, "%s. Set WARPMARK_MODELS to a folder for built models, or to nothing", why);
    free(why);
    return status;
}
