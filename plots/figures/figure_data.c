#include "plots/figures/figure_data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/script_figure.h"
#include "base/memory.h"
#include "base/text.h"

static const char *const kinds[] = {"lines", "bars", "boundary", "built", NULL};

/* If ratios differ by this factor, a linear axis would flatten the small ones. */
static const double far_apart = 10;

/* Least free share of a box's height for a name of one or two lines and some space around it; the
 * second number is for several boxes. */
static const double enough = 0.2, enough_of_several = 0.3;

/* With more rows than this, rows get no panels of their own, or not all of them get names. */
enum { MOST_LISTED = 60, MOST_NAMES = 300 };

const struct field_value *figure_data_key(const struct figure_data *data, size_t row)
{
    return pivot_key(&data->pivot, row, data->pivot.nkeys - 1);
}

double figure_data_x(const struct figure_data *data, const struct panel *panel, size_t row)
{
    return data->by_name ? (double)(row - panel->first) : figure_data_key(data, row)->number;
}

bool figure_is_boundary(const struct figure_data *data)
{
    return strcmp(data->figure->kind, "boundary") == 0;
}

bool figure_data_in_panel(const struct figure_data *data, const struct panel *panel, size_t j)
{
    return data->split.group[j] == panel->group && data->drawn[j];
}

/* Scales */

struct range {
    double min, max; /* min > max: nothing seen */
};

static void include(struct range *range, bool log, double value)
{
    if (!isfinite(value) || (log && value <= 0)) return;
    range->min = fmin(range->min, value);
    range->max = fmax(range->max, value);
}

/* Range of the values in the rows of one panel, or of all panels (NULL). */
static struct range range_of_values(const struct figure_data *data, const struct panel *panel)
{
    struct range range = {INFINITY, -INFINITY};
    size_t first = panel ? panel->first : 0, count = panel ? panel->count : data->pivot.nrows;
    for (size_t i = first; i < first + count; i++)
        for (size_t j = 0; j < data->pivot.columns.count; j++) {
            const struct cell *cell = pivot_cell(&data->pivot, i, j);
            if (panel && !figure_data_in_panel(data, panel, j)) continue;
            include(&range, data->log_y, cell->median);
            include(&range, data->log_y, cell->low);
            include(&range, data->log_y, cell->high);
        }
    return range;
}

/* Width of the longest label in characters, with some space around it. */
static double label_width(const struct scale *scale, enum unit unit)
{
    return (double)scale_label_length(scale, unit) + 1.5;
}

/* Makes a scale whose labels are side by side. */
static void make_across(enum scale_type type, const struct range *range, enum unit unit,
                        double room, size_t npreferred, const double *preferred, struct scale *out)
{
    double gap = 0, needed = 0.12;
    for (int i = 0; i < 4 && needed > gap; i++) {
        gap = needed;
        scale_make(type, range->min, range->max, gap, out);
        scale_prefer(out, npreferred, preferred, gap);
        needed = label_width(out, unit) / room;
    }
}

/* Linear axes of quantities start at 0, so that lengths can be compared. */
void figure_data_value_scale(const struct figure_data *data, const struct panel *panel, double room,
                             struct scale *out)
{
    enum scale_type type = data->log_y ? SCALE_LOG : SCALE_FROM_ZERO;
    const struct range range =
        data->log_y ? (struct range){data->least, data->most} : range_of_values(data, panel);
    if (data->by_name) make_across(type, &range, data->pivot.value.unit, room, 0, NULL, out);
    else scale_make(type, range.min, range.max, 1 / room, out);
}

enum status figure_data_x_scale(const struct figure_data *data, double room, struct scale *out)
{
    const struct pivot_axis *axis = &data->pivot.keys[data->pivot.nkeys - 1];
    struct range range = {INFINITY, -INFINITY};
    double *positions;
    MUST(allocate(axis->count, sizeof *positions, "the ticks of a figure", &positions));
    for (size_t i = 0; i < axis->count; i++)
        include(&range, data->log_x, positions[i] = axis->level[i].number);
    make_across(data->log_x ? SCALE_LOG : SCALE_LINEAR, &range, axis->field.unit, room, axis->count,
                positions, out);
    free(positions);
    return OK;
}

/* Regions of maps */

/* Height at which the place stands, as a share of the axis, including its band towards the region;
 * NaN if unknown. */
static double height_of(const struct figure_data *data, const struct boundary_place *place,
                        bool above)
{
    const int side = boundary_side(data->nplaces, data->places, place);
    const double end = above ? place->high : place->low;
    if (side) return side > 0;
    if (isnan(place->at)) return NAN;
    return fmin(fmax(log(end / data->least) / log(data->most / data->least), 0), 1);
}

/* Share of the height that is free in the left or right half of the region. */
static double room(const struct figure_data *data, size_t panel, bool above, bool left)
{
    double low = INFINITY, high = -INFINITY, free = 1;
    for (size_t k = 0; k < data->nplaces; k++) {
        if (data->places[k].panel != panel) continue;
        low = fmin(low, data->places[k].row->over_value);
        high = fmax(high, data->places[k].row->over_value);
    }
    for (size_t k = 0; k < data->nplaces; k++) {
        const struct boundary_place *place = &data->places[k];
        const double x = place->row->over_value, middle = sqrt(low * high),
                     height = height_of(data, place, above);
        if (place->panel == panel && (left ? x <= middle : x >= middle))
            free = fmin(free, above ? 1 - height : height);
    }
    return free;
}

bool figure_boundary_fits(const struct figure_data *data, size_t panel, bool above, bool *left)
{
    const double there = room(data, panel, above, true), other = room(data, panel, above, false);
    *left = there > other || (there == other && !above);
    return fmax(there, other) >= (data->npanels > 1 ? enough_of_several : enough);
}

/* Panels */

static bool begins_panel(const struct figure_data *data, size_t row)
{
    const struct pivot *pivot = &data->pivot;
    return row == 0 || data->listed ||
           (data->faceted && pivot_key(pivot, row, 0) != pivot_key(pivot, row - 1, 0));
}

/* Makes the panels. Rows of a facet are neighbours. */
static enum status make_panels(struct figure_data *data)
{
    size_t nrows = data->pivot.nrows, ngroups = data->split.ngroups;
    MUST(allocate_zeroed((nrows + 1) * ngroups, sizeof *data->panels, "the panels of a figure",
                         &data->panels));
    for (size_t row = 0; row < nrows; row++) {
        if (begins_panel(data, row))
            for (size_t k = 0; k < ngroups; k++)
                data->panels[data->npanels++] = (struct panel){row, 0, k};
        for (size_t k = 0; k < ngroups; k++) data->panels[data->npanels - 1 - k].count++;
    }
    if (nrows == 0) data->npanels = 1;
    data->name_step = data->listed ? 1 : 1 + (nrows - (nrows > 0)) / MOST_NAMES;
    return OK;
}

static enum status split_columns(struct figure_data *data)
{
    const struct pivot *pivot = &data->pivot;
    size_t count = pivot->columns.count, most = MOST_CURVES_OF_PANEL;
    MUST(allocate_zeroed(count + 1, sizeof *data->drawn, "a figure", &data->drawn));
    for (size_t j = 0; j < count; j++) {
        data->drawn[j] = data->by_name;
        for (size_t i = 0; i < pivot->nrows && !data->drawn[j]; i++)
            data->drawn[j] = pivot_cell(pivot, i, j)->used > 0;
    }
    data->listed = data->by_name && count > most && pivot->nrows <= MOST_LISTED;
    return split_make(&pivot->columns, data->drawn, &data->legend, data->listed ? count : most,
                      &data->split);
}

/* Adds the marks of their points to the names of columns. */
static enum status mark_legend_names(struct figure_data *data)
{
    const size_t count = data->legend.count;
    unsigned *marks;
    MUST(allocate_zeroed(count + 1, sizeof *marks, "a figure", &marks));
    enum status status = OK;
    for (size_t j = 0; j < count && status == OK; j++) {
        const unsigned its = pivot_column_marks(&data->pivot, j);
        if (data->drawn[j]) marks[data->split.look[j]] |= its;
        status = append_text(&data->legend.name[j], "%s", marks_shown(its).text);
    }
    for (size_t k = 0; k < data->split.nlooks && status == OK; k++)
        status = append_text(&data->split.entry[k], "%s", marks_shown(marks[k]).text);
    free(marks);
    return status;
}

static void set_range_of_all(struct figure_data *data)
{
    const struct range range = range_of_values(data, NULL);
    data->least = range.min;
    data->most = range.max;
    if (!figure_is_boundary(data)) return;
    data->least = INFINITY, data->most = -INFINITY; /* only the searched range, without bands beyond
                                                       it */
    for (size_t k = 0; k < data->nplaces; k++) {
        data->least = fmin(data->least, data->places[k].from);
        data->most = fmax(data->most, data->places[k].to);
    }
}

/* The whole figure */

static enum status make_texts(struct figure_data *data)
{
    const struct figure *figure = data->figure;
    const struct pivot *pivot = &data->pivot;
    const char *shared = data->legend.shared, *where = figure->where ? figure->where : "";
    const char *x = pivot->keys[pivot->nkeys - 1].field.title;
    MUST(figure->title && *figure->title
             ? copy_text(figure->title, &data->title)
             : format_text(&data->title, "%s by %s", pivot->value.title, x));
    MUST(format_text(&data->subtitle, "%s%s%s%s%s", *shared ? "all: " : "", shared,
                     *shared && *where ? "; " : "", *where ? "only " : "", where));
    return figure_caption_make(data);
}

static enum status check_figure_kind(const struct figure *figure)
{
    char hint[200];
    for (size_t i = 0; kinds[i]; i++)
        if (strcmp(figure->kind, kinds[i]) == 0) return OK;
    return fail(ERROR_INPUT, "figure '%s': unknown kind '%s'%s", figure->id, figure->kind,
                suggest_name(figure->kind, kinds, hint, sizeof hint));
}

/* Returns whether the axis is logarithmic because ratios differ widely. */
static bool wants_log(const struct figure_data *data)
{
    struct range range = {INFINITY, -INFINITY};
    for (size_t i = 0; i < data->pivot.nrows * data->pivot.columns.count; i++)
        include(&range, false, data->pivot.cells[i].median);
    return data->built.y.unit == JUDGED_RATIO && range.min > 0 && range.max > far_apart * range.min;
}

static bool has_intervals(const struct pivot *pivot)
{
    for (size_t i = 0; i < pivot->nrows * pivot->columns.count; i++)
        if (pivot->cells[i].low < pivot->cells[i].high) return true;
    return false;
}

/* Arranges rows, columns and cells, and decides how they are shown. */
static enum status arrange(struct figure_data *data)
{
    const struct figure *figure = data->figure;
    const char *kind = figure->kind, *log = figure->log;
    if (strcmp(kind, "built") == 0) {
        MUST(judged_figure_read(data->results, figure, &data->built));
        MUST(script_figure_pivot(&data->built, &data->pivot));
        log = data->built.log;
        kind = data->built.kind;
        data->ratio_log = !strchr(log, 'y') && wants_log(data);
    } else if (figure_is_boundary(data)) {
        MUST(boundary_places(data->results, figure, &data->nplaces, &data->places));
        MUST(boundary_pivot(figure, data->nplaces, data->places, &data->pivot));
        log = "xy";
        data->built.faceted = data->pivot.nkeys > 1; /* panels have their own titles */
    } else {
        MUST(pivot_figure(data->results, figure, &data->pivot));
    }
    bool bars = strcmp(kind, "bars") == 0;
    data->log_x = log && strchr(log, 'x');
    data->log_y = data->ratio_log || (log && strchr(log, 'y'));
    data->bars = bars && !data->log_y; /* bars begin at 0, which a logarithmic axis lacks */
    data->by_name = bars || data->pivot.keys[data->pivot.nkeys - 1].texts;
    data->faceted = data->pivot.nkeys > 1;
    data->whiskers = has_intervals(&data->pivot);
    return OK;
}

enum status figure_data_make(const struct results *results, const struct figure *figure,
                             struct figure_data *out)
{
    enum status status = OK;
    *out = (struct figure_data){.results = results, .figure = figure};
    TRY(check_figure_kind(figure));
    TRY(arrange(out));
    TRY(legend_make(&out->pivot.columns, &out->legend));
    TRY(split_columns(out));
    TRY(mark_legend_names(out));
    TRY(make_panels(out));
    set_range_of_all(out);
    TRY(make_texts(out));
out:
    if (status != OK) figure_data_free(out);
    return status;
}

void figure_data_free(struct figure_data *data)
{
    pivot_free(&data->pivot);
    judged_figure_free(&data->built);
    legend_free(&data->legend);
    split_free(&data->split);
    free(data->drawn);
    free(data->panels);
    free(data->places);
    free(data->title);
    free(data->subtitle);
    free(data->caption);
    *data = (struct figure_data){0};
}
