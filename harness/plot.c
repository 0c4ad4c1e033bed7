#include "harness/plot.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/drawing.h"
#include "harness/figure_script.h"
#include "harness/gnuplot.h"

enum status plot_stem(const struct results *results, const struct figure *figure, char **out)
{
    enum status status = format_text(out, "%s-%s", results->name, figure->id);
    if (status != OK) return status;
    for (char *at = *out; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._-", *at)) *at = '_';
    if (**out == '.' || **out == '-') **out = '_';
    return OK;
}

static enum status write_data(const struct drawing *drawing, const char *stem, FILE *out)
{
    (void)stem;
    figure_data_write(drawing, out);
    return OK;
}

static enum status write_file(const char *directory, const char *stem, const char *suffix,
                              const struct drawing *drawing,
                              enum status (*write)(const struct drawing *, const char *, FILE *))
{
    enum status status = OK;
    char *path = NULL;
    FILE *out = NULL;
    TRY(format_text(&path, "%s/%s%s", directory, stem, suffix));
    out = fopen(path, "w");
    if (!out) TRY(fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno)));
    TRY(write(drawing, stem, out));
    if (ferror(out)) TRY(fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno)));
out:
    if (out && fclose(out) != 0 && status == OK) status = fail(ERROR_IO, "cannot write %s: %s", path, strerror(errno));
    free(path);
    return status;
}

static enum status plot_figure(const struct results *results, const char *directory, const struct figure *figure)
{
    enum status status = OK;
    struct drawing drawing = {0};
    char *stem = NULL, *script = NULL;
    TRY(drawing_make(results, figure, &drawing));
    TRY(plot_stem(results, figure, &stem));
    TRY(format_text(&script, "%s.gp", stem));
    TRY(write_file(directory, stem, ".dat", &drawing, write_data));
    TRY(write_file(directory, stem, ".gp", &drawing, figure_script_write));
    TRY(gnuplot_run(directory, script));
out:
    free(script);
    free(stem);
    drawing_free(&drawing);
    return status;
}

static enum status unknown_figure(const struct results *results, const char *name)
{
    const char **ids;
    char hint[600];
    if (results->nfigures == 0) return fail(ERROR_INPUT, "no figure '%s': the experiment declares none", name);
    enum status status = allocate_zeroed(results->nfigures + 1, sizeof *ids, "the names of figures", &ids);
    if (status != OK) return status;
    for (size_t i = 0; i < results->nfigures; i++) ids[i] = results->figures[i].id;
    status = fail(ERROR_INPUT, "no figure '%s'%s", name, suggest_name(name, ids, hint, sizeof hint));
    free(ids);
    return status;
}

enum status plot_figures(const struct results *results, const char *directory, const char *only)
{
    bool found = false;
    for (size_t i = 0; i < results->nfigures; i++) found = found || !only || strcmp(results->figures[i].id, only) == 0;
    if (only && !found) return unknown_figure(results, only);
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        return fail(ERROR_IO, "cannot create the folder %s: %s", directory, strerror(errno));
    for (size_t i = 0; i < results->nfigures; i++) {
        if (only && strcmp(results->figures[i].id, only) != 0) continue;
        enum status status = plot_figure(results, directory, &results->figures[i]);
        if (status != OK) return status;
    }
    return OK;
}
