#include "harness/figures/plot.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/figures/figure_data.h"
#include "harness/figures/gnuplot_write.h"
#include "harness/figures/picture.h"
#include "harness/figures/spy_apart.h"
#include "harness/script/judge.h"
#include "harness/util/folder.h"
#include "harness/util/gnuplot.h"

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

enum status plot_stems(const struct results *results, const struct figure *figure, size_t *count,
                       char ***out)
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

/* Where figures go. They are drawn in a folder of our own first. */
struct plotting {
    const struct results *results;
    const char *directory, *scratch;
    bool force; /* our own files there may be replaced */
};

struct suffix {
    const char *text;
    const struct file_kind *kind;
};

enum { DATA, SCRIPT, PNG, SVG, NSUFFIXES };

static const struct file_kind kind_figure_data = {"the data of a figure", "", "\tposition"};
static const struct file_kind kind_figure_script = {"the script of a figure", "# Draws ",
                                                    ", in this folder: gnuplot "};
static const struct suffix suffixes[NSUFFIXES] = {[DATA] = {".dat", &kind_figure_data},
                                                  [SCRIPT] = {".gp", &kind_figure_script},
                                                  [PNG] = {".png", &kind_pictures[SPY_PNG]},
                                                  [SVG] = {".svg", &kind_pictures[SPY_SVG]}};

/* Whether all files of a figure can be written. */
static enum status check_figure(const struct plotting *plot, const struct figure *figure)
{
    enum status status = OK;
    char **stems = NULL, *path = NULL;
    size_t count = 0;
    TRY(plot_stems(plot->results, figure, &count, &stems));
    for (size_t i = 0; i < count; i++)
        for (int k = is_structure(figure) ? PNG : DATA; k < NSUFFIXES; k++) {
            TRY(format_text(&path, "%s/%s%s", plot->directory, stems[i], suffixes[k].text));
            TRY(file_probe(path, suffixes[k].kind, plot->force));
            free(path);
            path = NULL;
        }
out:
    for (size_t i = 0; i < count; i++) free(stems[i]);
    free(stems);
    free(path);
    return status;
}

/* The pictures of one problem: PNG and SVG. */
static enum status draw_sight(const struct plotting *plot, const struct spy *spy, const char *stem)
{
    static const enum spy_format formats[] = {SPY_PNG, SPY_SVG};
    enum status status = OK;
    for (int k = 0; k < 2 && status == OK; k++) {
        char *path;
        status = format_text(&path, "%s/%s%s", plot->directory, stem, suffixes[PNG + k].text);
        if (status != OK) break;
        status = spy_draw(spy, path, formats[k], plot->force);
        free(path);
    }
    return status;
}

static enum status plot_structure(const struct plotting *plot, const struct figure *figure)
{
    enum status status = OK;
    struct judged_structure structure = {0};
    struct spy spy = {0};
    char *stem = NULL;
    TRY(judge_structure(plot->results, figure->id, &structure));
    for (size_t k = 0; k < structure.count; k++) {
        TRY(sight_stem(plot->results, figure, &structure.sight[k], &stem));
        status = spy_look_apart(structure.sight[k].source, structure.orders, plot->results->trusted,
                                &spy);
        if (status == ERROR_INPUT) fail(status, "figure '%s': %s", figure->id, fail_message());
        TRY(status);
        TRY(draw_sight(plot, &spy, stem));
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

static enum status print(const struct figure_data *data, const char *stem, int which, char **text,
                         size_t *size)
{
    enum status status = OK;
    FILE *out = open_memstream(text, size);
    if (!out) return fail(ERROR_HOST_MEMORY, "no memory for a figure");
    if (which == DATA) gnuplot_write_data(data, out);
    else status = gnuplot_write_script(data, stem, out);
    if (fclose(out) != 0 && status == OK)
        status = fail(ERROR_HOST_MEMORY, "no memory for a figure");
    return status;
}

/* The data or the script, where it stays, and where gnuplot finds it. */
static enum status write_text(const struct plotting *plot, const char *stem, int which,
                              const struct figure_data *data)
{
    enum status status = OK;
    char *path = NULL, *copy = NULL, *text = NULL;
    size_t size = 0;
    TRY(format_text(&path, "%s/%s%s", plot->directory, stem, suffixes[which].text));
    TRY(format_text(&copy, "%s/%s%s", plot->scratch, stem, suffixes[which].text));
    TRY(print(data, stem, which, &text, &size));
    TRY(file_store(path, plot->force ? suffixes[which].kind : NULL, text, size));
    TRY(file_store(copy, NULL, text, size));
out:
    free(path);
    free(copy);
    free(text);
    return status;
}

static enum status take_picture(const struct plotting *plot, const char *stem, int which)
{
    enum status status = OK;
    char *path = NULL, *from = NULL;
    TRY(format_text(&from, "%s/%s%s", plot->scratch, stem, suffixes[which].text));
    TRY(format_text(&path, "%s/%s%s", plot->directory, stem, suffixes[which].text));
    TRY(picture_store(from, which == PNG ? SPY_PNG : SPY_SVG, path, plot->force));
out:
    free(path);
    free(from);
    return status;
}

static enum status plot_figure(const struct plotting *plot, const struct figure *figure)
{
    enum status status = OK;
    struct figure_data data = {0};
    char *stem = NULL, *script = NULL;
    TRY(figure_data_make(plot->results, figure, &data));
    TRY(plot_stem(plot->results, figure, &stem));
    TRY(format_text(&script, "%s.gp", stem));
    for (int k = DATA; k <= SCRIPT; k++) TRY(write_text(plot, stem, k, &data));
    TRY(gnuplot_run(plot->scratch, script));
    for (int k = PNG; k <= SVG; k++) TRY(take_picture(plot, stem, k));
out:
    free(script);
    free(stem);
    figure_data_free(&data);
    return status;
}

static enum status unknown_figure(const struct results *results, const char *name)
{
    const char **ids;
    char hint[600];
    if (results->nfigures == 0)
        return fail(ERROR_INPUT, "no figure '%s': the experiment declares none", name);
    enum status status =
        allocate_zeroed(results->nfigures + 1, sizeof *ids, "the names of figures", &ids);
    if (status != OK) return status;
    for (size_t i = 0; i < results->nfigures; i++) ids[i] = results->figures[i].id;
    status =
        fail(ERROR_INPUT, "no figure '%s'%s", name, suggest_name(name, ids, hint, sizeof hint));
    free(ids);
    return status;
}

static bool is_wanted(const struct figure *figure, const char *only)
{
    return !only || !strcmp(figure->id, only);
}

static enum status plot_wanted(struct plotting *plot, const char *only)
{
    enum status status = OK;
    const struct results *r = plot->results;
    struct folder scratch = {0};
    for (size_t i = 0; i < r->nfigures; i++)
        if (is_wanted(&r->figures[i], only)) TRY(check_figure(plot, &r->figures[i]));
    TRY(folder_create("plot", &scratch));
    plot->scratch = scratch.path;
    for (size_t i = 0; i < r->nfigures; i++) {
        const struct figure *figure = &r->figures[i];
        if (is_wanted(figure, only))
            TRY((is_structure(figure) ? plot_structure : plot_figure)(plot, figure));
    }
out:
    folder_remove(&scratch);
    return status;
}

enum status plot_figures(const struct results *results, const char *directory, const char *only,
                         bool force)
{
    bool found = !only;
    struct plotting plot = {.results = results, .directory = directory, .force = force};
    for (size_t i = 0; i < results->nfigures; i++)
        found = found || is_wanted(&results->figures[i], only);
    if (!found) return unknown_figure(results, only);
    if (mkdir(directory, 0777) != 0 && errno != EEXIST)
        return fail(ERROR_IO, "cannot create the folder %s: %s", directory, strerror(errno));
    return plot_wanted(&plot, only);
}
