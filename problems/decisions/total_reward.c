/* Where the total reward of a decision process ends. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/sparse/quotient.h"
#include "problems/property.h"

/* End components; of rows that pay nothing if `unpaid`. */
static enum status find_ends(const struct chain *chain, const double *reward, bool unpaid,
                             uint32_t **component, uint32_t *count, uint8_t **stays)
{
    enum status status = OK;
    const uint32_t rows = chain->transitions.rows;
    uint8_t *allowed = NULL;
    TRY(allocate(rows, 1, "choices", &allowed));
    for (uint32_t r = 0; r < rows; r++) allowed[r] = !unpaid || reward[r] == 0;
    status = end_components(
        &(struct choices){&chain->transitions, chain->group, chain_states(chain), allowed}, NULL,
        component, count, stays);
out:
    free(allowed);
    return status;
}

enum status quiet_states(const struct chain *chain, const double *reward, uint8_t **out)
{
    uint32_t *component, count;
    uint8_t *stays;
    MUST(find_ends(chain, reward, true, &component, &count, &stays));
    enum status status = allocate(chain_states(chain), 1, "states", out);
    for (uint32_t i = 0; status == OK && i < chain_states(chain); i++)
        (*out)[i] = component[i] != NO_CLASS;
    free(component);
    free(stays);
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
    uint8_t *kind; /* for each state of the quotient */
    struct quotient quotient;
    struct csr rows;
};

enum { NO_END, QUIET_END, PAID_END };

static void ends_free(struct ends *e)
{
    free(e->component);
    free(e->stays);
    free(e->kind);
    quotient_free(&e->quotient);
    csr_free(&e->rows);
}

static enum status find_kinds(const struct chain *chain, const double *reward, struct ends *e)
{
    MUST(allocate_zeroed(e->quotient.states, 1, "states", &e->kind));
    for (uint32_t i = 0; i < chain_states(chain); i++) {
        uint8_t *kind = &e->kind[e->quotient.state[i]];
        if (e->component[i] != NO_CLASS && *kind == NO_END) *kind = QUIET_END;
        for (uint32_t r = chain_row(chain, i); r < chain_row(chain, i + 1); r++)
            if (e->stays[r] && reward && reward[r] != 0) *kind = PAID_END;
    }
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

static void add_step(struct csr *a, uint32_t *row_of, uint32_t to)
{
    a->col[a->nnz] = to;
    a->val[a->nnz++] = 1;
    row_of[a->rows++] = NO_ROW;
    a->row[a->rows] = a->nnz;
}

/* The rows of the quotient, and what its ends have besides. */
static void write_rows(const struct ends *e, struct merged_ends *out)
{
    const struct quotient *q = &e->quotient;
    struct csr *a = &out->chain.transitions;
    a->rows = 0;
    a->nnz = a->row[0] = 0;
    for (uint32_t i = 0; i < q->states; i++) {
        out->chain.group[i] = a->rows;
        for (uint32_t r = q->group[i]; r < q->group[i + 1] && e->kind[i] != PAID_END; r++)
            add_row(a, out->row_of, q->row[r], &e->rows, r);
        if (e->kind[i] != NO_END) add_step(a, out->row_of, e->kind[i] == PAID_END ? i : q->states);
    }
    out->chain.group[q->states] = a->rows;
    add_step(a, out->row_of, q->states);
    out->chain.group[q->states + 1] = a->rows;
}

static enum status write_chain(const struct chain *chain, const struct ends *e,
                               struct merged_ends *out)
{
    const struct quotient *q = &e->quotient;
    const uint8_t *initial = chain_label(chain, "init")->holds;
    uint8_t *init;
    const uint32_t rows = q->rows + e->count + 1;
    out->chain.type = chain->type;
    out->chain.rounding = chain->rounding;
    out->chain.ngroups = q->states + 1;
    MUST(allocate((size_t)q->states + 2, sizeof *out->chain.group, "states", &out->chain.group));
    MUST(allocate(rows, sizeof *out->row_of, "choices", &out->row_of));
    MUST(csr_allocate(rows, e->rows.nnz + e->count + 1, &out->chain.transitions));
    write_rows(e, out);
    MUST(chain_add_label(&out->chain, "init", &init));
    for (uint32_t i = 0; i < chain_states(chain); i++) init[q->state[i]] |= initial[i];
    return OK;
}

/* Each row that became shorter had entries that were added up. */
static double share_of_additions(const struct chain *chain, const struct ends *e)
{
    uint64_t most = 0;
    for (uint32_t r = 0; r < e->quotient.rows; r++) {
        const uint32_t old = e->quotient.row[r];
        const uint64_t before = chain->transitions.row[old + 1] - chain->transitions.row[old],
                       after = e->rows.row[r + 1] - e->rows.row[r];
        if (before - after > most) most = before - after;
    }
    return (double)most * DBL_EPSILON;
}

enum status merge_ends(const struct chain *chain, const double *reward, struct merged_ends *out)
{
    enum status status = OK;
    struct ends e = {0};
    const struct choices c = {&chain->transitions, chain->group, chain_states(chain), NULL};
    *out = (struct merged_ends){0};
    TRY(find_ends(chain, reward, false, &e.component, &e.count, &e.stays));
    TRY(quotient_create(&c, e.component, e.stays, &e.quotient));
    TRY(quotient_rows(&e.quotient, &chain->transitions, &e.rows));
    TRY(find_kinds(chain, reward, &e));
    TRY(write_chain(chain, &e, out));
    out->rounded = share_of_additions(chain, &e);
    out->state = e.quotient.state;
    e.quotient.state = NULL;
out:
    ends_free(&e);
    return status;
}
