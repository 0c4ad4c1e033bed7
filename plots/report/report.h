/* Reports: results files as one page, with their tables, figures and claims, the machine, and the
 * command to run it again.
 *
 * Nothing is solved for a report. It has the dates of the measurements and none of its own, so that
 * the same files give the same bytes. */
#pragma once

#include "base/file.h"
#include "base/sha256.h"
#include "base/status.h"
#include "store/judged.h"
#include "plots/report/page.h"
#include "store/results.h"

struct report_figure {
    char *title;
    char *svg;  /* a complete SVG file; NULL: it could not be drawn */
    char *file; /* its name beside a page of Markdown, without the folder */
    char *why;  /* why it could not be drawn; shown instead */
};

/* A results file, and what its script makes of it. */
struct report_part {
    struct results results;
    char *file;    /* name of the file, without its folder */
    size_t number; /* position among the parts, from 1 */
    char *anchor;  /* target of links; no other part has the same */
    char sha256[SHA256_TEXT];
    bool unjudged; /* nothing is known of claims, and of tables and figures of the script */
    size_t ntables, nfigures, ntroubles;
    struct grid *tables; /* tables that the script declares; its claims come first */
    struct report_figure *figures;
    char **troubles;            /* claims and tables that failed, one in each line */
    struct report_part *stored; /* stored results of the same experiment from a GPU elsewhere,
                                   without figures; or NULL */
    char *replayed;             /* which stored results this part reproduces, a sentence; or NULL */
    struct grid differing;      /* the cases of these that it does not reproduce */
};

struct report {
    const char *title; /* borrowed; NULL: made from the parts */
    size_t nparts;
    struct report_part *parts;
    struct glossary glossary;
};

/* Judges results that were read from path. */
typedef enum status report_judge(const char *path, struct results *results);

/* Reads the files, and makes their tables and figures. A table or figure that fails for any reason
 * is listed as a trouble, and the rest of the report is made. judge: NULL: what the files say of
 * claims, tables and figures counts. Errors: those of results_read and judge; ERROR_INTERRUPTED;
 * ERROR_HOST_MEMORY. */
enum status report_read(size_t count, const char *const *paths, report_judge *judge,
                        struct report *out);
void report_free(struct report *report); /* accepts a zeroed one; leaves one */

/* Reads the file at path, stored results that come with the program. If part k lacked a GPU, they
 * are shown beside it; else the report says which of their numbers the part reproduces, as `replay`
 * does. A file that cannot be read is a trouble of the part. Errors:
 * ERROR_INTERRUPTED, ERROR_HOST_MEMORY. */
enum status report_add_stored(struct report *report, size_t k, const char *path,
                              report_judge *judge);

/* Prints the troubles and why figures could not be drawn, a line each with the file's name; returns
 * how many there are. */
size_t report_troubles(const struct report *report, FILE *out);

/* Gets the format of a report from the ending of its name, .html or .md. Errors: ERROR_INPUT with
 * the nearest ending. */
enum status report_format(const char *path, enum page_format *out);

/* Writes the page. The page and its figures appear complete or not at all. For Markdown the figures
 * are written first, into a folder named like the page without its ending, which is made if it is
 * missing. replaced: as in file_create; if it is not NULL, pictures of ours are replaced, too.
 * Errors: those of file_store. */
enum status report_write(struct report *report, const char *path, const struct file_kind *replaced);

/* Prints the page of report_write. Call it once for a report, because the glossary remembers which
 * words were linked. folder: path of the figures in the page's links. */
enum status report_print(struct report *report, enum page_format format, const char *folder,
                         FILE *out);
