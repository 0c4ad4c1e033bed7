#include "analysis/tables/table.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/boundary.h"
#include "analysis/tables/bridges.h"
#include "analysis/tables/legend.h"
#include "analysis/tables/listing.h"
#include "analysis/tables/pivot.h"
#include "analysis/tables/script_figure.h"
#include "analysis/tables/script_table.h"
#include "base/memory.h"
#include "base/text.h"

/* Adds a cell for a field of texts. */
static enum status add_text_cell(struct grid *grid, const struct pivot *pivot,
                                 const struct cell *cell)
{
    const struct field_value value = {NAN, cell->text};
    if (cell->text) return grid_value(grid, false, &pivot->value, &value);
    if (strcmp(pivot->value.name, "status")) return grid_cell(grid, "(differ)");
    return grid_cell(grid, cell_said(pivot, cell, true).text);
}

/* Adds "3.1 ms [2.9, 3.4]* (18 of 20; 2 × not converged)", or "3.1 ms [2.9, 3.4] (range)". */
static enum status add_cell(struct grid *grid, const struct pivot *pivot, const struct cell *cell)
{
    const struct field *field = &pivot->value;
    if (cell->runs == 0) return grid_cell(grid, "-");
    if (field->text || cell->text) return add_text_cell(grid, pivot, cell);
    struct human bad = {{0}};
    if (field->ok_runs) bad = cell_said(pivot, cell, false);
    if (cell->used == 0) return grid_cell(grid, *bad.text ? bad.text : "-");
    struct human range =
        human_range(field->unit, cell->median, cell->range ? cell->least : cell->low,
                    cell->range ? cell->most : cell->high);
    human_append(&range, "%s%s", marks_shown(cell_marks(cell)).text,
                 cell->samples == 1 ? " (1 sample)"
                 : cell->range      ? " (range)"
                                    : "");
    if (cell->used == cell->runs) return grid_cell(grid, range.text);
    return grid_format(grid, "%s (%zu of %zu%s%s)", range.text, cell->used, cell->runs,
                       *bad.text ? "; " : "", bad.text);
}

static void add_keys(const struct pivot *pivot, size_t row, bool exact, struct grid *grid)
{
    for (size_t i = 0; i < pivot->nkeys; i++)
        grid_value(grid, exact, &pivot->keys[i].field, pivot_key(pivot, row, i));
}

/* Makes a row for each row of the pivot. */
static void fill_square(const struct pivot *pivot, const struct legend *legend, struct grid *grid)
{
    grid->keys = pivot->nkeys;
    for (size_t i = 0; i < pivot->nkeys; i++)
        grid_column(grid, pivot->keys[i].field.name, !pivot->keys[i].texts);
    for (size_t j = 0; j < legend->count; j++)
        grid_column(grid, legend->name[j], !pivot->value.text);
    for (size_t i = 0; i < pivot->nrows; i++) {
        add_keys(pivot, i, false, grid);
        for (size_t j = 0; j < pivot->columns.count; j++)
            add_cell(grid, pivot, pivot_cell(pivot, i, j));
    }
}

static void add_exact_axis(const struct pivot_axis *axis, struct grid *grid)
{
    grid_exact_column(grid, axis->field.name, axis->field.unit, !axis->texts);
}

static void add_exact_columns(const struct pivot *pivot, struct grid *grid)
{
    const struct field *value = &pivot->value;
    const char *const heads[] = {value->name, "low", "high"};
    for (size_t i = 0; i < pivot->nkeys; i++) add_exact_axis(&pivot->keys[i], grid);
    add_exact_axis(&pivot->columns, grid);
    for (int k = 0; k < 3; k++) grid_exact_column(grid, heads[k], value->unit, !value->text);
    grid_columns(grid, ">used|>runs");
    for (int k = 0; k < NMARKS; k++) grid_column(grid, mark_names[k], true);
    grid_column(grid, "status", false);
}

static void add_exact_cell(struct grid *grid, const struct field *field, const struct cell *cell)
{
    grid_value(grid, true, field, &(struct field_value){cell->median, cell->text});
    grid_value(grid, true, field, &(struct field_value){cell->low, NULL});
    grid_value(grid, true, field, &(struct field_value){cell->high, NULL});
    grid_format(grid, "%zu", cell->used);
    grid_format(grid, "%zu", cell->runs);
    for (int k = 0; k < NMARKS; k++) {
        if (k == MARK_DISTURBED && cell->untold) grid_cell(grid, "");
        else grid_format(grid, "%zu", cell->marked[k]);
    }
    grid_cell(grid, cell_statuses(cell, true).text);
}

/* Makes a row for each cell that has runs. */
static void fill_exact(const struct pivot *pivot, struct grid *grid)
{
    add_exact_columns(pivot, grid);
    for (size_t i = 0; i < pivot->nrows; i++)
        for (size_t j = 0; j < pivot->columns.count; j++) {
            const struct cell *cell = pivot_cell(pivot, i, j);
            if (cell->runs == 0) continue;
            add_keys(pivot, i, true, grid);
            grid_value(grid, true, &pivot->columns.field, &pivot->columns.level[j]);
            add_exact_cell(grid, &pivot->value, cell);
        }
}

/* Appends a part to a note. */
static enum status append_to_note(char **note, const char *before, const char *part)
{
    if (!part || !*part) return OK;
    return append_text(note, "%s%s%s", **note ? "; " : "", before, part);
}

/* Sets the title, as declared, or "solve time by n,density", and the note: what the cells show,
 * what the short column names leave out, the filter, and the meaning of the marks. */
static enum status set_title(const char *title, const char *where, const struct pivot *pivot,
                             const struct legend *legend, struct grid *grid)
{
    enum status status = OK;
    char *by = NULL, *note = NULL;
    TRY(format_text(&by, "%s by %s", pivot->value.title,
                    pivot->keys[pivot->nkeys - 1].field.title));
    TRY(copy_text("", &note));
    TRY(append_to_note(&note, "", pivot_explain(pivot).text));
    TRY(append_to_note(&note, "all columns: ", legend->shared));
    TRY(append_to_note(&note, "only: ", where));
    TRY(append_to_note(&note, "", marks_explained(pivot->marks).text));
    if (pivot->certified && pivot->unproven)
        TRY(append_to_note(&note, "",
                           human_text("%zu of %zu answers are not certified", pivot->unproven,
                                      pivot->unproven + pivot->certified)
                               .text));
    grid_title(grid, title && *title ? title : by, note);
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
    if (exact) fill_exact(pivot, grid);
    else fill_square(pivot, &legend, grid);
out:
    legend_free(&legend);
    return status;
}

static bool is_kind(const struct figure *figure, const char *kind)
{
    return strcmp(figure->kind, kind) == 0;
}

static const char *or_empty(const char *title)
{
    return title ? title : "";
}

enum status table_entries(const struct results *results, struct table_entry **out)
{
    size_t used = 0, nlistings = 0;
    while (listings[nlistings].name) nlistings++;
    MUST(allocate_zeroed(results->ntables + nlistings + results->nfigures + NBRIDGES + 2,
                         sizeof **out, "table names", out));
    for (size_t i = 0; i < results->ntables; i++)
        (*out)[used++] = (struct table_entry){results->tables[i].id, "script",
                                              or_empty(results->tables[i].title)};
    if (results->nclaims)
        (*out)[used++] =
            (struct table_entry){"claims", "script", "what is claimed, and whether it holds"};
    for (size_t i = 0; i < nlistings; i++)
        (*out)[used++] = (struct table_entry){listings[i].name, "built-in", listings[i].holds};
    for (const struct bridge *b = bridges; b->name; b++)
        (*out)[used++] = (struct table_entry){b->name, "built-in", b->holds};
    for (size_t i = 0; i < results->nfigures; i++)
        if (!is_kind(&results->figures[i], "structure"))
            (*out)[used++] = (struct table_entry){results->figures[i].id, "figure",
                                                  or_empty(results->figures[i].title)};
    return OK;
}

static size_t count_table_entries(const struct table_entry *entry)
{
    size_t count = 0;
    while (entry[count].name) count++;
    return count;
}

static enum status unknown_table(const struct results *results, const char *name)
{
    struct table_entry *entry = NULL;
    const char **names = NULL;
    char hint[600];
    enum status status = OK;
    TRY(table_entries(results, &entry));
    TRY(allocate(count_table_entries(entry) + 1, sizeof *names, "table names", &names));
    for (size_t k = 0; k <= count_table_entries(entry); k++) names[k] = entry[k].name;
    status = fail(ERROR_INPUT, "no table '%s' in these results%s", name,
                  suggest_name(name, names, hint, sizeof hint));
out:
    free(names);
    free(entry);
    return status;
}

static enum status fill_table(const struct results *results, const struct table *table, bool exact,
                              struct grid *grid)
{
    struct pivot pivot;
    if (table_is_judged(table)) return script_table_fill(results, table, exact, grid);
    enum status status = pivot_build(results, table, &pivot);
    if (status == OK) status = fill_pivot(&pivot, table->title, table->where, exact, grid);
    pivot_free(&pivot);
    return status;
}

static enum status fill_figure(const struct results *results, const struct figure *figure,
                               bool exact, struct grid *grid)
{
    enum status status = OK;
    struct judged_figure built = {0};
    struct pivot pivot = {0};
    struct boundary_place *places = NULL;
    size_t nplaces;
    if (is_kind(figure, "boundary")) {
        TRY(boundary_places(results, figure, &nplaces, &places));
        TRY(boundary_pivot(figure, nplaces, places, &pivot));
    } else if (is_kind(figure, "built")) {
        TRY(judged_figure_read(results, figure, &built));
        TRY(script_figure_pivot(&built, &pivot));
    } else TRY(pivot_figure(results, figure, &pivot));
    TRY(fill_pivot(&pivot, figure->title, figure->where, exact, grid));
out:
    pivot_free(&pivot);
    judged_figure_free(&built);
    free(places);
    return status;
}

static enum status fill_named(const struct results *results, const char *name, bool exact,
                              struct grid *grid)
{
    for (size_t i = 0; i < results->ntables; i++)
        if (strcmp(results->tables[i].id, name) == 0)
            return fill_table(results, &results->tables[i], exact, grid);
    if (results->nclaims && strcmp("claims", name) == 0) return claims_fill(results, grid);
    for (size_t i = 0; listings[i].name; i++)
        if (strcmp(listings[i].name, name) == 0) return listings[i].fill(results, exact, grid);
    for (size_t i = 0; i < results->nfigures; i++)
        if (!strcmp(results->figures[i].id, name) && !is_kind(&results->figures[i], "structure"))
            return fill_figure(results, &results->figures[i], exact, grid);
    return unknown_table(results, name);
}

/* Prints what has a format of its own. */
static enum status print_bridge(const struct bridge *bridge, const struct results *results,
                                enum table_format format, FILE *out)
{
    if (format == TABLE_TEXT || format == bridge->format) return bridge->print(results, out);
    return fail(ERROR_INPUT, "%s has a format of its own, %s: leave --format out, or name `cases`",
                bridge->name, table_format_names[bridge->format]);
}

/* Colour of a cell: words of bad statuses, verdicts on claims, and numbers with a mark that says
 * not to rely on them. */
static enum paint paint_cell(const char *cell)
{
    const char *mark = cell + strcspn(cell, "?~");
    for (int k = 0; k < NCASE_STATUSES; k++)
        if (k != CASE_OK && !status_is_unmeasured((enum case_status)k) &&
            !strncmp(cell, case_status_words[k], strlen(case_status_words[k])))
            return PAINT_BAD;
    if (!strcmp(cell, verdict_names[VERDICT_HOLDS])) return PAINT_GOOD;
    if (!strcmp(cell, verdict_names[VERDICT_DOES_NOT_HOLD])) return PAINT_BAD;
    return *mark && isdigit((unsigned char)*cell) ? PAINT_UNSURE : PAINT_NONE;
}

bool table_has_runs(const struct results *results, const char *name)
{
    static const char *const of_runs[] = {"cases", "samples", "statuses"};
    for (size_t i = 0; i < results->ntables; i++)
        if (!strcmp(results->tables[i].id, name)) return !table_is_judged(&results->tables[i]);
    for (size_t i = 0; i < sizeof of_runs / sizeof *of_runs; i++)
        if (!strcmp(of_runs[i], name)) return true;
    for (size_t i = 0; listings[i].name; i++)
        if (!strcmp(listings[i].name, name)) return false;
    for (size_t i = 0; i < results->nfigures; i++)
        if (!strcmp(results->figures[i].id, name)) return !figure_is_judged(&results->figures[i]);
    return strcmp(name, "claims") != 0;
}

enum status table_print(const struct results *results, const char *name, enum table_format format,
                        FILE *out)
{
    return table_print_view(results, name, NULL, format, out);
}

enum status table_print_view(const struct results *results, const char *name,
                             const struct grid_view *view, enum table_format format, FILE *out)
{
    struct grid grid = {0};
    for (const struct bridge *b = bridges; b->name; b++)
        if (!strcmp(b->name, name)) return print_bridge(b, results, format, out);
    enum status status =
        fill_named(results, name, format == TABLE_CSV || format == TABLE_JSON, &grid);
    grid.paint = paint_cell;
    if (status == OK) status = grid_print_view(&grid, view, format, out);
    grid_free(&grid);
    return status;
}

enum status table_grid(const struct results *results, const char *name, struct grid *out)
{
    enum status status = fill_named(results, name, false, out);
    return status == OK ? out->status : status;
}

enum status table_print_entries(const struct results *results, enum table_format format, FILE *out)
{
    struct grid grid = {0};
    struct table_entry *entry;
    MUST(table_entries(results, &entry));
    grid_title(&grid, "tables of these results",
               "one of them: warpmark table FILE.h5 TABLE; data of a figure are a table, too");
    grid_columns(&grid, "table|kind|holds");
    for (const struct table_entry *e = entry; e->name; e++)
        GRID_CELLS(&grid, e->name, e->kind, e->holds);
    enum status status = grid_print_view(&grid, NULL, format, out);
    grid_free(&grid);
    free(entry);
    return status;
}
