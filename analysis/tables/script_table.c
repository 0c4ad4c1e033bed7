#include "analysis/tables/script_table.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/tables/listing.h"
#include "base/memory.h"
#include "store/judged.h"

enum status claims_fill(const struct results *results, struct grid *grid)
{
    if (results_unjudged(results)) return fail_unjudged(results);
    grid_title(grid, "claims", "");
    grid_columns(grid, "id|claim|verdict|magnitude|numbers");
    for (size_t i = 0; i < results->nclaims; i++) {
        const struct claim *claim = &results->claims[i];
        GRID_CELLS(grid, claim->id, claim->text, verdict_names[claim->verdict], claim->magnitude,
                   claim->numbers);
    }
    return OK;
}

static bool any_mark(const struct judged_table *table, size_t column)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (table->cells[i * table->ncolumns + column].mark) return true;
    return false;
}

static bool any_number(const struct judged_table *table, size_t column)
{
    for (size_t i = 0; i < table->nrows; i++)
        if (!isnan(table->cells[i * table->ncolumns + column].number)) return true;
    return false;
}

/* Adds the columns. The marks of an exact column, if any, are in another column behind it. */
static void add_built_columns(const struct judged_table *table, bool exact, struct grid *grid)
{
    static const char *const units[NJUDGED_UNITS] = {
        [JUDGED_S] = "_s", [JUDGED_B] = "_B", [JUDGED_B_S] = "_B_per_s"};
    for (size_t k = 0; k < table->ncolumns; k++) {
        const struct judged_column *column = &table->columns[k];
        const char *unit = exact ? units[column->unit] : NULL;
        const bool number = column->unit != JUDGED_TEXT || (exact && any_number(table, k));
        grid_column_of(grid, column->title, unit ? unit : "", number);
        if (column->group) grid_group(grid, column->group);
        if (!exact || !any_mark(table, k)) continue;
        grid_column_of(grid, column->title, "_mark", false);
        if (column->group) grid_group(grid, column->group);
    }
}

static void add_exact_built(const struct judged_cell *cell, bool marks, struct grid *grid)
{
    struct human buffer;
    grid_cell(grid, field_exact(&(struct field_value){cell->number, cell->text}, &buffer));
    if (marks) grid_cell(grid, cell->mark ? cell->mark : "");
}

/* Adds "1.23 ms*" or "1.23 ms cached": a mark that is a word is set apart; a status is written in
 * words. */
static void add_shown_built(const struct judged_cell *cell, enum judged_unit unit,
                            struct grid *grid)
{
    const struct human number = judged_show(unit, cell->number);
    const char *mark = cell->mark ? status_words(cell->mark) : "";
    if (!cell->text && isnan(cell->number)) grid_cell(grid, *mark ? mark : "-");
    else
        grid_format(grid, "%s%s%s", cell->text ? cell->text : number.text,
                    isalnum((unsigned char)*mark) ? " " : "", mark);
}

enum status script_table_fill(const struct results *results, const struct table *from, bool exact,
                              struct grid *grid)
{
    enum status status = OK;
    struct judged_table table;
    bool *marks = NULL;
    TRY(judged_table_read(results, from, &table));
    TRY(allocate(table.ncolumns, sizeof *marks, "a table", &marks));
    for (size_t k = 0; k < table.ncolumns; k++) marks[k] = any_mark(&table, k);
    grid_title(grid, from->title ? from->title : "", table.notes);
    add_built_columns(&table, exact, grid);
    for (size_t i = 0; i < table.nrows * table.ncolumns; i++) {
        size_t column = i % table.ncolumns;
        if (exact) add_exact_built(&table.cells[i], marks[column], grid);
        else add_shown_built(&table.cells[i], table.columns[column].unit, grid);
    }
out:
    free(marks);
    judged_table_free(&table);
    return status;
}
