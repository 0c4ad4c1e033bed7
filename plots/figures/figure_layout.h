/* Computes where everything in a figure goes, and cuts its texts into lines. A figure is narrow and
 * its letters are large, so that it can be read on the screen of a telephone. */
#pragma once

#include <stddef.h>

#include "base/status.h"
#include "plots/figures/figure_data.h"

/* Sizes in pixels; y counts from the top. Widths are estimated, because gnuplot knows the widths of
 * texts only while it draws. */
enum {
    FIGURE_WIDTH = 520,
    FIGURE_MARGIN = 12, /* around and between parts */
    TITLE_LINE = 21,
    TEXT_LINE = 19,
    SMALL_LINE = 16,
    TICK_HEIGHT = 34 /* below a box, with its labels */
};

/* Widths of a character in pixels. */
#define TITLE_CHAR 9.8
#define TEXT_CHAR 8.2
#define SMALL_CHAR 7.1
#define NAME_CHAR 7.4

/* A box between the axes. */
struct box {
    double left, top, width, height;
};

struct figure_layout {
    double width, height;
    bool bare;              /* without title, subtitle and caption */
    struct box *box;        /* for each panel */
    size_t across;          /* panels side by side */
    size_t crossovers;      /* lines above each box for the values of crossovers */
    char *up, *across_text; /* titles of the axes; up: "" if no axis goes up */
    double up_top, across_top;
    double slot;    /* height of a named row */
    struct scale x; /* for numbers */
    char *title, *subtitle, *caption;
    char **name; /* by_name: text beside each row of the pivot, or, if listed, each column */
    size_t nnames;
    double key_top, key_width, key_height; /* key_width, key_height: of an entry */
    double sample; /* width of the line or bar before a name in the key, with the space behind it */
    size_t key_rows;
    char **entry; /* the names of looks */
};

/* Makes the layout. paper: width of a figure for a paper, which has its title and the explanations
 * in the paper's caption; 0: for the screen. Errors: ERROR_HOST_MEMORY. */
enum status figure_layout_make(const struct figure_data *data, double paper,
                               struct figure_layout *out);
void figure_layout_free(const struct figure_data *data,
                        struct figure_layout *layout); /* accepts a zeroed one; leaves one */

/* Position of the line of column j in a listed panel, in pixels from the panel's top; *height: of
 * that line, 0 if the panel has no run of the column. j = legend.count: the end of the panel. */
double figure_layout_line(const struct figure_data *data, const struct figure_layout *layout,
                          const struct panel *panel, size_t j, double *height);

/* How much fits along the axis of values, as figure_data_value_scale needs it. */
double figure_layout_room(const struct figure_data *data, const struct box *box);

/* Makes the title of a panel (new); "" for none. Errors: ERROR_HOST_MEMORY. */
enum status figure_panel_title(const struct figure_data *data, const struct panel *panel,
                               char **out);

/* Copies text with line feeds, so that no line is longer than width >= 1 characters. Lines are
 * broken behind the last character of breaks that fits, or at a space, else within a word. *out is
 * new. Errors: ERROR_HOST_MEMORY. */
enum status wrap_text(const char *text, size_t width, const char *breaks, char **out);
size_t count_lines(const char *text); /* 0 for an empty text */
