/* A page of headings, paragraphs, tables and figures, written as HTML or as Markdown. */
#pragma once

#include <stdio.h>

#include "base/file.h"
#include "harness/util/grid.h"

enum page_format { PAGE_HTML, PAGE_MD };

#define REPRODUCE_TITLE "Papers, measured again" /* of the report of `warpmark reproduce` */

/* By enum page_format; the latter: those of `warpmark reproduce`. */
extern const struct file_kind kind_reports[2], kind_reports_on_papers[2];

struct page {
    FILE *out;
    enum page_format format;
    unsigned figures; /* so far */
};

/* All texts are escaped. An anchor is what links name: letters, digits, '.', '_' and '-'. */
void page_begin(const struct page *page, const char *title);
void page_end(const struct page *page);
void page_heading(const struct page *page, int level, const char *anchor,
                  const char *text);                       /* anchor: or NULL */
void page_text(const struct page *page, const char *text); /* a paragraph */
void page_code(const struct page *page, const char *text); /* a line to type */

/* A list of links; note stands behind the link. */
void page_open_list(const struct page *page);
void page_link(const struct page *page, const char *anchor, const char *text, const char *note);
void page_close_list(const struct page *page);

/* With its title, unless that is NULL or "". */
void page_grid(const struct page *page, const struct grid *grid);

/* svg: the picture, for HTML; file: where it is, for Markdown. */
void page_figure(struct page *page, const char *title, const char *svg, const char *file);
