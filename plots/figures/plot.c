#include "plots/figures/plot.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/process/gnuplot.h"
#include "base/text.h"
#include "plots/figures/figure_data.h"
#include "plots/figures/gnuplot_write.h"
#include "plots/figures/plot_folder.h"
#include "plots/figures/spy_build.h"

void plot_file_name(char *text)
{
    for (char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && !strchr("._-", *at)) *at = '_';
    if (*text == '.' || *text == '-') *text = '_';
}

static bool is_structure(const struct figure *figure)
{
    return strcmp(figure->kind, "structure") == 0;
}

/* Returns whether the word is one of those between the separators. */
static bool has_word(const char *list, const char *separator, const char *word)
{
    for (size_t length; *list; list += length + (list[length] != '\0')) {
        length = strcspn(list, separator);
        if (strlen(word) == length && !strncmp(list, word, length)) return true;
    }
    return false;
}

static enum status add_name(const char *file, const char *id, const struct result_problem *problem,
                            struct plot_names *out)
{
    struct plot_name *name = &out->name[out->count++];
    enum status status = format_text(&name->stem, "%s-%s%s%s", file, id, problem ? "-" : "",
                                     problem ? problem->label : "");
    if (status == OK) plot_file_name(name->stem);
    name->problem = problem;
    return status;
}

enum status plot_names(const struct results *results, const struct figure *figure,
                       struct plot_names *out)
{
    *out = (struct plot_names){0};
    MUST(allocate_zeroed(results->nproblems + 1, sizeof *out->name, "the names of pictures",
                         &out->name));
    if (!is_structure(figure)) return add_name(results->name, figure->id, NULL, out);
    for (size_t k = 0; k < results->nproblems; k++)
        if (!figure->where || has_word(figure->where, "\n", results->problems[k].label))
            MUST(add_name(results->name, figure->id, &results->problems[k], out));
    return OK;
}

void plot_names_free(struct plot_names *names)
{
    for (size_t k = 0; k < names->count; k++) free(names->name[k].stem);
    free(names->name);
    *names = (struct plot_names){0};
}

static const struct file_kind kind_figure_data = {"the data of a figure", "", "\tposition"};
static const struct file_kind kind_figure_script = {"the script of a figure", "# Draws ",
                                                    ", in this folder: gnuplot "};

/* Draws the pictures of one problem: SVG, and PNG unless it is left out. */
static enum status draw_sight(const struct plot_folder *plot, const struct spy *spy,
                              const char *stem)
{
    static const enum spy_format formats[] = {SPY_PNG, SPY_SVG};
    enum status status = OK;
    for (int k = plot->svg_only; k < 2 && status == OK; k++) {
        char *path;
        status = plot_folder_path(plot->path, stem, k ? PLOT_SVG : PLOT_PNG, &path);
        if (status != OK) break;
        status = spy_draw(spy, path, formats[k], plot->force);
        free(path);
    }
    return status;
}

/* Makes the problems again, which may take long and open files. */
static enum status plot_structure(const struct plot_folder *plot, const struct results *results,
                                  const struct figure *figure, const struct plot_names *names)
{
    enum status status = OK;
    struct spy spy = {0};
    bool wanted[NORDERS];
    if (!results->trusted)
        return fail(ERROR_INPUT,
                    "figure '%s': its problems are made again for it, which only a script that you "
                    "name may ask for, such as --script %s",
                    figure->id, results->path);
    for (int k = 0; k < NORDERS; k++) wanted[k] = has_word(figure->x, ",", row_order_names[k]);
    for (size_t k = 0; k < names->count; k++) {
        status = spy_look(names->name[k].problem->source, wanted, &spy);
        if (status == ERROR_INPUT) fail(status, "figure '%s': %s", figure->id, fail_message());
        TRY(status);
        TRY(draw_sight(plot, &spy, names->name[k].stem));
        spy_free(&spy);
    }
out:
    spy_free(&spy);
    return status;
}

struct drawn {
    const struct figure_data *data;
    const char *stem;
    bool svg_only;
};

static enum status print_figure_data(const void *what, FILE *out)
{
    gnuplot_write_data(((const struct drawn *)what)->data, out);
    return OK;
}

static enum status print_figure_script(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    return gnuplot_write_script(drawn->data, drawn->stem, drawn->svg_only, out);
}

static enum status plot_figure(const struct plot_folder *plot, const struct results *results,
                               const struct figure *figure, const struct plot_names *names)
{
    enum status status = OK;
    struct figure_data data = {0};
    char *script = NULL;
    const char *stem = names->name[0].stem;
    const struct drawn drawn = {&data, stem, plot->svg_only};
    TRY(figure_data_make(results, figure, &data));
    TRY(format_text(&script, "%s.gp", stem));
    TRY(plot_folder_print(plot, stem, PLOT_DATA, print_figure_data, &drawn));
    TRY(plot_folder_print(plot, stem, PLOT_SCRIPT, print_figure_script, &drawn));
    TRY(gnuplot_run(plot->scratch.path, script));
    TRY(plot_folder_take(plot, stem));
out:
    free(script);
    figure_data_free(&data);
    return status;
}

/* Plots one figure. Without draw, only checks that its files can be written. */
static enum status plot_one(const struct plot_folder *plot, const struct results *results,
                            const struct figure *figure, bool draw)
{
    enum status status = OK;
    struct plot_names names = {0};
    bool structure = is_structure(figure);
    TRY(plot_names(results, figure, &names));
    if (draw) status = (structure ? plot_structure : plot_figure)(plot, results, figure, &names);
    for (size_t k = 0; k < names.count && !draw; k++)
        TRY(plot_folder_check(plot, names.name[k].stem, structure ? PLOT_PNG : PLOT_DATA,
                              PLOT_SVG));
out:
    plot_names_free(&names);
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

/* Draws the requested figures of the results into *plot. */
static enum status plot_wanted_figures(struct plot_folder *plot, const struct results *results,
                                       const char *only)
{
    enum status status = OK;
    bool found = !only;
    plot->kinds[PLOT_DATA] = &kind_figure_data;
    plot->kinds[PLOT_SCRIPT] = &kind_figure_script;
    for (size_t i = 0; i < results->nfigures; i++)
        found = found || !strcmp(results->figures[i].id, only);
    if (!found) return unknown_figure(results, only);
    TRY(plot_folder_open(plot));
    for (int drawing = 0; drawing < 2; drawing++)
        for (size_t i = 0; i < results->nfigures; i++)
            if (!only || !strcmp(results->figures[i].id, only))
                TRY(plot_one(plot, results, &results->figures[i], drawing));
out:
    folder_remove(&plot->scratch);
    return status;
}

enum status plot_figures(const struct results *results, const char *directory, const char *only,
                         bool force)
{
    return plot_wanted_figures(&(struct plot_folder){.path = directory, .force = force}, results,
                               only);
}

enum status plot_for_page(const struct results *results, const char *directory, const char *only)
{
    return plot_wanted_figures(&(struct plot_folder){.path = directory, .svg_only = true}, results,
                               only);
}
