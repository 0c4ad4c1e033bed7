#include "problems/ranks/incoming.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "problems/ranks/mail.h"

/* Each rank sends transitions to the ranks that have the target states, twice: first to count them,
 * then to store them. */

struct arrival {
    uint64_t to; /* a code */
    double rate;
    uint32_t from; /* a number */
};

struct pass {
    struct share *share;
    struct csr *rows;
    double *leaving;
    bool fill;
    uint32_t next; /* own state whose transitions have not been sent */
    struct mail mail;
};

static enum status send_state(struct pass *p, uint32_t i)
{
    struct share *share = p->share;
    struct step *step = &share->step;
    double leaving = 0;
    step_row(step, share->code[i], NULL, 0);
    if (step->failed) return step_failure(step->stepper);
    for (uint32_t e = 0; e < step->count; e++) {
        const struct entry *entry = &step->entry[e];
        if (entry->code == share->code[i]) continue;
        const struct arrival arrival = {entry->code, entry->value, share_first(share) + i};
        MUST(mail_put(&p->mail, share_owner(share, entry->code), &arrival, sizeof arrival));
        leaving += entry->value;
    }
    if (p->leaving) p->leaving[i] = leaving;
    return OK;
}

static enum status send_some(struct pass *p)
{
    while (p->next < p->share->count && p->mail.waiting < MAIL_ENOUGH)
        MUST(send_state(p, p->next++));
    return OK;
}

/* row[] counts, or says where the next entry of each row goes. */
static void take_in(struct pass *p, const struct arrival *arrival, size_t count)
{
    struct csr *rows = p->rows;
    for (size_t k = 0; k < count; k++) {
        const uint32_t i = share_index(p->share, arrival[k].to);
        const uint64_t at = rows->row[i + !p->fill]++;
        if (!p->fill) continue;
        rows->col[at] = arrival[k].from;
        if (rows->val) rows->val[at] = -arrival[k].rate;
    }
}

static enum status make_pass(struct share *share, bool fill, double *leaving, struct csr *rows)
{
    enum status status = OK;
    struct pass p = {.share = share, .rows = rows, .leaving = leaving, .fill = fill};
    do {
        TRY(mail_exchange(&p.mail, send_some(&p)));
        for (int k = 0; k < ranks_self()->size; k++) {
            const struct box *box = &p.mail.in[k];
            take_in(&p, (const struct arrival *)(void *)box->bytes,
                    box->used / sizeof(struct arrival));
        }
    } while (ranks_link_here()->any(p.next < share->count));
out:
    mail_free(&p.mail);
    return status;
}

/* Counts become starts. */
static enum status incoming_make_room(struct csr *rows, bool rates)
{
    for (uint32_t i = 0; i < rows->rows; i++) rows->row[i + 1] += rows->row[i];
    rows->nnz = rows->row[rows->rows];
    MUST(allocate(rows->nnz, sizeof *rows->col, "transitions", &rows->col));
    return rates ? allocate(rows->nnz, sizeof *rows->val, "transitions", &rows->val) : OK;
}

/* Entries in the order of their columns */

struct pair {
    uint32_t col;
    double val;
};

static int by_column(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    return (x->col > y->col) - (x->col < y->col);
}

/* Entries k .. end - 1; those of each rank came in order. */
static void incoming_sort_row(struct csr *rows, uint64_t k, uint64_t end, struct pair *room)
{
    const uint64_t count = end - k;
    bool sorted = true;
    for (uint64_t e = k + 1; e < end; e++) sorted &= rows->col[e - 1] < rows->col[e];
    if (sorted) return;
    for (uint64_t e = 0; e < count; e++)
        room[e] = (struct pair){rows->col[k + e], rows->val ? rows->val[k + e] : 0};
    qsort(room, count, sizeof *room, by_column);
    for (uint64_t e = 0; e < count; e++) {
        rows->col[k + e] = room[e].col;
        if (rows->val) rows->val[k + e] = room[e].val;
    }
}

static enum status incoming_sort_rows(struct csr *rows)
{
    struct pair *room = NULL;
    uint64_t most = 0;
    for (uint32_t i = 0; i < rows->rows; i++)
        if (rows->row[i + 1] - rows->row[i] > most) most = rows->row[i + 1] - rows->row[i];
    MUST(allocate(most, sizeof *room, "a row", &room));
    for (uint32_t i = 0; i < rows->rows; i++)
        incoming_sort_row(rows, rows->row[i], rows->row[i + 1], room);
    free(room);
    return OK;
}

enum status incoming_make(struct share *share, bool rates, double *leaving, struct csr *out)
{
    *out = (struct csr){.rows = share->count};
    MUST(ranks_agree(
        allocate_zeroed(out->rows + UINT64_C(1), sizeof *out->row, "row starts", &out->row)));
    MUST(make_pass(share, false, leaving, out));
    MUST(ranks_agree(incoming_make_room(out, rates)));
    MUST(make_pass(share, true, NULL, out));
    memmove(out->row + 1, out->row, out->rows * sizeof *out->row);
    out->row[0] = 0;
    return ranks_agree(incoming_sort_rows(out));
}

/* Searching */

struct search {
    const struct share *share;
    const struct csr *incoming;
    const uint8_t *through;
    uint8_t *seen;
    uint32_t *queue, first, last; /* own states; each comes once at most */
    struct mail mail;
};

static void see(struct search *s, uint32_t i)
{
    if (s->seen[i] || (s->through && !s->through[i])) return;
    s->seen[i] = 1;
    s->queue[s->last++] = i;
}

static enum status go_on(struct search *s)
{
    while (s->first < s->last && s->mail.waiting < MAIL_ENOUGH) {
        const uint32_t j = s->queue[s->first++];
        for (uint64_t k = s->incoming->row[j]; k < s->incoming->row[j + 1]; k++) {
            const uint32_t i = s->incoming->col[k];
            const int owner = share_owner_of(s->share, i);
            if (owner == ranks_self()->rank) see(s, i - share_first(s->share));
            else MUST(mail_put(&s->mail, owner, &i, sizeof i));
        }
    }
    return OK;
}

static enum status search_over_ranks(struct search *s)
{
    do {
        MUST(mail_exchange(&s->mail, go_on(s)));
        for (int k = 0; k < ranks_self()->size; k++) {
            const struct box *box = &s->mail.in[k];
            const uint32_t *number = (const uint32_t *)(void *)box->bytes;
            for (size_t e = 0; e < box->used / sizeof *number; e++)
                see(s, number[e] - share_first(s->share));
        }
    } while (ranks_link_here()->any(s->first < s->last));
    return OK;
}

enum status incoming_search(const struct share *share, const struct csr *incoming,
                            const uint8_t *target, const uint8_t *through, uint8_t *seen)
{
    enum status status = OK;
    struct search s = {.share = share, .incoming = incoming, .through = through, .seen = seen};
    TRY(ranks_agree(allocate(share->count, sizeof *s.queue, "a search", &s.queue)));
    for (uint32_t i = 0; i < share->count; i++) {
        seen[i] = target[i] != 0;
        if (seen[i]) s.queue[s.last++] = i;
    }
    TRY(search_over_ranks(&s));
out:
    free(s.queue);
    mail_free(&s.mail);
    return status;
}
