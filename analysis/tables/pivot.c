#include "analysis/tables/pivot.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/statistics/stats.h"
#include "base/memory.h"
#include "store/select.h"

static bool same_level(const struct field_value *a, const struct field_value *b)
{
    if (a->text || b->text) return a->text && b->text && strcmp(a->text, b->text) == 0;
    return a->number == b->number || (isnan(a->number) && isnan(b->number));
}

/* Sorts missing numbers last. */
static int compare_numbers(const void *a, const void *b)
{
    const struct field_value *x = a, *y = b;
    if (isnan(x->number) || isnan(y->number)) return !!isnan(x->number) - !!isnan(y->number);
    return (x->number > y->number) - (x->number < y->number);
}

size_t pivot_axis_add(struct pivot_axis *axis, const struct field_value *value, size_t guess)
{
    if (guess < axis->count && same_level(&axis->level[guess], value)) return guess;
    size_t at = 0;
    while (at < axis->count && !same_level(&axis->level[at], value)) at++;
    if (at < axis->count) return at;
    axis->texts = axis->texts || value->text;
    axis->level[axis->count++] = *value;
    return at;
}

void pivot_axis_sort(struct pivot_axis *axis)
{
    if (!axis->texts && axis->count)
        qsort(axis->level, axis->count, sizeof *axis->level, compare_numbers);
}

/* A selected run before it is put into a cell: its level of every key, then of the column. */
struct entry {
    size_t nlevels, run;
    size_t *level;
};

/* Collects the distinct values of the axis and stores each run's in level[which]. */
static enum status fill_axis(const struct results *results, size_t count, struct entry *entries,
                             size_t which, struct pivot_axis *axis)
{
    enum status status = OK;
    struct field_value *values = NULL;
    size_t guess = 0;
    TRY(allocate(count, sizeof *values, "the values of a field", &values));
    TRY(allocate(count, sizeof *axis->level, "the values of a field", &axis->level));
    for (size_t i = 0; i < count; i++) {
        TRY(field_get(&axis->field, results, &results->runs[entries[i].run], &values[i]));
        guess = pivot_axis_add(axis, &values[i], guess);
    }
    pivot_axis_sort(axis);
    for (size_t i = 0; i < count; i++)
        entries[i].level[which] = guess = pivot_axis_add(axis, &values[i], guess);
out:
    free(values);
    return status;
}

static int compare_levels(const struct entry *x, const struct entry *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (x->level[i] != y->level[i]) return x->level[i] < y->level[i] ? -1 : 1;
    return 0;
}

static int compare_entries(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = compare_levels(x, y, x->nlevels);
    return order ? order : (x->run > y->run) - (x->run < y->run);
}

/* Sets cell->text to the text that all runs so far agree on; NULL if they differ. */
static void add_text(struct cell *cell, const char *text)
{
    if (cell->runs == 1) cell->text = text;
    else if (cell->text && strcmp(cell->text, text) != 0) cell->text = NULL;
}

static void count_proof(const struct result_run *run, struct pivot *pivot)
{
    pivot->certified += run->proof == PROOF_CERTIFIED;
    pivot->unproven += *unproven(run) != 0;
}

/* Fills the cell of count >= 1 runs; numbers has room for them. */
static enum status fill_cell(const struct results *results, struct pivot *pivot, size_t count,
                             const struct entry *entries, double *numbers, struct cell *cell)
{
    const struct field *field = &pivot->value;
    const struct result_run *last = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct result_run *run = &results->runs[entries[i].run];
        struct field_value value;
        MUST(field_get(field, results, run, &value));
        cell->runs++;
        cell->status[run->status]++;
        if (value.text) add_text(cell, value.text);
        if (isnan(value.number) || (field->ok_runs && run->status != CASE_OK)) continue;
        numbers[cell->used++] = value.number;
        const unsigned marks = field_marks(field, results, run);
        for (int k = 0; k < NMARKS; k++) cell->marked[k] += marks >> k & 1;
        cell->untold += isnan(run_disturbed(run, run_samples(results, run)));
        if (field_needs_answer(field)) count_proof(run, pivot);
        last = run;
    }
    if (cell->used == 0) return OK;
    sort_numbers(cell->used, numbers);
    cell->median = sorted_quantile(cell->used, numbers, 0.5);
    if (cell->used == 1 && field_is_sampled(field))
        cell->samples = samples_counted(last, run_samples(results, last), NULL);
    if (cell->used == 1) {
        struct summary summary;
        MUST(field_summary(field, results, last, &summary));
        cell->low = summary.ci_low, cell->high = summary.ci_high;
        cell->least = summary.min, cell->most = summary.max;
        cell->range = cell->samples > 1 && isnan(cell->low);
        return OK;
    }
    cell->low = sorted_quantile(cell->used, numbers, 0.25);
    cell->high = sorted_quantile(cell->used, numbers, 0.75);
    return OK;
}

static void find_pivot_rows(struct pivot *pivot, size_t count, const struct entry *entries)
{
    for (size_t i = 0; i < count; i++)
        if (i == 0 || compare_levels(&entries[i - 1], &entries[i], pivot->nkeys) != 0) {
            memcpy(pivot->row + pivot->nrows * pivot->nkeys, entries[i].level,
                   pivot->nkeys * sizeof *pivot->row);
            pivot->nrows++;
        }
}

static enum status fill_cells(const struct results *results, struct pivot *pivot, size_t count,
                              const struct entry *entries, double *numbers)
{
    size_t row = 0, ncells = pivot->nrows * pivot->columns.count;
    for (size_t i = 0; i < ncells; i++)
        pivot->cells[i] = (struct cell){.median = NAN, .low = NAN, .high = NAN};
    for (size_t from = 0, to; from < count; from = to) {
        const struct entry *first = &entries[from];
        for (to = from + 1; to < count && compare_levels(first, &entries[to], first->nlevels) == 0;)
            to++;
        if (from > 0 && compare_levels(first - 1, first, pivot->nkeys) != 0) row++;
        struct cell *cell = &pivot->cells[row * pivot->columns.count + first->level[pivot->nkeys]];
        MUST(fill_cell(results, pivot, to - from, first, numbers, cell));
        if (cell->used > pivot->most_used) pivot->most_used = cell->used;
        pivot->marks |= cell_marks(cell);
    }
    for (size_t i = 0; pivot->most_used > 1 && i < ncells; i++) {
        if (pivot->cells[i].used != 1) continue;
        pivot->cells[i].low = pivot->cells[i].high = NAN;
        pivot->cells[i].range = false;
        pivot->cells[i].samples = 0;
    }
    for (size_t i = 0; i < ncells; i++) pivot->ranges = pivot->ranges || pivot->cells[i].range;
    return OK;
}

static enum status arrange(const struct results *results, size_t count, const size_t *runs,
                           struct pivot *pivot)
{
    enum status status = OK;
    size_t nlevels = pivot->nkeys + 1, *levels = NULL;
    struct entry *entries = NULL;
    double *numbers = NULL;
    TRY(allocate(count * nlevels, sizeof *levels, "a table", &levels));
    TRY(allocate(count, sizeof *entries, "a table", &entries));
    TRY(allocate(count, sizeof *numbers, "a table", &numbers));
    for (size_t i = 0; i < count; i++)
        entries[i] = (struct entry){nlevels, runs[i], levels + i * nlevels};
    for (size_t i = 0; i < pivot->nkeys; i++)
        TRY(fill_axis(results, count, entries, i, &pivot->keys[i]));
    TRY(fill_axis(results, count, entries, pivot->nkeys, &pivot->columns));
    qsort(entries, count, sizeof *entries, compare_entries);
    TRY(allocate(count * pivot->nkeys, sizeof *pivot->row, "the rows of a table", &pivot->row));
    find_pivot_rows(pivot, count, entries);
    TRY(allocate(pivot->nrows * pivot->columns.count, sizeof *pivot->cells, "the cells of a table",
                 &pivot->cells));
    TRY(fill_cells(results, pivot, count, entries, numbers));
out:
    free(numbers);
    free(entries);
    free(levels);
    return status;
}

static enum status find_keys(const struct results *results, const char *names, struct pivot *pivot)
{
    enum status status = OK;
    char *copy = NULL;
    size_t count = 1;
    for (const char *at = names; *at; at++) count += *at == ',';
    TRY(allocate_zeroed(count, sizeof *pivot->keys, "the rows of a table", &pivot->keys));
    TRY(copy_text(names, &copy));
    char *rest = copy;
    for (char *name; (name = strsep(&rest, ",")); pivot->nkeys++) {
        name += strspn(name, " ");
        name[strcspn(name, " ")] = 0;
        TRY(field_find(results, name, &pivot->keys[pivot->nkeys].field));
    }
out:
    free(copy);
    return status;
}

static const char *or_default(const char *name, const char *otherwise)
{
    return name && *name ? name : otherwise;
}

/* Returns whether a list of fields, or of clauses of a filter, names the field. */
static bool names_field(const char *list, const char *field)
{
    const size_t length = strlen(field);
    for (const char *at = list; at && *at; at += *at == ',') {
        at += strspn(at, " ");
        const bool same = !strncmp(at, field, length);
        if (same && (at[length] == '\0' || strchr(", =", at[length]))) return true;
        at += strcspn(at, ",");
    }
    return false;
}

/* Problems inside others would be mixed with these. So only a table sees them that tells problems
 * apart, or whose filter names the field `inside`. */
static bool sees_inside(const struct table *table)
{
    static const char *const fields[] = {"problem", "source", "inside"};
    for (int k = 0; k < 3; k++)
        if (names_field(table->rows, fields[k]) || names_field(table->columns, fields[k]))
            return true;
    return names_field(table->where, "inside");
}

static void leave_out_inside(const struct results *results, size_t *count, size_t *runs)
{
    size_t kept = 0;
    for (size_t k = 0; k < *count; k++)
        if (!results->problems[results->runs[runs[k]].problem].inside) runs[kept++] = runs[k];
    *count = kept;
}

enum status pivot_build(const struct results *results, const struct table *table, struct pivot *out)
{
    enum status status = OK;
    size_t count, *runs = NULL;
    *out = (struct pivot){.results = results};
    TRY(find_keys(results, table->rows, out));
    TRY(field_find(results, or_default(table->columns, "variant"), &out->columns.field));
    TRY(field_find(results, or_default(table->value, "solve"), &out->value));
    TRY(select_runs(results, table->where, &count, &runs));
    if (!sees_inside(table)) leave_out_inside(results, &count, runs);
    TRY(arrange(results, count, runs, out));
out:
    free(runs);
    if (status != OK) pivot_free(out);
    if (status == ERROR_INPUT) status = fail(status, "'%s': %s", table->id, fail_message());
    return status;
}

enum status pivot_figure(const struct results *results, const struct figure *figure,
                         struct pivot *out)
{
    char *rows = NULL;
    *out = (struct pivot){0};
    bool panels = figure->facet && *figure->facet;
    enum status status =
        format_text(&rows, "%s%s%s", panels ? figure->facet : "", panels ? "," : "", figure->x);
    if (status != OK) return status;
    struct table table = {.id = figure->id,
                          .rows = rows,
                          .columns = figure->by,
                          .value = figure->y,
                          .where = figure->where};
    status = pivot_build(results, &table, out);
    free(rows);
    return status;
}

void pivot_free(struct pivot *pivot)
{
    for (size_t i = 0; i < pivot->nkeys; i++) free(pivot->keys[i].level);
    free(pivot->keys);
    free(pivot->columns.level);
    free(pivot->row);
    free(pivot->cells);
    *pivot = (struct pivot){0};
}

unsigned cell_marks(const struct cell *cell)
{
    unsigned marks = 0;
    for (int k = 0; k < NMARKS; k++)
        if (cell->marked[k]) marks |= MARK_BIT(k);
    return marks;
}

unsigned pivot_column_marks(const struct pivot *pivot, size_t column)
{
    unsigned marks = 0;
    for (size_t i = 0; i < pivot->nrows; i++) marks |= cell_marks(pivot_cell(pivot, i, column));
    return marks;
}

static struct human count_statuses(const struct pivot *pivot, const struct cell *cell, bool with_ok,
                                   bool said)
{
    struct human human = {""};
    for (int i = with_ok ? CASE_OK : CASE_OK + 1; i < NCASE_STATUSES; i++) {
        if (cell->status[i] == 0) continue;
        const struct human status = said ? status_said(pivot->results, (enum case_status)i)
                                         : human_text("%s", case_status_names[i]);
        if (cell->runs == 1) return status;
        human_append(&human, "%s%zu %s%.40s", *human.text ? ", " : "", cell->status[i],
                     said ? "× " : "", status.text);
    }
    return human;
}

struct human cell_statuses(const struct cell *cell, bool with_ok)
{
    return count_statuses(NULL, cell, with_ok, false);
}

struct human cell_said(const struct pivot *pivot, const struct cell *cell, bool with_ok)
{
    return count_statuses(pivot, cell, with_ok, true);
}

struct human pivot_explain(const struct pivot *pivot)
{
    const char *title = pivot->value.title;
    if (pivot->most_used > 1)
        return human_text("%s: median over up to %zu runs [quartiles]", title, pivot->most_used);
    if (pivot->most_used == 1 && field_is_sampled(&pivot->value))
        return human_text("%s: median of the samples [its 95 %% interval]%s", title,
                          pivot->ranges ? SAMPLES_RANGE : "");
    return human_text("%s", "");
}
