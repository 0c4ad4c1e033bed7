/* Where everything in a figure goes, and its longer texts cut into lines. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "harness/figures/figure_data.h"

/* Sizes in pixels; y counts from the top. The boxes are those that the axes enclose. */
struct figure_layout {
    double width, height;
    int across;
    double left, top, box_width, box_height, step_x, step_y;
    double legend_top, caption_top;
    size_t legend_rows, label_lines; /* label_lines: of the tallest name below the x axis */
    struct scale x;                  /* for numbers */
    char *caption;                   /* wrapped */
    char **row_label;                /* by_name: per row of the pivot, wrapped */
};

/* Text widths are estimated: gnuplot knows them only while it draws. Errors: ERROR_HOST_MEMORY. */
enum status figure_layout_make(const struct figure_data *data, struct figure_layout *out);
void figure_layout_free(const struct figure_data *data,
                        struct figure_layout *layout); /* accepts a zeroed one; leaves one */

/* Copies text with line ends put in, so that no line is longer than width >= 1 characters: after
 * the last character of breaks that fits, else in the middle of a word. *out is new. Errors:
 * ERROR_HOST_MEMORY. */
enum status wrap_text(const char *text, size_t width, const char *breaks, char **out);
size_t count_lines(const char *text); /* 0 for an empty one */
