/* Makes the level after a divided one: each card makes its part, and gets the aggregates of its
 * ghosts from the cards that have them. A small level is gathered. */
#include <stdlib.h>

#include "base/memory.h"
#include "solvers/cuda/cards/levels.h"

extern const struct place place_cuda;

/* A ghost of the level before, and its aggregate. */
struct member {
    uint32_t aggregate, ghost;
};

static int by_aggregate(const void *a, const void *b)
{
    const uint32_t x = ((const struct member *)a)->aggregate,
                   y = ((const struct member *)b)->aggregate;
    return x < y ? -1 : x > y;
}

/* The ghosts of a card, and those of the next level that they become. */
struct ghost_list {
    uint32_t count;         /* number of ghosts of this level */
    uint32_t *aggregate;    /* for each of them its aggregate: first with the number on its own
                               card, then with the number on this card */
    struct member *member;  /* room for the ghosts from one card */
    uint32_t *index, found; /* the ghosts of the next level, and their number */
};

static enum status create_list(uint32_t count, struct ghost_list *out)
{
    static const char what[] = "ghosts of a level";
    *out = (struct ghost_list){.count = count};
    MUST(allocate(count, sizeof *out->aggregate, what, &out->aggregate));
    MUST(allocate(count, sizeof *out->member, what, &out->member));
    return allocate(count, sizeof *out->index, what, &out->index);
}

static void free_list(struct ghost_list *list)
{
    free(list->aggregate);
    free(list->member);
    free(list->index);
}

/* Numbers the ghosts first .. end - 1, which are from one other card. own: rows of this card on the
 * next level. */
static void number_ghosts(struct ghost_list *list, uint32_t first, uint32_t end, uint32_t own)
{
    const uint32_t count = end - first, before = list->found;
    for (uint32_t g = 0; g < count; g++)
        list->member[g] = (struct member){list->aggregate[first + g], first + g};
    qsort(list->member, count, sizeof *list->member, by_aggregate);
    for (uint32_t g = 0; g < count; g++) {
        const struct member *m = &list->member[g];
        if (list->found == before || list->index[list->found - 1] != m->aggregate)
            list->index[list->found++] = m->aggregate;
        list->aggregate[m->ghost] = own + list->found - 1;
    }
}

/* Makes the ghosts on card c, which is selected. *made: false if there is no room. */
static enum status place_ghosts(struct hierarchy *part, int k, const struct ghosts *fine,
                                struct ghost_list *list, int cards, struct ghosts *out, bool *made)
{
    struct level *level = &part->level[k], *coarse = level + 1;
    uint32_t *const there = level->aggregate + level->n;
    MUST(place_cuda.get(list->aggregate, there, list->count, sizeof *there));
    for (int card = 0; card < cards; card++) {
        out->first[card] = list->found;
        number_ghosts(list, fine->first[card], fine->first[card + 1], coarse->n);
    }
    out->first[cards] = coarse->ghosts = list->found;
    out->index = hierarchy_take(part, list->found, sizeof *out->index);
    out->leaving = hierarchy_take(part, list->found, sizeof *out->leaving);
    *made = out->index && out->leaving;
    if (!*made) return OK;
    MUST(place_cuda.put(there, list->aggregate, list->count * sizeof *there));
    MUST(place_cuda.put(out->index, list->index, list->found * sizeof *out->index));
    return place_cuda.synchronise();
}

/* Work of each card for level k. */
struct job {
    struct divided *divided;
    int k;
};

static enum status aggregate(void *context, int c, bool *made)
{
    const struct job *job = context;
    struct level *level = &job->divided->part[c].level[job->k];
    level->outside = cards_outside(level);
    enum status status = hierarchy_aggregate(&job->divided->part[c], job->k, made);
    level->outside = NULL;
    return status;
}

static enum status make_part(void *context, int c, bool *made)
{
    enum status status = OK;
    const struct job *job = context;
    struct hierarchy *part = &job->divided->part[c];
    struct level_parts *fine = &job->divided->level[job->k], *coarse = fine + 1;
    struct ghost_list list;
    TRY(create_list(part->level[job->k].ghosts, &list));
    TRY(place_ghosts(part, job->k, &fine->ghosts[c], &list, fine->cards, &coarse->ghosts[c], made));
    if (*made) TRY(hierarchy_connect(part, job->k, made));
out:
    free_list(&list);
    return status;
}

/* Makes the parts of all cards use the same x and next as the level. Card 0 comes last, because
 * cards_part compares with it. */
static void settle(struct divided *d, const struct level *level, int k)
{
    for (int c = d->level[k].cards; c-- > 0;) d->part[c].level[k] = cards_part(level, c);
}

/* Sets the positions of the parts of level k in the whole, and level = the whole. */
static void sum_up(struct divided *d, int k, struct level *level)
{
    struct level_parts *parts = &d->level[k];
    const struct level *first = &d->part[0].level[k];
    *level = (struct level){
        .x = first->x, .next = first->next, .b = first->b, .divided = true, .parts = parts};
    parts->cards = d->level[0].cards;
    for (int c = 0; c < parts->cards; c++) {
        const struct level *part = &d->part[c].level[k];
        parts->first[c + 1] = parts->first[c] + part->n;
        parts->first_entry[c + 1] = parts->first_entry[c] + part->nnz;
        level->n += part->n;
        level->nnz += part->nnz;
    }
}

/* Takes room on card 0 for a level of so many rows and entries, and for the levels after it. */
static enum status reserve_block(struct hierarchy *h, uint32_t n, uint64_t nnz)
{
    struct divided *d = h->divided;
    const size_t room = hierarchy_room(4 * n, 2 * nnz), scratch = h->ops->scratch_bytes(n, nnz);
    if (h->room < room) {
        if (h->block) place_cuda.release(h->block);
        h->block = NULL;
        h->room = 0;
        MUST(place_cuda.allocate(room, (void **)&h->block));
        h->room = room;
    }
    if (d->scratch_bytes >= scratch) return OK;
    if (h->scratch) place_cuda.release(h->scratch);
    h->scratch = NULL;
    d->scratch_bytes = 0;
    MUST(place_cuda.allocate(scratch, &h->scratch));
    d->scratch_bytes = scratch;
    return OK;
}

/* Gathers a level on card 0; it stays divided if there is no room. */
static enum status level_gather(struct hierarchy *h, int k)
{
    struct level *level = &h->level[k], here = {.n = level->n, .nnz = level->nnz};
    here.parts = level->parts;
    MUST(reserve_block(h, here.n, here.nnz));
    h->used = 0;
    if (!hierarchy_place_rows(h, &here) || !hierarchy_place_entries(h, &here)) return OK;
    h->end[k] = h->used;
    *level = here;
    return cards_gather_pattern(level);
}

enum status cards_extend(struct hierarchy *h, int k)
{
    struct divided *d = h->divided;
    struct job job = {d, k};
    struct level *fine = &h->level[k], *coarse = fine + 1;
    const int cards = d->level[k].cards;
    uint32_t rows = 0;
    bool made;
    settle(d, fine, k);
    MUST(cards_find_outside(fine));
    MUST(cards_at_once(cards, aggregate, &job, &made));
    for (int c = 0; c < cards; c++) rows += d->part[c].level[k + 1].n;
    if (!made || !hierarchy_is_worth(fine->n, rows)) return OK;
    MUST(cards_bring_aggregates(fine));
    MUST(cards_at_once(cards, make_part, &job, &made));
    if (!made) return OK;
    sum_up(d, k + 1, coarse);
    h->count = k + 2;
    return coarse->n <= h->gather && coarse->nnz < NO_ENTRY ? level_gather(h, k + 1) : OK;
}
