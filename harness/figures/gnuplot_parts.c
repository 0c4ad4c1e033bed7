#include "harness/figures/gnuplot_parts.h"

#include "harness/util/gnuplot.h"

void gnuplot_terminal(const struct canvas *canvas, enum spy_format format, int zoom)
{
    static const char *const terminals[] = {
        [SPY_PNG] = "pngcairo", [SPY_SVG] = "svg", [SPY_PDF] = "pdfcairo"};
    FILE *out = canvas->out;
    fprintf(out, "set terminal %s noenhanced background 'white' font 'sans-serif,11' ",
            terminals[format]);
    if (format == SPY_PNG)
        fprintf(out, "size %.0f, %.0f fontscale %d linewidth %d\n", zoom * canvas->width,
                zoom * canvas->height, zoom, zoom);
    else if (format == SPY_SVG) fprintf(out, "size %.0f, %.0f\n", canvas->width, canvas->height);
    else fprintf(out, "size %.4gin, %.4gin fontscale 1\n", canvas->width / 72, canvas->height / 72);
    /* the SVG terminal knows no weights */
    fprintf(out, "bold = '%s'\n", format == SPY_SVG ? "sans-serif" : "sans-serif:Bold");
}

void gnuplot_label(const struct canvas *canvas, const char *text, double y, const char *style)
{
    fputs("set label ", canvas->out);
    gnuplot_text(text, canvas->out);
    fprintf(canvas->out, " at screen %.5g, screen %.5g left %s\n", 16 / canvas->width,
            1 - y / canvas->height, style);
}

void gnuplot_box(const struct canvas *canvas, double left, double top, double width, double height)
{
    fprintf(canvas->out, "set lmargin at screen %.7g\nset rmargin at screen %.7g\n",
            left / canvas->width, (left + width) / canvas->width);
    fprintf(canvas->out, "set tmargin at screen %.7g\nset bmargin at screen %.7g\n",
            1 - top / canvas->height, 1 - (top + height) / canvas->height);
}

void gnuplot_ticks(const char *axis, enum unit unit, const struct scale *scale, bool labels,
                   FILE *out)
{
    fprintf(out, "set %stics (", axis);
    for (size_t i = 0; i < scale->count; i++) {
        const struct tick *tick = &scale->tick[i];
        if (i > 0) fputs(", ", out);
        gnuplot_text(labels && !tick->minor ? human_tick(unit, tick->at).text : "", out);
        fprintf(out, " %.10g%s", tick->at, tick->minor ? " 1" : "");
    }
    fputs(")\n", out);
}
