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
#include "harness/judge.h"
#include "harness/spy_apart.h"

void plot_file_name(char *text)
{
    for (char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._-", *at)) *at = '_';
    if (*text == '.' || *text == '-') *text = '_';
}

enum status plot_stem(const struct results *results, const struct figure *figure, char **out)
{
    enum status status = format_text(out, "%s-%s", results->name, figure->id);
    if (status == OK) plot_file_name(*out);
    return status;
}

static bool is_structure(const struct figure *figure)
{
    return strcmp(figure->kind, "structure") == 0;
}

static enum status sight_stem(const struct results *results, const struct figure *figure,
                              const struct judged_sight *sight, char **out)
{
    enum status status = format_text(out, "%s-%s-%s", results->name, figure->id, sight->label);
    if (status == OK) plot_file_name(*out);
    return status;
}

enum status plot_stems(const struct results *results, const struct figure *figure, size_t *count, char ***out)
{
    enum status status = OK;
    struct judged_structure structure = {0};
    *count = 0;
    *out = NULL;
    if (is_structure(figure)) TRY(judge_structure(results, figure->id, &structure));
    TRY(allocate(structure.count + 1, sizeof **out, "the names of pictures", out));
    if (!is_structure(figure)) TRY(plot_stem(results, figure, &(*out)[(*count)++]));
    while (*count < structure.count) {
        TRY(sight_stem(results, figure, &structure.sight[*count], &(*out)[*count]));
        (*count)++;
    }
out:
    judged_structure_free(&structure);
    return status;
}

/* The pictures of one problem: PNG and SVG. */
static enum status draw_sight(const struct spy *spy, const char *directory, const char *stem)
{
    static const char *const endings[] = {".png", ".svg"};
    enum status status = OK;
    char *path = NULL;
    for (int k = 0; k < 2; k++) {
        enum spy_format format;
        TRY(format_text(&path, "%s/%s%s", directory, stem, endings[k]));
        TRY(spy_check(path, &format));
        TRY(spy_draw(spy, path, format));
        free(path);
        path = NULL;
    }
out:
    free(path);
    return status;
}

static enum status plot_structure(const struct results *results, const char *directory, const struct figure *figure)
{
    enum status status = OK;
    struct judged_structure structure = {0};
    struct spy spy = {0};
    char *stem = NULL;
    TRY(judge_structure(results, figure->id, &structure));
    for (size_t k = 0; k < structure.count; k++) {
        TRY(sight_stem(results, figure, &structure.sight[k], &stem));
        status = spy_look_apart(structure.sight[k].source, structure.orders, results->trusted, &spy);
        if (status == ERROR_INPUT) fail(status, "figure '%s': %s", figure->id, fail_message());
        TRY(status);
        TRY(draw_sight(&spy, directory, stem));
        spy_free(&spy);
        free(stem);
        stem = NULL;
    }
out:
    free(stem);
    spy_free(&spy);
    judged_structure_free(&structure);
    return status;
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
        const struct figure *figure = &results->figures[i];
        enum status status = (is_structure(figure) ? plot_structure : plot_figure)(results, directory, figure);
        if (status != OK) return status;
    }
    return OK;
}
