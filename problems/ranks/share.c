#include "problems/ranks/share.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/random.h"
#include "generators/codes.h"
#include "problems/ranks/mail.h"

static int rank_here_is(void)
{
    return ranks_self()->rank;
}

/* Finding them */

struct finder {
    struct step step;
    struct codes found; /* states of this rank, by hash */
    uint64_t *code;     /* codes that are not expanded yet */
    size_t count, room;
    struct mail mail;
};

/* Returns the rank of a code by the upper half of its hash; a table of codes uses the lower
 * bits. */
static int finder_of(uint64_t code)
{
    return (int)((random_mix(code) >> 32) * (uint64_t)ranks_self()->size >> 32);
}

static enum status make_room_for(struct finder *f, uint64_t count)
{
    while (!codes_reserve(&f->found, count)) MUST(codes_grow(&f->found));
    return reserve(&f->code, &f->room, f->count + count, sizeof *f->code, "states to visit");
}

/* Adds codes of this rank to `found`. */
static enum status take_in(struct finder *f, const uint64_t *code, uint64_t count)
{
    const size_t before = f->count;
    MUST(make_room_for(f, count));
    for (uint64_t k = 0; k < count; k++)
        if (codes_claim(&f->found, code[k])) f->code[f->count++] = code[k];
    codes_give_back(&f->found, count - (f->count - before));
    return OK;
}

static enum status share_expand_state(struct finder *f, uint64_t code)
{
    step_from(&f->step, code);
    if (f->step.failed) return step_failure(f->step.stepper);
    for (uint32_t e = 0; e < f->step.count; e++) {
        const uint64_t *next = &f->step.entry[e].code;
        const int owner = finder_of(*next);
        if (owner != rank_here_is()) MUST(mail_put(&f->mail, owner, next, sizeof *next));
        else MUST(take_in(f, next, 1));
    }
    return OK;
}

static enum status expand_some(struct finder *f)
{
    while (f->count && f->mail.waiting < MAIL_ENOUGH)
        MUST(share_expand_state(f, f->code[--f->count]));
    return OK;
}

static enum status take_all_in(struct finder *f)
{
    for (int k = 0; k < ranks_self()->size; k++) {
        const struct box *box = &f->mail.in[k];
        MUST(take_in(f, (const uint64_t *)(const void *)box->bytes, box->used / sizeof *f->code));
    }
    return OK;
}

static enum status find_reachable(struct finder *f)
{
    uint64_t start = f->step.stepper->start;
    enum status status = codes_create(UINT64_MAX, &f->found); /* a table, as codes are spread */
    if (status == OK && finder_of(start) == rank_here_is()) status = take_in(f, &start, 1);
    do {
        if (status == OK) status = expand_some(f);
        MUST(mail_exchange(&f->mail, status));
        status = take_all_in(f);
    } while (ranks_link_here()->any(f->count || status != OK));
    return OK;
}

static void finder_free(struct finder *f)
{
    step_free(&f->step);
    codes_free(&f->found);
    free(f->code);
    mail_free(&f->mail);
}

/* Ranges */

static int share_codes_ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

/* Chooses the bounds from a sample of each rank's codes, which the hash has distributed evenly. */
static void choose_bounds(struct share *share)
{
    enum { SAMPLE = 256 };
    const int size = ranks_self()->size;
    uint64_t mine[SAMPLE], all[MOST_PARTS * SAMPLE];
    for (uint64_t k = 0; k < SAMPLE; k++)
        mine[k] = share->count ? share->code[k * share->count / SAMPLE] : UINT64_MAX;
    ranks_link_here()->gather(mine, sizeof mine, all);
    qsort(all, (size_t)size * SAMPLE, sizeof *all, share_codes_ascending);
    share->bound[0] = 0;
    for (int k = 1; k < size; k++) share->bound[k] = all[k * SAMPLE];
    share->bound[size] = UINT64_MAX;
}

/* piece[k]: the codes of this rank that go to rank k. */
static void cut_codes(const struct share *share, struct link_piece *piece)
{
    uint64_t at = 0;
    for (int k = 0; k < ranks_self()->size; k++) {
        const uint64_t begin = at;
        while (at < share->count && share->code[at] < share->bound[k + 1]) at++;
        piece[k] = (struct link_piece){k, share->code + begin, (at - begin) * sizeof *share->code};
    }
}

/* Each rank's codes come in order; then all are sorted. */
static enum status deal_codes(struct share *share)
{
    struct link_piece sent[MOST_PARTS], received[MOST_PARTS];
    uint64_t mine[MOST_PARTS] = {0}, all[MOST_PARTS][MOST_PARTS], bytes = 0;
    const int size = ranks_self()->size;
    char *room;
    cut_codes(share, sent);
    for (int k = 0; k < size; k++) mine[k] = sent[k].bytes;
    ranks_link_here()->gather(mine, sizeof mine, all);
    for (int k = 0; k < size; k++) bytes += all[k][rank_here_is()];
    MUST(ranks_agree(allocate(bytes, 1, "states", &room)));
    for (int k = 0; k < size; room += received[k++].bytes)
        received[k] = (struct link_piece){k, room, all[k][rank_here_is()]};
    ranks_link_here()->exchange(size, sent, size, received);
    free(share->code);
    share->code = received[0].at;
    share->count = (uint32_t)(bytes / sizeof *share->code);
    qsort(share->code, share->count, sizeof *share->code, share_codes_ascending);
    return OK;
}

static enum status check_count(uint64_t n)
{
    if (n < UINT32_MAX) return OK;
    return fail(ERROR_INPUT, "%llu states are too many: indices have 32 bits",
                (unsigned long long)n);
}

static enum status number_states(struct share *share)
{
    uint32_t all[MOST_PARTS];
    uint64_t n = 0;
    ranks_link_here()->gather(&share->count, sizeof share->count, all);
    for (int k = 0; k < ranks_self()->size; k++) {
        share->first[k] = (uint32_t)n;
        n += all[k];
    }
    MUST(check_count(n));
    share->first[ranks_self()->size] = share->n = (uint32_t)n;
    return OK;
}

/* Takes a part of all combinations of values, if all are states. */
static enum status take_range(struct share *share)
{
    const uint64_t limit = share->step.stepper->limit, size = (uint64_t)ranks_self()->size;
    MUST(check_count(limit));
    for (uint64_t k = 0; k < size; k++) share->bound[k] = limit * k / size;
    share->bound[size] = UINT64_MAX;
    const uint64_t begin = share->bound[rank_here_is()],
                   end = limit * ((uint64_t)rank_here_is() + 1) / size;
    share->count = (uint32_t)(end - begin);
    MUST(ranks_agree(allocate(share->count, sizeof *share->code, "states", &share->code)));
    for (uint32_t k = 0; k < share->count; k++) share->code[k] = begin + k;
    return number_states(share);
}

static enum status take_reachable(struct share *share)
{
    enum status status = OK;
    uint64_t count = 0;
    struct finder finder = {.step.stepper = share->step.stepper};
    TRY(find_reachable(&finder));
    TRY(ranks_agree(codes_take(&finder.found, &share->code, &count)));
    share->count = (uint32_t)count;
    choose_bounds(share);
out:
    finder_free(&finder);
    if (status == OK) status = deal_codes(share);
    return status == OK ? number_states(share) : status;
}

enum status share_find(const struct stepper *stepper, struct share *out)
{
    *out = (struct share){.step.stepper = stepper};
    return stepper->space.all_initial ? take_range(out) : take_reachable(out);
}

void share_free(struct share *share)
{
    step_free(&share->step);
    free(share->code);
    *share = (struct share){0};
}

/* Looking them up */

int share_owner(const struct share *share, uint64_t code)
{
    int k = ranks_self()->size - 1;
    while (code < share->bound[k]) k--;
    return k;
}

int share_owner_of(const struct share *share, uint32_t number)
{
    int k = ranks_self()->size - 1;
    while (number < share->first[k]) k--;
    return k;
}

uint32_t share_index(const struct share *share, uint64_t code)
{
    uint32_t low = 0, high = share->count;
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (share->code[middle] <= code) low = middle;
        else high = middle;
    }
    return low;
}

uint32_t share_first(const struct share *share)
{
    return share->first[rank_here_is()];
}
