#include "analysis/compare/matching.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/select.h"

const struct result_run *case_telling_run(const struct case_runs *runs)
{
    for (size_t k = 0; k < runs->count; k++)
        if (case_run(runs, k)->status != CASE_OK) return case_run(runs, k);
    return case_run(runs, 0);
}

bool case_is_uncounted(const struct matched_case *matched)
{
    for (int side = 0; side < NSIDES; side++)
        for (size_t k = 0; k < matched->side[side].count; k++) {
            const struct result_run *run = case_run(&matched->side[side], k);
            if (run->extrapolated && run->iterations == MISSING) return true;
        }
    return false;
}

/* One case of one file. */
struct entry {
    const struct result_problem *problem;
    const char *label; /* the problem's label, or "" if its source identifies it */
    const struct result_variant *variant;
    struct case_runs runs;
    size_t position;
};

struct entries {
    size_t count;
    struct entry *entry;
};

static int by_key(const struct entry *a, const struct entry *b)
{
    int order = strcmp(a->problem->source, b->problem->source);
    if (!order) order = strcmp(a->label, b->label);
    return order ? order : strcmp(a->variant->name, b->variant->name);
}

static int by_key_and_position(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    int order = by_key(x, y);
    return order ? order : (x->position > y->position) - (x->position < y->position);
}

/* Returns whether problems of a file have this source, but different labels. */
static bool has_labels(const struct results *results, const char *source)
{
    const char *label = NULL;
    for (size_t p = 0; p < results->nproblems; p++) {
        if (strcmp(results->problems[p].source, source)) continue;
        if (label && strcmp(results->problems[p].label, label)) return true;
        label = results->problems[p].label;
    }
    return false;
}

/* Lists the cases of one of the two files. Runs of one case are neighbours. */
static enum status find_entries(const struct results *const file[NSIDES], int side,
                                const char *where, size_t **run, struct entries *out)
{
    const struct results *results = file[side];
    size_t count = 0;
    enum status status = select_runs(results, where, &count, run);
    if (status == OK) status = allocate(count, sizeof *out->entry, "cases", &out->entry);
    if (status != OK) return status;
    for (size_t k = 0, end; k < count; k = end) {
        const struct result_run *first = &results->runs[(*run)[k]], *next;
        const struct result_problem *problem = &results->problems[first->problem];
        bool labels =
            has_labels(file[BASE], problem->source) || has_labels(file[FRESH], problem->source);
        for (end = k + 1; end < count; end++) {
            next = &results->runs[(*run)[end]];
            if (next->problem != first->problem || next->variant != first->variant) break;
        }
        out->entry[out->count] = (struct entry){.problem = problem,
                                                .label = labels ? problem->label : "",
                                                .variant = &results->variants[first->variant],
                                                .runs = {results, end - k, *run + k},
                                                .position = out->count};
        out->count++;
    }
    if (out->count) qsort(out->entry, out->count, sizeof *out->entry, by_key_and_position);
    return OK;
}

struct placed {
    struct matched_case matched;
    size_t position;
};

static int by_position(const void *a, const void *b)
{
    size_t x = ((const struct placed *)a)->position, y = ((const struct placed *)b)->position;
    return (x > y) - (x < y);
}

static struct placed place_case(const struct entry *base, const struct entry *fresh, size_t nbase)
{
    const struct entry *any = base ? base : fresh;
    struct placed placed = {.matched = {.problem = any->problem, .variant = any->variant},
                            .position = base ? base->position : nbase + fresh->position};
    if (base) placed.matched.side[BASE] = base->runs;
    if (fresh) placed.matched.side[FRESH] = fresh->runs;
    return placed;
}

/* Merges both lists, which are sorted by key. */
static size_t merge_by_key(const struct entries *base, const struct entries *fresh,
                           struct placed *out)
{
    size_t i = 0, j = 0, count = 0;
    while (i < base->count || j < fresh->count) {
        const struct entry *a = i < base->count ? &base->entry[i] : NULL;
        const struct entry *b = j < fresh->count ? &fresh->entry[j] : NULL;
        int order = !a ? 1 : !b ? -1 : by_key(a, b);
        i += order <= 0;
        j += order >= 0;
        out[count++] = place_case(order <= 0 ? a : NULL, order >= 0 ? b : NULL, base->count);
    }
    return count;
}

enum status match_cases(const struct results *base, const struct results *fresh, const char *where,
                        struct matching *out)
{
    const struct results *const file[NSIDES] = {[BASE] = base, [FRESH] = fresh};
    enum status status = OK;
    struct entries before = {0}, after = {0};
    struct placed *placed = NULL;
    *out = (struct matching){0};
    TRY(find_entries(file, BASE, where, &out->run[BASE], &before));
    TRY(find_entries(file, FRESH, where, &out->run[FRESH], &after));
    TRY(allocate(before.count + after.count, sizeof *placed, "cases", &placed));
    TRY(allocate(before.count + after.count, sizeof *out->cases, "cases", &out->cases));
    out->count = merge_by_key(&before, &after, placed);
    if (out->count) qsort(placed, out->count, sizeof *placed, by_position);
    for (size_t k = 0; k < out->count; k++) out->cases[k] = placed[k].matched;
out:
    free(before.entry);
    free(after.entry);
    free(placed);
    if (status != OK) matching_free(out);
    return status;
}

void matching_free(struct matching *matching)
{
    free(matching->cases);
    free(matching->run[BASE]);
    free(matching->run[FRESH]);
    *matching = (struct matching){0};
}
