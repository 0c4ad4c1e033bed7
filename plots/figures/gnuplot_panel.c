/* Writes one panel of a figure for gnuplot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_family.h"
#include "base/memory.h"
#include "base/process/gnuplot.h"
#include "plots/figures/gnuplot_write.h"

/* A panel that is being written into a script. */
struct drawing {
    const struct figure_data *data;
    const struct figure_layout *layout;
    const struct panel *panel;
    const struct box *box;
    const struct canvas *canvas;
    struct scale values;
    bool any; /* something is plotted */
};

int figure_pattern(size_t look)
{
    static const int patterns[] = {3, 4, 1, 5, 2, 6, 7, 0};
    return patterns[(look + look / 8) % 8];
}

/* Vertical position and height of a cell in a panel whose rows have names. The columns of a row
 * share 0.8 of its height. The unit is a pixel in listed panels, else a row. */
static double line_of(const struct drawing *d, size_t row, size_t j, double *height)
{
    double count = (double)d->data->split.nlooks;
    if (d->data->listed) return figure_layout_line(d->data, d->layout, d->panel, j, height);
    *height = (count > 1 ? 0.8 : 0.6) / count;
    return (double)(row - d->panel->first) +
           ((double)d->data->split.look[j] - (count - 1) / 2) * *height;
}

/* Axes */

static void put_axis(const struct canvas *canvas, char axis, enum unit unit,
                     const struct scale *scale, bool labels)
{
    FILE *out = canvas->out;
    fprintf(out, "set %crange [%.10g:%.10g]\n%s logscale %c\n", axis, scale->low, scale->high,
            scale->type == SCALE_LOG ? "set" : "unset", axis);
    if (scale->empty) fprintf(out, "unset %ctics\n", axis);
    else gnuplot_ticks(canvas, (char[]){axis, 0}, unit, scale, labels);
}

/* Prints a name whose middle is y pixels below the top of the box. */
static void put_name(const struct drawing *d, const char *name, double y)
{
    double up = ((double)count_lines(name) - 1) / 2 * SMALL_LINE;
    gnuplot_label_at(d->canvas, name, d->box->left - 8, d->box->top + y - up, "right",
                     "font " FONT_SMALL);
}

static void put_guide(const struct drawing *d, double y)
{
    fprintf(d->canvas->out,
            "set arrow from graph 0, first %.6g to graph 1, first %.6g nohead back linestyle 100\n",
            y, y);
}

/* Prints a line for each column, counted in pixels. */
static void put_list(const struct drawing *d, bool names)
{
    fprintf(d->canvas->out, "set yrange [%.6g:0]\n", d->box->height);
    for (size_t j = 0; j < d->data->legend.count; j++) {
        double height, y = line_of(d, 0, j, &height);
        if (height <= 0) continue;
        put_guide(d, y);
        if (names) put_name(d, d->layout->name[j], y);
    }
}

static void put_row_names(const struct drawing *d)
{
    size_t count = d->panel->count ? d->panel->count : 1;
    fprintf(d->canvas->out, "set yrange [%zu-0.5:-0.5]\n", count);
    for (size_t i = 0; i < d->panel->count; i += d->data->name_step) {
        put_name(d, d->layout->name[d->panel->first + i],
                 ((double)i + 0.5) * d->box->height / (double)count);
        if (i) put_guide(d, (double)i - 0.5);
    }
}

static enum status put_title(const struct drawing *d)
{
    char *title;
    MUST(figure_panel_title(d->data, d->panel, &title));
    if (*title)
        gnuplot_label_at(d->canvas, title, d->box->left,
                         d->box->top - 4 - TEXT_LINE / 2.0 -
                             (double)d->layout->crossovers * SMALL_LINE,
                         "left", "font " FONT_BOLD);
    free(title);
    return OK;
}

static void put_axes(const struct drawing *d, size_t p)
{
    const struct figure_data *data = d->data;
    const struct pivot *pivot = &data->pivot;
    bool first = p % d->layout->across == 0;
    gnuplot_box(d->canvas, d->box->left, d->box->top, d->box->width, d->box->height);
    put_axis(d->canvas, data->by_name ? 'x' : 'y', pivot->value.unit, &d->values,
             first || data->by_name);
    if (data->by_name) fputs("unset logscale y\nunset ytics\n", d->canvas->out);
    if (data->listed) put_list(d, first);
    else if (data->by_name) put_row_names(d);
    else put_axis(d->canvas, 'x', pivot->keys[pivot->nkeys - 1].field.unit, &d->layout->x, true);
}

/* Prints the status of a cell that has no number, at the cell's place. */
static void put_statuses(const struct drawing *d)
{
    const struct figure_data *data = d->data;
    for (size_t i = 0; data->by_name && data->name_step == 1 && i < d->panel->count; i++)
        for (size_t j = 0; j < data->pivot.columns.count; j++) {
            size_t row = d->panel->first + i;
            const struct cell *cell = pivot_cell(&data->pivot, row, j);
            double height;
            if (!isnan(cell->median) || cell->runs == 0 || !figure_data_in_panel(data, d->panel, j))
                continue;
            const struct human why = cell_said(&data->pivot, cell, false);
            fputs("set label ", d->canvas->out);
            gnuplot_words(d->canvas, "", *why.text ? why.text : "not known");
            fprintf(d->canvas->out,
                    " at graph 0.01, first %.6g left font " FONT_SMALL GREY " front\n",
                    line_of(d, row, j, &height));
        }
}

/* Crossovers */

static struct human crossover_text(const struct drawing *d, const struct drawn_crossover *drawn)
{
    const struct pivot *pivot = &d->data->pivot;
    const struct result_crossover *c = &drawn->what;
    enum unit unit = pivot->keys[pivot->nkeys - 1].field.unit;
    if (isnan(c->at)) {
        const char *faster = c->state == CROSSING_A_FASTER   ? c->a
                             : c->state == CROSSING_B_FASTER ? c->b
                                                             : NULL;
        return faster ? human_text("no crossover: %.100s is faster everywhere", faster)
                      : human_text("no crossover found");
    }
    if (drawn->transfer)
        return human_text("predicted %.40s (dashed)", human_quantity(unit, c->at).text);
    if (c->low > 0 && isfinite(c->high))
        return human_text(drawn->next ? "next matrix: crossover %s" : "crossover %s",
                          human_range(unit, c->at, c->low, c->high).text);
    return human_text("crossover %.40s, its interval has no end", human_quantity(unit, c->at).text);
}

static double clamp_value(double value, double least, double most)
{
    return fmin(fmax(value, least), most);
}

/* Returns the place on the x axis, as a share of it. */
static double share_across(const struct scale *x, double at)
{
    double share = x->type == SCALE_LOG ? log(at / x->low) / log(x->high / x->low)
                                        : (at - x->low) / (x->high - x->low);
    return clamp_value(share, 0, 1);
}

/* Draws a crossover. Its value is printed above the box, in a line of its own, as near to the
 * crossover as the width of the box allows. */
static void put_crossover(const struct drawing *d, const struct drawn_crossover *drawn, size_t line)
{
    const struct result_crossover *c = &drawn->what;
    const struct scale *x = &d->layout->x;
    FILE *out = d->canvas->out;
    const struct human text = crossover_text(d, drawn);
    double y = d->box->top - 4 - ((double)line + 0.5) * SMALL_LINE,
           half = (double)strlen(text.text) * SMALL_CHAR / 2,
           middle = d->box->left + (isnan(c->at) ? 0 : share_across(x, c->at)) * d->box->width;
    gnuplot_label_at(
        d->canvas, text.text,
        clamp_value(middle, d->box->left + half,
                    fmax(d->box->left + half, d->canvas->width - FIGURE_MARGIN - half)),
        y, "center", "font " FONT_SMALL);
    if (isnan(c->at) || c->at < x->low || c->at > x->high) return;
    if (!drawn->transfer)
        fprintf(out,
                "set object rectangle from first %.10g, graph 0 to first %.10g, graph 1 behind "
                "fillcolor rgb '#E69F00' fillstyle solid 0.3 noborder\n",
                clamp_value(c->low, x->low, x->high), clamp_value(c->high, x->low, x->high));
    fprintf(out,
            "set arrow from first %.10g, graph 0 to first %.10g, graph 1 nohead back linecolor rgb "
            "%s\n",
            c->at, c->at,
            drawn->transfer ? "'#333333' linewidth 1.5 dashtype (8,6)" : "'#8A5A00' linewidth 1.5");
}

static enum status put_crossovers(const struct drawing *d)
{
    struct drawn_crossovers found;
    MUST(figure_crossovers(d->data, d->panel, &found));
    for (size_t k = 0; k < found.count; k++)
        put_crossover(d, &found.crossover[k], found.count - 1 - k);
    free(found.crossover);
    return OK;
}

/* Maps */

static void put_mark(const struct drawing *d, double x, const char *y, int type, double size)
{
    fprintf(d->canvas->out,
            "set label '' at first %.10g, %s point pointtype %d pointsize %g linewidth 1.2 "
            "linecolor rgb '#444444' front\n",
            x, y, type, size);
}

/* Draws a circle for each seed's crossover. If a variant is surely faster in the whole range, a
 * triangle is drawn at the end beyond which a crossover may be. */
static void put_marks(const struct drawing *d, const struct boundary_place *place)
{
    enum { CIRCLE = 6, UP = 8, DOWN = 10 };
    const struct results *r = d->data->results;
    const double x = place->row->over_value;
    for (size_t k = 0; place->next && k < r->ncrossovers; k++)
        if (crossover_same_family(place->row, &r->crossovers[k]) && r->crossovers[k].at > 0)
            put_mark(d, x, human_text("first %.10g", r->crossovers[k].at).text, CIRCLE, 0.8);
    const int side = boundary_side(d->data->nplaces, d->data->places, place);
    if (side) put_mark(d, x, side > 0 ? "graph 0.97" : "graph 0.03", side > 0 ? UP : DOWN, 1.2);
}

/* Prints "jacobi/msr/f64/seq is faster", at the top or the bottom of the box, at its left or
 * right. */
static enum status put_region(const struct drawing *d, const char *variant, bool top, bool left)
{
    enum status status = OK;
    const double inside = 14, x = d->box->left + (left ? inside : d->box->width - inside);
    char *said = NULL, *text = NULL;
    TRY(format_text(&said, "%s is faster", variant));
    TRY(wrap_text(said, (size_t)((d->box->width - 2 * inside) / SMALL_CHAR), " /,[]", &text));
    const double rest = ((double)count_lines(text) - 1) * SMALL_LINE,
                 y = d->box->top + (top ? 24 : d->box->height - 24 - rest);
    gnuplot_label_at(d->canvas, text, x, y, left ? "left" : "right", "font " FONT_SMALL " front");
out:
    free(said);
    free(text);
    return status;
}

/* Draws the marks, and the names of both regions if they fit. */
static enum status put_map(const struct drawing *d)
{
    const struct figure_data *data = d->data;
    const size_t panel =
        data->faceted && d->panel->count ? data->pivot.row[d->panel->first * 2] : 0;
    const char *name[2];
    bool left;
    for (size_t k = 0; k < data->nplaces; k++)
        if (data->places[k].panel == panel) put_marks(d, &data->places[k]);
    boundary_sides(data->nplaces, data->places, panel, &name[0], &name[1]);
    if (!name[0]) return OK;
    for (int above = name[0] == name[1]; above < 2; above++)
        if (figure_boundary_fits(data, panel, above, &left))
            MUST(put_region(d, name[above], above, left));
    return OK;
}

/* Data */

/* Starts the next part of the plot command, for the rows of the panel: `data skip 1 every ::0::9
 * using `. */
static void put_source(struct drawing *d)
{
    fprintf(d->canvas->out, "%sdata skip 1 every ::%zu::%zu using ",
            d->any ? ", \\\n        " : "plot ", d->panel->first,
            d->panel->first + d->panel->count - 1);
    d->any = true;
}

/* Draws lines from low to high of column j's cells, without the caps that gnuplot would draw. line:
 * their height if rows have names. */
static void put_whiskers(struct drawing *d, size_t j, double line)
{
    size_t low = DATA_LOW + j * DATA_PER_CURVE, high = DATA_HIGH + j * DATA_PER_CURVE;
    FILE *out = d->canvas->out;
    put_source(d);
    if (d->data->listed) fprintf(out, "%zu:(%.6g):($%zu-$%zu):(0)", low, line, high, low);
    else if (d->data->by_name)
        fprintf(out, "%zu:($%d+%.6g):($%zu-$%zu):(0)", low, DATA_POSITION, line, high, low);
    else fprintf(out, "%d:%zu:(0):($%zu-$%zu)", DATA_POSITION, low, high, low);
    if (d->data->bars) fputs(" with vectors nohead linestyle 102 notitle", out);
    else
        fprintf(out, " with vectors nohead linetype %zu linewidth 1.5 dashtype solid notitle",
                d->data->listed ? 1 : d->data->split.look[j] + 1);
}

/* Draws column j of named rows. line_of gives its height in the first row; gnuplot computes the
 * rows below. */
static void put_named(struct drawing *d, size_t j)
{
    double height, line = line_of(d, d->panel->first, j, &height),
                   half = (d->data->listed ? 0.35 : 0.45) * height;
    size_t value = DATA_VALUE + j * DATA_PER_CURVE,
           look = d->data->listed ? 0 : d->data->split.look[j];
    FILE *out = d->canvas->out;
    char at[60];
    if (d->data->listed) snprintf(at, sizeof at, "(%.6g)", line);
    else snprintf(at, sizeof at, "($%d+%.6g)", DATA_POSITION, line);
    if (!d->data->bars) put_whiskers(d, j, line);
    put_source(d);
    fprintf(out, "%zu:%s", value, at);
    if (d->data->bars)
        fprintf(
            out,
            ":(0):%zu:(%.*s-%.6g):(%.*s+%.6g) with boxxyerror linetype %zu linewidth 1 dashtype "
            "solid fillstyle pattern %d notitle",
            value, 58, at, half, 58, at, half, look + 1, figure_pattern(look));
    else fprintf(out, " with points linetype %zu notitle", look + 1);
    if (d->data->bars) put_whiskers(d, j, line);
}

/* Draws the band, and its width at each point; ends beyond the axis are cut. */
static void put_band(struct drawing *d, size_t j)
{
    const size_t low = DATA_LOW + j * DATA_PER_CURVE, high = DATA_HIGH + j * DATA_PER_CURVE,
                 look = d->data->split.look[j] + 1;
    const struct human from = human_text("($%zu>%.10g?$%zu:%.10g)", low, d->values.low, low,
                                         d->values.low),
                       to = human_text("($%zu<%.10g?$%zu:%.10g)", high, d->values.high, high,
                                       d->values.high);
    put_source(d);
    fprintf(d->canvas->out,
            "%d:%s:%s with filledcurves linetype %zu fillstyle transparent solid 0.25 noborder "
            "notitle",
            DATA_POSITION, from.text, to.text, look);
    put_source(d);
    fprintf(d->canvas->out,
            "%d:%s:(0):(%s-%s) with vectors nohead linetype %zu linewidth 1.5 dashtype solid "
            "notitle",
            DATA_POSITION, from.text, to.text, from.text, look);
}

static void put_curve(struct drawing *d, size_t j)
{
    if (figure_is_boundary(d->data)) put_band(d, j);
    else put_whiskers(d, j, 0);
    put_source(d);
    fprintf(d->canvas->out, "%d:%zu with linespoints linetype %zu notitle", DATA_POSITION,
            DATA_VALUE + j * DATA_PER_CURVE, d->data->split.look[j] + 1);
}

enum status gnuplot_write_panel(const struct figure_data *data, const struct figure_layout *layout,
                                size_t p, const struct canvas *canvas)
{
    const struct panel *panel = &data->panels[p];
    struct drawing d = {
        .data = data, .layout = layout, .panel = panel, .box = &layout->box[p], .canvas = canvas};
    figure_data_value_scale(data, panel, figure_layout_room(data, d.box), &d.values);
    put_axes(&d, p);
    MUST(put_title(&d));
    MUST(put_crossovers(&d));
    if (figure_is_boundary(data)) MUST(put_map(&d));
    put_statuses(&d);
    for (size_t j = 0; panel->count > 0 && j < data->legend.count; j++)
        if (figure_data_in_panel(data, panel, j)) (data->by_name ? put_named : put_curve)(&d, j);
    fputs(d.any ? "\n" : "plot NaN notitle\n", canvas->out);
    fputs("unset label\nunset arrow\nunset object\n", canvas->out);
    return OK;
}
