/* The time of each answer together with the questions inside its question. */
#include "analysis/tables/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/with_inside.h"

/* Puts the names, one a line, behind one another. */
static enum status put_names(struct grid *grid, const char *names)
{
    char *text;
    MUST(copy_text("", &text));
    enum status status = OK;
    while (names && *names && status == OK) {
        const size_t length = strcspn(names, "\n");
        status = append_text(&text, "%s%.*s", *text ? ", " : "", (int)length, names);
        names += length + (names[length] == '\n');
    }
    if (status == OK) grid_cell(grid, text);
    free(text);
    return status;
}

static enum status put_times(const struct results *results, const struct result_run *run,
                             bool exact, struct grid *grid)
{
    static const char *const names[] = {"solve", "solve_with_inside"};
    for (int k = 0; k < 2; k++) {
        struct field field;
        struct field_value value;
        MUST(field_find(results, names[k], &field));
        MUST(field_get(&field, results, run, &value));
        grid_value(grid, exact, &field, &value);
    }
    return OK;
}

static enum status put_run(const struct results *results, const struct result_run *run, bool exact,
                           struct grid *grid)
{
    double seconds;
    struct human why;
    const struct result_problem *problem = &results->problems[run->problem];
    GRID_CELLS(grid, problem->label, results->variants[run->variant].name,
               (exact ? case_status_names : case_status_words)[run->status]);
    MUST(put_times(results, run, exact, grid));
    grid_number(grid, exact, UNIT_SECONDS, problem->prove_inside);
    MUST(put_names(grid, problem->needs));
    MUST(time_with_inside(results, run, &seconds, &why));
    grid_cell(grid, why.text);
    if (exact) grid_count(grid, true, run->process);
    return OK;
}

enum status fill_inside(const struct results *results, bool exact, struct grid *grid)
{
    grid_title(grid, "inside",
               "with inside: the solve and those of the questions inside, by the same variant; "
               "proofs: of these questions, while the problem was made");
    grid_columns(grid, "problem|variant|status");
    grid_columns(grid, exact
                           ? ">solve_s|>solve_with_inside_s|>prove_inside_s|needs|why_not|>process"
                           : ">solve|>with inside|>proofs|needs|why not");
    for (size_t k = 0; k < results->nruns; k++)
        if (problem_needs(&results->problems[results->runs[k].problem]))
            MUST(put_run(results, &results->runs[k], exact, grid));
    return OK;
}
