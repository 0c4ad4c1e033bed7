#include "analysis/tables/script_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* A point before it is put into a cell: its column and its level of x are indices into the axes. */
struct spot {
    size_t panel, level, column, index;
    const struct judged_point *point;
};

static int compare_spots(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    if (x->panel != y->panel) return x->panel < y->panel ? -1 : 1;
    if (x->level != y->level) return x->level < y->level ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static struct field_value x_of(const struct judged_point *point)
{
    return (struct field_value){point->x, point->x_text};
}

static struct field field_of(const char *name, const struct judged_axis *axis)
{
    static const enum unit units[] = {
        [JUDGED_S] = UNIT_SECONDS,    [JUDGED_B] = UNIT_BYTES,       [JUDGED_B_S] = UNIT_SPEED,
        [JUDGED_COUNT] = UNIT_COUNT,  [JUDGED_NUMBER] = UNIT_NUMBER, [JUDGED_BOUND] = UNIT_BOUND,
        [JUDGED_RATIO] = UNIT_NUMBER, [JUDGED_TEXT] = UNIT_NUMBER};
    return (struct field){.name = name, .title = axis->title, .unit = units[axis->unit]};
}

static void count_points(const struct judged_figure *figure, size_t *npoints, size_t *ncurves)
{
    *npoints = *ncurves = 0;
    for (size_t p = 0; p < figure->npanels; p++) {
        *ncurves += figure->panels[p].ncurves;
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            *npoints += figure->panels[p].curves[c].npoints;
    }
}

/* Adds a curve's title to the columns and its values of x to the levels; its points become spots.
 * Returns their number. */
static size_t add_curve(const struct judged_curve *curve, size_t panel, struct pivot *out,
                        struct spot *spots)
{
    const struct field_value title = {NAN, curve->title};
    size_t column = pivot_axis_add(&out->columns, &title, 0);
    for (size_t k = 0; k < curve->npoints; k++) {
        const struct field_value x = x_of(&curve->points[k]);
        pivot_axis_add(&out->keys[out->nkeys - 1], &x, 0);
        spots[k] = (struct spot){.panel = panel, .column = column, .point = &curve->points[k]};
    }
    return curve->npoints;
}

/* Makes the axes. Panels are never joined, even if their titles are the same. */
static enum status make_axes(const struct judged_figure *figure, size_t npoints, size_t ncurves,
                             struct spot *spots, struct pivot *out)
{
    size_t count = 0;
    out->nkeys = figure->faceted ? 2 : 1;
    MUST(allocate_zeroed(out->nkeys, sizeof *out->keys, "a figure", &out->keys));
    struct pivot_axis *x = &out->keys[out->nkeys - 1], *panels = &out->keys[0];
    x->field = field_of("x", &figure->x);
    out->value = field_of("y", &figure->y);
    out->columns.field = (struct field){.name = "curve", .title = "curve", .unit = UNIT_NUMBER};
    MUST(allocate(npoints, sizeof *x->level, "a figure", &x->level));
    MUST(allocate(ncurves, sizeof *out->columns.level, "a figure", &out->columns.level));
    if (figure->faceted) {
        panels->field = (struct field){.name = "panel", .title = "panel", .unit = UNIT_NUMBER};
        MUST(allocate(figure->npanels, sizeof *panels->level, "a figure", &panels->level));
        for (size_t p = 0; p < figure->npanels; p++)
            panels->level[panels->count++] = (struct field_value){NAN, figure->panels[p].title};
        panels->texts = true;
    }
    for (size_t p = 0; p < figure->npanels; p++)
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            count += add_curve(&figure->panels[p].curves[c], p, out, spots + count);
    pivot_axis_sort(x);
    for (size_t k = 0; k < count; k++) {
        const struct field_value value = x_of(spots[k].point);
        spots[k].level = pivot_axis_add(x, &value, 0);
        spots[k].index = k;
    }
    return OK;
}

/* Makes a row for each pair of panel and x that occurs. If several points belong to a cell, the
 * last counts. */
static enum status make_cells(size_t npoints, struct spot *spots, struct pivot *out)
{
    enum status status = OK;
    if (npoints) qsort(spots, npoints, sizeof *spots, compare_spots);
    TRY(allocate(npoints * out->nkeys, sizeof *out->row, "a figure", &out->row));
    for (size_t k = 0; k < npoints; k++) {
        bool same =
            k > 0 && spots[k].panel == spots[k - 1].panel && spots[k].level == spots[k - 1].level;
        size_t *row = &out->row[out->nkeys * out->nrows];
        if (!same) row[0] = spots[k].panel;
        if (!same) row[out->nkeys - 1] = spots[k].level;
        out->nrows += !same;
        spots[k].index = out->nrows - 1;
    }
    size_t count = out->nrows * out->columns.count;
    TRY(allocate_zeroed(count, sizeof *out->cells, "a figure", &out->cells));
    for (size_t i = 0; i < count; i++)
        out->cells[i].median = out->cells[i].low = out->cells[i].high = NAN;
    for (size_t k = 0; k < npoints; k++) {
        const struct judged_point *point = spots[k].point;
        struct cell *cell = &out->cells[spots[k].index * out->columns.count + spots[k].column];
        *cell = (struct cell){
            .runs = 1, .used = 1, .median = point->y, .low = point->low, .high = point->high};
        cell->status[CASE_OK] = 1;
    }
    out->most_used = npoints > 0;
out:
    return status;
}

enum status script_figure_pivot(const struct judged_figure *figure, struct pivot *out)
{
    enum status status = OK;
    struct spot *spots = NULL;
    size_t npoints, ncurves;
    *out = (struct pivot){0};
    count_points(figure, &npoints, &ncurves);
    TRY(allocate(npoints, sizeof *spots, "a figure", &spots));
    TRY(make_axes(figure, npoints, ncurves, spots, out));
    TRY(make_cells(npoints, spots, out));
out:
    free(spots);
    if (status != OK) pivot_free(out);
    return status;
}
