#include "harness/script/judge_read.h"

#include <math.h>
#include <string.h>

static const char *const kinds[] = {"lines", "bars", NULL};
static const char *const logs[] = {"", "x", "y", "xy", NULL};

/* Shapes of structs of judge.h; the keys are those that judge.lua uses. */
SHAPE(claim, judged_claim, PART(INDEX, judged_claim, verdict, .most = NVERDICTS),
      PART(TEXT, judged_claim, id), PART(TEXT, judged_claim, text),
      PART(TEXT, judged_claim, numbers), PART(TEXT, judged_claim, magnitude));
SHAPE(claims, judged_claims, PART_LIST(judged_claims, claim, count, &claim, .most = MOST_CLAIMS));

SHAPE(column, judged_column, PART(NAME, judged_column, unit, .names = judged_unit_names),
      PART(TEXT, judged_column, title), PART(OPTIONAL, judged_column, group));
SHAPE(cell, judged_cell, PART_AS(ANY, "value", judged_cell, number),
      PART_AS(OPTIONAL, "value", judged_cell, text), PART(OPTIONAL, judged_cell, mark));
SHAPE(table, judged_table, PART(TEXT, judged_table, title),
      PART_LIST(judged_table, columns, ncolumns, &column, .most = MOST_COLUMNS),
      PART_LIST(judged_table, cells, ncells, &cell, .most = MOST_CELLS),
      PART_LIST(judged_table, notes, nnotes, &shape_text, .most = MOST_NOTES));

SHAPE(point, judged_point, PART(ANY, judged_point, x), PART_AS(OPTIONAL, "x", judged_point, x_text),
      PART(REAL, judged_point, y), PART(MAYBE, judged_point, low), PART(MAYBE, judged_point, high));
SHAPE(curve, judged_curve, PART(TEXT, judged_curve, title),
      PART_LIST(judged_curve, points, npoints, &point, .most = MOST_POINTS));
SHAPE(panel, judged_panel, PART(TEXT, judged_panel, title),
      PART_LIST(judged_panel, curves, ncurves, &curve, .most = MOST_CURVES));
SHAPE(axis, judged_axis, PART(NAME, judged_axis, unit, .names = judged_unit_names),
      PART(TEXT, judged_axis, title));
SHAPE(figure, judged_figure, PART(ONE_OF, judged_figure, kind, .names = kinds),
      PART(ONE_OF, judged_figure, log, .names = logs),
      PART(STRUCT, judged_figure, x, .shape = &axis),
      PART(STRUCT, judged_figure, y, .shape = &axis), PART(TRUTH, judged_figure, faceted),
      PART_LIST(judged_figure, panels, npanels, &panel, .most = MOST_PANELS));

SHAPE(sight, judged_sight, PART(TEXT, judged_sight, label), PART(TEXT, judged_sight, source));
SHAPE(structure, judged_structure, PART(TRUTHS, judged_structure, orders, .names = row_order_names),
      PART_LIST(judged_structure, sight, count, &sight, .most = MOST_SIGHTS));

const struct shape *const judge_shapes[NJUDGE_QUESTIONS] = {[ASK_CLAIMS] = &claims,
                                                            [ASK_TABLE] = &table,
                                                            [ASK_FIGURE] = &figure,
                                                            [ASK_STRUCTURE] = &structure};

static enum status judge_read_finish(struct decoder *in)
{
    if (in->status == OK && in->at != in->end) in->status = ERROR_DAMAGED;
    if (in->status != ERROR_DAMAGED) return in->status;
    return fail(ERROR_INPUT, "the process that ran the script sent what cannot be read");
}

enum status judge_read_claims(struct decoder *in, void *out)
{
    shape_read(in, &claims, out);
    return judge_read_finish(in);
}

enum status judge_read_table(struct decoder *in, void *to)
{
    struct judged_table *out = to;
    shape_read(in, &table, out);
    if (!out->ncolumns) shape_refuse(in, "a table has no columns");
    if (in->status == OK && out->ncells % out->ncolumns)
        shape_refuse(in, "a table's last row is not whole");
    if (in->status == OK) out->nrows = out->ncells / out->ncolumns;
    return judge_read_finish(in);
}

static void check_point(struct decoder *in, bool bars, struct judged_point *p)
{
    if (p->x_text ? !bars : !isfinite(p->x)) shape_refuse(in, "a point's x is not a number");
    if (isnan(p->low) != isnan(p->high)) shape_refuse(in, "a point has one end of an interval");
    if (p->x_text) p->x = NAN;
}

/* Limits the curves: the time of drawing grows with the square of the points, and its memory with
 * curves times points. */
static void check_curves(struct decoder *in, const struct judged_figure *f)
{
    size_t curves = 0, points = 0;
    for (size_t p = 0; p < f->npanels; p++)
        for (size_t c = 0; c < f->panels[p].ncurves; c++) {
            struct judged_curve *one = &f->panels[p].curves[c];
            for (size_t k = 0; k < one->npoints; k++)
                check_point(in, strcmp(f->kind, "bars") == 0, &one->points[k]);
            curves++;
            points += one->npoints;
        }
    if (curves > MOST_CURVES || points > MOST_POINTS || curves * points > MOST_PLACES)
        shape_refuse(in, "a figure has too many curves or points");
}

enum status judge_read_figure(struct decoder *in, void *to)
{
    struct judged_figure *out = to;
    shape_read(in, &figure, out);
    if (out->npanels == 0 || (!out->faceted && out->npanels > 1))
        shape_refuse(in, "a figure has no panels, or too many");
    if (in->status == OK) check_curves(in, out);
    return judge_read_finish(in);
}

enum status judge_read_structure(struct decoder *in, void *to)
{
    struct judged_structure *out = to;
    bool any = false;
    shape_read(in, &structure, out);
    for (int k = 0; k < NORDERS; k++) any = any || out->orders[k];
    if (!any) shape_refuse(in, "a structure is wanted in no order");
    return judge_read_finish(in);
}

void judged_claims_free(struct judged_claims *out)
{
    shape_free(&claims, out);
}

void judged_table_free(struct judged_table *out)
{
    shape_free(&table, out);
}

void judged_figure_free(struct judged_figure *out)
{
    shape_free(&figure, out);
}

void judged_structure_free(struct judged_structure *out)
{
    shape_free(&structure, out);
}
