#include "plots/report/page.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/html.h"
#include "base/output/units.h"
#include "base/text.h"
#include "plots/report/svg.h"

const struct file_kind kind_reports[2] = {
    [PAGE_HTML] = {"a report of warpmark", "<!doctype html>", "content=\"warpmark report\""},
    [PAGE_MD] = {"a report of warpmark", "# ", "<!-- warpmark report -->"},
};

const struct file_kind kind_reports_on_papers[2] = {
    [PAGE_HTML] = {"a report of warpmark reproduce", "<!doctype html>",
                   "<title>" REPRODUCE_TITLE "</title>"},
    [PAGE_MD] = {"a report of warpmark reproduce", "# " REPRODUCE_TITLE,
                 "<!-- warpmark report -->"},
};

/* Prints a text without control characters. */
static void page_shown(const struct page *page, const char *text)
{
    while (*text) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        fwrite(shown, 1, length, page->out);
    }
}

static void put_words(const struct page *page, const char *text)
{
    if (page->format == PAGE_HTML) {
        glossary_html(text, page->glossary, page->out);
        return;
    }
    if (page->glossary) glossary_see(page->glossary, text);
    if (*text == ' ') fputc(' ', page->out);
    markdown_text(text, page->out);
}

static void put_code_part(const struct page *page, const char *text)
{
    if (page->format == PAGE_HTML) html_text(text, page->out);
    else page_shown(page, text);
}

/* Prints a command between marks of code; FILE in it becomes the file that the page is about. */
static void put_command(const struct page *page, const char *command)
{
    static const char file[] = " FILE";
    const char *at = page->file && !strchr(page->file, '`') ? strstr(command, file) : NULL;
    fputs(page->format == PAGE_HTML ? "<code>" : "`", page->out);
    if (at) {
        put_code_part(page, human_text("%.*s ", (int)(at - command), command).text);
        put_code_part(page, page->file);
    }
    put_code_part(page, at ? at + strlen(file) : command);
    fputs(page->format == PAGE_HTML ? "</code>" : "`", page->out);
}

/* Prints a text, in which `...` is a command. Very long ones are printed as they are. */
static void page_put(const struct page *page, const char *text)
{
    char before[1024], command[256];
    for (const char *open; (open = strchr(text, '`'));) {
        const size_t first = (size_t)(open - text), length = strcspn(open + 1, "`");
        if (!length || !open[length + 1] || first >= sizeof before || length >= sizeof command)
            break;
        snprintf(before, sizeof before, "%.*s", (int)first, text);
        snprintf(command, sizeof command, "%.*s", (int)length, open + 1);
        put_words(page, before);
        put_command(page, command);
        text = open + length + 2;
    }
    put_words(page, text);
}

/* Prints text between two pieces of mark-up, which depend on the format. */
static void put_between(const struct page *page, const char *const before[2], const char *text,
                        const char *const after[2])
{
    fputs(before[page->format], page->out);
    page_put(page, text);
    fputs(after[page->format], page->out);
}

void page_begin(const struct page *page, const char *title)
{
    if (page->format == PAGE_HTML) html_begin(title, page->out);
    page_heading(page, 1, NULL, title);
}

void page_end(const struct page *page)
{
    if (page->format == PAGE_HTML) html_end(page->out);
    else fputs("<!-- warpmark report -->\n", page->out);
}

void page_heading(const struct page *page, int level, const char *anchor, const char *text)
{
    if (page->format == PAGE_HTML) {
        fprintf(page->out, "<h%d", level);
        if (anchor) fprintf(page->out, " id=\"%s\"", anchor);
        fputc('>', page->out);
        html_text(text, page->out);
        fprintf(page->out, "</h%d>\n", level);
        return;
    }
    if (anchor) fprintf(page->out, "<a id=\"%s\"></a>\n\n", anchor);
    fprintf(page->out, "%.*s ", level, "######");
    markdown_text(text, page->out);
    fputs("\n\n", page->out);
}

void page_text(const struct page *page, const char *text)
{
    static const char *const before[] = {"<p>", ""}, *const after[] = {"</p>\n", "\n\n"};
    put_between(page, before, text, after);
}

enum status page_say(const struct page *page, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    enum status status = append_list(&text, format, arguments);
    va_end(arguments);
    if (status == OK) page_text(page, text);
    free(text);
    return status;
}

void page_code(const struct page *page, const char *text)
{
    if (page->format == PAGE_HTML) {
        fputs("<pre tabindex=\"0\"><code>", page->out);
        html_text(text, page->out);
        fputs("</code></pre>\n", page->out);
        return;
    }
    fputs("    ", page->out);
    page_shown(page, text);
    fputs("\n\n", page->out);
}

void page_open_list(const struct page *page)
{
    if (page->format == PAGE_HTML) fputs("<ul>\n", page->out);
}

void page_item(const struct page *page, const char *text)
{
    static const char *const before[] = {"<li>", "- "}, *const after[] = {"</li>\n", "\n"};
    put_between(page, before, text, after);
}

enum status page_say_item(const struct page *page, const char *format, ...)
{
    char *text = NULL;
    va_list arguments;
    va_start(arguments, format);
    enum status status = append_list(&text, format, arguments);
    va_end(arguments);
    if (status == OK) page_item(page, text);
    free(text);
    return status;
}

void page_items(const struct page *page, const char *text)
{
    static const char *const before[] = {"<li>", "- "}, *const after[] = {"</li>\n", "\n"};
    while (*text) {
        char line[1024];
        size_t length = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        put_between(page, before, line, after);
        text += length + (text[length] != 0);
    }
}

void page_close_list(const struct page *page)
{
    fputs(page->format == PAGE_HTML ? "</ul>\n" : "\n", page->out);
}

void page_open_links(const struct page *page)
{
    if (page->format == PAGE_HTML) fputs("<nav aria-label=\"Contents\">\n", page->out);
    page_open_list(page);
}

void page_link(const struct page *page, const char *anchor, const char *text, const char *note)
{
    bool html = page->format == PAGE_HTML;
    fprintf(page->out, html ? "<li><a href=\"#%s\">" : "- [", anchor);
    (html ? html_text : markdown_text)(text, page->out);
    if (html) fputs("</a>", page->out);
    else fprintf(page->out, "](#%s)", anchor);
    if (*note) fputs(": ", page->out);
    (html ? html_text : markdown_text)(note, page->out);
    fputs(html ? "</li>\n" : "\n", page->out);
}

void page_close_links(const struct page *page)
{
    page_close_list(page);
    if (page->format == PAGE_HTML) fputs("</nav>\n", page->out);
}

void page_open_fold(const struct page *page, const char *title)
{
    if (page->format != PAGE_HTML) return;
    fputs("<details class=\"fold\" open>\n<summary>", page->out);
    html_text(title, page->out);
    fputs("</summary>\n", page->out);
}

void page_close_fold(const struct page *page)
{
    if (page->format == PAGE_HTML) fputs("</details>\n", page->out);
}

void page_stay_link(const struct page *page, const char *anchor, const char *text)
{
    if (page->format != PAGE_HTML) return;
    fprintf(page->out, "<a class=\"stay\" href=\"#%s\">", anchor);
    html_text(text, page->out);
    fputs("</a>\n", page->out);
}

void page_grid(const struct page *page, const struct grid *grid, const char *anchor)
{
    if (page->format == PAGE_MD) {
        if (anchor) fprintf(page->out, "<a id=\"%s\"></a>\n\n", anchor);
        grid_print(grid, TABLE_MD, page->out);
        fputc('\n', page->out);
        return;
    }
    if (*grid->title) page_heading(page, 3, anchor, grid->title);
    html_grid(grid, glossary_html, page->glossary, page->out);
}

enum status page_take_grid(const struct page *page, const char *anchor, struct grid *grid)
{
    enum status status = grid_drop_empty(grid);
    if (status == OK && grid->ncells > grid->ncolumns) page_grid(page, grid, anchor);
    grid_free(grid);
    return status;
}

static void markdown_figure(const struct page *page, const char *anchor, const char *title,
                            const char *file)
{
    if (anchor) fprintf(page->out, "<a id=\"%s\"></a>\n\n", anchor);
    fputs("![", page->out);
    markdown_text(title, page->out);
    fprintf(page->out, "](%s)\n\nFigure %u: ", file, page->figures);
    markdown_text(title, page->out);
    fputs("\n\n", page->out);
}

enum status page_figure(struct page *page, const char *anchor, const char *title, const char *svg,
                        const char *file)
{
    char prefix[24];
    snprintf(prefix, sizeof prefix, "f%u-", ++page->figures);
    if (page->format == PAGE_MD) {
        markdown_figure(page, anchor, title, file);
        return OK;
    }
    fputs("<figure tabindex=\"0\"", page->out);
    if (anchor) fprintf(page->out, " id=\"%s\"", anchor);
    fputs(">\n", page->out);
    svg_write(svg, prefix, title, page->out);
    fprintf(page->out, "<figcaption>Figure %u: ", page->figures);
    html_text(title, page->out);
    fputs("</figcaption>\n</figure>\n", page->out);
    return OK;
}

static void put_meaning(const struct page *page, size_t k)
{
    const struct glossary_entry *entry = &page->glossary->entry[k];
    bool html = page->format == PAGE_HTML;
    if (html) fprintf(page->out, "<dt id=\"word-%zu\">", k);
    else fputs("- **", page->out);
    (html ? html_text : markdown_text)(entry->names, page->out);
    fputs(html ? "</dt><dd>" : "**: ", page->out);
    (html ? html_text : markdown_text)(entry->meaning, page->out);
    fputs(html ? "</dd>\n" : "\n", page->out);
}

void page_glossary(const struct page *page)
{
    page_heading(page, 2, GLOSSARY_ANCHOR, GLOSSARY_TITLE);
    if (page->format == PAGE_HTML) fputs("<dl>\n", page->out);
    for (size_t k = 0; k < page->glossary->count; k++)
        if (page->glossary->entry[k].used) put_meaning(page, k);
    fputs(page->format == PAGE_HTML ? "</dl>\n" : "\n", page->out);
}
