#include "store/select.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/output/glob.h"
#include "base/text.h"
#include "store/fields.h"

/* One clause "field=pattern" of a filter. */
struct clause {
    struct field field;
    const char *pattern;
};

/* Ends the clause that starts at text with a 0 byte, and returns the start of the next one, or
 * NULL. */
static char *cut_clause(char *text)
{
    for (int depth = 0; *text; text++) {
        depth += (*text == '[' || *text == '{') - (*text == ']' || *text == '}');
        if (*text != ',' || depth > 0) continue;
        *text = 0;
        return text + 1;
    }
    return NULL;
}

static char *trim(char *text)
{
    while (*text == ' ') text++;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ') text[--length] = 0;
    return text;
}

/* Returns whether a pattern leaves nothing out. Then its field need not exist. */
static bool matches_all(const char *pattern)
{
    return !strcmp(pattern, "*");
}

static enum status parse_clause(const struct results *results, char *text, struct clause *out)
{
    char *equals = strchr(text, '=');
    bool ignored; /* only for its error, which must come even if there are no runs */
    if (!equals)
        return fail(ERROR_INPUT, "'%s' in a filter is not of the form field=pattern", text);
    *equals = 0;
    out->pattern = trim(equals + 1);
    MUST(pattern_match(out->pattern, "", &ignored));
    return matches_all(out->pattern) ? OK : field_find(results, trim(text), &out->field);
}

static enum status run_matches(const struct clause *clause, const struct results *results,
                               const struct result_run *run, bool *out)
{
    struct human buffer;
    struct field_value value;
    enum status status = field_get(&clause->field, results, run, &value);
    if (status == OK) status = pattern_match(clause->pattern, field_exact(&value, &buffer), out);
    return status;
}

/* Keeps those of the *count runs that match. */
static enum status keep_matching(const struct clause *clause, const struct results *results,
                                 size_t *count, size_t *runs)
{
    size_t kept = 0;
    for (size_t i = 0; i < *count; i++) {
        bool matches = false;
        MUST(run_matches(clause, results, &results->runs[runs[i]], &matches));
        if (matches) runs[kept++] = runs[i];
    }
    *count = kept;
    return OK;
}

/* Compares by case, else by position. */
static int run_pointer_by_case(const void *a, const void *b)
{
    const struct result_run *x = *(struct result_run *const *)a,
                            *y = *(struct result_run *const *)b;
    const int order = case_compare(x, y);
    return order ? order : (x > y) - (x < y);
}

static enum status sorted_runs(const struct results *results, size_t **out)
{
    const struct result_run **run = NULL;
    enum status status = OK;
    TRY(allocate(results->nruns, sizeof *run, "the order of runs", &run));
    TRY(allocate(results->nruns, sizeof **out, "the order of runs", out));
    for (size_t k = 0; k < results->nruns; k++) run[k] = &results->runs[k];
    qsort(run, results->nruns, sizeof *run, run_pointer_by_case);
    for (size_t k = 0; k < results->nruns; k++) (*out)[k] = (size_t)(run[k] - results->runs);
out:
    free(run);
    return status;
}

enum status select_runs(const struct results *results, const char *where, size_t *count,
                        size_t **runs)
{
    enum status status = OK;
    char *copy = NULL;
    *runs = NULL;
    *count = results->nruns;
    TRY(sorted_runs(results, runs));
    TRY(copy_text(where ? where : "", &copy));
    for (char *text = copy, *next; text && *text; text = next) {
        struct clause clause;
        next = cut_clause(text);
        TRY(parse_clause(results, text, &clause));
        if (matches_all(clause.pattern)) continue;
        TRY(keep_matching(&clause, results, count, *runs));
    }
out:
    free(copy);
    if (status != OK) {
        free(*runs);
        *runs = NULL;
    }
    return status;
}

enum status results_keep(struct results *results, const char *where)
{
    size_t count, *runs, kept = 0;
    bool *keeps = NULL;
    MUST(select_runs(results, where, &count, &runs));
    const enum status status = allocate_zeroed(results->nruns, sizeof *keeps, "runs", &keeps);
    for (size_t k = 0; status == OK && k < count; k++) keeps[runs[k]] = true;
    for (size_t k = 0; status == OK && k < results->nruns; k++) {
        if (keeps[k]) results->runs[kept++] = results->runs[k];
        else result_run_clear(&results->runs[k]);
    }
    if (status == OK) results->nruns = kept;
    free(keeps);
    free(runs);
    return status;
}
