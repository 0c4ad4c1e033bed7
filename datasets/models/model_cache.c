#include "datasets/models/model_cache.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "datasets/formats/cache/cache.h"

enum status model_cache_file(const char *name, char **out)
{
    enum status status = OK;
    const char *own = getenv("WARPMARK_MODELS");
    char *file = NULL;
    *out = NULL;
    if (own) return *own ? format_text(out, "%s/%s.h5", own, name) : OK;
    TRY(format_text(&file, "models/%s.h5", name));
    status = cache_path(file, out);
out:
    free(file);
    return status;
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
