/* What was counted in solves of their own: a row for each case and process that was to be counted,
 * a column for each counter that some case has. Where the iterations of a solve are unknown, the
 * numbers are those of one. */
#include "analysis/tables/listing.h"

#include <math.h>

static bool is_known(const struct results *results, int counter)
{
    for (size_t k = 0; k < results->nruns; k++)
        if (!isnan(results->runs[k].counter[counter])) return true;
    return false;
}

static enum status counter_field(const struct results *results, int counter, struct field *field)
{
    return field_find(results, counter_names[counter], field);
}

static enum status declare(const struct results *results, bool exact, struct grid *grid)
{
    grid_title(grid, "counters",
               "means of solves that are counted and not timed; gpu: of the card, the rest of the "
               "process");
    grid_columns(grid, "problem|variant|of");
    for (int c = 0; c < NCOUNTERS; c++) {
        struct field field;
        if (!is_known(results, c)) continue;
        MUST(counter_field(results, c, &field));
        if (exact) MUST(grid_exact_column(grid, field.name, field.unit, true));
        else grid_column(grid, human_name(field.name).text, true);
    }
    return grid_columns(grid, exact ? ">solves|not_counted|>process" : ">solves|not counted");
}

static enum status put_run(const struct results *results, const struct result_run *run, bool exact,
                           struct grid *grid)
{
    const bool each = run->extrapolated && run->iterations == MISSING;
    GRID_CELLS(grid, results->problems[run->problem].label, results->variants[run->variant].name,
               each ? "iteration" : "solve");
    for (int c = 0; c < NCOUNTERS; c++) {
        struct field field;
        if (!is_known(results, c)) continue;
        MUST(counter_field(results, c, &field));
        grid_number(grid, exact, field.unit,
                    (each ? run_counter_of_iteration : run_counter)(run, (enum counter)c));
    }
    grid_count(grid, exact, run->counted_solves);
    grid_cell(grid, run->counter_note ? run->counter_note : "");
    if (exact) grid_count(grid, true, run->process);
    return grid->status;
}

enum status fill_counters(const struct results *results, bool exact, struct grid *grid)
{
    MUST(declare(results, exact, grid));
    for (size_t k = 0; k < results->nruns; k++)
        if (results->runs[k].counted_solves != MISSING)
            MUST(put_run(results, &results->runs[k], exact, grid));
    return OK;
}
