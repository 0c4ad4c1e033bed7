#include "analysis/tables/macros.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/tables/pivot.h"
#include "analysis/tables/table.h"
#include "base/memory.h"
#include "base/output/grid.h"
#include "base/text.h"
#include "store/judged.h"

/* A name that is not there, and one that is there twice, stop LaTeX: no number is missing or is
 * another's without a word. */
static const char definitions[] =
    "\\providecommand\\warpmark[1]{\\wm@get{wm@#1}{#1}}\n"
    "\\providecommand\\warpmarkexact[1]{\\wm@get{wm@exact@#1}{#1}}\n"
    "\\providecommand\\wm@get[2]{\\@ifundefined{#1}{\\PackageError{warpmark}{no number "
    "'#2'}{}}{\\@nameuse{#1}}}\n"
    "\\providecommand\\wm@set[3]{\\@ifundefined{wm@#1}{\\@namedef{wm@#1}{#2}"
    "\\@namedef{wm@exact@#1}{#3}}{\\PackageError{warpmark}{two numbers are called '#1'}{}}}\n";

/* Prints part of a name: a character that TeX reads in its own way becomes "-". */
static void put_name(const char *text, FILE *out)
{
    while (*text) {
        size_t length;
        const char *shown = shown_character(&text, &length);
        fputc(length > 1 || strchr("\\{}#%~^$&", *shown) ? '-' : *shown, out);
    }
}

/* Prints a text that is not broken into lines. */
static void put_shown(const char *text, FILE *out)
{
    while (*text) {
        if (*text == ' ') fputc('~', out), text++;
        else latex_character(&text, out);
    }
}

static void begin(const char *const *name, FILE *out)
{
    fputs("\\wm@set{", out);
    for (size_t k = 0; name[k]; k++) {
        if (k) fputc('|', out);
        put_name(name[k], out);
    }
    fputs("}{", out);
}

/* Defines a text. */
static void put_text(const char *const *name, const char *text, FILE *out)
{
    begin(name, out);
    put_shown(text, out);
    fputs("}{", out);
    put_shown(text, out);
    fputs("}\n", out);
}

static void put_number(const char *const *name, enum unit unit, double number, const char *marks,
                       FILE *out)
{
    begin(name, out);
    put_shown(human_quantity(unit, number).text, out);
    put_shown(marks, out);
    fprintf(out, "}{%s}\n", exact_number(number).text);
}

#define NAME(...)         \
    (const char *const[]) \
    {                     \
        __VA_ARGS__, NULL \
    }

/* Defines a cell: its number and the ends of its interval; without a number the status says why. */
static void put_case(const struct pivot *pivot, size_t row, size_t column, FILE *out)
{
    const struct cell *cell = pivot_cell(pivot, row, column);
    const struct field *field = &pivot->value;
    const char *problem = pivot_key(pivot, row, 0)->text,
               *variant = pivot->columns.level[column].text;
    if (cell->runs == 0) return;
    if (!cell->used) {
        const struct human why = cell_said(pivot, cell, false);
        if (*why.text) put_text(NAME(problem, variant, field->name), why.text, out);
        return;
    }
    const struct human marks = marks_shown(cell_marks(cell));
    put_number(NAME(problem, variant, field->name), field->unit, cell->median, marks.text, out);
    if (isnan(cell->low)) return;
    put_number(NAME(problem, variant, field->name, "low"), field->unit, cell->low, "", out);
    put_number(NAME(problem, variant, field->name, "high"), field->unit, cell->high, "", out);
}

/* Defines a field of all cases. */
static enum status put_field(const struct results *results, const char *name, FILE *out)
{
    const struct table table = {.id = (char *)"macros", .rows = "problem", .value = (char *)name};
    struct pivot pivot;
    enum status status = pivot_build(results, &table, &pivot);
    for (size_t i = 0; status == OK && !pivot.value.text && i < pivot.nrows; i++)
        for (size_t j = 0; j < pivot.columns.count; j++) put_case(&pivot, i, j, out);
    pivot_free(&pivot);
    return status;
}

/* Defines the cells of a table of the script by their places, counted from 1; none if the script
 * failed on it. */
static enum status put_table(const struct results *results, const struct table *table, FILE *out)
{
    struct grid grid = {0};
    enum status status = table_grid(results, table->id, &grid);
    if (status == ERROR_INPUT)
        fprintf(out, "%% no numbers of table %s: it was not judged\n", table->id);
    for (size_t k = grid.ncolumns; status == OK && k < grid.ncells; k++)
        put_text(NAME("table", table->id, human_text("%zu", k / grid.ncolumns).text,
                      human_text("%zu", k % grid.ncolumns + 1).text),
                 grid.cells[k], out);
    grid_free(&grid);
    return status == ERROR_INPUT ? OK : status;
}

static void put_facts(const struct results *results, FILE *out)
{
    put_text(NAME("run", "commit"), results->git_commit, out);
    put_text(NAME("run", "started"), results->started, out);
    for (size_t k = 0; k < results->nmachine; k++)
        put_text(NAME("machine", results->machine[k].name), results->machine[k].value, out);
}

static void put_crossovers(const struct results *results, FILE *out)
{
    for (size_t k = 0; k < results->ncrossovers; k++) {
        const struct result_crossover *c = &results->crossovers[k];
        put_text(NAME("crossover", c->id, "state"), crossing_state_names[c->state], out);
        if (isnan(c->at)) continue;
        put_number(NAME("crossover", c->id, "at"), UNIT_NUMBER, c->at, "", out);
        put_number(NAME("crossover", c->id, "low"), UNIT_NUMBER, c->low, "", out);
        put_number(NAME("crossover", c->id, "high"), UNIT_NUMBER, c->high, "", out);
    }
}

static void put_claims(const struct results *results, FILE *out)
{
    for (size_t k = 0; k < results->nclaims; k++) {
        const struct claim *claim = &results->claims[k];
        put_text(NAME("claim", claim->id, "verdict"), verdict_names[claim->verdict], out);
        put_text(NAME("claim", claim->id, "numbers"), claim->numbers, out);
    }
}

enum status macros_print(const struct results *results, FILE *out)
{
    enum status status = OK;
    const char **names = NULL;
    fprintf(out,
            "%% Numbers of a results file of Warpmark. \\warpmark{PROBLEM|VARIANT|solve} is one as "
            "tables\n%% show it, \\warpmarkexact{...} has all digits, in s, B or 1.\n"
            "\\makeatletter\n%s",
            definitions);
    TRY(field_list(results, &names));
    for (size_t k = 0; names[k]; k++) TRY(put_field(results, names[k], out));
    for (size_t k = 0; k < results->ntables; k++) TRY(put_table(results, &results->tables[k], out));
    put_facts(results, out);
    put_crossovers(results, out);
    put_claims(results, out);
    fputs("\\makeatother\n", out);
out:
    free(names);
    return status;
}
