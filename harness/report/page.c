#include "harness/report/page.h"

#include <stdlib.h>

#include "base/text.h"
#include "harness/util/html.h"

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

static void put(const struct page *page, const char *text)
{
    (page->format == PAGE_HTML ? html_text : markdown_text)(text, page->out);
}

/* Text between two pieces of mark-up, by format. */
static void put_between(const struct page *page, const char *const before[2], const char *text,
                        const char *const after[2])
{
    fputs(before[page->format], page->out);
    put(page, text);
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

void page_code(const struct page *page, const char *text)
{
    if (page->format == PAGE_HTML) {
        fputs("<pre><code>", page->out);
        html_text(text, page->out);
        fputs("</code></pre>\n", page->out);
        return;
    }
    fputs("    ", page->out);
    while (*text) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        fwrite(shown, 1, length, page->out);
    }
    fputs("\n\n", page->out);
}

void page_open_list(const struct page *page)
{
    if (page->format == PAGE_HTML) fputs("<nav>\n<ul>\n", page->out);
}

void page_link(const struct page *page, const char *anchor, const char *text, const char *note)
{
    fprintf(page->out, page->format == PAGE_HTML ? "<li><a href=\"#%s\">" : "- [", anchor);
    put(page, text);
    if (page->format == PAGE_HTML) fputs("</a>", page->out);
    else fprintf(page->out, "](#%s)", anchor);
    if (*note) fputs(": ", page->out);
    put(page, note);
    fputs(page->format == PAGE_HTML ? "</li>\n" : "\n", page->out);
}

void page_close_list(const struct page *page)
{
    fputs(page->format == PAGE_HTML ? "</ul>\n</nav>\n" : "\n", page->out);
}

void page_grid(const struct page *page, const struct grid *grid)
{
    if (page->format == PAGE_MD) {
        grid_print(grid, TABLE_MD, page->out);
        fputc('\n', page->out);
        return;
    }
    if (*grid->title) page_heading(page, 3, NULL, grid->title);
    html_grid(grid, page->out);
}

void page_figure(struct page *page, const char *title, const char *svg, const char *file)
{
    char prefix[24];
    snprintf(prefix, sizeof prefix, "f%u-", ++page->figures);
    if (page->format == PAGE_MD) {
        fputs("![", page->out);
        markdown_text(title, page->out);
        fprintf(page->out, "](%s)\n\nFigure %u: ", file, page->figures);
        markdown_text(title, page->out);
        fputs("\n\n", page->out);
        return;
    }
    fputs("<figure tabindex=\"0\">\n", page->out);
    html_svg(svg, prefix, title, page->out);
    fprintf(page->out, "<figcaption>Figure %u: ", page->figures);
    html_text(title, page->out);
    fputs("</figcaption>\n</figure>\n", page->out);
}
