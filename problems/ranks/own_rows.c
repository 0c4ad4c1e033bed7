/* Makes some rows of a rank at a time. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/ranks/mail.h"
#include "problems/ranks/own_system.h"

enum { PIECE = 1 << 18 }; /* entries and rows, or one row */

/* Returns the end of a piece. *entries: most entries that it can have. */
static uint32_t own_rows_piece_end(const struct own_system *s, uint32_t first, uint64_t *entries)
{
    uint32_t end = first;
    *entries = 0;
    while (end < s->share->count && (end == first || *entries + s->length[end] < PIECE))
        *entries += s->length[end++] + UINT64_C(1);
    return end;
}

/* *weight (new) = weights of a long run for n own states from `first` on. */
static enum status weigh_states(const struct own_system *s, uint32_t first, uint32_t n,
                                double **weight)
{
    enum status status = OK;
    struct step *step = &s->share->step;
    struct property property = *s->property;
    struct chain some = {0};
    TRY(stepper_chain(step->stepper, n, n, &some));
    for (uint32_t i = 0; i < n; i++) {
        step_row(step, s->share->code[first + i], &some, i);
        if (step->failed) TRY(step_failure(step->stepper));
    }
    if (s->reward) property.reward = property_reward(chain_reward(&some, s->reward), &property);
    TRY(state_weights(&some, &property, weight));
out:
    chain_free(&some);
    return status;
}

static enum status copy_long_run(const struct own_system *s, uint32_t first, uint32_t end,
                                 struct linear *out)
{
    const struct csr *from = &s->incoming;
    struct csr *off = &out->a.off;
    const uint64_t begin = from->row[first];
    MUST(matrix_allocate(end - first, from->row[end] - begin, &out->a));
    MUST(allocate(off->rows, sizeof *out->x0, "rows", &out->x0));
    for (uint32_t i = 0; i <= off->rows; i++) off->row[i] = from->row[first + i] - begin;
    memcpy(off->col, from->col + begin, off->nnz * sizeof *off->col);
    memcpy(off->val, from->val + begin, off->nnz * sizeof *off->val);
    memcpy(out->a.diag, s->leaving + first, off->rows * sizeof *out->a.diag);
    for (uint32_t i = 0; i < off->rows; i++) out->x0[i] = 1.0 / s->share->n;
    return weigh_states(s, first, off->rows, &out->weight);
}

/* *weight (new) = weights of other systems: the value is that of the initial state, or the average
 * of all. */
static enum status weigh_initial(const struct own_system *s, const struct chain *some,
                                 double **weight)
{
    const uint32_t n = chain_states(some);
    const struct label *init = chain_label(some, "init");
    const double each = s->share->step.stepper->space.all_initial ? 1.0 / s->share->n : 1;
    MUST(allocate(n, sizeof **weight, "weights", weight));
    for (uint32_t i = 0; i < n; i++) (*weight)[i] = init->holds[i] ? each : 0;
    return OK;
}

/* The chain of some own states; its columns are not numbered yet, so `code` has the successors. */
struct some_states {
    struct chain chain;
    uint64_t *code;
};

static enum status step_states(const struct own_system *s, uint32_t first, uint32_t end,
                               uint64_t entries, struct some_states *out)
{
    struct step *step = &s->share->step;
    struct csr *rows = &out->chain.transitions;
    MUST(stepper_chain(step->stepper, end - first, end - first, &out->chain));
    MUST(allocate(entries, sizeof *rows->col, "transitions", &rows->col));
    MUST(allocate(entries, sizeof *rows->val, "transitions", &rows->val));
    MUST(allocate(entries, sizeof *out->code, "transitions", &out->code));
    for (uint32_t i = 0; i < end - first; i++) {
        step_row(step, s->share->code[first + i], &out->chain, i);
        if (step->failed) return step_failure(step->stepper);
        for (uint32_t e = 0; e < step->count; e++) {
            out->code[rows->nnz] = step->entry[e].code;
            rows->val[rows->nnz++] = step->entry[e].value;
        }
        rows->row[i + 1] = rows->nnz;
    }
    return OK;
}

static enum status ask_owners(const struct share *share, uint64_t count, const uint64_t *code,
                              struct mail *mail)
{
    for (uint64_t e = 0; e < count; e++)
        MUST(mail_put(mail, share_owner(share, code[e]), &code[e], sizeof code[e]));
    return OK;
}

static enum status answer_askers(const struct share *share, struct mail *mail)
{
    for (int k = 0; k < ranks_self()->size; k++) {
        const struct box *box = &mail->in[k];
        const uint64_t *code = (const uint64_t *)(void *)box->bytes;
        for (size_t e = 0; e < box->used / sizeof *code; e++) {
            const uint32_t number = share_first(share) + share_index(share, code[e]);
            MUST(mail_put(mail, k, &number, sizeof number));
        }
    }
    return OK;
}

/* Asks the owners of the successors for their numbers. mine: status of this rank so far; if it is
 * not OK, this rank asks for nothing. */
static enum status own_rows_number_columns(const struct share *share, enum status mine,
                                           struct some_states *some)
{
    enum status status = OK;
    struct mail mail = {0};
    struct csr *rows = &some->chain.transitions;
    size_t taken[MOST_PARTS] = {0};
    if (mine == OK) mine = ask_owners(share, rows->nnz, some->code, &mail);
    TRY(mail_exchange(&mail, mine));
    TRY(mail_exchange(&mail, answer_askers(share, &mail)));
    for (uint64_t e = 0; e < rows->nnz; e++) {
        const int owner = share_owner(share, some->code[e]);
        memcpy(&rows->col[e], mail.in[owner].bytes + taken[owner], sizeof *rows->col);
        taken[owner] += sizeof *rows->col;
    }
out:
    mail_free(&mail);
    return status;
}

static enum status reduce(const struct own_system *s, uint32_t first, struct chain *some,
                          struct linear *out)
{
    const double *reward =
        s->reward ? property_reward(chain_reward(some, s->reward), s->property) : NULL;
    const uint8_t *goal = s->goal ? s->goal + first : NULL;
    if (s->has_weight) MUST(weigh_initial(s, some, &out->weight));
    if (is_bounded(s->property)) return bounded_rows(some, reward, goal, s->moves + first, out);
    return fixpoint_rows(some, reward, goal, s->no + first, s->yes + first, out, NULL);
}

enum status own_system_rows(struct own_system *s, uint32_t first, uint32_t *end,
                            struct linear *rows)
{
    enum status status = OK;
    struct some_states some = {0};
    uint64_t entries;
    *rows = (struct linear){.a.first = share_first(s->share) + first};
    *end = own_rows_piece_end(s, first, &entries);
    if (s->leaving) return ranks_agree(copy_long_run(s, first, *end, rows));
    status = step_states(s, first, *end, entries, &some);
    TRY(own_rows_number_columns(s->share, status, &some));
    TRY(ranks_agree(reduce(s, first, &some.chain, rows)));
out:
    chain_free(&some.chain);
    free(some.code);
    return status;
}
