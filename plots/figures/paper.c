#include "plots/figures/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/output/printing.h"
#include "base/process/gnuplot.h"
#include "plots/figures/figure_data.h"
#include "plots/figures/gnuplot_write.h"
#include "plots/figures/plot.h"

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

static enum spy_format format_of(const char *path)
{
    const char *ending = ending_of(path);
    enum spy_format format = SPY_PDF;
    while (format < NPICTURES && (!*ending || strcmp(ending + 1, picture_endings[format])))
        format++;
    return format;
}

bool paper_wanted(const char *path)
{
    return format_of(path) < NPICTURES;
}

/* Reads a length. *out: points of 1/72 inch. */
static enum status read_width(const char *text, double *out)
{
    static const struct {
        const char *name;
        double points;
    } units[] = {{"mm", 72 / 25.4}, {"cm", 72 / 2.54}, {"in", 72}, {"pt", 72 / 72.27}};
    char *end;
    const double number = strtod(text, &end);
    for (size_t k = 0; end > text && k < sizeof units / sizeof *units; k++)
        if (!strcmp(end, units[k].name)) {
            *out = number * units[k].points;
            if (*out >= 72 && *out <= 7200) return OK;
            return fail(ERROR_INPUT, "--width %s: a width is from 1 in (25.4 mm) to 100 in", text);
        }
    return fail(ERROR_INPUT, "--width %s: a number and mm, cm, in or pt are expected, as in 84mm",
                text);
}

/* Reads a name and a size, of which one may be missing. */
static enum status read_font(char *font, struct paper *out)
{
    char *comma = strrchr(font, ','), *end = NULL;
    out->font = font;
    if (comma) {
        *comma = '\0';
        out->size = strtod(comma + 1, &end);
        if (end == comma + 1 || *end || !(out->size >= 4 && out->size <= 40))
            return fail(ERROR_INPUT, "--font %s,%s: the size is a number of points from 4 to 40",
                        font, comma + 1);
    }
    if (*font && out->format != SPY_PDF)
        return fail(ERROR_INPUT,
                    "--font %s: LaTeX sets the texts of a .%s in the font of the document. Give "
                    "the size alone: --font ,%g",
                    font, picture_endings[out->format], out->size);
    return OK;
}

enum status paper_read(const char *path, const char *width, char *font, struct paper *out)
{
    *out = (struct paper){format_of(path), 122 * 72 / 25.4, 8, ""};
    if (width) MUST(read_width(width, &out->width));
    return font ? read_font(font, out) : OK;
}

static enum status find_figure(const struct results *results, const char *only, const char *path,
                               const struct figure **out)
{
    char *names = NULL;
    *out = NULL;
    if (results->nfigures == 0)
        return fail(ERROR_INPUT, "no figure for -o %s: the experiment declares none", path);
    MUST(copy_text("", &names));
    enum status status = OK;
    for (size_t k = 0; k < results->nfigures && status == OK; k++) {
        const struct figure *figure = &results->figures[k];
        if (only ? !strcmp(figure->id, only) : results->nfigures == 1) *out = figure;
        status = append_text(&names, "%s%s", k ? ", " : "", figure->id);
    }
    if (status == OK && !*out)
        status = fail(ERROR_INPUT,
                      only ? "no figure '%s' for -o %s. There are: %s"
                           : "%sone figure goes into -o %s. Name one of: %s",
                      only ? only : "", path, names);
    else if (status == OK && !strcmp((*out)->kind, "structure"))
        status = fail(ERROR_INPUT,
                      "figure '%s' shows structures: draw one with "
                      "`warpmark spy SOURCE -o FILE.pdf`",
                      (*out)->id);
    free(names);
    return status;
}

struct drawn {
    const struct figure_data *data;
    const struct paper *paper;
    const char *stem;
};

static enum status print_data(const void *what, FILE *out)
{
    gnuplot_write_data(((const struct drawn *)what)->data, out);
    return OK;
}

static enum status print_script(const void *what, FILE *out)
{
    const struct drawn *drawn = what;
    return gnuplot_write_paper(drawn->data, drawn->stem, drawn->paper, out);
}

/* Makes "STEM", or for LaTeX "STEM-inc": what gnuplot calls its pictures, and LaTeX the PDF. */
static enum status make_stem(const char *path, const struct paper *paper, char **out)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    MUST(format_text(out, "%.*s%s", (int)(ending_of(path) - name), name,
                     paper->format == PICTURE_TEX ? "-inc" : ""));
    plot_file_name(*out);
    return OK;
}

/* Sets *out (new) to the PDF beside a .tex. */
static enum status inner_path(const char *path, const char *stem, char **out)
{
    const char *slash = strrchr(path, '/');
    return format_text(out, "%.*s%s.pdf", slash ? (int)(slash + 1 - path) : 0, path, stem);
}

/* Draws into the folder. */
static enum status draw(const struct folder *folder, const struct drawn *drawn)
{
    enum status status = OK;
    char *path = NULL;
    TRY(format_text(&path, "%s/%s.dat", folder->path, drawn->stem));
    TRY(print_to_file(path, NULL, print_data, drawn));
    free(path);
    path = NULL;
    TRY(format_text(&path, "%s/figure.gp", folder->path));
    TRY(print_to_file(path, NULL, print_script, drawn));
    TRY(gnuplot_run(folder->path, "figure.gp"));
out:
    free(path);
    return status;
}

/* Takes one picture from the folder. */
static enum status take(const struct folder *folder, const char *stem, enum spy_format format,
                        const char *path, bool force)
{
    char *from;
    MUST(format_text(&from, "%s/%s.%s", folder->path, stem, picture_endings[format]));
    enum status status = picture_store(from, format, path, force);
    free(from);
    return status;
}

static enum status make_caption(const struct figure_data *data, char **out)
{
    const char *const parts[] = {data->title, data->subtitle, data->caption};
    MUST(copy_text("", out));
    for (int k = 0; k < 3; k++)
        if (*parts[k]) MUST(append_text(out, "%s%s", **out ? "\n" : "", parts[k]));
    return OK;
}

enum status paper_plot(const struct results *results, const char *only, const char *path,
                       const struct paper *paper, bool force, char **caption)
{
    enum status status = OK;
    const struct figure *figure;
    struct figure_data data = {0};
    struct folder folder = {0};
    char *stem = NULL, *inner = NULL;
    const bool tex = paper->format == PICTURE_TEX;
    TRY(find_figure(results, only, path, &figure));
    TRY(make_stem(path, paper, &stem));
    TRY(inner_path(path, stem, &inner));
    TRY(file_probe(path, &kind_pictures[paper->format], force));
    if (tex) TRY(file_probe(inner, &kind_pictures[SPY_PDF], force));
    TRY(figure_data_make(results, figure, &data));
    TRY(folder_create("paper", &folder));
    TRY(draw(&folder, &(struct drawn){&data, paper, stem}));
    if (tex) TRY(take(&folder, stem, SPY_PDF, inner, force));
    TRY(take(&folder, stem, paper->format, path, force));
    TRY(make_caption(&data, caption));
out:
    folder_remove(&folder);
    figure_data_free(&data);
    free(stem);
    free(inner);
    return status;
}
