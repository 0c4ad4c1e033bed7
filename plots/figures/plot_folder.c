#include "plots/figures/plot_folder.h"

#include <stdlib.h>

#include "base/memory.h"

static const char *const endings[NPLOT_FILES] = {
    [PLOT_DATA] = "dat", [PLOT_SCRIPT] = "gp", [PLOT_PNG] = "png", [PLOT_SVG] = "svg"};

static enum spy_format format_of(enum plot_file picture)
{
    return picture == PLOT_PNG ? SPY_PNG : SPY_SVG;
}

enum status plot_folder_open(struct plot_folder *plot)
{
    enum status status = folder_make(plot->path);
    return status == OK ? folder_create("plot", &plot->scratch) : status;
}

enum status plot_folder_path(const char *folder, const char *stem, enum plot_file which, char **out)
{
    return format_text(out, "%s/%s.%s", folder, stem, endings[which]);
}

enum status plot_folder_check(const struct plot_folder *plot, const char *stem,
                              enum plot_file first, enum plot_file last)
{
    enum status status = OK;
    for (enum plot_file k = first; k <= last && status == OK; k++) {
        char *path;
        status = plot_folder_path(plot->path, stem, k, &path);
        if (status != OK) break;
        status = file_probe(path, k < PLOT_PNG ? plot->kinds[k] : &kind_pictures[format_of(k)],
                            plot->force);
        free(path);
    }
    return status;
}

enum status plot_folder_print(const struct plot_folder *plot, const char *stem,
                              enum plot_file which, print_fn *print, const void *what)
{
    enum status status = OK;
    char *path = NULL, *copy = NULL;
    TRY(plot_folder_path(plot->path, stem, which, &path));
    TRY(plot_folder_path(plot->scratch.path, stem, which, &copy));
    TRY(print_to_file(path, plot->force ? plot->kinds[which] : NULL, print, what));
    TRY(print_to_file(copy, NULL, print, what));
out:
    free(path);
    free(copy);
    return status;
}

enum status plot_folder_take(const struct plot_folder *plot, const char *stem)
{
    enum status status = OK;
    char *path = NULL, *from = NULL;
    for (enum plot_file k = plot->svg_only ? PLOT_SVG : PLOT_PNG; k <= PLOT_SVG; k++) {
        TRY(plot_folder_path(plot->scratch.path, stem, k, &from));
        TRY(plot_folder_path(plot->path, stem, k, &path));
        TRY(picture_store(from, format_of(k), path, plot->force));
        free(path);
        free(from);
        path = from = NULL;
    }
out:
    free(path);
    free(from);
    return status;
}
