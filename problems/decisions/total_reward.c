/* Where the total reward of a decision process ends. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "problems/property.h"

static enum status find_ends(const struct chain *chain, const uint8_t *allowed,
                             uint32_t **component, uint32_t *count, uint8_t **stays)
{
    const struct choices c = {&chain->transitions, chain->group, chain_states(chain), allowed};
    return end_components(&c, NULL, component, count, stays);
}

enum status quiet_states(const struct chain *chain, const double *reward, uint8_t **out)
{
    uint32_t *component = NULL, count;
    uint8_t *stays = NULL, *unpaid;
    const uint32_t rows = chain->transitions.rows;
    MUST(allocate(rows, 1, "choices", &unpaid));
    for (uint32_t r = 0; r < rows; r++) unpaid[r] = reward[r] == 0;
    enum status status = find_ends(chain, unpaid, &component, &count, &stays);
    if (status == OK) status = allocate(chain_states(chain), 1, "states", out);
    for (uint32_t i = 0; status == OK && i < chain_states(chain); i++)
        (*out)[i] = component[i] != NO_CLASS;
    free(component);
    free(stays);
    free(unpaid);
    return status;
}

enum status quiet_ends(const struct chain *chain, const double *reward, uint8_t **out)
{
    uint32_t *component, count;
    uint8_t *stays, *pays = NULL;
    MUST(find_ends(chain, NULL, &component, &count, &stays));
    enum status status = allocate_zeroed((size_t)count + 1, 1, "end components", &pays);
    if (status == OK) status = allocate(chain_states(chain), 1, "states", out);
    for (uint32_t i = 0; status == OK && i < chain_states(chain); i++)
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            if (stays[r] && reward[r] != 0) pays[component[i]] = 1;
    for (uint32_t i = 0; status == OK && i < chain_states(chain); i++)
        (*out)[i] = component[i] != NO_CLASS && !pays[component[i]];
    free(component);
    free(stays);
    free(pays);
    return status;
}

/* Merged ends */

void merged_ends_free(struct merged_ends *merged)
{
    chain_free(&merged->chain);
    free(merged->state);
    free(merged->row_of);
    *merged = (struct merged_ends){0};
}

struct ends {
    uint32_t *component, count;
    uint8_t *stays;
    uint8_t *in_end, *ways; /* for each state of the quotient */
    uint32_t more;          /* rows besides those of the quotient */
    struct quotient quotient;
    struct csr rows;
};

static void ends_free(struct ends *e)
{
    free(e->component);
    free(e->stays);
    free(e->in_end);
    free(e->ways);
    quotient_free(&e->quotient);
    csr_free(&e->rows);
}

static enum status take_ways(uint32_t n, const uint8_t *ways, struct ends *e)
{
    const struct quotient *q = &e->quotient;
    MUST(allocate_zeroed(q->states, 1, "states", &e->in_end));
    MUST(allocate_zeroed(q->states, 1, "states", &e->ways));
    for (uint32_t i = 0; i < n; i++) {
        if (e->component[i] == NO_CLASS) continue;
        e->in_end[q->state[i]] = 1;
        if (ways[i] > e->ways[q->state[i]]) e->ways[q->state[i]] = ways[i];
    }
    e->more = 1;
    for (uint32_t i = 0; i < q->states; i++)
        if (e->in_end[i]) e->more += e->ways[i] ? e->ways[i] : 1;
    return OK;
}

static void add_row(struct csr *a, uint32_t *row_of, uint32_t old, const struct csr *from,
                    uint32_t row)
{
    const uint64_t first = from->row[row], length = from->row[row + 1] - first;
    memcpy(a->col + a->nnz, from->col + first, length * sizeof *a->col);
    memcpy(a->val + a->nnz, from->val + first, length * sizeof *a->val);
    a->nnz += length;
    row_of[a->rows++] = old;
    a->row[a->rows] = a->nnz;
}

static void add_step(struct csr *a, uint32_t *row_of, uint32_t old, uint32_t to)
{
    a->col[a->nnz] = to;
    a->val[a->nnz++] = 1;
    row_of[a->rows++] = old;
    a->row[a->rows] = a->nnz;
}

/* The rows of the quotient, and what its ends have besides; `old`: rows of the old process. */
static void write_rows(const struct ends *e, uint32_t old, struct merged_ends *out)
{
    const struct quotient *q = &e->quotient;
    struct csr *a = &out->chain.transitions;
    a->rows = 0;
    a->nnz = a->row[0] = 0;
    for (uint32_t i = 0; i < q->states; i++) {
        out->chain.group[i] = a->rows;
        for (uint32_t r = q->group[i]; r < q->group[i + 1]; r++)
            add_row(a, out->row_of, q->row[r], &e->rows, r);
        for (uint32_t w = 0; w < e->ways[i]; w++) add_step(a, out->row_of, old + w, q->states);
        if (e->in_end[i] && !e->ways[i]) add_step(a, out->row_of, NO_ROW, i);
    }
    out->chain.group[q->states] = a->rows;
    add_step(a, out->row_of, NO_ROW, q->states);
    out->chain.group[q->states + 1] = a->rows;
}

static enum status write_chain(const struct chain *chain, const struct ends *e,
                               struct merged_ends *out)
{
    const struct quotient *q = &e->quotient;
    const uint8_t *initial = chain_label(chain, "init")->holds;
    uint8_t *init;
    const uint32_t rows = q->rows + e->more;
    out->chain.type = chain->type;
    out->chain.rounding = chain->rounding;
    out->chain.ngroups = q->states + 1;
    MUST(allocate((size_t)q->states + 2, sizeof *out->chain.group, "states", &out->chain.group));
    MUST(allocate(rows, sizeof *out->row_of, "choices", &out->row_of));
    MUST(csr_allocate(rows, e->rows.nnz + e->more, &out->chain.transitions));
    write_rows(e, chain->transitions.rows, out);
    MUST(chain_add_label(&out->chain, "init", &init));
    for (uint32_t i = 0; i < chain_states(chain); i++) init[q->state[i]] |= initial[i];
    return OK;
}

/* Returns whether sums of the row's entries are exact: all are multiples of 2^-40. */
static bool adds_exactly(const struct csr *a, uint32_t row)
{
    bool exact = true;
    for (uint64_t k = a->row[row]; k < a->row[row + 1]; k++)
        exact &= a->val[k] * 0x1p40 == floor(a->val[k] * 0x1p40);
    return exact;
}

/* Each row that became shorter had entries that were added up. */
static double share_of_additions(const struct chain *chain, const struct ends *e)
{
    uint64_t most = 0;
    for (uint32_t r = 0; r < e->quotient.rows; r++) {
        const uint32_t old = e->quotient.row[r];
        const uint64_t before = chain->transitions.row[old + 1] - chain->transitions.row[old],
                       after = e->rows.row[r + 1] - e->rows.row[r];
        if (before - after > most && !adds_exactly(&chain->transitions, old)) most = before - after;
    }
    return (double)most * DBL_EPSILON;
}

enum status merge_ends(const struct chain *chain, const uint8_t *allowed, const uint8_t *ways,
                       struct merged_ends *out)
{
    enum status status = OK;
    struct ends e = {0};
    const struct choices c = {&chain->transitions, chain->group, chain_states(chain), NULL};
    *out = (struct merged_ends){0};
    TRY(find_ends(chain, allowed, &e.component, &e.count, &e.stays));
    TRY(quotient_create(&c, e.component, e.stays, &e.quotient));
    TRY(quotient_rows(&e.quotient, &chain->transitions, &e.rows));
    TRY(take_ways(chain_states(chain), ways, &e));
    TRY(write_chain(chain, &e, out));
    out->rounded = share_of_additions(chain, &e);
    out->state = e.quotient.state;
    e.quotient.state = NULL;
out:
    ends_free(&e);
    return status;
}
