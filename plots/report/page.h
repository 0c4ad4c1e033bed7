/* A page of headings, paragraphs, tables and figures, written as HTML or as Markdown. */
#pragma once

#include <stdio.h>

#include "base/file.h"
#include "base/output/grid.h"
#include "plots/report/glossary.h"

enum page_format { PAGE_HTML, PAGE_MD };

#define REPRODUCE_TITLE "Papers, measured again" /* title of the report of `warpmark reproduce` */

/* Kinds of files, by enum page_format; the second array is for `warpmark reproduce`. */
extern const struct file_kind kind_reports[2], kind_reports_on_papers[2];

struct page {
    FILE *out;
    enum page_format format;
    unsigned figures;          /* so far */
    const char *file;          /* stands for FILE in commands; NULL: several files */
    struct glossary *glossary; /* glossary of words whose first use is a link; or NULL */
};

/* All texts are escaped; in paragraphs and items `...` is a command. An anchor is the target of
 * links: letters, digits, '.', '_' and '-'; or NULL. */
void page_begin(const struct page *page, const char *title);
void page_end(const struct page *page);
void page_heading(const struct page *page, int level, const char *anchor, const char *text);
void page_text(const struct page *page, const char *text); /* a paragraph */
enum status page_say(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3))); /* the same, by printf. Errors: ERROR_HOST_MEMORY */
void page_code(const struct page *page, const char *text); /* a line for the reader to type */

/* Functions for a list of texts. */
void page_open_list(const struct page *page);
void page_item(const struct page *page, const char *text);
void page_items(const struct page *page, const char *text); /* each line is an item */
enum status page_say_item(const struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void page_close_list(const struct page *page);

/* Functions for a list of links; note comes behind the link. */
void page_open_links(const struct page *page);
void page_link(const struct page *page, const char *anchor, const char *text, const char *note);
void page_close_links(const struct page *page);

/* Functions for a part of the page that the reader can fold away. Scripts fold it, but for print
 * and where a link leads into it; without scripts it is open. Markdown has all of it. */
void page_open_fold(const struct page *page, const char *title);
void page_close_fold(const struct page *page);

/* Prints a link to an anchor that stays in sight, for HTML. */
void page_stay_link(const struct page *page, const char *anchor, const char *text);

/* Prints a table with its title, unless that is NULL or "". */
void page_grid(const struct page *page, const struct grid *grid, const char *anchor);

/* Prints a table without its empty columns, unless it has no rows; frees it. Errors: the grid's. */
enum status page_take_grid(const struct page *page, const char *anchor, struct grid *grid);

/* Prints a figure. svg: the picture, for HTML; file: its path, for Markdown. Errors:
 * ERROR_HOST_MEMORY. */
enum status page_figure(struct page *page, const char *anchor, const char *title, const char *svg,
                        const char *file);

/* Prints the words of the glossary that the page used, with their meanings, below a heading. */
void page_glossary(const struct page *page);
#define GLOSSARY_ANCHOR "words"
#define GLOSSARY_TITLE "Words on this page"
