#include "harness/tables/script_figure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Where a point stands: its panel, and the level of its x. */
struct spot {
    size_t panel, level;
};

static bool same_value(const struct field_value *a, const struct field_value *b)
{
    if (a->text || b->text) return a->text && b->text && !strcmp(a->text, b->text);
    return a->number == b->number;
}

static size_t find_level(const struct pivot_axis *axis, const struct field_value *value)
{
    size_t k = 0;
    while (k < axis->count && !same_value(&axis->level[k], value)) k++;
    return k;
}

/* Appends the value where it is new; there is room. */
static void add_level(struct pivot_axis *axis, const struct field_value *value)
{
    if (find_level(axis, value) < axis->count) return;
    axis->texts = axis->texts || value->text;
    axis->level[axis->count++] = *value;
}

static int compare_numbers(const void *a, const void *b)
{
    double x = ((const struct field_value *)a)->number, y = ((const struct field_value *)b)->number;
    return (x > y) - (x < y);
}

static int compare_spots(const void *a, const void *b)
{
    const struct spot *x = a, *y = b;
    if (x->panel != y->panel) return x->panel < y->panel ? -1 : 1;
    return (x->level > y->level) - (x->level < y->level);
}

static struct field_value x_of(const struct judged_point *point)
{
    return (struct field_value){point->x, point->x_text};
}

static enum unit unit_of(enum judged_unit unit)
{
    static const enum unit units[] = {
        [JUDGED_S] = UNIT_SECONDS,   [JUDGED_B] = UNIT_BYTES,       [JUDGED_B_S] = UNIT_SPEED,
        [JUDGED_COUNT] = UNIT_COUNT, [JUDGED_NUMBER] = UNIT_NUMBER, [JUDGED_RATIO] = UNIT_NUMBER,
        [JUDGED_TEXT] = UNIT_NUMBER};
    return units[unit];
}

static size_t count_points(const struct judged_figure *figure, size_t *ncurves)
{
    size_t points = 0;
    *ncurves = 0;
    for (size_t p = 0; p < figure->npanels; p++) {
        *ncurves += figure->panels[p].ncurves;
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            points += figure->panels[p].curves[c].npoints;
    }
    return points;
}

/* The levels of panels, x and curves. Panels are never joined, even where titles are the same. */
static enum status make_axes(const struct judged_figure *figure, struct pivot *out)
{
    enum status status = OK;
    size_t ncurves, npoints = count_points(figure, &ncurves);
    out->nkeys = figure->faceted ? 2 : 1;
    TRY(allocate_zeroed(out->nkeys, sizeof *out->keys, "a figure", &out->keys));
    struct pivot_axis *x = &out->keys[out->nkeys - 1];
    x->field =
        (struct field){.name = "x", .title = figure->x.title, .unit = unit_of(figure->x.unit)};
    out->columns.field = (struct field){.name = "curve", .title = "curve"};
    out->value =
        (struct field){.name = "y", .title = figure->y.title, .unit = unit_of(figure->y.unit)};
    TRY(allocate(npoints, sizeof *x->level, "a figure", &x->level));
    TRY(allocate(ncurves, sizeof *out->columns.level, "a figure", &out->columns.level));
    if (figure->faceted) {
        struct pivot_axis *panels = &out->keys[0];
        panels->field = (struct field){.name = "panel", .title = "panel"};
        TRY(allocate(figure->npanels, sizeof *panels->level, "a figure", &panels->level));
        for (size_t p = 0; p < figure->npanels; p++)
            panels->level[panels->count++] = (struct field_value){NAN, figure->panels[p].title};
        panels->texts = true;
    }
    for (size_t p = 0; p < figure->npanels; p++)
        for (size_t c = 0; c < figure->panels[p].ncurves; c++) {
            const struct judged_curve *curve = &figure->panels[p].curves[c];
            const struct field_value title = {NAN, curve->title};
            add_level(&out->columns, &title);
            for (size_t k = 0; k < curve->npoints; k++) {
                const struct field_value value = x_of(&curve->points[k]);
                add_level(x, &value);
            }
        }
    if (!x->texts && x->count) qsort(x->level, x->count, sizeof *x->level, compare_numbers);
out:
    return status;
}

/* One row for each panel and x that occur together. */
static enum status make_rows(const struct judged_figure *figure, struct pivot *out)
{
    enum status status = OK;
    struct spot *spots = NULL;
    size_t ncurves, count = 0, npoints = count_points(figure, &ncurves);
    const struct pivot_axis *x = &out->keys[out->nkeys - 1];
    TRY(allocate(npoints, sizeof *spots, "a figure", &spots));
    TRY(allocate(npoints * out->nkeys, sizeof *out->row, "a figure", &out->row));
    for (size_t p = 0; p < figure->npanels; p++)
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            for (size_t k = 0; k < figure->panels[p].curves[c].npoints; k++) {
                const struct field_value value = x_of(&figure->panels[p].curves[c].points[k]);
                spots[count++] = (struct spot){p, find_level(x, &value)};
            }
    if (count) qsort(spots, count, sizeof *spots, compare_spots);
    for (size_t i = 0; i < count; i++) {
        if (i && compare_spots(&spots[i], &spots[i - 1]) == 0) continue;
        size_t *row = &out->row[out->nkeys * out->nrows++];
        if (figure->faceted) row[0] = spots[i].panel;
        row[out->nkeys - 1] = spots[i].level;
    }
out:
    free(spots);
    return status;
}

static size_t find_row(const struct pivot *pivot, size_t panel, size_t level)
{
    size_t row = 0;
    for (; row < pivot->nrows; row++) {
        const size_t *key = &pivot->row[row * pivot->nkeys];
        if (key[pivot->nkeys - 1] == level && (pivot->nkeys == 1 || key[0] == panel)) break;
    }
    return row;
}

static enum status make_cells(const struct judged_figure *figure, struct pivot *out)
{
    size_t count = out->nrows * out->columns.count;
    const struct pivot_axis *x = &out->keys[out->nkeys - 1];
    enum status status = allocate_zeroed(count, sizeof *out->cells, "a figure", &out->cells);
    if (status != OK) return status;
    for (size_t i = 0; i < count; i++)
        out->cells[i].median = out->cells[i].low = out->cells[i].high = NAN;
    for (size_t p = 0; p < figure->npanels; p++)
        for (size_t c = 0; c < figure->panels[p].ncurves; c++) {
            const struct judged_curve *curve = &figure->panels[p].curves[c];
            size_t column = find_level(&out->columns, &(struct field_value){NAN, curve->title});
            for (size_t k = 0; k < curve->npoints; k++) {
                const struct judged_point *point = &curve->points[k];
                const struct field_value value = x_of(point);
                size_t row = find_row(out, p, find_level(x, &value));
                struct cell *cell = &out->cells[row * out->columns.count + column];
                *cell = (struct cell){.runs = 1,
                                      .used = 1,
                                      .median = point->y,
                                      .low = point->low,
                                      .high = point->high};
                cell->status[CASE_OK] = 1;
                out->most_used = 1;
            }
        }
    return OK;
}

enum status script_figure_pivot(const struct judged_figure *figure, struct pivot *out)
{
    enum status status = OK;
    *out = (struct pivot){0};
    TRY(make_axes(figure, out));
    TRY(make_rows(figure, out));
    TRY(make_cells(figure, out));
out:
    if (status != OK) pivot_free(out);
    return status;
}
