#include "harness/script/judge_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The first error stays. */
static void refuse(struct decoder *in, const char *what)
{
    if (in->status == OK) in->status = fail(ERROR_INPUT, "%s", what);
}

/* One line; NULL where there is none. */
static char *read_optional(struct decoder *in)
{
    char *text = get_text(in);
    for (const char *at = text; at && *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f) refuse(in, "a text has control characters");
    return text;
}

static char *read_text(struct decoder *in)
{
    char *text = read_optional(in);
    if (!text) refuse(in, "a text is missing");
    return text;
}

static bool read_truth(struct decoder *in)
{
    uint64_t value = get_count(in);
    if (value > 1) refuse(in, "what is true or false is neither");
    return value == 1;
}

/* NaN where that is allowed: missing is set. */
static double read_number(struct decoder *in, bool missing)
{
    double number = get_real(in);
    if (!isfinite(number) && !(missing && isnan(number)))
        refuse(in, "a number is missing, or infinite");
    return number;
}

/* The index of the name that comes; names end with NULL. */
static unsigned read_name(struct decoder *in, const char *const *names)
{
    unsigned index = 0;
    char *name = read_text(in);
    while (name && names[index] && strcmp(names[index], name)) index++;
    if (name && !names[index]) refuse(in, "a unit, kind or scale is unknown");
    free(name);
    return in->status == OK ? index : 0;
}

/* A zeroed array at *array of as many items as the bytes say, most at most; each takes a byte at
 * least. */
static size_t read_list(struct decoder *in, size_t most, size_t size, void *array)
{
    void *items = NULL;
    uint64_t count = get_count(in);
    if (count > most) refuse(in, "a list is too long");
    else if (in->status == OK && count > (size_t)(in->end - in->at)) in->status = ERROR_DAMAGED;
    if (in->status == OK) in->status = allocate_zeroed(count, size, "what a script gave", &items);
    memcpy(array, &items, sizeof items);
    return items ? count : 0;
}

static enum status finish(struct decoder *in)
{
    if (in->status == OK && in->at != in->end) in->status = ERROR_DAMAGED;
    if (in->status != ERROR_DAMAGED) return in->status;
    return fail(ERROR_INPUT, "the process that ran the script sent what cannot be read");
}

enum status judge_read_claims(struct decoder *in, void *to)
{
    struct judged_claims *out = to;
    out->count = read_list(in, MOST_CLAIMS, sizeof *out->claim, &out->claim);
    for (size_t k = 0; k < out->count && in->status == OK; k++) {
        uint64_t verdict = get_count(in);
        if (verdict >= NVERDICTS) refuse(in, "a claim's verdict is unknown");
        else out->claim[k].verdict = (enum verdict)verdict;
        out->claim[k].id = read_text(in);
        out->claim[k].text = read_text(in);
        out->claim[k].numbers = read_text(in);
        out->claim[k].magnitude = read_text(in);
    }
    return finish(in);
}

static enum judged_unit read_unit(struct decoder *in)
{
    return (enum judged_unit)read_name(in, judged_unit_names);
}

static void read_cells(struct decoder *in, struct judged_table *out)
{
    size_t count = read_list(in, MOST_CELLS, sizeof *out->cells, &out->cells);
    if (in->status != OK) return;
    if (count % out->ncolumns) refuse(in, "a table's last row is not whole");
    out->nrows = count / out->ncolumns;
    for (size_t k = 0; k < count && in->status == OK; k++) {
        struct judged_cell *cell = &out->cells[k];
        cell->number = get_real(in);
        cell->text = read_optional(in);
        cell->mark = read_optional(in);
    }
}

enum status judge_read_table(struct decoder *in, void *to)
{
    struct judged_table *out = to;
    out->title = read_text(in);
    out->ncolumns = read_list(in, MOST_COLUMNS, sizeof *out->columns, &out->columns);
    if (!out->ncolumns) refuse(in, "a table has no columns");
    for (size_t k = 0; k < out->ncolumns && in->status == OK; k++) {
        out->columns[k].unit = read_unit(in);
        out->columns[k].title = read_text(in);
        out->columns[k].group = read_optional(in);
    }
    if (in->status == OK) read_cells(in, out);
    out->nnotes = read_list(in, MOST_NOTES, sizeof *out->notes, &out->notes);
    for (size_t k = 0; k < out->nnotes && in->status == OK; k++) out->notes[k] = read_text(in);
    return finish(in);
}

static void read_point(struct decoder *in, bool bars, struct judged_point *out)
{
    out->x = get_real(in);
    out->x_text = read_optional(in);
    out->y = read_number(in, false);
    out->low = read_number(in, true);
    out->high = read_number(in, true);
    if (out->x_text ? !bars : !isfinite(out->x)) refuse(in, "a point's x is not a number");
    if (isnan(out->low) != isnan(out->high)) refuse(in, "a point has one end of an interval");
    if (out->x_text) out->x = NAN;
}

static void read_curve(struct decoder *in, bool bars, struct judged_curve *out)
{
    out->title = read_text(in);
    out->npoints = read_list(in, MOST_POINTS, sizeof *out->points, &out->points);
    for (size_t k = 0; k < out->npoints && in->status == OK; k++)
        read_point(in, bars, &out->points[k]);
}

static void read_panel(struct decoder *in, bool bars, struct judged_panel *out)
{
    out->title = read_text(in);
    out->ncurves = read_list(in, MOST_CURVES, sizeof *out->curves, &out->curves);
    for (size_t k = 0; k < out->ncurves && in->status == OK; k++)
        read_curve(in, bars, &out->curves[k]);
}

static void read_axis(struct decoder *in, struct judged_axis *out)
{
    out->unit = read_unit(in);
    out->title = read_text(in);
}

/* Drawing takes time that grows with the square of the points, and memory for every curve at every
 * point. */
static void check_size(struct decoder *in, const struct judged_figure *figure)
{
    size_t curves = 0, points = 0;
    for (size_t p = 0; p < figure->npanels; p++) {
        curves += figure->panels[p].ncurves;
        for (size_t c = 0; c < figure->panels[p].ncurves; c++)
            points += figure->panels[p].curves[c].npoints;
    }
    if (curves > MOST_CURVES || points > MOST_POINTS || curves * points > MOST_PLACES)
        refuse(in, "a figure has too many curves or points");
}

enum status judge_read_figure(struct decoder *in, void *to)
{
    struct judged_figure *out = to;
    static const char *const kinds[] = {"lines", "bars", NULL}, *const logs[] = {"", "x", "y", "xy",
                                                                                 NULL};
    const char *kind = kinds[read_name(in, kinds)], *log = logs[read_name(in, logs)];
    if (in->status == OK) in->status = copy_text(kind, &out->kind);
    if (in->status == OK) in->status = copy_text(log, &out->log);
    read_axis(in, &out->x);
    read_axis(in, &out->y);
    out->faceted = read_truth(in);
    out->npanels = read_list(in, MOST_PANELS, sizeof *out->panels, &out->panels);
    if (out->npanels == 0 || (!out->faceted && out->npanels > 1))
        refuse(in, "a figure has no panels, or too many");
    for (size_t k = 0; k < out->npanels && in->status == OK; k++)
        read_panel(in, strcmp(kind, "bars") == 0, &out->panels[k]);
    check_size(in, out);
    return finish(in);
}

enum status judge_read_structure(struct decoder *in, void *to)
{
    struct judged_structure *out = to;
    bool any = false;
    for (int k = 0; k < NORDERS; k++) {
        out->orders[k] = read_truth(in);
        any = any || out->orders[k];
    }
    if (!any) refuse(in, "a structure is wanted in no order");
    out->count = read_list(in, MOST_SIGHTS, sizeof *out->sight, &out->sight);
    for (size_t k = 0; k < out->count && in->status == OK; k++) {
        out->sight[k].label = read_text(in);
        out->sight[k].source = read_text(in);
    }
    return finish(in);
}
