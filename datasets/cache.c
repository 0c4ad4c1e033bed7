#include "datasets/cache.h"

#include <stdlib.h>

#include "base/memory.h"
#include "datasets/cache_load.h"
#include "datasets/format.h"

enum status cache_holds_chain(const char *path, bool *out)
{
    struct hdf5_file file;
    enum status status = load_open(path, &file, out);
    hdf5_close(&file);
    return status;
}

static enum status model_path(const char *folder, char **out)
{
    return format_text(out, "%s/model.h5", folder);
}

static enum status write_chain(const struct chain *chain, const char *folder)
{
    char *path;
    enum status status = model_path(folder, &path);
    if (status == OK) status = cache_write_chain(chain, path);
    free(path);
    return status;
}

static enum status write_system(const struct linear *system, const char *folder)
{
    char *path;
    enum status status = model_path(folder, &path);
    if (status == OK) status = cache_write_system(system, path);
    free(path);
    return status;
}

const struct format format_cache = {
    .name = "cache",
    .title = "HDF5 cache of a chain or a linear system, read at the speed of the disk",
    .ending = ".h5",
    .holds_chain = cache_holds_chain,
    .read_chain = cache_read_chain,
    .read_system = cache_read_system,
    .write_chain = write_chain,
    .write_system = write_system,
};
