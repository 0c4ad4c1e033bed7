#include "base/sparse/quotient.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/team.h"

void quotient_free(struct quotient *q)
{
    free(q->state);
    free(q->group);
    free(q->row);
    *q = (struct quotient){0};
}

/* Components are numbered in the order of their first states. */
static void number_states(uint32_t n, const uint32_t *component, uint32_t *first,
                          struct quotient *q)
{
    uint32_t seen = 0;
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t k = component[i];
        q->state[i] = k < seen ? first[k] : q->states++;
        if (k == seen) first[seen++] = q->state[i];
    }
}

static bool is_kept(const struct choices *c, const uint8_t *stays, uint32_t row)
{
    return (!c->allowed || c->allowed[row]) && !stays[row];
}

/* Visits the rows of a new state in descending order. First they are counted, then group[i] is the
 * end of the rows of state i, and each row moves it towards their start. */
static void place_state(const struct choices *c, const uint8_t *stays, uint32_t i, bool moves,
                        struct quotient *q)
{
    uint32_t *at = &q->group[q->state[i]];
    for (uint32_t r = first_choice(c, i + 1); r-- > first_choice(c, i);) {
        if (!is_kept(c, stays, r)) continue;
        if (moves) q->row[--*at] = r;
        else ++*at;
    }
}

static void place_rows(const struct choices *c, const uint8_t *stays, bool moves,
                       struct quotient *q)
{
#pragma omp parallel for schedule(static) if (q->same && team_once(c->rows->rows))
    for (uint32_t k = 0; k < c->states; k++) place_state(c, stays, c->states - 1 - k, moves, q);
}

enum status quotient_create(const struct choices *c, const uint32_t *component,
                            const uint8_t *stays, struct quotient *out)
{
    enum status status = OK;
    uint32_t *first = NULL;
    *out = (struct quotient){0};
    TRY(allocate(c->states, sizeof *first, "a quotient", &first));
    TRY(allocate_large(c->states, sizeof *out->state, "a quotient", &out->state));
    number_states(c->states, component, first, out);
    out->same = out->states == c->states;
    TRY(allocate_zeroed((size_t)out->states + 1, sizeof *out->group, "a quotient", &out->group));
    place_rows(c, stays, false, out);
    for (uint32_t i = 0; i < out->states; i++) out->group[i + 1] += out->group[i];
    out->rows = out->group[out->states];
    TRY(allocate_large(out->rows, sizeof *out->row, "a quotient", &out->row));
    place_rows(c, stays, true, out);
out:
    free(first);
    if (status != OK) quotient_free(out);
    return status;
}

static bool has_no_column_twice(const struct csr *a, uint32_t row)
{
    enum { MANY = 64 };
    const uint64_t first = a->row[row], end = a->row[row + 1];
    bool ascends = true, once = true;
    for (uint64_t k = first + 1; k < end; k++) ascends &= a->col[k - 1] < a->col[k];
    if (ascends || end - first > MANY) return ascends;
    for (uint64_t k = first; k < end; k++)
        for (uint64_t l = first; l < k; l++) once &= a->col[k] != a->col[l];
    return once;
}

bool quotient_keeps_rows(const struct quotient *q, const struct csr *old)
{
    int keeps = q->same;
#pragma omp parallel for schedule(static) reduction(& : keeps) if (team_once(old->nnz))
    for (uint32_t r = 0; r < (q->same ? q->rows : 0); r++)
        keeps &= has_no_column_twice(old, q->row[r]);
    return keeps;
}

/* Fills out, whose columns need not ascend in a row. at (one for each new state): where this row
 * has its entry, plus 1; entries of earlier rows lie before it. */
static void merge_entries(const struct quotient *q, const struct csr *old, uint64_t *at,
                          struct csr *out)
{
    uint64_t count = 0;
    for (uint32_t r = 0; r < q->rows; r++) {
        out->row[r] = count;
        for (uint64_t k = old->row[q->row[r]]; k < old->row[q->row[r] + 1]; k++) {
            const uint32_t j = q->state[old->col[k]];
            if (at[j] <= out->row[r]) {
                out->col[count] = j;
                out->val[count] = 0;
                at[j] = ++count;
            }
            out->val[at[j] - 1] += old->val[k];
        }
    }
    out->row[q->rows] = out->nnz = count;
}

/* Sorts the columns of each row: the transpose has sorted rows. */
static enum status sort_rows(uint32_t columns, struct csr *a)
{
    struct csr back;
    const uint32_t rows = a->rows;
    MUST(transpose(&(struct transposition){.rows = columns}, a, true, &back));
    csr_free(a);
    const enum status status = transpose(&(struct transposition){.rows = rows}, &back, true, a);
    csr_free(&back);
    return status;
}

enum status quotient_rows(const struct quotient *q, const struct csr *old, struct csr *out)
{
    enum status status = OK;
    uint64_t *at = NULL, entries = 0;
    *out = (struct csr){0};
    for (uint32_t r = 0; r < q->rows; r++) entries += old->row[q->row[r] + 1] - old->row[q->row[r]];
    TRY(allocate_zeroed(q->states, sizeof *at, "a quotient", &at));
    TRY(csr_allocate(q->rows, entries, out));
    merge_entries(q, old, at, out);
    TRY(sort_rows(q->states, out));
out:
    free(at);
    if (status != OK) csr_free(out);
    return status;
}
