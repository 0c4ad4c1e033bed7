#include "store/judged.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Limits of what is read. The time of drawing grows with the square of the points, and its memory
 * with curves times points. Parsing takes up to a hundred times the memory of the text. */
enum {
    LARGEST_JUDGED = 1 << 22, /* B of a text */
    MOST_CURVES = 1000,       /* in all panels of a figure */
    MOST_POINTS = 10000,      /* in a figure */
    MOST_PLACES = 1000000     /* curves times points */
};

const char *const magnitude_names[NMAGNITUDES] = {
    [MAGNITUDE_AS_PUBLISHED] = "as published", [MAGNITUDE_OUTSIDE] = "outside"};

static bool is_empty(const char *text)
{
    return !text || !*text;
}

/* Reading */

static enum status parse_judged(const struct results *results, const char *built,
                                const char *trouble, json_t **out)
{
    if (!is_empty(trouble)) return fail(ERROR_INPUT, "%s", trouble);
    if (is_empty(built)) return fail_unjudged(results);
    if (strlen(built) <= LARGEST_JUDGED) *out = json_loads(built, 0, NULL);
    return *out ? OK : fail(ERROR_INPUT, "what the script made is no JSON, or above 4 MiB");
}

static const char *text_at(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static double number_in(const json_t *value)
{
    return json_is_number(value) ? json_number_value(value) : NAN;
}

/* Allocates an item for each of the list, which is NULL if there is none. */
static enum status list_at(const json_t *object, const char *key, size_t size, void *items,
                           size_t *count, json_t **list)
{
    *list = json_object_get(object, key);
    *count = json_array_size(*list);
    return allocate_zeroed(*count, size, "what a script made", items);
}

static struct judged_cell cell_in(const json_t *value)
{
    const json_t *shown = json_is_object(value) ? json_object_get(value, "value") : value;
    return (struct judged_cell){.number = number_in(shown),
                                .text = json_string_value(shown),
                                .mark = json_string_value(json_object_get(value, "mark"))};
}

/* Reads the rows, which are as wide as the table; cells that are missing are empty. */
static enum status read_cells(struct judged_table *out)
{
    const json_t *rows = json_object_get(out->json, "rows");
    out->nrows = json_array_size(rows);
    if (out->nrows * out->ncolumns > LARGEST_JUDGED)
        return fail(ERROR_INPUT, "what the script made is too large a table");
    MUST(allocate(out->nrows * out->ncolumns, sizeof *out->cells, "a table", &out->cells));
    for (size_t k = 0; k < out->nrows * out->ncolumns; k++)
        out->cells[k] =
            cell_in(json_array_get(json_array_get(rows, k / out->ncolumns), k % out->ncolumns));
    return OK;
}

enum status judged_table_read(const struct results *results, const struct table *table,
                              struct judged_table *out)
{
    enum status status = OK;
    json_t *list;
    *out = (struct judged_table){0};
    TRY(parse_judged(results, table->built, table->trouble, &out->json));
    TRY(list_at(out->json, "columns", sizeof *out->columns, &out->columns, &out->ncolumns, &list));
    for (size_t k = 0; k < out->ncolumns; k++) {
        const json_t *column = json_array_get(list, k);
        out->columns[k] = (struct judged_column){
            text_at(column, "title"), json_string_value(json_object_get(column, "group")),
            judged_unit_called(text_at(column, "unit"))};
    }
    TRY(read_cells(out));
    out->notes = text_at(out->json, "notes");
    return OK;
out:
    judged_table_free(out);
    return status;
}

void judged_table_free(struct judged_table *table)
{
    json_decref(table->json);
    free(table->columns);
    free(table->cells);
    *table = (struct judged_table){0};
}

static struct judged_axis axis_at(const json_t *figure, const char *key)
{
    const json_t *axis = json_object_get(figure, key);
    return (struct judged_axis){text_at(axis, "title"), judged_unit_called(text_at(axis, "unit"))};
}

/* Reads [x, y] or [x, y, low, high]. Returns whether there are x and y. */
static bool read_point(const json_t *value, struct judged_point *out)
{
    const json_t *x = json_array_get(value, 0);
    out->x = number_in(x);
    out->x_text = json_string_value(x);
    out->y = number_in(json_array_get(value, 1));
    out->low = number_in(json_array_get(value, 2));
    out->high = number_in(json_array_get(value, 3));
    if (isnan(out->low) || isnan(out->high)) out->low = out->high = NAN;
    return (out->x_text || !isnan(out->x)) && !isnan(out->y);
}

/* Reads the curves and points of a panel. */
static enum status read_panel(size_t panel, const json_t *curves, struct judged_figure *out)
{
    for (size_t c = 0; c < json_array_size(curves); c++) {
        const json_t *curve = json_array_get(curves, c), *points = json_object_get(curve, "points");
        const size_t more = json_array_size(points);
        if (out->ncurves == MOST_CURVES || more > MOST_POINTS - out->npoints)
            return fail(ERROR_INPUT, "the figure has more than %d curves or %d points", MOST_CURVES,
                        MOST_POINTS);
        MUST(reallocate(&out->curves, out->ncurves + 1, sizeof *out->curves, "a figure"));
        MUST(reallocate(&out->points, out->npoints + more, sizeof *out->points, "a figure"));
        out->curves[out->ncurves] = text_at(curve, "title");
        for (size_t k = 0; k < more; k++) {
            struct judged_point *point = &out->points[out->npoints];
            *point = (struct judged_point){.panel = panel, .curve = out->ncurves};
            out->npoints += read_point(json_array_get(points, k), point);
        }
        out->ncurves++;
    }
    return OK;
}

enum status judged_figure_read(const struct results *results, const struct figure *figure,
                               struct judged_figure *out)
{
    enum status status = OK;
    json_t *panels;
    *out = (struct judged_figure){0};
    TRY(parse_judged(results, figure->built, figure->trouble, &out->json));
    out->kind = text_at(out->json, "kind");
    out->log = text_at(out->json, "log");
    out->x = axis_at(out->json, "x");
    out->y = axis_at(out->json, "y");
    TRY(list_at(out->json, "panels", sizeof *out->panels, &out->panels, &out->npanels, &panels));
    out->faceted = json_is_true(json_object_get(out->json, "faceted")) || out->npanels > 1;
    for (size_t p = 0; p < out->npanels; p++) {
        const json_t *panel = json_array_get(panels, p);
        out->panels[p] = text_at(panel, "title");
        TRY(read_panel(p, json_object_get(panel, "curves"), out));
    }
    if (out->ncurves * out->npoints > MOST_PLACES)
        TRY(fail(ERROR_INPUT, "the figure has too many curves of so many points"));
    return OK;
out:
    judged_figure_free(out);
    return status;
}

void judged_figure_free(struct judged_figure *figure)
{
    json_decref(figure->json);
    free(figure->panels);
    free(figure->curves);
    free(figure->points);
    *figure = (struct judged_figure){0};
}

/* All judgements of results */

bool table_is_judged(const struct table *table)
{
    return !*table->rows;
}

bool figure_is_judged(const struct figure *figure)
{
    return !strcmp(figure->kind, "built");
}

bool results_unjudged(const struct results *r)
{
    size_t wanted = r->nclaims, judged = 0;
    for (size_t k = 0; k < r->nclaims; k++) judged += !is_empty(r->claims[k].numbers);
    for (size_t k = 0; k < r->ntables; k++) {
        wanted += table_is_judged(&r->tables[k]);
        judged += !is_empty(r->tables[k].built) || !is_empty(r->tables[k].trouble);
    }
    for (size_t k = 0; k < r->nfigures; k++) {
        wanted += figure_is_judged(&r->figures[k]);
        judged += !is_empty(r->figures[k].built) || !is_empty(r->figures[k].trouble);
    }
    return wanted && !judged;
}

enum status fail_unjudged(const struct results *results)
{
    return fail(ERROR_INPUT,
                "no judgements are stored in these results (older than schema 2.10, recovered or "
                "merged): judge them with a script of yours, such as --script %s",
                results->path);
}

static void forget(char **text)
{
    free(*text);
    *text = NULL;
}

void results_unjudge(struct results *r)
{
    for (size_t k = 0; k < r->nclaims; k++) {
        r->claims[k].verdict = VERDICT_NOT_JUDGED;
        forget(&r->claims[k].magnitude);
        forget(&r->claims[k].numbers);
    }
    for (size_t k = 0; k < r->ntables; k++) {
        forget(&r->tables[k].built);
        forget(&r->tables[k].trouble);
    }
    for (size_t k = 0; k < r->nfigures; k++) {
        forget(&r->figures[k].built);
        forget(&r->figures[k].trouble);
    }
}

/* Words */

struct human judged_show(enum judged_unit unit, double number)
{
    static const enum unit plain[] = {UNIT_SECONDS, UNIT_BYTES,  UNIT_SPEED,
                                      UNIT_COUNT,   UNIT_NUMBER, UNIT_BOUND};
    if (unit < JUDGED_RATIO) return human_quantity(plain[unit], number);
    if (isnan(number)) return human_text("-");
    return unit == JUDGED_TEXT ? exact_number(number)
                               : human_text(fabs(number) < 1000 ? "%.3g" : "%.0f", number);
}

enum judged_unit judged_unit_called(const char *name)
{
    static const char *const names[] = {
        [JUDGED_S] = "s",         [JUDGED_B] = "B",           [JUDGED_B_S] = "B/s",
        [JUDGED_COUNT] = "count", [JUDGED_NUMBER] = "number", [JUDGED_BOUND] = "bound",
        [JUDGED_RATIO] = "ratio"};
    int unit = 0;
    while (unit < JUDGED_TEXT && strcmp(names[unit], name)) unit++;
    return (enum judged_unit)unit;
}

size_t judged_count(const struct results *results, enum claim_verdict verdict)
{
    size_t count = 0;
    for (size_t i = 0; i < results->nclaims; i++) count += results->claims[i].verdict == verdict;
    return count;
}

size_t judged_magnitudes(const struct results *results, enum magnitude magnitude)
{
    const char *name = magnitude_names[magnitude];
    size_t count = 0;
    for (size_t i = 0; i < results->nclaims; i++) {
        const char *magnitude_text = results->claims[i].magnitude;
        count += magnitude_text && !strncmp(magnitude_text, name, strlen(name));
    }
    return count;
}

struct human judged_claims_text(const struct results *results)
{
    size_t hold = judged_count(results, VERDICT_HOLDS),
           fails = judged_count(results, VERDICT_DOES_NOT_HOLD),
           failed = judged_count(results, VERDICT_NOT_JUDGED),
           as_published = judged_magnitudes(results, MAGNITUDE_AS_PUBLISHED),
           outside = judged_magnitudes(results, MAGNITUDE_OUTSIDE);
    struct human out =
        human_text("%zu hold%s, %zu do%s not hold, %zu not tested here", hold, hold == 1 ? "s" : "",
                   fails, fails == 1 ? "es" : "", judged_count(results, VERDICT_NOT_TESTED));
    if (failed) human_append(&out, ", %zu not judged because of an error", failed);
    if (as_published + outside)
        human_append(&out, "; numbers: %zu as published, %zu outside", as_published, outside);
    return out;
}
