#include "analysis/tables/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/crossover/crossover_family.h"
#include "analysis/crossover/crossover_transfer.h"
#include "analysis/statistics/effective_samples.h"
#include "analysis/tables/pivot.h"
#include "analysis/tables/tidy.h"
#include "base/memory.h"
#include "base/output/units.h"

enum status grid_value(struct grid *grid, bool exact, const struct field *field,
                       const struct field_value *value)
{
    struct human buffer;
    return grid_cell(grid,
                     exact ? field_exact(value, &buffer) : field_shown(field, value, &buffer));
}

enum status grid_exact_column(struct grid *grid, const char *name, enum unit unit, bool number)
{
    static const char *const endings[NUNITS] = {[UNIT_SECONDS] = "_s",
                                                [UNIT_BYTES] = "_B",
                                                [UNIT_SPEED] = "_B_per_s",
                                                [UNIT_ENERGY] = "_J"};
    const bool says_it = unit == UNIT_BYTES && !strcmp(name, "bytes");
    return grid_column_of(grid, name, endings[unit] && !says_it ? endings[unit] : "", number);
}

void grid_number(struct grid *grid, bool exact, enum unit unit, double number)
{
    struct field field = {.unit = unit};
    grid_value(grid, exact, &field, &(struct field_value){number, NULL});
}

void grid_count(struct grid *grid, bool exact, uint64_t count)
{
    grid_number(grid, exact, UNIT_COUNT, count == MISSING ? NAN : (double)count);
}

/* Fills the table with every axis and field of every case. */
static enum status fill_cases_exact(const struct results *results, struct grid *grid)
{
    enum status status = OK;
    struct tidy tidy = {0};
    TRY(tidy_make(results, NULL, &tidy));
    tidy_heads(&tidy, grid);
    grid_column(grid, "process", true);
    tidy_origin_heads(grid);
    for (size_t i = 0; i < results->nruns; i++) {
        TRY(tidy_cells(&tidy, results, &results->runs[i], grid));
        grid_count(grid, true, results->runs[i].process);
        tidy_origin_cells(results, grid);
    }
out:
    tidy_free(&tidy);
    return status;
}

/* Adds the field of one run, with its 95 % interval, if any, or its range, and its marks. */
static enum status add_run_field(const struct results *results, const struct result_run *run,
                                 const char *name, struct grid *grid)
{
    struct field field;
    struct field_value value;
    struct summary its;
    MUST(field_find(results, name, &field));
    MUST(field_get(&field, results, run, &value));
    MUST(field_summary(&field, results, run, &its));
    if (value.text || isnan(value.number)) return grid_value(grid, false, &field, &value);
    const size_t count =
        field_is_sampled(&field) ? samples_counted(run, run_samples(results, run), NULL) : 0;
    const bool range = count > 1 && isnan(its.ci_low);
    grid_format(grid, "%s%s%s",
                human_range(field.unit, value.number, range ? its.min : its.ci_low,
                            range ? its.max : its.ci_high)
                    .text,
                marks_shown(field_marks(&field, results, run)).text,
                count == 1 ? " (1 sample)"
                : range    ? " (range)"
                           : "");
    return OK;
}

/* "solve: median of the samples [its 95 % interval]; * extrapolated: ..." */
static enum status explain_cases(const struct results *results, bool proven, char **out)
{
    struct field solve;
    unsigned marks = 0;
    bool few = false;
    MUST(field_find(results, "solve", &solve));
    for (size_t i = 0; i < results->nruns; i++) {
        const struct result_run *run = &results->runs[i];
        const size_t count = samples_counted(run, run_samples(results, run), NULL);
        few = few || (run->status == CASE_OK && count > 1 && count < FEWEST_SAMPLES);
        if (!run->extrapolated || run->iterations != MISSING)
            marks |= field_marks(&solve, results, run);
    }
    const struct human explained = marks_explained(marks);
    return format_text(out, "solve: median of the samples [its 95 %% interval]%s%s%s%s",
                       few ? SAMPLES_RANGE : "", proven ? "; off by: ≤ proven, ≈ estimated" : "",
                       *explained.text ? "; " : "", explained.text);
}

/* Adds the note, and why nothing is proven. */
static enum status add_run_note(const struct result_run *run, struct grid *grid)
{
    const char *why = unproven(run);
    return grid_format(grid, "%s%s%s%s", run->note, *run->note && *why ? "; " : "",
                       *why ? "no proof: " : "", why);
}

static const char off_by[] = "off by";

/* Adds the error of the answer: the proven one, or else the estimate. */
static enum status add_off_by(const struct result_run *run, struct grid *grid)
{
    const double proven = proven_error(run);
    if (!isnan(run->error_bound) && isfinite(proven))
        return grid_format(grid, "≤ %s", human_quantity(UNIT_BOUND, proven).text);
    if (run->status == CASE_OK && isfinite(run->estimated_error))
        return grid_format(grid, "≈ %.2g", run->estimated_error);
    return grid_cell(grid, "-");
}

static enum status add_shown(const struct results *results, const struct result_run *run,
                             const char *name, struct grid *grid)
{
    if (name == off_by) return add_off_by(run, grid);
    return strcmp(name, "note") ? add_run_field(results, run, name, grid) : add_run_note(run, grid);
}

static bool any_note(const struct results *results)
{
    for (size_t i = 0; i < results->nruns; i++)
        if (*results->runs[i].note || *unproven(&results->runs[i])) return true;
    return false;
}

/* Fills the table for people. Proven errors are shown beside the times. */
static enum status fill_cases_shown(const struct results *results, bool proven, struct grid *grid)
{
    static const char *const plain[] = {"problem",         "variant", "status",   "proof",
                                        "iterations",      "solve",   "residual", "error",
                                        "estimated_error", "note",    NULL},
                             *const close[] = {"problem", "variant",    "status",
                                               "proof",   "iterations", "solve",
                                               off_by,    "note",       NULL};
    const char *const *shown = proven ? close : plain;
    grid->order = "problem|variant|solve|status|off by|proof|iterations|error|estimated_error";
    size_t count = 0;
    while (shown[count]) count++;
    if (proven && !any_note(results)) count--;
    for (size_t j = 0; j < count; j++) {
        struct field field = {0};
        if (shown[j] != off_by) MUST(field_find(results, shown[j], &field));
        grid_column(grid, shown[j], !field.text);
    }
    for (size_t i = 0; i < results->nruns; i++)
        for (size_t j = 0; j < count; j++)
            MUST(add_shown(results, &results->runs[i], shown[j], grid));
    return OK;
}

static bool any_bound(const struct results *results)
{
    for (size_t i = 0; i < results->nruns; i++)
        if (isfinite(results->runs[i].error_bound)) return true;
    return false;
}

static enum status fill_cases(const struct results *results, bool exact, struct grid *grid)
{
    const bool proven = any_bound(results);
    char *note;
    MUST(explain_cases(results, proven, &note));
    grid_title(grid, "cases", note);
    free(note);
    return exact ? fill_cases_exact(results, grid) : fill_cases_shown(results, proven, grid);
}

static bool any_proven(const struct results *results)
{
    for (size_t i = 0; i < results->nproblems; i++)
        if (!isnan(results->problems[i].prove)) return true;
    return false;
}

/* Adds the time of a problem's proof, and the interval of the value that all its cases prove
 * together. */
static void add_proven(const struct results *results, size_t problem, bool exact, struct grid *grid)
{
    double low = NAN, high = NAN;
    for (size_t k = 0; k < results->nruns; k++) {
        const struct result_run *r = &results->runs[k];
        if (r->problem != problem) continue;
        low = fmax(low, r->value_low);
        high = fmin(high, r->value_high);
    }
    grid_number(grid, exact, UNIT_SECONDS, results->problems[problem].prove);
    if (!exact) grid_cell(grid, low > high ? "contradiction" : human_interval(low, high).text);
    else grid_number(grid, true, UNIT_EXACT, low);
    if (exact) grid_number(grid, true, UNIT_EXACT, high);
}

static enum status fill_problems(const struct results *results, bool exact, struct grid *grid)
{
    const bool proven = exact || any_proven(results);
    char note[160];
    snprintf(
        note, sizeof note,
        "nnz: off-diagonal entries that a sweep reads; row_min, row_max: of those, in one row%s",
        proven ? "; value: proven" : "");
    grid_title(grid, "problems", note);
    grid_columns(grid, "problem|source|kind|>rows|>states|>transitions|>classes|>nnz|>row_min|"
                       ">row_max");
    grid_column(grid, exact ? "generate_s" : "generate", true);
    if (exact) grid_columns(grid, ">prove_s|>value_low|>value_high|>reduce_s|inside");
    else if (proven) grid_columns(grid, ">prove|value");
    for (size_t i = 0; i < results->nproblems; i++) {
        const struct result_problem *p = &results->problems[i];
        const uint64_t counts[] = {p->n,   p->states,  p->transitions, p->classes,
                                   p->nnz, p->row_min, p->row_max};
        GRID_CELLS(grid, p->label, p->source, p->kind);
        for (size_t j = 0; j < 7; j++) grid_count(grid, exact, counts[j]);
        grid_number(grid, exact, UNIT_SECONDS, p->generate);
        if (proven) add_proven(results, i, exact, grid);
        if (exact) grid_number(grid, true, UNIT_SECONDS, p->reduce);
        if (exact) grid_cell(grid, p->inside ? p->inside : "");
    }
    return OK;
}

static enum status fill_variants(const struct results *results, bool exact, struct grid *grid)
{
    (void)exact;
    grid_title(grid, "variants", "");
    grid_columns(grid, "variant|method|layout|order|precision|place");
    for (size_t i = 0; i < results->nvariants; i++) {
        const struct result_variant *v = &results->variants[i];
        GRID_CELLS(grid, v->name, v->method, v->layout, v->order, v->precision, v->place);
    }
    return OK;
}

static enum status fill_machine(const struct results *results, bool exact, struct grid *grid)
{
    (void)exact;
    grid_title(grid, "machine and build", "");
    grid_columns(grid, "of|fact|value");
    for (size_t i = 0; i < results->nmachine; i++)
        GRID_CELLS(grid, "machine", results->machine[i].name, results->machine[i].value);
    for (size_t i = 0; i < results->nbuild; i++)
        GRID_CELLS(grid, "build", results->build[i].name, results->build[i].value);
    GRID_CELLS(grid, "build", "git_commit", results->git_commit);
    return OK;
}

static enum status fill_statuses(const struct results *results, bool exact, struct grid *grid)
{
    uint64_t counts[NCASE_STATUSES] = {0};
    for (size_t i = 0; i < results->nruns; i++) counts[results->runs[i].status]++;
    grid_title(grid, "how the cases ended", marks_summary(results).text);
    grid_columns(grid, "status|>cases");
    for (int i = 0; i < NCASE_STATUSES; i++) {
        if (counts[i] == 0) continue;
        grid_cell(grid, (exact ? case_status_names : case_status_words)[i]);
        grid_count(grid, exact, counts[i]);
    }
    return OK;
}

static enum status fill_crossovers(const struct results *results, bool exact, struct grid *grid)
{
    grid_title(
        grid, "crossovers",
        "low, high: 95 % interval of at, where both variants take the same time: for the noise "
        "of the timings alone; other problems of the kind may cross elsewhere");
    grid_columns(grid, "id|axis|a|b|state|>at|>low|>high|>points|below|>others");
    if (exact) grid_columns(grid, "study|over|>over_value|>seed");
    for (size_t i = 0; i < results->ncrossovers; i++) {
        const struct result_crossover *c = &results->crossovers[i];
        const char *state = crossing_state_names[c->state];
        GRID_CELLS(grid, c->id, c->axis, c->a, c->b, exact ? state : human_name(state).text);
        grid_number(grid, exact, UNIT_NUMBER, c->at);
        grid_number(grid, exact, UNIT_NUMBER, c->low);
        grid_number(grid, exact, UNIT_NUMBER, c->high);
        grid_count(grid, exact, c->points);
        grid_cell(grid, c->below);
        grid_count(grid, exact, c->others);
        if (!exact) continue; /* the id includes these */
        GRID_CELLS(grid, c->study, c->over);
        grid_number(grid, exact, UNIT_NUMBER, c->over_value);
        grid_number(grid, exact, UNIT_NUMBER, c->seed);
    }
    return OK;
}

static enum status fill_predictions(const struct results *results, bool exact, struct grid *grid)
{
    struct crossover_family family;
    grid_title(grid, "predictions",
               "at: geometric mean of the crossovers that the seeds found; low, high: where the "
               "next matrix has its own with 95 %, if the logarithms are normal");
    grid_columns(grid, "id|axis|a|b|>seeds|>found|>at|>low|>high");
    if (exact) grid_columns(grid, "study|over|>over_value");
    for (size_t k = 0; k < results->ncrossovers; k++) {
        if (!crossover_family(results, k, &family)) continue;
        const struct result_crossover *c = family.first;
        GRID_CELLS(grid, human_text("%.*s", family.id_length, c->id).text, c->axis, c->a, c->b);
        grid_count(grid, exact, family.searches);
        grid_count(grid, exact, family.found);
        grid_number(grid, exact, UNIT_NUMBER, family.at);
        grid_number(grid, exact, UNIT_NUMBER, family.low);
        grid_number(grid, exact, UNIT_NUMBER, family.high);
        if (!exact) continue;
        GRID_CELLS(grid, c->study, c->over);
        grid_number(grid, exact, UNIT_NUMBER, c->over_value);
    }
    return OK;
}

static enum status fill_transfer(const struct results *results, bool exact, struct grid *grid)
{
    grid_title(grid, "transfer",
               "predicted: where iterations x (latency + traffic / bandwidth) are equal; "
               "bandwidth: of a copy, which knows no caches; latency: of an iteration, fitted to "
               "the ends of the axis alone; ratio: predicted over measured");
    grid_columns(grid, "id|axis|a|b|>measured|>low|>high|>predicted|>ratio");
    for (int k = 0; k < 4; k++) {
        static const char *const names[] = {"bandwidth_a", "bandwidth_b", "latency_a", "latency_b"};
        const enum unit unit = k < 2 ? UNIT_SPEED : UNIT_SECONDS;
        if (exact) MUST(grid_exact_column(grid, names[k], unit, true));
        else grid_column(grid, human_name(names[k]).text, true);
    }
    grid_column(grid, exact ? "why_not" : "why not", false);
    for (size_t k = 0; k < results->ncrossovers; k++) {
        const struct result_crossover *c = &results->crossovers[k];
        struct crossover_transfer transfer;
        MUST(crossover_transfer(results, c, &transfer));
        GRID_CELLS(grid, c->id, c->axis, c->a, c->b);
        const double numbers[] = {c->at, c->low, c->high, transfer.at, transfer.at / c->at};
        for (int j = 0; j < 5; j++) grid_number(grid, exact, UNIT_NUMBER, numbers[j]);
        for (int j = 0; j < 2; j++) grid_number(grid, exact, UNIT_SPEED, transfer.bandwidth[j]);
        for (int j = 0; j < 2; j++) grid_number(grid, exact, UNIT_SECONDS, transfer.latency[j]);
        grid_cell(grid, transfer.why.text);
    }
    return OK;
}

const struct listing listings[] = {
    {"cases", "every case: how it ended, its time, its answer", fill_cases},
    {"samples", "every timed solve: its time, and what kernel and GPU counted", fill_samples},
    {"counters", "what was counted in solves that are not timed", fill_counters},
    {"problems", "every problem: its size and structure", fill_problems},
    {"inside", "answers together with the questions inside their question", fill_inside},
    {"variants", "every variant: its method, layout, order, precision and place", fill_variants},
    {"machine", "facts about the machine and the program", fill_machine},
    {"statuses", "how many cases ended in which way", fill_statuses},
    {"crossovers", "where two variants change places", fill_crossovers},
    {"predictions", "where they change places on the next matrix", fill_predictions},
    {"transfer", "where bytes and latency predict that they change places", fill_transfer},
    {NULL, NULL, NULL},
};
