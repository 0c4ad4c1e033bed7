/* Writes a structure plot for gnuplot. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/output/units.h"
#include "plots/figures/figure_layout.h"
#include "plots/figures/gnuplot_parts.h"
#include "plots/figures/scale.h"
#include "plots/figures/spy.h"

extern const char text_style_gp[]; /* plots/style.gp */

/* Pixels of the PNG for one pixel of the canvas. All other measures here are in pixels of the
 * canvas; the factor makes dots whole pixels. */
enum { ZOOM = 3 };

/* Layout of the picture; panels are one below the other, and y counts from the top. */
struct view {
    double width, height, left, top, side, step; /* side: of the square that holds the dots */
    double bar_top;
    char *title, *subtitle; /* wrapped */
    bool bar;               /* whether dots differ in colour */
    struct scale fill;
};

/* Pixels of a dot, across and down; the same number. */
static uint32_t dot_pixels(const struct raster *raster)
{
    return SPY_PIXELS / raster->side;
}

static void write_pixels(float fill, uint32_t count, FILE *out)
{
    while (count--) fwrite(&fill, sizeof fill, 1, out);
}

void spy_data_write(const struct raster *raster, FILE *out)
{
    uint32_t pixels = dot_pixels(raster);
    for (uint32_t y = 0; y < pixels * raster->side; y++)
        for (uint32_t column = 0; column < raster->side; column++) {
            float fill = (float)raster_fill(raster, y / pixels, column);
            write_pixels(fill > 0 ? fill : NAN, pixels, out);
        }
}

/* Makes one scale for all panels. No dot is more than full. */
static void fill_scale(const struct spy *spy, struct scale *out)
{
    double least = INFINITY, most = 0;
    for (size_t p = 0; p < spy->npanels; p++) {
        const struct raster *raster = &spy->panel[p].raster;
        for (uint32_t row = 0; row < raster->side; row++)
            for (uint32_t column = 0; column < raster->side; column++) {
                double fill = raster_fill(raster, row, column);
                if (fill > 0) least = fmin(least, fill);
                most = fmax(most, fill);
            }
    }
    scale_make(SCALE_LOG, least, most, 0.2, out);
    out->high = fmin(out->high, 1);
    size_t labelled = 0;
    for (size_t i = 0; i < out->count; i++)
        if (!out->tick[i].minor) out->tick[labelled++] = out->tick[i];
    out->count = labelled;
}

static void free_view(struct view *view)
{
    free(view->title);
    free(view->subtitle);
}

static enum status make_subtitle(const struct spy *spy, size_t width, char **out)
{
    const struct raster *raster = &spy->panel[0].raster;
    char text[640], dot[200] = "one dot is one entry";
    if (raster->width > 1)
        snprintf(dot, sizeof dot, "one dot = %.30s × %.30s entries",
                 human_count(raster->width).text, human_count(raster->width).text);
    snprintf(text, sizeof text, "%s %s, %s non-zeros%s%s; %s", human_count(raster->n).text,
             spy->chain ? "states" : "rows", human_count(raster->nnz).text,
             spy->npanels == 1 ? ", " : "", spy->npanels == 1 ? spy->panel[0].order : "", dot);
    return wrap_text(text, width, " ", out);
}

static enum status make_view(const struct spy *spy, struct view *out)
{
    const struct raster *raster = &spy->panel[0].raster;
    enum status status = OK;
    bool titles = spy->npanels > 1;
    *out = (struct view){.bar = raster->width > 1 && raster->nnz > 0};
    out->side = (double)(dot_pixels(raster) * raster->side) / ZOOM;
    out->left = 2 * FIGURE_MARGIN + TEXT_CHAR * (double)strlen(human_count(raster->n).text);
    out->width = out->left + out->side + 2 * FIGURE_MARGIN;
    double wide = out->width - 2 * FIGURE_MARGIN;
    TRY(wrap_text(spy->source, (size_t)(wide / TITLE_CHAR), ":,/", &out->title));
    TRY(make_subtitle(spy, (size_t)(wide / SMALL_CHAR), &out->subtitle));
    out->top = 8 + TITLE_LINE * (double)count_lines(out->title) +
               SMALL_LINE * (double)(count_lines(out->subtitle) + 1) + (titles ? TEXT_LINE : 0) +
               12;
    out->step = out->side + TICK_HEIGHT + 2 * SMALL_LINE + (titles ? TEXT_LINE : 0) + 20;
    out->bar_top = out->top + out->step * (double)(spy->npanels - 1) + out->side + TICK_HEIGHT +
                   SMALL_LINE + 14;
    out->height = out->bar_top + (out->bar ? 14 + TICK_HEIGHT + SMALL_LINE + 8 : 0);
    fill_scale(spy, &out->fill);
out:
    if (status != OK) free_view(out);
    return status;
}

static void put_preamble(const struct view *view, enum spy_format format,
                         const struct canvas *canvas)
{
    fprintf(canvas->out, "%s\nunset grid\nset border 15\nunset key\nset tics scale 0.6\n",
            text_style_gp);
    gnuplot_terminal(canvas, format, ZOOM);
    fputs("set output 'picture'\nset multiplot\n"
          "set palette defined (0 '#7FB8DE', 0.5 '#0072B2', 1 '#00192E')\n",
          canvas->out);
    if (!view->bar) fputs("set palette defined (0 '#0072B2', 1 '#0072B2')\n", canvas->out);
}

/* Prints the texts, only for the first panel, because every plot of a multiplot would draw them
 * again. */
static void put_spy_texts(const struct view *view, const struct canvas *canvas)
{
    double y = 8 + TITLE_LINE * (double)count_lines(view->title);
    gnuplot_label(canvas, view->title, 8 + TITLE_LINE / 2.0, "font " FONT_TITLE);
    gnuplot_label(canvas, view->subtitle, y + SMALL_LINE / 2.0, "font " FONT_SMALL GREY);
    if (view->bar)
        gnuplot_label_at(canvas, "share of a dot that is filled", view->left + view->side / 2,
                         view->bar_top + 14 + TICK_HEIGHT + SMALL_LINE / 2.0, "center",
                         "font " FONT_SMALL);
}

/* Draws the colour bar below the last panel. */
static void put_bar(const struct view *view, const struct canvas *canvas)
{
    FILE *out = canvas->out;
    if (!view->bar) {
        fputs("unset colorbox\nset cbrange [0.5:2]\n", out);
        return;
    }
    fprintf(out, "set logscale cb\nset cbrange [%.10g:%.10g]\n", view->fill.low, view->fill.high);
    gnuplot_ticks(canvas, "cb", UNIT_NUMBER, &view->fill, true);
    fprintf(out,
            "set colorbox horizontal user origin screen %.5g, screen %.5g size screen %.5g, screen "
            "%.5g\n",
            view->left / view->width, 1 - (view->bar_top + 12) / view->height,
            view->side / view->width, 12 / view->height);
}

/* Draws an axis. Row or column i is at i, and takes the room from i - 1/2 to i + 1/2. */
static void put_axis(const struct raster *raster, char axis, const struct canvas *canvas)
{
    FILE *out = canvas->out;
    double end = (double)raster->width * raster->side - 0.5;
    struct scale scale;
    scale_make(SCALE_LINEAR, 0, raster->n - 1.0, 0.15, &scale);
    fprintf(out, axis == 'x' ? "set xrange [-0.5:%.10g]\n" : "set yrange [%.10g:-0.5]\n", end);
    size_t kept = 0;
    for (size_t i = 0; i < scale.count; i++) {
        double at = scale.tick[i].at;
        if (at >= 0 && at <= end && at == floor(at)) scale.tick[kept++] = scale.tick[i];
    }
    scale.count = kept;
    gnuplot_ticks(canvas, (char[]){axis, 0}, UNIT_COUNT, &scale, true);
}

static void put_names(const struct spy *spy, const struct view *view, size_t p,
                      const struct canvas *canvas)
{
    double top = view->top + (double)p * view->step;
    gnuplot_label_at(canvas, spy->chain ? "from state" : "row", FIGURE_MARGIN,
                     top - 10 - SMALL_LINE / 2.0, "left", "font " FONT_SMALL);
    gnuplot_label_at(canvas, spy->chain ? "to state" : "column", view->left + view->side / 2,
                     top + view->side + TICK_HEIGHT + SMALL_LINE / 2.0, "center",
                     "font " FONT_SMALL);
    if (spy->npanels > 1)
        gnuplot_label_at(canvas, spy->panel[p].order, view->left,
                         top - 10 - SMALL_LINE - TEXT_LINE / 2.0, "left", "font " FONT_BOLD);
}

/* Returns the step between pixels that are drawn. An SVG, which pages use, has an element for each
 * pixel; so only whole dots are drawn there, but at least as many pixels as it is wide. */
static uint32_t thinned(const struct raster *raster, double wide, enum spy_format format)
{
    uint32_t pixels = dot_pixels(raster), every = format == SPY_SVG ? pixels : 1;
    while (every > 1 && (pixels % every || pixels / every * raster->side < wide)) every--;
    return every;
}

static void put_panel(const struct spy *spy, const struct view *view, size_t p,
                      enum spy_format format, const struct canvas *canvas)
{
    FILE *out = canvas->out;
    const struct raster *raster = &spy->panel[p].raster;
    uint32_t pixels = dot_pixels(raster), side = pixels * raster->side,
             every = thinned(raster, view->side, format);
    double step = (double)raster->width / pixels, first = (every * step - 1) / 2;
    gnuplot_box(canvas, view->left, view->top + (double)p * view->step, view->side, view->side);
    put_axis(raster, 'x', canvas);
    put_axis(raster, 'y', canvas);
    put_names(spy, view, p, canvas);
    if (p + 1 < spy->npanels) fputs("unset colorbox\n", out);
    fprintf(out,
            "plot '%zu.bin' binary array=(%u,%u) format='%%float' origin=(%.10g,%.10g) dx=%.10g "
            "dy=%.10g \\\n",
            p, side, side, first, first, step, step);
    fprintf(out, "    every %u:%u with image notitle\nunset label\n", every, every);
}

enum status spy_script_write(const struct spy *spy, enum spy_format format, FILE *out)
{
    struct view view;
    MUST(make_view(spy, &view));
    const struct canvas canvas = {view.width, view.height, out, false, NULL};
    put_preamble(&view, format, &canvas);
    put_spy_texts(&view, &canvas);
    for (size_t p = 0; p < spy->npanels; p++) {
        put_bar(&view, &canvas);
        put_panel(spy, &view, p, format, &canvas);
    }
    fputs("unset multiplot\nset output\n", out);
    free_view(&view);
    return OK;
}
