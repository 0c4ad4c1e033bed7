#include "plots/figures/spy.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/printing.h"
#include "base/process/gnuplot.h"

static const char *const endings[] = {".png", ".svg", ".pdf", NULL}; /* by enum spy_format */

enum status spy_check(const char *path, bool force, enum spy_format *out)
{
    int format;
    enum status status = find_ending(path, "picture", endings, &format);
    if (status != OK) return status;
    *out = (enum spy_format)format;
    status = file_probe(path, &kind_pictures[*out], force);
    return status == OK ? gnuplot_check() : status;
}

static enum status print_spy_data(const void *raster, FILE *out)
{
    spy_data_write(raster, out);
    return OK;
}

struct drawn {
    const struct spy *spy;
    enum spy_format format;
};

static enum status print_spy_script(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    return spy_script_write(drawn->spy, drawn->format, out);
}

/* Prints folder/name. */
static enum status print_in(const struct folder *folder, const char *name, print_fn *print,
                            const void *what)
{
    char *path;
    enum status status = format_text(&path, "%s/%s", folder->path, name);
    if (status == OK) status = print_to_file(path, NULL, print, what);
    free(path);
    return status;
}

enum status spy_draw(const struct spy *spy, const char *path, enum spy_format format, bool force)
{
    enum status status = OK;
    struct folder folder = {0};
    char *picture = NULL;
    TRY(folder_create("spy", &folder));
    for (size_t p = 0; p < spy->npanels; p++) {
        char name[32];
        snprintf(name, sizeof name, "%zu.bin", p);
        TRY(print_in(&folder, name, print_spy_data, &spy->panel[p].raster));
    }
    TRY(print_in(&folder, "spy.gp", print_spy_script, &(struct drawn){spy, format}));
    TRY(gnuplot_run(folder.path, "spy.gp"));
    TRY(format_text(&picture, "%s/picture", folder.path));
    TRY(picture_store(picture, format, path, force));
out:
    free(picture);
    folder_remove(&folder);
    return status;
}
