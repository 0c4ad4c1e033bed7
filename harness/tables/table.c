#include "harness/tables/table.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "harness/script/judge.h"
#include "harness/tables/legend.h"
#include "harness/tables/listing.h"
#include "harness/tables/pivot.h"
#include "harness/tables/script_figure.h"

/* For fields of texts. */
static enum status add_text_cell(struct grid *grid, const struct field *field,
                                 const struct cell *cell)
{
    if (cell->text) return grid_cell(grid, cell->text);
    return grid_cell(grid, strcmp(field->name, "status") == 0 ? cell_statuses(cell, true).text
                                                              : "(differ)");
}

/* "3.1 ms [2.9, 3.4]* (18 of 20; 2 not_converged)" */
static enum status add_cell(struct grid *grid, const struct field *field, const struct cell *cell)
{
    if (cell->runs == 0) return grid_cell(grid, "-");
    if (field->text || cell->text) return add_text_cell(grid, field, cell);
    struct human bad = {{0}};
    if (field->ok_runs) bad = cell_statuses(cell, false);
    if (cell->used == 0) return grid_cell(grid, *bad.text ? bad.text : "-");
    struct human range = human_range(field->unit, cell->median, cell->low, cell->high);
    strncat(range.text, marks_shown(cell_marks(cell)).text,
            sizeof range.text - strlen(range.text) - 1);
    if (cell->used == cell->runs) return grid_cell(grid, range.text);
    char *text;
    const char *semicolon = *bad.text ? "; " : "";
    enum status status = format_text(&text, "%s (%zu of %zu%s%s)", range.text, cell->used,
                                     cell->runs, semicolon, bad.text);
    if (status != OK) return status;
    status = grid_cell(grid, text);
    free(text);
    return status;
}

static enum status add_keys(const struct pivot *pivot, size_t row, bool exact, struct grid *grid)
{
    enum status status = OK;
    for (size_t i = 0; i < pivot->nkeys && status == OK; i++)
        status = grid_value(grid, exact, &pivot->keys[i].field, pivot_key(pivot, row, i));
    return status;
}

/* One row per row of the pivot. */
static enum status fill_square(const struct pivot *pivot, const struct legend *legend,
                               struct grid *grid)
{
    enum status status = OK;
    for (size_t i = 0; i < pivot->nkeys; i++)
        TRY(grid_column(grid, pivot->keys[i].field.name, !pivot->keys[i].texts));
    for (size_t j = 0; j < legend->count; j++)
        TRY(grid_column(grid, legend->name[j], !pivot->value.text));
    for (size_t i = 0; i < pivot->nrows; i++) {
        TRY(add_keys(pivot, i, false, grid));
        for (size_t j = 0; j < pivot->columns.count; j++)
            TRY(add_cell(grid, &pivot->value, pivot_cell(pivot, i, j)));
    }
out:
    return status;
}

static enum status add_exact_columns(const struct pivot *pivot, struct grid *grid)
{
    enum status status = OK;
    const struct field *value = &pivot->value;
    for (size_t i = 0; i < pivot->nkeys; i++)
        TRY(grid_exact_column(grid, pivot->keys[i].field.name, &pivot->keys[i].field));
    TRY(grid_exact_column(grid, pivot->columns.field.name, &pivot->columns.field));
    TRY(grid_exact_column(grid, value->name, value));
    TRY(grid_exact_column(grid, "low", value));
    TRY(grid_exact_column(grid, "high", value));
    TRY(grid_column(grid, "used", true));
    TRY(grid_column(grid, "runs", true));
    for (int k = 0; k < NMARKS; k++) TRY(grid_column(grid, mark_names[k], true));
    TRY(grid_column(grid, "status", false));
out:
    return status;
}

static enum status add_exact_cell(struct grid *grid, const struct field *field,
                                  const struct cell *cell)
{
    enum status status = OK;
    const double numbers[] = {cell->low, cell->high, (double)cell->used, (double)cell->runs};
    TRY(grid_value(grid, true, field, &(struct field_value){cell->median, cell->text}));
    for (size_t i = 0; i < 4; i++)
        TRY(grid_value(grid, true, field, &(struct field_value){numbers[i], NULL}));
    for (int k = 0; k < NMARKS; k++)
        TRY(grid_value(grid, true, field, &(struct field_value){(double)cell->marked[k], NULL}));
    TRY(grid_cell(grid, cell_statuses(cell, true).text));
out:
    return status;
}

/* One row per cell that has runs. */
static enum status fill_exact(const struct pivot *pivot, struct grid *grid)
{
    enum status status = OK;
    TRY(add_exact_columns(pivot, grid));
    for (size_t i = 0; i < pivot->nrows; i++)
        for (size_t j = 0; j < pivot->columns.count; j++) {
            const struct cell *cell = pivot_cell(pivot, i, j);
            if (cell->runs == 0) continue;
            TRY(add_keys(pivot, i, true, grid));
            TRY(grid_value(grid, true, &pivot->columns.field, &pivot->columns.level[j]));
            TRY(add_exact_cell(grid, &pivot->value, cell));
        }
out:
    return status;
}

/* Title: as declared, or "solve time by n,density". Note: what the cells show, what the short
 * column names leave out, the filter, and what the mark means. */
static enum status set_title(const char *title, const char *where, const struct pivot *pivot,
                             const struct legend *legend, struct grid *grid)
{
    enum status status = OK;
    char *by = NULL, *note = NULL;
    const struct human explained = pivot_explain(pivot);
    const char *parts[] = {explained.text, "all columns: ", legend->shared,
                           "only: ", where ? where : ""};
    TRY(format_text(&by, "%s by %s", pivot->value.title,
                    pivot->keys[pivot->nkeys - 1].field.title));
    const struct human marks = marks_explained(pivot->marks);
    const char *mark = marks.text;
    bool any = *parts[0] || *parts[2] || *parts[4];
    TRY(format_text(&note, "%s%s%s%s%s%s%s%s%s", parts[0], *parts[0] && *parts[2] ? "; " : "",
                    *parts[2] ? parts[1] : "", parts[2],
                    (*parts[0] || *parts[2]) && *parts[4] ? "; " : "", *parts[4] ? parts[3] : "",
                    parts[4], any && *mark ? "; " : "", mark));
    TRY(grid_title(grid, title && *title ? title : by, note));
out:
    free(by);
    free(note);
    return status;
}

static enum status fill_pivot(const struct pivot *pivot, const char *title, const char *where,
                              bool exact, struct grid *grid)
{
    enum status status = OK;
    struct legend legend = {0};
    TRY(legend_make(&pivot->columns, &legend));
    TRY(set_title(title, where, pivot, &legend, grid));
    TRY(exact ? fill_exact(pivot, grid) : fill_square(pivot, &legend, grid));
out:
    legend_free(&legend);
    return status;
}

/* Claims, and tables that the script builds */

static enum status fill_claims(const struct results *results, bool exact, struct grid *grid)
{
    (void)exact;
    enum status status = OK;
    struct judged_claims claims;
    TRY(judge_claims(results, &claims));
    TRY(grid_title(grid, "claims", ""));
    TRY(grid_column(grid, "id", false));
    TRY(grid_column(grid, "claim", false));
    TRY(grid_column(grid, "verdict", false));
    TRY(grid_column(grid, "magnitude", false));
    TRY(grid_column(grid, "numbers", false));
    for (size_t i = 0; i < claims.count; i++) {
        const struct judged_claim *claim = &claims.claim[i];
        TRY(grid_cell(grid, claim->id));
        TRY(grid_cell(grid, claim->text));
        TRY(grid_cell(grid, verdict_names[claim->verdict]));
        TRY(grid_cell(grid, claim->magnitude));
        TRY(grid_cell(grid, claim->numbers));
    }
out:
    judged_claims_free(&claims);
    return status;
}

/* "ours_s" */
static enum status built_head(const struct judged_column *column, bool exact, char **out)
{
    static const char *const suffix[] = {
        [JUDGED_S] = "_s", [JUDGED_B] = "_B", [JUDGED_B_S] = "_B/s"};
    return format_text(out, "%s%s", column->title,
                       exact && column->unit < JUDGED_COUNT ? suffix[column->unit] : "");
}

static bool any_mark(const struct judged_table *table, size_t column)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (table->cells[i * table->ncolumns + column].mark) return true;
    return false;
}

/* An exact column has its marks, if it has any, in another one behind it. */
static enum status add_built_columns(const struct judged_table *table, bool exact,
                                     struct grid *grid)
{
    enum status status = OK;
    char *head = NULL;
    for (size_t k = 0; k < table->ncolumns; k++) {
        const struct judged_column *column = &table->columns[k];
        TRY(built_head(column, exact, &head));
        TRY(grid_column(grid, head, column->unit != JUDGED_TEXT));
        if (column->group) TRY(grid_group(grid, column->group));
        free(head);
        head = NULL;
        if (!exact || !any_mark(table, k)) continue;
        TRY(format_text(&head, "%s_mark", column->title));
        TRY(grid_column(grid, head, false));
        if (column->group) TRY(grid_group(grid, column->group));
        free(head);
        head = NULL;
    }
out:
    free(head);
    return status;
}

static enum status add_exact_built(const struct judged_cell *cell, bool marks, struct grid *grid)
{
    struct human number = {""};
    if (!isnan(cell->number)) number = exact_number(cell->number);
    enum status status = grid_cell(grid, cell->text ? cell->text : number.text);
    if (status == OK && marks) status = grid_cell(grid, cell->mark ? cell->mark : "");
    return status;
}

/* "1.23 ms*", "1.23 ms cached": a mark that is a word stands apart. */
static enum status add_shown_built(const struct judged_cell *cell, enum judged_unit unit,
                                   struct grid *grid)
{
    char *text = NULL;
    const struct human number = judged_show(unit, cell->number);
    const char *value = cell->text ? cell->text : number.text, *mark = cell->mark ? cell->mark : "";
    bool empty = !cell->text && isnan(cell->number);
    if (empty) return grid_cell(grid, *mark ? mark : "-");
    enum status status =
        format_text(&text, "%s%s%s", value, isalnum((unsigned char)*mark) ? " " : "", mark);
    if (status == OK) status = grid_cell(grid, text);
    free(text);
    return status;
}

static enum status join_notes(const struct judged_table *table, char **out)
{
    enum status status = copy_text("", out);
    for (size_t i = 0; status == OK && i < table->nnotes; i++) {
        char *longer;
        status = format_text(&longer, "%s%s%s", *out, i ? "\n" : "", table->notes[i]);
        if (status != OK) break;
        free(*out);
        *out = longer;
    }
    return status;
}

static enum status fill_built(const struct results *results, const char *id, bool exact,
                              struct grid *grid)
{
    enum status status = OK;
    struct judged_table table;
    char *note = NULL;
    bool *marks = NULL;
    TRY(judge_table(results, id, &table));
    TRY(join_notes(&table, &note));
    TRY(allocate(table.ncolumns, sizeof *marks, "a table", &marks));
    for (size_t k = 0; k < table.ncolumns; k++) marks[k] = any_mark(&table, k);
    TRY(grid_title(grid, table.title, note));
    TRY(add_built_columns(&table, exact, grid));
    for (size_t i = 0; i < table.nrows * table.ncolumns; i++) {
        size_t column = i % table.ncolumns;
        if (exact) TRY(add_exact_built(&table.cells[i], marks[column], grid));
        else TRY(add_shown_built(&table.cells[i], table.columns[column].unit, grid));
    }
out:
    free(note);
    free(marks);
    judged_table_free(&table);
    return status;
}

static enum status unknown_table(const struct results *results, const char *name)
{
    const char **names;
    char hint[600];
    enum status status = table_names(results, &names);
    if (status != OK) return status;
    status = fail(ERROR_INPUT, "no table '%s' in these results%s", name,
                  suggest_name(name, names, hint, sizeof hint));
    free(names);
    return status;
}

static enum status fill_declared(const struct results *results, const struct table *table,
                                 bool exact, struct grid *grid)
{
    struct pivot pivot;
    if (!*table->rows) return fill_built(results, table->id, exact, grid);
    enum status status = pivot_build(results, table, &pivot);
    if (status != OK) return status;
    status = fill_pivot(&pivot, table->title, table->where, exact, grid);
    pivot_free(&pivot);
    return status;
}

static enum status fill_figure(const struct results *results, const struct figure *figure,
                               bool exact, struct grid *grid)
{
    struct pivot pivot;
    enum status status = pivot_figure(results, figure, &pivot);
    if (status != OK) return status;
    status = fill_pivot(&pivot, figure->title, figure->where, exact, grid);
    pivot_free(&pivot);
    return status;
}

static enum status fill_built_figure(const struct results *results, const struct figure *figure,
                                     bool exact, struct grid *grid)
{
    enum status status = OK;
    struct judged_figure built;
    struct pivot pivot = {0};
    TRY(judge_figure(results, figure->id, &built));
    TRY(script_figure_pivot(&built, &pivot));
    TRY(fill_pivot(&pivot, figure->title, NULL, exact, grid));
out:
    pivot_free(&pivot);
    judged_figure_free(&built);
    return status;
}

static bool is_kind(const struct figure *figure, const char *kind)
{
    return strcmp(figure->kind, kind) == 0;
}

static enum status fill_named(const struct results *results, const char *name, bool exact,
                              struct grid *grid)
{
    for (size_t i = 0; i < results->ntables; i++)
        if (strcmp(results->tables[i].id, name) == 0)
            return fill_declared(results, &results->tables[i], exact, grid);
    if (results->nclaims && strcmp("claims", name) == 0) return fill_claims(results, exact, grid);
    for (size_t i = 0; listings[i].name; i++)
        if (strcmp(listings[i].name, name) == 0) return listings[i].fill(results, exact, grid);
    for (size_t i = 0; i < results->nfigures; i++) {
        const struct figure *figure = &results->figures[i];
        if (strcmp(figure->id, name) != 0 || is_kind(figure, "structure")) continue;
        return (is_kind(figure, "built") ? fill_built_figure : fill_figure)(results, figure, exact,
                                                                            grid);
    }
    return unknown_table(results, name);
}

enum status table_print(const struct results *results, const char *name, enum table_format format,
                        FILE *out)
{
    struct grid grid = {0};
    enum status status = fill_named(results, name, format == TABLE_CSV, &grid);
    if (status == OK) grid_print(&grid, format, out);
    grid_free(&grid);
    return status;
}

enum status table_grid(const struct results *results, const char *name, struct grid *out)
{
    return fill_named(results, name, false, out);
}

enum status table_names(const struct results *results, const char ***out)
{
    size_t used = 0, nlistings = 0;
    while (listings[nlistings].name) nlistings++;
    enum status status = allocate(results->ntables + nlistings + results->nfigures + 2,
                                  sizeof **out, "table names", out);
    if (status != OK) return status;
    for (size_t i = 0; i < results->ntables; i++) (*out)[used++] = results->tables[i].id;
    if (results->nclaims) (*out)[used++] = "claims";
    for (size_t i = 0; i < nlistings; i++) (*out)[used++] = listings[i].name;
    for (size_t i = 0; i < results->nfigures; i++)
        if (!is_kind(&results->figures[i], "structure")) (*out)[used++] = results->figures[i].id;
    (*out)[used] = NULL;
    return OK;
}
