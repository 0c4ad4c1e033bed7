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

static struct field field_of(const char *name, const struct judged_axis *axis)
{
    static const enum unit units[] = {
        [JUDGED_S] = UNIT_SECONDS,    [JUDGED_B] = UNIT_BYTES,       [JUDGED_B_S] = UNIT_SPEED,
        [JUDGED_COUNT] = UNIT_COUNT,  [JUDGED_NUMBER] = UNIT_NUMBER, [JUDGED_BOUND] = UNIT_BOUND,
        [JUDGED_RATIO] = UNIT_NUMBER, [JUDGED_TEXT] = UNIT_NUMBER};
    return (struct field){.name = name, .title = axis->title, .unit = units[axis->unit]};
}

/* Makes the axes, and a spot for each point. Panels are never joined, even if their titles are the
 * same. */
static enum status make_axes(const struct judged_figure *figure, struct spot *spots,
                             struct pivot *out)
{
    out->nkeys = figure->faceted ? 2 : 1;
    MUST(allocate_zeroed(out->nkeys, sizeof *out->keys, "a figure", &out->keys));
    struct pivot_axis *x = &out->keys[out->nkeys - 1], *panels = &out->keys[0];
    x->field = field_of("x", &figure->x);
    out->value = field_of("y", &figure->y);
    out->columns.field = (struct field){.name = "curve", .title = "curve", .unit = UNIT_NUMBER};
    MUST(allocate(figure->npoints, sizeof *x->level, "a figure", &x->level));
    MUST(allocate(figure->ncurves, sizeof *out->columns.level, "a figure", &out->columns.level));
    if (figure->faceted) {
        panels->field = (struct field){.name = "panel", .title = "panel", .unit = UNIT_NUMBER};
        MUST(allocate(figure->npanels, sizeof *panels->level, "a figure", &panels->level));
        for (size_t p = 0; p < figure->npanels; p++)
            panels->level[panels->count++] = (struct field_value){NAN, figure->panels[p]};
        panels->texts = true;
    }
    for (size_t c = 0; c < figure->ncurves; c++)
        pivot_axis_add(&out->columns, &(struct field_value){NAN, figure->curves[c]}, 0);
    for (size_t k = 0; k < figure->npoints; k++)
        pivot_axis_add(x, &(struct field_value){figure->points[k].x, figure->points[k].x_text}, 0);
    pivot_axis_sort(x);
    for (size_t k = 0; k < figure->npoints; k++) {
        const struct judged_point *point = &figure->points[k];
        const struct field_value value = {point->x, point->x_text},
                                 title = {NAN, figure->curves[point->curve]};
        spots[k] = (struct spot){point->panel, pivot_axis_add(x, &value, 0),
                                 pivot_axis_add(&out->columns, &title, 0), k, point};
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
    *out = (struct pivot){0};
    TRY(allocate(figure->npoints, sizeof *spots, "a figure", &spots));
    TRY(make_axes(figure, spots, out));
    TRY(make_cells(figure->npoints, spots, out));
out:
    free(spots);
    if (status != OK) pivot_free(out);
    return status;
}
