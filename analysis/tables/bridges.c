#include "analysis/tables/bridges.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/tables/macros.h"
#include "analysis/tables/pivot.h"
#include "base/memory.h"
#include "base/output/json.h"
#include "store/facts.h"

/* Called for each case with its name, "PROBLEM VARIANT", and its time. */
typedef enum status case_fn(void *to, const char *name, const struct cell *cell);

static enum status each_case(const struct results *results, case_fn *visit, void *to)
{
    const struct table table = {.id = (char *)"cases", .rows = (char *)"problem"};
    struct pivot pivot;
    enum status status = pivot_build(results, &table, &pivot);
    for (size_t i = 0; status == OK && i < pivot.nrows; i++)
        for (size_t j = 0; status == OK && j < pivot.columns.count; j++) {
            const struct cell *cell = pivot_cell(&pivot, i, j);
            char *name = NULL;
            if (!cell->runs) continue;
            status = format_text(&name, "%s %s", pivot_key(&pivot, i, 0)->text,
                                 pivot.columns.level[j].text);
            if (status == OK) status = visit(to, name, cell);
            free(name);
        }
    pivot_free(&pivot);
    return status;
}

/* Bencher: its measure `latency` is in ns. */
static enum status put_bencher(void *to, const char *name, const struct cell *cell)
{
    struct json *json = to;
    if (isnan(cell->median)) return OK;
    json_open_object(json, name);
    json_open_object(json, "latency");
    json_number(json, "value", cell->median * 1e9);
    if (!isnan(cell->low)) json_number(json, "lower_value", cell->low * 1e9);
    if (!isnan(cell->high)) json_number(json, "upper_value", cell->high * 1e9);
    json_close_object(json);
    json_close_object(json);
    return OK;
}

static enum status put_github(void *to, const char *name, const struct cell *cell)
{
    struct json *json = to;
    if (isnan(cell->median)) return OK;
    json_open_object(json, NULL);
    json_text(json, "name", name);
    json_text(json, "unit", "s");
    json_number(json, "value", cell->median);
    if (!isnan(cell->low))
        json_text(json, "range", human_text("%.6g to %.6g", cell->low, cell->high).text);
    json_close_object(json);
    return OK;
}

/* Prints the cases that have a time, as members of an object or of an array. */
static enum status print_cases(const struct results *results, bool array, case_fn *put, FILE *out)
{
    struct json json = {.out = out};
    (array ? json_open_array : json_open_object)(&json, NULL);
    const enum status status = each_case(results, put, &json);
    (array ? json_close_array : json_close_object)(&json);
    return status;
}

static enum status print_bencher(const struct results *results, FILE *out)
{
    return print_cases(results, false, put_bencher, out);
}

static enum status print_github(const struct results *results, FILE *out)
{
    return print_cases(results, true, put_github, out);
}

static enum status put_head(void *to, const char *name, const struct cell *cell)
{
    return grid_column(to, name, true);
}

static enum status put_time(void *to, const char *name, const struct cell *cell)
{
    return grid_cell(to, isnan(cell->median) ? "" : exact_number(cell->median).text);
}

/* Otava: one line, with a column for each case; lines of several nights make a file. A case without
 * a time keeps its column, empty. */
static enum status print_otava(const struct results *results, FILE *out)
{
    enum status status = OK;
    struct grid grid = {0};
    grid_columns(&grid, "time|commit|machine");
    TRY(each_case(results, put_head, &grid));
    GRID_CELLS(&grid, results->started, results->git_commit,
               fact_value(results->machine, results->nmachine, "key"));
    TRY(each_case(results, put_time, &grid));
    status = grid_print(&grid, TABLE_CSV, out);
out:
    grid_free(&grid);
    return status;
}

const struct bridge bridges[NBRIDGES + 1] = {
    {"macros", "every number as a macro of LaTeX, for papers", TABLE_TEX, macros_print},
    {"bencher", "times in Bencher's JSON (BMF)", TABLE_JSON, print_bencher},
    {"github", "times as github-action-benchmark's customSmallerIsBetter", TABLE_JSON,
     print_github},
    {"otava", "times as a line of CSV for Apache Otava", TABLE_CSV, print_otava},
    {0}};
