/* `warpmark plot FILE`: draws the declared figures with gnuplot. */
#pragma once

#include "base/status.h"
#include "store/results.h"

/* Writes NAME-ID.dat, NAME-ID.gp, NAME-ID.png and NAME-ID.svg into the directory (created where
 * missing) for every figure, or for the one called only. A figure of kind "structure" becomes
 * NAME-ID-LABEL.png and .svg for each of its problems, which are made again. force: figures of ours
 * that are there are replaced; that is looked at before anything is drawn. The script can be
 * changed and rerun by `gnuplot NAME-ID.gp` in there. Errors: ERROR_INPUT (no such figure, kind or
 * field; a file is there), ERROR_IO, ERROR_ENVIRONMENT (no gnuplot; the files for it stay),
 * ERROR_HOST_MEMORY. */
enum status plot_figures(const struct results *results, const char *directory, const char *only,
                         bool force);

/* The same for a page, which shows only SVG. PNGs are left out because each takes longer than all
 * the rest. */
enum status plot_for_page(const struct results *results, const char *directory, const char *only);

/* Makes every character '_' but letters, digits, '.', '_' and '-', and a first '.' or '-' too, so
 * that the text is a safe name of a file or an anchor. */
void plot_file_name(char *text);

/* The pictures of a figure: one, or for a structure one for each problem. */
struct plot_names {
    size_t count;
    struct plot_name {
        char *stem;                           /* stem of its files: "NAME-ID" or "NAME-ID-LABEL" */
        const struct result_problem *problem; /* NULL unless the figure is a structure */
    } * name;
};

/* Lists the pictures. The caller frees *out, on failure, too. Errors: ERROR_HOST_MEMORY. */
enum status plot_names(const struct results *results, const struct figure *figure,
                       struct plot_names *out);
void plot_names_free(struct plot_names *names);
