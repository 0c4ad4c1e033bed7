/* The data of one figure, arranged for drawing, with its panels, scales and captions.
 *
 * If x is a number, it goes across, and values go up. If rows have names, these are listed at the
 * left, and values go across: so names of any length can be read, also on a narrow screen. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "analysis/tables/boundary.h"
#include "analysis/tables/legend.h"
#include "analysis/tables/pivot.h"
#include "base/status.h"
#include "store/judged.h"
#include "plots/figures/figure_split.h"
#include "plots/figures/scale.h"
#include "store/results.h"

/* Consecutive rows of the pivot that share a facet, with the columns of one group. */
struct panel {
    size_t first, count, group;
};

struct figure_data {
    const struct results *results;
    const struct figure *figure;
    struct pivot pivot; /* rows: facet (if there are panels) and x; columns: curves or bars */
    struct legend legend;
    struct curve_split split;
    struct judged_figure built; /* result of the script for a figure of kind "built" */
    size_t nplaces;
    struct boundary_place *places; /* for a figure of kind "boundary" */
    bool log_x, log_y;             /* y: axis of values */
    bool ratio_log;                /* log_y was chosen because ratios have very different sizes */
    bool bars;                     /* bars from 0; otherwise dots or curves */
    bool by_name; /* x positions are 0, 1, 2, ... with the name of each row, instead of numbers */
    bool listed;  /* by_name with many columns: a panel has one row, and each column a line of it */
    size_t name_step; /* named rows at multiples of this show their names; 1 unless there are many
                         rows */
    bool faceted;
    bool whiskers; /* some cells have whiskers */
    bool *drawn;   /* for each column: curves without any point are not drawn; named rows show the
                      status of cells without a number */
    double least, most; /* range of a logarithmic axis of values; least > most: it is empty */
    size_t npanels;
    struct panel *panels;
    char *title, *subtitle, *caption; /* "" for none */
};

/* Makes the data of a figure of kind lines, bars, boundary or built. Errors: ERROR_INPUT if the
 * declaration names an unknown kind or field, or the script that builds the figure fails;
 * ERROR_HOST_MEMORY. */
enum status figure_data_make(const struct results *results, const struct figure *figure,
                             struct figure_data *out);
void figure_data_free(struct figure_data *data); /* accepts a zeroed one; leaves one */

/* Position of a row on the x axis of its panel. */
double figure_data_x(const struct figure_data *data, const struct panel *panel, size_t row);

/* Returns the x value of a row. */
const struct field_value *figure_data_key(const struct figure_data *data, size_t row);

/* Returns whether the figure is a map (analysis/tables/boundary.h), that is, of kind "boundary". */
bool figure_is_boundary(const struct figure_data *data);

/* Returns whether the name of the region above or below the points fits; *left: it goes into the
 * left half. */
bool figure_boundary_fits(const struct figure_data *data, size_t panel, bool above, bool *left);

/* Returns whether column j is drawn in this panel. */
bool figure_data_in_panel(const struct figure_data *data, const struct panel *panel, size_t j);

/* Makes the scale of the values of one panel: its own on a linear axis, the common one on a
 * logarithmic one. room: how many labels fit along the axis; lines if it goes up, characters if it
 * goes across. */
void figure_data_value_scale(const struct figure_data *data, const struct panel *panel, double room,
                             struct scale *out);

/* Makes the x scale of all panels, for numbers. room: how many characters fit side by side below
 * the axis. Errors: ERROR_HOST_MEMORY. */
enum status figure_data_x_scale(const struct figure_data *data, double room, struct scale *out);

/* Sets data->caption: the meaning of the marks, and the origin of the data. Errors:
 * ERROR_HOST_MEMORY. */
enum status figure_caption_make(struct figure_data *data);

/* Crossovers to draw in a panel. */
struct drawn_crossovers {
    size_t count;
    struct drawn_crossover {
        struct result_crossover what; /* its texts are borrowed */
        bool next; /* for the next matrix (crossover_family.h), instead of those for each seed */
        bool transfer; /* at is predicted from bytes and latency (crossover_transfer.h), without an
                          interval; for several seeds their geometric mean */
    } * crossover;
};

/* Finds the crossovers along the figure's x axis between curves of the panel, with runs that the
 * panel shows. *out is new. Errors: ERROR_HOST_MEMORY. */
enum status figure_crossovers(const struct figure_data *data, const struct panel *panel,
                              struct drawn_crossovers *out);
