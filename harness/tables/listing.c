#include "harness/tables/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "harness/util/units.h"

enum status grid_value(struct grid *grid, bool exact, const struct field *field,
                       const struct field_value *value)
{
    struct human buffer;
    return grid_cell(grid,
                     exact ? field_exact(value, &buffer) : field_shown(field, value, &buffer));
}

enum status grid_exact_column(struct grid *grid, const char *name, const struct field *field)
{
    char *head;
    enum status status = format_text(&head, "%s%s", name, field->unit == UNIT_SECONDS ? "_s" : "");
    if (status != OK) return status;
    status = grid_column(grid, head, !field->text);
    free(head);
    return status;
}

static enum status add_columns(struct grid *grid, size_t count, const char *const *heads,
                               const bool *right)
{
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++)
        status = grid_column(grid, heads[i], right[i]);
    return status;
}

static enum status add_texts(struct grid *grid, size_t count, const char *const *texts)
{
    enum status status = OK;
    for (size_t i = 0; i < count && status == OK; i++) status = grid_cell(grid, texts[i]);
    return status;
}

static enum status add_number(struct grid *grid, bool exact, enum unit unit, double number)
{
    struct field field = {.unit = unit};
    return grid_value(grid, exact, &field, &(struct field_value){number, NULL});
}

static enum status add_count(struct grid *grid, bool exact, uint64_t count)
{
    return add_number(grid, exact, UNIT_COUNT, count == MISSING ? NAN : (double)count);
}

/* Every field of every case. */
static enum status fill_cases_exact(const struct results *results, struct grid *grid)
{
    enum status status = OK;
    const char **names = NULL;
    struct field field;
    struct field_value value;
    TRY(field_list(results, &names));
    for (size_t j = 0; names[j]; j++) {
        TRY(field_find(results, names[j], &field));
        TRY(grid_exact_column(grid, names[j], &field));
    }
    for (size_t i = 0; i < results->nruns; i++)
        for (size_t j = 0; names[j]; j++) {
            TRY(field_find(results, names[j], &field));
            TRY(field_get(&field, results, &results->runs[i], &value));
            TRY(grid_value(grid, true, &field, &value));
        }
out:
    free(names);
    return status;
}

/* The field of one run, with the 95 % interval where there is one, and the marks. */
static enum status add_field(const struct results *results, const struct result_run *run,
                             const char *name, struct grid *grid)
{
    enum status status = OK;
    struct field field;
    struct field_value value;
    struct human shown;
    double low, high;
    TRY(field_find(results, name, &field));
    TRY(field_get(&field, results, run, &value));
    TRY(field_interval(&field, results, run, &low, &high));
    if (value.text || isnan(value.number)) return grid_value(grid, false, &field, &value);
    shown = human_range(field.unit, value.number, low, high);
    const struct human marks = marks_shown(field_marks(&field, results, run));
    strncat(shown.text, marks.text, sizeof shown.text - strlen(shown.text) - 1);
    TRY(grid_cell(grid, shown.text));
out:
    return status;
}

/* "solve: median of the samples [its 95 % interval]; * extrapolated: ..." */
static enum status explain_cases(const struct results *results, char **out)
{
    struct field solve;
    unsigned marks = 0;
    enum status status = field_find(results, "solve", &solve);
    if (status != OK) return status;
    for (size_t i = 0; i < results->nruns; i++) {
        const struct result_run *run = &results->runs[i];
        if (!run->extrapolated || run->iterations != MISSING)
            marks |= field_marks(&solve, results, run);
    }
    const struct human explained = marks_explained(marks);
    return format_text(out, "solve: median of the samples [its 95 %% interval]%s%s",
                       *explained.text ? "; " : "", explained.text);
}

static enum status fill_cases(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const heads[] = {"problem",         "variant", "status",   "proof",
                                        "iterations",      "solve",   "residual", "error",
                                        "estimated_error", "note"};
    static const bool right[] = {false, false, false, false, true, true, true, true, true, false};
    enum { HEADS = sizeof heads / sizeof *heads };
    enum status status = OK;
    char *note = NULL;
    TRY(explain_cases(results, &note));
    TRY(grid_title(grid, "cases", note));
    if (exact) TRY(fill_cases_exact(results, grid));
    else TRY(add_columns(grid, HEADS, heads, right));
    for (size_t i = 0; !exact && i < results->nruns; i++)
        for (size_t j = 0; j < HEADS; j++)
            TRY(add_field(results, &results->runs[i], heads[j], grid));
out:
    free(note);
    return status;
}

static enum status fill_problems(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const heads[] = {"problem", "source",      "kind",    "rows",
                                        "states",  "transitions", "classes", "nnz",
                                        "row_min", "row_max",     "generate"};
    static const bool right[] = {false, false, false, true, true, true,
                                 true,  true,  true,  true, true};
    enum status status = OK;
    TRY(grid_title(
        grid, "problems",
        "nnz: off-diagonal entries that a sweep reads; row_min, row_max: of those, in one row"));
    TRY(add_columns(grid, 10, heads, right));
    TRY(grid_column(grid, exact ? "generate_s" : "generate", true));
    for (size_t i = 0; i < results->nproblems; i++) {
        const struct result_problem *p = &results->problems[i];
        const uint64_t counts[] = {p->n,   p->states,  p->transitions, p->classes,
                                   p->nnz, p->row_min, p->row_max};
        TRY(add_texts(grid, 3, (const char *const[]){p->label, p->source, p->kind}));
        for (size_t j = 0; j < 7; j++) TRY(add_count(grid, exact, counts[j]));
        TRY(add_number(grid, exact, UNIT_SECONDS, p->generate));
    }
out:
    return status;
}

static enum status fill_variants(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const heads[] = {"variant", "method",    "layout",
                                        "order",   "precision", "place"};
    static const bool right[6] = {false};
    enum status status = OK;
    (void)exact;
    TRY(grid_title(grid, "variants", ""));
    TRY(add_columns(grid, 6, heads, right));
    for (size_t i = 0; i < results->nvariants; i++) {
        const struct result_variant *v = &results->variants[i];
        TRY(add_texts(grid, 6,
                      (const char *const[]){v->name, v->method, v->layout, v->order, v->precision,
                                            v->place}));
    }
out:
    return status;
}

static enum status fill_machine(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const heads[] = {"of", "fact", "value"};
    static const bool right[3] = {false};
    enum status status = OK;
    (void)exact;
    TRY(grid_title(grid, "machine and build", ""));
    TRY(add_columns(grid, 3, heads, right));
    for (size_t i = 0; i < results->nmachine; i++)
        TRY(add_texts(
            grid, 3,
            (const char *const[]){"machine", results->machine[i].name, results->machine[i].value}));
    for (size_t i = 0; i < results->nbuild; i++)
        TRY(add_texts(
            grid, 3,
            (const char *const[]){"build", results->build[i].name, results->build[i].value}));
    TRY(add_texts(grid, 3, (const char *const[]){"build", "git_commit", results->git_commit}));
out:
    return status;
}

static enum status fill_statuses(const struct results *results, bool exact, struct grid *grid)
{
    enum status status = OK;
    uint64_t counts[NCASE_STATUSES] = {0};
    for (size_t i = 0; i < results->nruns; i++) counts[results->runs[i].status]++;
    TRY(grid_title(grid, "how the cases ended", marks_summary(results).text));
    TRY(grid_column(grid, "status", false));
    TRY(grid_column(grid, "cases", true));
    for (int i = 0; i < NCASE_STATUSES; i++) {
        if (counts[i] == 0) continue;
        TRY(grid_cell(grid, case_status_names[i]));
        TRY(add_count(grid, exact, counts[i]));
    }
out:
    return status;
}

static enum status fill_crossovers(const struct results *results, bool exact, struct grid *grid)
{
    static const char *const heads[] = {"id",  "axis", "a",      "b",     "state", "at",
                                        "low", "high", "points", "below", "others"};
    static const bool right[] = {false, false, false, false, false, true,
                                 true,  true,  true,  false, true};
    enum status status = OK;
    TRY(grid_title(grid, "crossovers",
                   "low, high: 95 % interval of at, where both variants take the same time"));
    TRY(add_columns(grid, 11, heads, right));
    for (size_t i = 0; i < results->ncrossovers; i++) {
        const struct result_crossover *c = &results->crossovers[i];
        TRY(add_texts(
            grid, 5,
            (const char *const[]){c->id, c->axis, c->a, c->b, crossing_state_names[c->state]}));
        TRY(add_number(grid, exact, UNIT_NUMBER, c->at));
        TRY(add_number(grid, exact, UNIT_NUMBER, c->low));
        TRY(add_number(grid, exact, UNIT_NUMBER, c->high));
        TRY(add_count(grid, exact, c->points));
        TRY(grid_cell(grid, c->below));
        TRY(add_count(grid, exact, c->others));
    }
out:
    return status;
}

const struct listing listings[] = {
    {"cases", fill_cases},
    {"problems", fill_problems},
    {"variants", fill_variants},
    {"machine", fill_machine},
    {"statuses", fill_statuses},
    {"crossovers", fill_crossovers},
    {NULL, NULL},
};
