#include "harness/figures/gnuplot_write.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"
#include "harness/figures/figure_layout.h"
#include "harness/figures/gnuplot_parts.h"
#include "harness/util/gnuplot.h"

extern const char text_style_gp[]; /* plots/style.gp */

/* Columns of the data file, counted from 1: the first ones, then this many per curve. */
enum { POSITION = 3, VALUE, LOW, HIGH, PER_CURVE = 4 };

/* No tabs, no line ends, and no quotes, which gnuplot would pair up. */
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
        static const char *const parts[PER_CURVE] = {"", " low", " high", " status"};
        for (int part = 0; part < PER_CURVE; part++) {
            fputc('\t', out);
            put_data_text(data->legend.name[j], out);
            fputs(parts[part], out);
        }
    }
    fputc('\n', out);
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
        put_data_number(cell->median, out);
        put_data_number(cell->low, out);
        put_data_number(cell->high, out);
        fputc('\t', out);
        put_data_text(cell_statuses(cell, true).text, out);
    }
    fputc('\n', out);
}

void gnuplot_write_data(const struct figure_data *data, FILE *out)
{
    put_header(data, out);
    for (size_t p = 0; p < data->npanels; p++)
        for (size_t i = 0; i < data->panels[p].count; i++)
            put_data_row(data, &data->panels[p], data->panels[p].first + i, out);
}

/* Title, subtitle and caption: set for the first panel alone, for every plot of a multiplot would
 * draw them again. */
static void put_texts(const struct figure_data *data, const struct figure_layout *layout, FILE *out)
{
    const struct canvas canvas = {layout->width, layout->height, out};
    gnuplot_label(&canvas, data->title, 20, "font bold.',12'");
    if (*data->subtitle)
        gnuplot_label(&canvas, data->subtitle, 40, "font 'sans-serif,10' textcolor rgb '#555555'");
    gnuplot_label(&canvas, layout->caption, layout->caption_top,
                  "font 'sans-serif,9' textcolor rgb '#555555'");
    fprintf(out, "set key at screen 0.5, screen %.5g top center vertical maxrows %zu \\\n",
            1 - layout->legend_top / layout->height, layout->legend_rows);
    fputs("    Left reverse samplen 4 spacing 1.15\n", out);
}

static void put_ticks(char axis, enum unit unit, const struct scale *scale, bool labels, FILE *out)
{
    fprintf(out, "set %crange [%.10g:%.10g]\n%s logscale %c\n", axis, scale->low, scale->high,
            scale->type == SCALE_LOG ? "set" : "unset", axis);
    if (scale->empty) fprintf(out, "unset %ctics\n", axis);
    else gnuplot_ticks((char[]){axis, 0}, unit, scale, labels, out);
}

/* A name with a % is no label of its tick, which would be a format, but stands where that would. */
static void put_names(const struct figure_layout *layout, const struct panel *panel, FILE *out)
{
    fprintf(out, "set xrange [-0.5:%zu-0.5]\n", panel->count ? panel->count : 1);
    fputs(panel->count ? "set xtics (" : "unset xtics\n", out);
    if (panel->count == 0) return;
    for (size_t i = 0; i < panel->count; i++) {
        if (i > 0) fputs(", ", out);
        const char *name = layout->row_label[panel->first + i];
        gnuplot_text(strchr(name, '%') ? "" : name, out);
        fprintf(out, " %zu", i);
    }
    fputs(") scale 0\nset grid noxtics\n", out);
    for (size_t i = 0; i < panel->count; i++) {
        const char *name = layout->row_label[panel->first + i];
        if (!strchr(name, '%')) continue;
        fputs("set label ", out);
        gnuplot_text(name, out);
        fprintf(out, " at first %zu, graph 0 center offset 0, -0.9\n", i);
    }
}

static void put_axes(const struct figure_data *data, const struct figure_layout *layout, size_t p,
                     FILE *out)
{
    const struct pivot *pivot = &data->pivot;
    const struct panel *panel = &data->panels[p];
    const struct field *x = &pivot->keys[pivot->nkeys - 1].field;
    size_t column = p % (size_t)layout->across, row = p / (size_t)layout->across;
    gnuplot_box(&(struct canvas){layout->width, layout->height, out},
                layout->left + (double)column * layout->step_x,
                layout->top + (double)row * layout->step_y, layout->box_width, layout->box_height);
    struct scale y;
    figure_data_y_scale(data, panel, &y);
    put_ticks('y', pivot->value.unit, &y, column == 0 || y.type != SCALE_LOG, out);
    if (data->by_name) put_names(layout, panel, out);
    else put_ticks('x', x->unit, &layout->x, true, out);
    fputs("set xlabel ", out);
    gnuplot_text(x->title, out);
    fprintf(out, " offset 0, -%zu\nset ylabel ", layout->label_lines - 1);
    gnuplot_text(column == 0 ? pivot->value.title : "", out);
    fputc('\n', out);
}

static void put_panel_title(const struct figure_data *data, const struct panel *panel, FILE *out)
{
    if (!data->faceted || panel->count == 0) return;
    struct human buffer;
    const struct field *field = &data->pivot.keys[0].field;
    fputs("set title ", out);
    if (!data->built.faceted) {
        gnuplot_text(field->name, out);
        fputs(".' = '.", out);
    }
    gnuplot_text(field_shown(field, pivot_key(&data->pivot, panel->first, 0), &buffer), out);
    fputs(" font bold.',11' offset 0, -0.4\n", out);
}

/* How far bar j stands from the middle of its group; a group takes 0.86 of the distance to the
 * next. */
static double bar_offset(const struct figure_data *data, size_t j, double *width)
{
    *width = 0.86 / (double)data->legend.count;
    return ((double)j - ((double)data->legend.count - 1) / 2) * *width;
}

/* Where a bar has no number, its status stands upright in its place. */
static void put_statuses(const struct figure_data *data, const struct panel *panel, FILE *out)
{
    for (size_t i = 0; data->bars && i < panel->count; i++)
        for (size_t j = 0; j < data->pivot.columns.count; j++) {
            const struct cell *cell = pivot_cell(&data->pivot, panel->first + i, j);
            if (!isnan(cell->median) || cell->runs == 0) continue;
            double width, x = (double)i + bar_offset(data, j, &width);
            fputs("set label ", out);
            gnuplot_text(cell_statuses(cell, true).text, out);
            fprintf(out,
                    " at first %.6g, graph 0.015 rotate by 90 left font 'sans-serif,9' front\n", x);
        }
}

/* The next part of the plot command, on the panel's rows: `data skip 1 every ::0::9 using `. */
static void put_source(const struct panel *panel, bool *any, FILE *out)
{
    fprintf(out, "%sdata skip 1 every ::%zu::%zu using ", *any ? ", \\\n        " : "plot ",
            panel->first, panel->first + panel->count - 1);
    *any = true;
}

/* Lines from LOW to HIGH of column j's cells, without the points and caps of gnuplot's own error
 * bars. */
static void put_whiskers(const struct panel *panel, size_t j, double offset, const char *style,
                         bool *any, FILE *out)
{
    size_t low = LOW + j * PER_CURVE, high = HIGH + j * PER_CURVE;
    put_source(panel, any, out);
    fprintf(out, "($%d+%.6g):%zu:(0):($%zu-$%zu) with vectors nohead %s notitle", POSITION, offset,
            low, high, low, style);
}

static void put_bar(const struct figure_data *data, const struct panel *panel, size_t j, bool *any,
                    FILE *out)
{
    static const int patterns[] = {3, 4, 1, 5, 2, 6, 7, 0};
    double width, offset = bar_offset(data, j, &width);
    put_source(panel, any, out);
    fprintf(out,
            "($%d+%.6g):%zu:(%.6g) with boxes linetype %zu linewidth 1 dashtype solid fillstyle "
            "pattern %d title ",
            POSITION, offset, VALUE + j * PER_CURVE, 0.9 * width, j + 1, patterns[(j + j / 8) % 8]);
    gnuplot_text(data->legend.name[j], out);
    put_whiskers(panel, j, offset, "linestyle 102", any, out);
}

static void put_curve(const struct figure_data *data, const struct panel *panel, size_t j,
                      bool *any, FILE *out)
{
    char style[80];
    snprintf(style, sizeof style, "linetype %zu linewidth 1 dashtype solid", j + 1);
    put_whiskers(panel, j, 0, style, any, out);
    put_source(panel, any, out);
    fprintf(out, "%d:%zu with linespoints linetype %zu", POSITION, VALUE + j * PER_CURVE, j + 1);
    fputs(figure_data_in_legend(data, j) ? " title " : " notitle", out);
    if (figure_data_in_legend(data, j)) gnuplot_text(data->legend.name[j], out);
}

static void put_panel(const struct figure_data *data, const struct figure_layout *layout, size_t p,
                      FILE *out)
{
    const struct panel *panel = &data->panels[p];
    bool any = false;
    put_axes(data, layout, p, out);
    put_panel_title(data, panel, out);
    put_statuses(data, panel, out);
    for (size_t j = 0; panel->count > 0 && j < data->legend.count; j++)
        (data->bars ? put_bar : put_curve)(data, panel, j, &any, out);
    fputs(any ? "\n" : "plot NaN notitle\n", out);
    fputs("unset label\nunset key\n", out);
}

static void put_preamble(const struct figure_layout *layout, const char *stem, FILE *out)
{
    double zoom =
        fmin(2, 30000 / fmax(layout->width, layout->height)); /* cairo ends at 32767 pixels */
    fprintf(out, "# Draws %s.png and %s.svg from %s.dat, in this folder: gnuplot %s.gp\n\n", stem,
            stem, stem, stem);
    fprintf(
        out,
        "%s\nset datafile separator \"\\t\"\nset datafile commentschars ''\ndata = '%s.dat'\n\n",
        text_style_gp, stem);
    fputs("do for [kind in 'png svg'] {\n    if (kind eq 'png') {\n", out);
    fprintf(out,
            "        set terminal pngcairo noenhanced background 'white' font 'sans-serif,11' size "
            "%.0f, %.0f \\\n",
            zoom * layout->width, zoom * layout->height);
    fprintf(out, "            fontscale %.3g linewidth %.3g pointscale %.3g\n    } else {\n", zoom,
            zoom, zoom);
    fprintf(out,
            "        set terminal svg noenhanced background 'white' font 'sans-serif,11' size "
            "%.0f, %.0f\n    }\n",
            layout->width, layout->height);
    fputs("    bold = kind eq 'png' ? 'sans-serif:Bold' : 'sans-serif'\n",
          out); /* the SVG terminal knows no weights */
    fprintf(out, "    set output '%s.'.kind\n    set multiplot\n", stem);
}

enum status gnuplot_write_script(const struct figure_data *data, const char *stem, FILE *out)
{
    struct figure_layout layout;
    MUST(figure_layout_make(data, &layout));
    put_preamble(&layout, stem, out);
    put_texts(data, &layout, out);
    for (size_t p = 0; p < data->npanels; p++) put_panel(data, &layout, p, out);
    fputs("unset multiplot\nset output\n}\n", out);
    figure_layout_free(data, &layout);
    return OK;
}
