#include "analysis/tables/tidy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/listing.h"
#include "base/memory.h"
#include "store/facts.h"

/* Returns a value of the axis, a text if there is one; NULL if no problem has the axis. */
static const struct axis_value *find_axis(const struct results *results, const char *name)
{
    const struct axis_value *found = NULL;
    for (size_t i = 0; i < results->nproblems; i++) {
        const struct axis_value *axis = problem_axis(&results->problems[i], name);
        if (axis && (!found || axis->text)) found = axis;
    }
    return found;
}

static bool is_named(const char *const *names, const char *name)
{
    if (!names) return true;
    while (*names && strcmp(*names, name)) names++;
    return *names != NULL;
}

static void add_axis(const struct axis_value *axis, struct tidy *out)
{
    const struct field field = {.name = axis->name, .unit = UNIT_NUMBER};
    out->column[out->count++] = (struct tidy_column){"", axis->name, field, axis->text != NULL};
}

/* Adds a field even if an axis has the same name: the empty name is none of an axis. */
static enum status add_tidy_field(const struct results *results, const char *before,
                                  const char *name, struct tidy *out)
{
    struct field field;
    MUST(field_find(results, name, &field));
    field.name = "";
    out->column[out->count++] = (struct tidy_column){before, name, field, field.text != NULL};
    return OK;
}

enum status tidy_make(const struct results *results, const char *const *names, struct tidy *out)
{
    enum status status = OK;
    const char **list = NULL;
    size_t most = 0;
    *out = (struct tidy){0};
    TRY(field_list(results, &list));
    for (size_t k = 0; list[k]; k++) most += 2;
    TRY(allocate(most, sizeof *out->column, "the columns of a table", &out->column));
    for (size_t k = 0; list[k]; k++) {
        const struct axis_value *axis = find_axis(results, list[k]);
        if (axis) add_axis(axis, out);
        else if (is_named(names, list[k])) TRY(add_tidy_field(results, "", list[k], out));
    }
    for (size_t k = 0; field_names[k]; k++)
        if (find_axis(results, field_names[k]) && is_named(names, field_names[k]))
            TRY(add_tidy_field(results, "measured_", field_names[k], out));
out:
    free(list);
    return status;
}

void tidy_free(struct tidy *tidy)
{
    free(tidy->column);
    *tidy = (struct tidy){0};
}

void tidy_heads(const struct tidy *tidy, struct grid *grid)
{
    for (size_t k = 0; k < tidy->count; k++) {
        const struct tidy_column *column = &tidy->column[k];
        char *head = NULL;
        if (grid->status == OK)
            grid->status = format_text(&head, "%s%s", column->before, column->name);
        if (head) grid_exact_column(grid, head, column->field.unit, !column->texts);
        free(head);
    }
}

enum status tidy_cells(const struct tidy *tidy, const struct results *results,
                       const struct result_run *run, struct grid *grid)
{
    for (size_t k = 0; k < tidy->count; k++) {
        const struct tidy_column *column = &tidy->column[k];
        struct field_value value;
        MUST(field_get(&column->field, results, run, &value));
        grid_value(grid, true, &column->field, &value);
    }
    return grid->status;
}

void tidy_origin_heads(struct grid *grid)
{
    grid_columns(grid, ">load_at_start|>cores|machine|experiment|run_started|commit");
}

void tidy_origin_cells(const struct results *results, struct grid *grid)
{
    const char *load = fact_value(results->machine, results->nmachine, "now_load");
    grid_format(grid, "%.*s", (int)strcspn(load, " "), load);
    GRID_CELLS(grid, fact_value(results->machine, results->nmachine, "cores"),
               fact_value(results->machine, results->nmachine, "key"), results->name,
               results->started, results->git_commit);
}
