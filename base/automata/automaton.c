#include "base/automata/automaton.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/reachability.h"

void automaton_free(struct automaton *automaton)
{
    for (uint32_t k = 0; k < automaton->nnames; k++) free(automaton->name[k]);
    free(automaton->name);
    free(automaton->accepting);
    guards_free(&automaton->formulas);
    free(automaton->row);
    free(automaton->edge);
    *automaton = (struct automaton){0};
}

enum status automaton_name(struct automaton *automaton, const char *name, size_t length)
{
    if (automaton->nnames == MAX_PROPOSITIONS)
        return fail(ERROR_INPUT, "more than %d propositions", MAX_PROPOSITIONS);
    for (uint32_t k = 0; k < automaton->nnames; k++)
        if (strlen(automaton->name[k]) == length && !memcmp(automaton->name[k], name, length))
            return fail(ERROR_INPUT, "proposition '%s' is there twice", automaton->name[k]);
    MUST(reallocate(&automaton->name, automaton->nnames + 1, sizeof *automaton->name,
                    "propositions"));
    MUST(format_text(&automaton->name[automaton->nnames], "%.*s", (int)length, name));
    automaton->nnames++;
    return OK;
}

enum status automaton_size(struct automaton *automaton, uint32_t n)
{
    automaton->n = n;
    return allocate_zeroed(n, sizeof *automaton->accepting, "the automaton", &automaton->accepting);
}

enum status automaton_edge(struct automaton *automaton, uint32_t from, uint32_t to,
                           const struct guard *formula)
{
    MUST(reserve(&automaton->edge, &automaton->room, automaton->nedges + 1, sizeof *automaton->edge,
                 "the automaton"));
    automaton->edge[automaton->nedges++] =
        (struct automaton_edge){.from = from, .to = to, .formula = *formula};
    return OK;
}

enum status automaton_finish(struct automaton *automaton)
{
    enum status status = OK;
    struct automaton_edge *sorted = NULL;
    uint64_t *row = NULL;
    TRY(allocate_zeroed((size_t)automaton->n + 1, sizeof *row, "the automaton", &row));
    TRY(allocate(automaton->nedges, sizeof *sorted, "the automaton", &sorted));
    for (uint64_t e = 0; e < automaton->nedges; e++) row[automaton->edge[e].from + 1]++;
    for (uint32_t q = 0; q < automaton->n; q++) row[q + 1] += row[q];
    for (uint64_t e = 0; e < automaton->nedges; e++)
        sorted[row[automaton->edge[e].from]++] = automaton->edge[e];
    memmove(row + 1, row, automaton->n * sizeof *row);
    row[0] = 0;
    free(automaton->edge);
    automaton->edge = sorted;
    automaton->row = row;
    return OK;
out:
    free(row);
    return status;
}

enum status automaton_accepting_components(const struct automaton *automaton, uint8_t **out)
{
    enum status status = OK;
    uint32_t *component = NULL, *target = NULL, count = 0;
    uint8_t *wanted = NULL;
    *out = NULL;
    TRY(allocate(automaton->nedges, sizeof *target, "the automaton", &target));
    for (uint64_t e = 0; e < automaton->nedges; e++) target[e] = automaton->edge[e].to;
    const struct csr edges = {
        .rows = automaton->n, .nnz = automaton->nedges, .row = automaton->row, .col = target};
    TRY(strong_components(&edges, &component, &count));
    TRY(allocate_zeroed(count, sizeof *wanted, "the automaton", &wanted));
    TRY(allocate(automaton->n, sizeof **out, "the automaton", out));
    for (uint32_t q = 0; q < automaton->n; q++)
        if (automaton->accepting[q]) wanted[component[q]] = 1;
    for (uint32_t q = 0; q < automaton->n; q++) (*out)[q] = wanted[component[q]];
out:
    free(component);
    free(target);
    free(wanted);
    return status;
}
