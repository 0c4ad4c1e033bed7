#include "datasets/formats/cache/cache.h"

#include <stdlib.h>

#include "base/memory.h"
#include "datasets/format.h"
#include "datasets/formats/cache/cache_load.h"

enum status cache_holds(const char *path, enum contents *out)
{
    struct cache cache;
    enum status status = load_open(path, &cache);
    *out = cache.contents;
    hdf5_close(&cache.file);
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

static enum status write_product(const struct product *product, const char *folder)
{
    char *path;
    enum status status = model_path(folder, &path);
    if (status == OK) status = cache_write_product(product, path);
    free(path);
    return status;
}

static enum status read_outline(const char *path, struct linear *out, bool *in_order)
{
    *in_order = true;
    return cache_read_outline(path, out);
}

static enum status read_rows(const char *path, bool in_order, struct linear *rows)
{
    return cache_read_rows(path, rows);
}

const struct format format_cache = {
    .name = "cache",
    .title = "HDF5 cache of a chain, a linear system or a graph, read at the speed of the disk",
    .ending = ".h5",
    .as_it_lies = true,
    .holds = cache_holds,
    .read_chain = cache_read_chain,
    .read_system = cache_read_system,
    .read_outline = read_outline,
    .read_rows = read_rows,
    .read_product = cache_read_product,
    .write_chain = write_chain,
    .write_system = write_system,
    .write_product = write_product,
};
