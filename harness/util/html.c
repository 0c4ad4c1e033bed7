#include "harness/util/html.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

extern const char text_report_css[]; /* plots/report.css */

void html_text(const char *text, FILE *out)
{
    while (*text) {
        size_t length = 1;
        const char *shown = *text == '\n' ? text++ : shown_character(&text, &length);
        switch (*shown) {
        case '<': fputs("&lt;", out); break;
        case '>': fputs("&gt;", out); break;
        case '&': fputs("&amp;", out); break;
        case '"': fputs("&quot;", out); break;
        case '\'': fputs("&#39;", out); break;
        default: fwrite(shown, 1, length, out);
        }
    }
}

void html_begin(const char *title, FILE *out)
{
    fputs("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"generator\" content=\"warpmark report\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>",
          out);
    html_text(title, out);
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n", text_report_css);
}

void html_end(FILE *out)
{
    fputs("</body>\n</html>\n", out);
}

/* Tables */

enum { LONG_TEXT = 32 }; /* characters; wider columns of texts are broken into lines */

static void put_cell(const struct grid *grid, size_t i, const char *tag, FILE *out)
{
    const struct grid_column *column = &grid->columns[i % grid->ncolumns];
    const char *style = column->right               ? " class=\"number\""
                        : column->width > LONG_TEXT ? " class=\"long\""
                                                    : "";
    fprintf(out, "<%s%s>", tag, style);
    html_text(grid->cells[i], out);
    fprintf(out, "</%s>", tag);
}

static void put_row(const struct grid *grid, size_t first, const char *tag, FILE *out)
{
    fputs("<tr>", out);
    for (size_t j = 0; j < grid->ncolumns; j++) put_cell(grid, first + j, tag, out);
    fputs("</tr>\n", out);
}

/* Headings over neighbouring columns of the same group. */
static void put_groups(const struct grid *grid, FILE *out)
{
    if (!grid_has_groups(grid)) return;
    fputs("<tr>", out);
    for (size_t first = 0, end; first < grid->ncolumns; first = end) {
        const char *group = grid->columns[first].group;
        end = grid_group_end(grid, first);
        fprintf(out, "<th class=\"group\" colspan=\"%zu\">", end - first);
        html_text(group ? group : "", out);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
}

void html_grid(const struct grid *grid, FILE *out)
{
    fputs("<div class=\"wide\" tabindex=\"0\">\n<table>\n<thead>\n", out);
    put_groups(grid, out);
    put_row(grid, 0, "th", out);
    fputs("</thead>\n<tbody>\n", out);
    for (size_t i = grid->ncolumns; i < grid->ncells; i += grid->ncolumns)
        put_row(grid, i, "td", out);
    fputs("</tbody>\n</table>\n</div>\n", out);
    if (!*grid->note) return;
    fputs("<p class=\"note\">", out);
    html_text(grid->note, out); /* the style keeps its line ends */
    fputs("</p>\n", out);
}

/* Pictures */

/* Bytes of what introduces an id, or a reference to one, at the beginning of text; 0 for anything
 * else. */
static size_t before_id(const char *text)
{
    static const char *const forms[] = {" id=\"", " id='", "href=\"#", "href='#", "url(#"};
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
        if (strncmp(text, forms[k], strlen(forms[k])) == 0) return strlen(forms[k]);
    return 0;
}

/* svg begins within a tag, or before one. */
static void put_prefixed(const char *svg, const char *prefix, FILE *out)
{
    bool tag = true;
    while (*svg) {
        size_t length = tag ? before_id(svg) : 0;
        if (*svg == '<') tag = true;
        else if (*svg == '>') tag = false;
        fwrite(svg, 1, length ? length : 1, out);
        if (length) fputs(prefix, out);
        svg += length ? length : 1;
    }
}

void html_svg(const char *svg, const char *prefix, const char *title, FILE *out)
{
    static const char begin[] = "<svg", of_gnuplot[] = "<title>Gnuplot</title>";
    const char *at = strstr(svg, begin);
    if (!at) return;
    fprintf(out, "%s role=\"img\" aria-label=\"", begin);
    html_text(title, out);
    fputc('"', out);
    at += strlen(begin);
    const char *its_title = strstr(at, of_gnuplot);
    if (its_title) {
        fwrite(at, 1, (size_t)(its_title - at), out);
        at = its_title + strlen(of_gnuplot);
    }
    put_prefixed(at, prefix, out);
}
