#include "harness/figures/spy.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/memory.h"
#include "base/text.h"
#include "harness/util/folder.h"
#include "harness/util/gnuplot.h"

static const char *const endings[] = {".png", ".svg", ".pdf", NULL}; /* by enum spy_format */

static enum status format_of(const char *path, enum spy_format *out)
{
    const char *slash = strrchr(path, '/'), *ending = strrchr(slash ? slash : path, '.');
    char hint[160];
    if (!ending)
        return fail(ERROR_INPUT, "%s: a picture's name must end with .png, .svg or .pdf", path);
    for (int k = 0; endings[k]; k++) {
        if (strcasecmp(ending, endings[k])) continue;
        *out = (enum spy_format)k;
        return OK;
    }
    return fail(ERROR_INPUT, "%s: unknown kind of picture '%s'%s", path, ending,
                suggest_name(ending, endings, hint, sizeof hint));
}

enum status spy_check(const char *path, bool force, enum spy_format *out)
{
    enum status status = format_of(path, out);
    if (status == OK) status = file_probe(path, &kind_pictures[*out], force);
    return status == OK ? gnuplot_check() : status;
}

/* Opens folder/name; to be closed by close_file. */
static enum status open_file(const char *folder, const char *name, const char *mode, FILE **out)
{
    char *path;
    enum status status = format_text(&path, "%s/%s", folder, name);
    if (status != OK) return status;
    *out = fopen(path, mode);
    if (!*out) status = fail(ERROR_IO, "cannot open %s: %s", path, strerror(errno));
    free(path);
    return status;
}

static enum status close_file(const char *folder, FILE *file)
{
    bool broken = ferror(file) != 0;
    if (fclose(file) == 0 && !broken) return OK;
    return fail(ERROR_IO, "cannot write in %s: %s", folder, strerror(errno));
}

static enum status write_data(const char *folder, const struct spy *spy, size_t p)
{
    char name[32];
    FILE *file;
    snprintf(name, sizeof name, "%zu.bin", p);
    enum status status = open_file(folder, name, "wb", &file);
    if (status != OK) return status;
    spy_data_write(&spy->panel[p].raster, file);
    return close_file(folder, file);
}

static enum status write_script(const char *folder, const struct spy *spy, enum spy_format format)
{
    FILE *file;
    enum status status = open_file(folder, "spy.gp", "w", &file);
    if (status != OK) return status;
    status = spy_script_write(spy, format, file);
    enum status closed = close_file(folder, file);
    return status != OK ? status : closed;
}

enum status spy_draw(const struct spy *spy, const char *path, enum spy_format format, bool force)
{
    enum status status = OK;
    struct folder folder = {0};
    char *picture = NULL;
    TRY(folder_create("spy", &folder));
    for (size_t p = 0; p < spy->npanels; p++) TRY(write_data(folder.path, spy, p));
    TRY(write_script(folder.path, spy, format));
    TRY(gnuplot_run(folder.path, "spy.gp"));
    TRY(format_text(&picture, "%s/picture", folder.path));
    TRY(picture_store(picture, format, path, force));
out:
    free(picture);
    folder_remove(&folder);
    return status;
}
