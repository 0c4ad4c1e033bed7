/* One figure, ready to be written down: its data arranged, its panels, scales and captions decided.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/status.h"
#include "harness/figures/scale.h"
#include "harness/script/judge.h"
#include "harness/store/results.h"
#include "harness/tables/legend.h"
#include "harness/tables/pivot.h"

/* Consecutive rows of the pivot that share a facet. */
struct panel {
    size_t first, count;
};

struct figure_data {
    const struct results *results;
    const struct figure *figure;
    struct pivot pivot; /* rows: facet (where there are panels) and x; columns: curves or bars */
    struct legend legend;
    struct judged_figure built; /* what the script made of a figure of kind "built" */
    const char *log;            /* axes in logarithmic scale */
    bool bars;
    bool by_name; /* x positions are 0, 1, 2, ... with the name of each row below, not numbers */
    bool faceted;
    struct scale y; /* of all panels */
    size_t npanels;
    struct panel *panels;
    char *title, *subtitle, *caption; /* "" for none */
};

/* Of figures that are drawn, of kinds lines, bars and built. Errors: ERROR_INPUT where the
 * declaration names an unknown kind or field, or the script that builds the figure goes wrong;
 * ERROR_HOST_MEMORY. */
enum status figure_data_make(const struct results *results, const struct figure *figure,
                             struct figure_data *out);
void figure_data_free(struct figure_data *data); /* accepts a zeroed one; leaves one */

/* Where row stands on the x axis of its panel. */
double figure_data_x(const struct figure_data *data, const struct panel *panel, size_t row);

/* The x value of a row. */
const struct field_value *figure_data_key(const struct figure_data *data, size_t row);

/* Whether the legend names column j: curves without a single point are left out, bars that have
 * only a status are not. */
bool figure_data_in_legend(const struct figure_data *data, size_t j);

/* The y scale of one panel: its own on a linear axis, the common one on a logarithmic one. */
void figure_data_y_scale(const struct figure_data *data, const struct panel *panel,
                         struct scale *out);

/* The x scale of all panels, for numbers. width: how many characters fit side by side below the
 * axis. Errors: ERROR_HOST_MEMORY. */
enum status figure_data_x_scale(const struct figure_data *data, double width, struct scale *out);
