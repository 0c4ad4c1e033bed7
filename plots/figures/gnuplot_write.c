#include "plots/figures/gnuplot_write.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/process/gnuplot.h"
#include "base/text.h"

extern const char text_style_gp[]; /* plots/style.gp */

/* Prints text without tabs and line feeds, and without quotes, which gnuplot would pair. */
static void put_data_text(const char *text, FILE *out)
{
    if (!*text) fputc('-', out);
    while (*text) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        if (*shown == '"') fputc('\'', out);
        else fwrite(shown, 1, length, out);
    }
}

static void put_data_number(double number, FILE *out)
{
    fprintf(out, "\t%s", isnan(number) ? "NaN" : exact_number(number).text);
}

static void put_header(const struct figure_data *data, FILE *out)
{
    const struct pivot *pivot = &data->pivot;
    put_data_text(data->faceted ? pivot->keys[0].field.name : "facet", out);
    fputc('\t', out);
    put_data_text(pivot->keys[pivot->nkeys - 1].field.name, out);
    fputs("\tposition", out);
    for (size_t j = 0; j < data->legend.count; j++) {
        static const char *const parts[DATA_PER_CURVE] = {"", " low", " high", " status"};
        for (int part = 0; part < DATA_PER_CURVE; part++) {
            fputc('\t', out);
            put_data_text(data->legend.name[j], out);
            fputs(parts[part], out);
        }
    }
    fputc('\n', out);
}

/* Prints a cell of a curve. A cell without a run does not break the line; a run without a number
 * makes a gap. */
static void put_cell(const struct cell *cell, double number, FILE *out)
{
    if (cell->runs == 0) fputs("\t-", out);
    else put_data_number(number, out);
}

static void put_data_row(const struct figure_data *data, const struct panel *panel, size_t row,
                         FILE *out)
{
    const struct pivot *pivot = &data->pivot;
    struct human buffer;
    put_data_text(data->faceted ? field_exact(pivot_key(pivot, row, 0), &buffer) : "", out);
    fputc('\t', out);
    put_data_text(field_exact(figure_data_key(data, row), &buffer), out);
    put_data_number(figure_data_x(data, panel, row), out);
    for (size_t j = 0; j < pivot->columns.count; j++) {
        const struct cell *cell = pivot_cell(pivot, row, j);
        put_cell(cell, cell->median, out);
        put_cell(cell, cell->low, out);
        put_cell(cell, cell->high, out);
        fputc('\t', out);
        put_data_text(cell_statuses(cell, true).text, out);
    }
    fputc('\n', out);
}

void gnuplot_write_data(const struct figure_data *data, FILE *out)
{
    put_header(data, out);
    for (size_t p = 0; p < data->npanels; p++)
        for (size_t i = 0; data->panels[p].group == 0 && i < data->panels[p].count; i++)
            put_data_row(data, &data->panels[p], data->panels[p].first + i, out);
}

/* The key */

static void put_sample(const struct figure_data *data, double width, const struct canvas *canvas,
                       double x, double y, size_t look)
{
    double left = x / canvas->width, right = (x + width - 10) / canvas->width,
           middle = 1 - y / canvas->height, half = 5 / canvas->height;
    if (data->bars) {
        fprintf(canvas->out,
                "set object rectangle from screen %.5g, screen %.5g to screen %.5g, screen %.5g "
                "fillstyle pattern %d border linetype %zu fillcolor linetype %zu linewidth 1\n",
                left, middle - half, right, middle + half, figure_pattern(look), look + 1,
                look + 1);
        return;
    }
    if (!data->by_name)
        fprintf(canvas->out,
                "set arrow from screen %.5g, screen %.5g to screen %.5g, screen %.5g nohead "
                "linetype %zu\n",
                left, middle, right, middle, look + 1);
    fprintf(canvas->out, "set label '' at screen %.5g, screen %.5g point linetype %zu\n",
            (left + right) / 2, middle, look + 1);
}

/* Draws the key, column by column. */
static void put_key(const struct figure_data *data, const struct figure_layout *layout,
                    const struct canvas *canvas)
{
    for (size_t k = 0; layout->entry && k < data->split.nlooks; k++) {
        double x = FIGURE_MARGIN + (double)(k / layout->key_rows) * layout->key_width,
               y = layout->key_top + (double)(k % layout->key_rows) * layout->key_height +
                   SMALL_LINE / 2;
        put_sample(data, layout->sample, canvas, x, y, k);
        gnuplot_label_at(canvas, layout->entry[k], x + layout->sample, y, "left",
                         "font " FONT_SMALL);
    }
}

/* Prints the texts. They are set only for the first panel, because every plot of a multiplot would
 * draw them again. */
static void put_figure_texts(const struct figure_data *data, const struct figure_layout *layout,
                             const struct canvas *canvas)
{
    static const char small[] = "font " FONT_SMALL GREY;
    double y = 8 + TITLE_LINE / 2.0, lines = (double)count_lines(layout->title),
           caption = (double)count_lines(layout->caption);
    gnuplot_label(canvas, layout->title, y, "font " FONT_TITLE);
    if (*layout->subtitle)
        gnuplot_label(canvas, layout->subtitle, 8 + TITLE_LINE * lines + SMALL_LINE / 2.0, small);
    if (*layout->up)
        gnuplot_label(canvas, layout->up, layout->up_top + SMALL_LINE / 2.0, "font " FONT_SMALL);
    const struct box *last = &layout->box[data->npanels - 1], *first = &layout->box[0];
    double right = data->npanels < layout->across
                       ? last->left + last->width
                       : layout->box[layout->across - 1].left + last->width;
    gnuplot_label_at(canvas, layout->across_text, (first->left + right) / 2,
                     layout->across_top + SMALL_LINE / 2.0, "center", "font " FONT_SMALL);
    gnuplot_label(canvas, layout->caption, layout->height - caption * SMALL_LINE, small);
    put_key(data, layout, canvas);
}

static enum status write_script(const struct figure_data *data, const char *stem, bool svg_only,
                                const struct paper *paper, FILE *out)
{
    enum status status = OK;
    struct figure_layout layout;
    MUST(figure_layout_make(data, paper ? paper->width * FONT_PIXELS / paper->size : 0, &layout));
    const struct canvas canvas = {layout.width, layout.height, out, svg_only, paper};
    fprintf(out,
            "%s\nset datafile separator \"\\t\"\nset datafile commentschars ''\n"
            "set datafile missing '-'\ndata = '%s.dat'\n"
            "unset key\n\n",
            text_style_gp, stem);
    gnuplot_begin_pictures(&canvas, stem);
    fputs("set multiplot\n", out);
    put_figure_texts(data, &layout, &canvas);
    for (size_t p = 0; p < data->npanels && status == OK; p++)
        status = gnuplot_write_panel(data, &layout, p, &canvas);
    fputs("unset multiplot\n", out);
    gnuplot_end_pictures(&canvas);
    figure_layout_free(data, &layout);
    return status;
}

enum status gnuplot_write_script(const struct figure_data *data, const char *stem, bool svg_only,
                                 FILE *out)
{
    fprintf(out, "# Draws %s.png and %s.svg from %s.dat, in this folder: gnuplot %s.gp\n\n", stem,
            stem, stem, stem);
    return write_script(data, stem, svg_only, NULL, out);
}

enum status gnuplot_write_paper(const struct figure_data *data, const char *stem,
                                const struct paper *paper, FILE *out)
{
    return write_script(data, stem, false, paper, out);
}
