#include "plots/figures/gnuplot_parts.h"

#include <math.h>
#include <string.h>

#include "base/output/grid.h"
#include "base/process/gnuplot.h"

/* cairo draws at most 32767 pixels. */
static const double most_pixels = 30000;

/* A point of a font is a pixel in an SVG, but 4/3 pixels in a PNG. The weight of a font is an
 * attribute of a text in an SVG, for which gnuplot has no command: it is appended to the font's
 * name. */
void gnuplot_terminal(const struct canvas *canvas, enum spy_format format, int zoom)
{
    static const char *const terminals[] = {
        [SPY_PNG] = "pngcairo", [SPY_SVG] = "svg", [SPY_PDF] = "pdfcairo"};
    FILE *out = canvas->out;
    double scale = fmin(zoom, most_pixels / fmax(canvas->width, canvas->height));
    fprintf(out, "set terminal %s noenhanced background 'white' font 'sans-serif,11' ",
            terminals[format]);
    if (format == SPY_PNG)
        fprintf(out, "size %.0f, %.0f fontscale %.4g linewidth %.4g pointscale %.4g\n",
                scale * canvas->width, scale * canvas->height, scale, scale, scale);
    else if (format == SPY_SVG)
        fprintf(out, "size %.0f, %.0f fontscale 1.3333\n", canvas->width, canvas->height);
    else fprintf(out, "size %.4gin, %.4gin fontscale 1\n", canvas->width / 72, canvas->height / 72);
    fprintf(out, "plain = 'sans-serif'\nbold = '%s'\n",
            format == SPY_SVG ? "sans-serif\" font-weight=\"bold" : "sans-serif:Bold");
}

/* The terminal of a figure for a paper: lines and points shrink as letters do. LaTeX prints its
 * letters in its font of today; gnuplot's name of it would be LaTeX's, too. */
static void put_paper_terminal(const struct canvas *canvas)
{
    const struct paper *paper = canvas->paper;
    const double scale = paper->size / FONT_PIXELS;
    const char *font = paper->format != SPY_PDF ? "" : *paper->font ? paper->font : "sans-serif";
    FILE *out = canvas->out;
    if (paper->format == SPY_PDF) {
        fputs("set terminal pdfcairo noenhanced background 'white' font ", out);
        gnuplot_text(font, out), fprintf(out, ".',%g'", FONT_PIXELS);
    } else if (paper->format == PICTURE_TIKZ)
        fprintf(out, "set terminal tikz notimestamp font ',%g'", FONT_PIXELS);
    else
        fprintf(out,
                "set terminal cairolatex pdf input color colortext transparent header "
                "'\\fontsize{%.4g}{%.4g}\\selectfont' font ''",
                paper->size, 1.2 * paper->size);
    fprintf(out, " size %.6gin, %.6gin fontscale %.4g linewidth %.4g",
            canvas->width * scale / 72, canvas->height * scale / 72, scale, scale);
    if (paper->format != PICTURE_TIKZ) fprintf(out, " pointscale %.4g", scale);
    fputs("\nplain = ", out);
    gnuplot_text(font, out);
    fprintf(out, "\nbold = plain.'%s'\n", paper->format == SPY_PDF ? ":Bold" : "");
}

static void put_output(const char *stem, const char *ending, FILE *out)
{
    fputs("set output ", out);
    gnuplot_text(stem, out);
    fprintf(out, ".'.'.%s\n", ending);
}

void gnuplot_begin_pictures(const struct canvas *canvas, const char *stem)
{
    enum { ZOOM = 3 };
    FILE *out = canvas->out;
    if (canvas->paper) {
        put_paper_terminal(canvas);
        put_output(stem, human_text("'%s'", picture_endings[canvas->paper->format]).text, out);
        return;
    }
    fprintf(out, "do for [kind in '%s'] {\nif (kind eq 'png') {\n",
            canvas->svg_only ? "svg" : "png svg");
    gnuplot_terminal(canvas, SPY_PNG, ZOOM);
    fputs("} else {\n", out);
    gnuplot_terminal(canvas, SPY_SVG, 1);
    fputs("}\n", out);
    put_output(stem, "kind", out);
}

void gnuplot_end_pictures(const struct canvas *canvas)
{
    fputs(canvas->paper ? "set output\n" : "set output\n}\n", canvas->out);
}

void gnuplot_words(const struct canvas *canvas, const char *before, const char *text)
{
    FILE *out = canvas->out;
    if (!canvas->paper || canvas->paper->format == SPY_PDF) {
        gnuplot_text(text, out);
        return;
    }
    fprintf(out, "'%s", before);
    while (*text) {
        if (*text != '\n' && *text != '\'') latex_character(&text, out);
        else
            fprintf(out, "'.\"%s\".'%s", *text == '\n' ? "\\n" : "\\047",
                    *text == '\n' ? before : ""),
                text++;
    }
    fputc('\'', out);
}

void gnuplot_label_at(const struct canvas *canvas, const char *text, double x, double y,
                      const char *justify, const char *style)
{
    fputs("set label ", canvas->out);
    gnuplot_words(canvas, strstr(style, "bold") ? "\\bfseries{}" : "", text);
    fprintf(canvas->out, " at screen %.5g, screen %.5g %s %s\n", x / canvas->width,
            1 - y / canvas->height, justify, style);
}

void gnuplot_label(const struct canvas *canvas, const char *text, double y, const char *style)
{
    gnuplot_label_at(canvas, text, 12, y, "left", style);
}

void gnuplot_box(const struct canvas *canvas, double left, double top, double width, double height)
{
    fprintf(canvas->out, "set lmargin at screen %.7g\nset rmargin at screen %.7g\n",
            left / canvas->width, (left + width) / canvas->width);
    fprintf(canvas->out, "set tmargin at screen %.7g\nset bmargin at screen %.7g\n",
            1 - top / canvas->height, 1 - (top + height) / canvas->height);
}

void gnuplot_ticks(const struct canvas *canvas, const char *axis, enum unit unit,
                   const struct scale *scale, bool labels)
{
    FILE *out = canvas->out;
    fprintf(out, "set %stics (", axis);
    for (size_t i = 0; i < scale->count; i++) {
        const struct tick *tick = &scale->tick[i];
        if (i > 0) fputs(", ", out);
        gnuplot_words(canvas, "", labels && !tick->minor ? human_tick(unit, tick->at).text : "");
        fprintf(out, " %.10g%s", tick->at, tick->minor ? " 1" : "");
    }
    fputs(")\n", out);
}
