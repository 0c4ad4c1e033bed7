#include "base/output/html.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

extern const char text_report_css[], text_report_js[]; /* plots/report.css, plots/report.js */

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
    fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<main>\n", text_report_css);
}

void html_end(FILE *out)
{
    fprintf(out, "</main>\n<script>\n%s</script>\n</body>\n</html>\n", text_report_js);
}

enum status html_data(const char *id, print_fn *print, const void *what, FILE *out)
{
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (!memory) return fail(ERROR_HOST_MEMORY, "a page: no memory");
    enum status status = print(what, memory);
    const bool bad = ferror(memory);
    if ((fclose(memory) != 0 || bad) && status == OK)
        status = fail(ERROR_HOST_MEMORY, "a page: no memory");
    fprintf(out, "<script type=\"application/json\" id=\"%s\">", id);
    for (size_t k = 0; status == OK && k < size; k++)
        if (text[k] == '<') fputs("\\u003c", out);
        else putc(text[k], out);
    fputs("</script>\n", out);
    free(text);
    return status;
}

/* Tables */

/* Characters: texts of wider columns are broken into lines, and still wider ones get more room. */
enum { LONG_TEXT = 32, LONGEST_TEXT = 120, LONG_NUMBER = 14 };

static void put_first(const char *text, size_t length, FILE *out)
{
    char piece[256];
    while (length) {
        size_t part = length < sizeof piece ? length : sizeof piece - 1;
        while (part > 1 && part < length && ((unsigned char)text[part] & 0xc0) == 0x80) part--;
        memcpy(piece, text, part);
        piece[part] = 0;
        html_text(piece, out);
        text += part;
        length -= part;
    }
}

/* Prints a name with slashes and commas, which may be broken behind them. */
static void put_long(const char *text, FILE *out)
{
    while (*text) {
        size_t length = strcspn(text, "/,");
        length += text[length] != 0;
        put_first(text, length, out);
        text += length;
        if (*text && strchr("/,", text[-1])) fputs("<wbr>", out);
    }
}

/* Prints a number and its interval, "1.23 ms [1.20, 1.26]". Lines break only before a bracket. */
static void put_range(const char *text, FILE *out)
{
    for (const char *blank; (blank = strchr(text, ' ')); text = blank + 1) {
        put_first(text, (size_t)(blank - text), out);
        fputs(blank[1] == '[' || blank[1] == '(' ? " " : "&nbsp;", out);
    }
    html_text(text, out);
}

static bool is_long_column(const struct grid_column *column)
{
    return !column->right && column->width > LONG_TEXT;
}

static void put_open(const struct grid_column *column, const char *tag, FILE *out)
{
    fprintf(out, "<%s%s>", tag,
            column->right                  ? column->width > LONG_NUMBER ? " class=\"number range\""
                                                                         : " class=\"number\""
            : !is_long_column(column)      ? ""
            : column->width > LONGEST_TEXT ? " class=\"long longest\""
                                           : " class=\"long\"");
}

/* Number of the first columns that name the rows. */
static size_t key_count(const struct grid *grid) { return grid->keys ? grid->keys : 1; }

static void put_heads(const struct grid *grid, html_writer *writer, void *context, FILE *out)
{
    fputs("<tr>", out);
    for (size_t j = 0; j < grid->ncolumns; j++) {
        put_open(&grid->columns[j], "th scope=\"col\"", out);
        writer(grid->cells[j], context, out);
        fputs("</th>", out);
    }
    fputs("</tr>\n", out);
}

static void put_grid_row(const struct grid *grid, size_t first, FILE *out)
{
    fputs("<tr>", out);
    for (size_t j = 0; j < grid->ncolumns; j++) {
        const bool names_row = j < key_count(grid) && *grid->cells[first + j];
        put_open(&grid->columns[j], names_row ? "th scope=\"row\"" : "td", out);
        (grid->columns[j].right             ? put_range
         : is_long_column(&grid->columns[j]) ? put_long
                                             : html_text)(grid->cells[first + j], out);
        fputs(names_row ? "</th>" : "</td>", out);
    }
    fputs("</tr>\n", out);
}

/* Prints headings over neighbouring columns of the same group. */
static void put_groups(const struct grid *grid, html_writer *writer, void *context, FILE *out)
{
    if (!grid_has_groups(grid)) return;
    fputs("<tr>", out);
    for (size_t first = 0, end; first < grid->ncolumns; first = end) {
        const char *group = grid->columns[first].group;
        end = grid_group_end(grid, first);
        const char *tag = group ? "th scope=\"colgroup\"" : "td";
        fprintf(out, "<%s class=\"group\" colspan=\"%zu\">", tag, end - first);
        writer(group ? group : "", context, out);
        fprintf(out, "</%.2s>", tag);
    }
    fputs("</tr>\n", out);
}

void html_grid(const struct grid *grid, html_writer *writer, void *context, FILE *out)
{
    fputs("<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"", out);
    html_text(*grid->title ? grid->title : "table", out);
    fprintf(out, "\">\n<table data-keys=\"%zu\">\n<thead>\n", key_count(grid));
    put_groups(grid, writer, context, out);
    put_heads(grid, writer, context, out);
    fputs("</thead>\n<tbody>\n", out);
    for (size_t i = grid->ncolumns; i < grid->ncells; i += grid->ncolumns)
        put_grid_row(grid, i, out);
    fputs("</tbody>\n</table>\n</div>\n", out);
    if (!*grid->note) return;
    fputs("<p class=\"note\">", out);
    writer(grid->note, context, out); /* the style keeps its line feeds */
    fputs("</p>\n", out);
}
